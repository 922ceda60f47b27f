import { pathOf } from '@boxyard/shared/runtime';
import { SummaryChart } from './SummaryChart.tsx';

/** Chart of customers' debts by age; each bar leads to the ageing report. */
export const Widget = () => (
  <SummaryChart chart="ageing" pathOfKey={() => pathOf('payment-data', {}, { tab: 'ageing' })} />
);
