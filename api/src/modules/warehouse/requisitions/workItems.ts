import { defineWorkItems, personTitle, scopeOfList } from '../../../workflow/index.ts';
import { pathOf, REQUISITION_SCOPE, requisitionType } from './type.ts';

export const requisitionWorkItems = defineWorkItems(requisitionType, {
  scope: scopeOfList(REQUISITION_SCOPE),
  amount: null,
  due: 'd.needed_by',
  title: personTitle('d.requester_id'),
  path: pathOf(''),
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
