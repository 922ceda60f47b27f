import { pathOf } from '@boxyard/shared/runtime';
import { SummaryChart } from './SummaryChart.tsx';

/** Where the containers are; each part leads to the list of those. */
export const Widget = () => (
  <SummaryChart
    chart="containersByStatus"
    kind="donut"
    pathOfKey={(status) => pathOf('container-warehouse', {}, { status })}
  />
);
