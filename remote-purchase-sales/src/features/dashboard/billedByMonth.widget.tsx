import { SummaryChart } from './SummaryChart.tsx';

/** What customers were billed and what they paid, by month. */
export const Widget = () => <SummaryChart chart="billedByMonth" />;
