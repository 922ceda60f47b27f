import { SummaryChart } from './SummaryChart.tsx';

/** From whom most was ordered in a year. */
export const Widget = () => <SummaryChart chart="topSuppliers" kind="ranking" />;
