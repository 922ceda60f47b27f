import { SummaryChart } from './SummaryChart.tsx';

/** Chart of the value of contracts by month and type, with the points of the contract report. */
export const Widget = () => <SummaryChart chart="contractsByMonth" stacked isNamed />;
