import { SummaryChart } from './SummaryChart.tsx';

/** How many orders stand where. */
export const Widget = () => <SummaryChart chart="ordersByStatus" />;
