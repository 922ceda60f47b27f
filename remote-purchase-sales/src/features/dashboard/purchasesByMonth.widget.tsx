import { SummaryChart } from './SummaryChart.tsx';

/** What was ordered and what was received, by month. */
export const Widget = () => <SummaryChart chart="purchasesByMonth" />;
