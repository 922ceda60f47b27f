import { personTitle } from '../../../workflow/index.ts';
import { requisitions } from './type.ts';

export const requisitionWorkItems = requisitions.workItems({
  due: 'd.needed_by',
  title: personTitle('d.requester_id'),
  owned: { owners: ['requester_id'], ability: 'parts-requisition:create', seenByOwner: true },
  steps: [
    {
      key: 'approveRequisition',
      action: 'approve',
      status: 'pending',
      notBy: ['d.requester_id'],
    },
    { key: 'pickRequisition', action: 'confirm-items', status: 'approved' },
    { key: 'dispatchRequisition', action: 'confirm-dispatch', status: 'picking' },
  ],
});
