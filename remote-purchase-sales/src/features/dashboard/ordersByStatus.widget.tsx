import { type Machine, purchaseOrderMachine } from '@boxyard/shared/domain';
import { SummaryChart } from './SummaryChart.tsx';

/** How many orders stand where. */
export const Widget = () => (
  <SummaryChart chart="ordersByStatus" machine={purchaseOrderMachine as Machine} />
);
