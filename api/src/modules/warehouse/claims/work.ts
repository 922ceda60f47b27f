import { DOCUMENT, supplierTitle, workOf } from '../../familyWork.ts';
import { claimType, pathOf } from './type.ts';

export const claimWork = workOf(claimType, {
  scope: { ...DOCUMENT, owner: ['d.created_by', 'd.assignee_id'] },
  amount: null,
  due: 'd.due_date',
  title: supplierTitle,
  path: pathOf(''),
  owned: {
    owners: ['assignee_id', 'created_by'],
    ability: 'claim:update',
    seenByOwner: true,
  },
  steps: [
    { key: 'sendClaim', action: 'send', status: 'pending' },
    { key: 'confirmClaim', action: 'confirm', status: 'sent' },
  ],
});
