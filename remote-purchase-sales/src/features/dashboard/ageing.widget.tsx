import { pathOf } from '@boxyard/shared/runtime';
import { SummaryChart } from './SummaryChart.tsx';

/** What customers owe by how late it is; each bar leads to the ageing of all of them. */
export const Widget = () => (
  <SummaryChart chart="ageing" pathOfKey={() => pathOf('payment-data', {}, { tab: 'ageing' })} />
);
