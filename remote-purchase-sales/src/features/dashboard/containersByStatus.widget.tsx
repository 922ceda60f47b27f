import { pathOf } from '@boxyard/shared/runtime';
import { SummaryChart } from './SummaryChart.tsx';

/** Chart of containers by lifecycle status; each part leads to the list of that status. */
export const Widget = () => (
  <SummaryChart
    chart="containersByStatus"
    kind="donut"
    pathOfKey={(status) => pathOf('container-warehouse', {}, { status })}
  />
);
