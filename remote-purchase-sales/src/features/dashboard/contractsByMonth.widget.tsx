import { SummaryChart } from './SummaryChart.tsx';

/** What was agreed, by month and type, as the report of contracts draws it. */
export const Widget = () => <SummaryChart chart="contractsByMonth" stacked isNamed />;
