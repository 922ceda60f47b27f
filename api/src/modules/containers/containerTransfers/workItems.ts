import { sameTitle } from '../../../workflow/index.ts';
import { containerTransfers } from './type.ts';

export const containerTransferWorkItems = containerTransfers.workItems({
  due: 'd.expected_arrival',
  title: sameTitle(`(select f.code || ' → ' || t.code from warehouses f, warehouses t
    where f.id = d.from_warehouse_id and t.id = d.to_warehouse_id)`),
  steps: [{ key: 'approveContainerTransfer', action: 'approve', status: 'pending' }],
});
