import { sql } from 'kysely';
import { defineWorkItems, scopeOfList, supplierTitle } from '../../../workflow/index.ts';
import { CLAIM_SCOPE, claimType, pathOf } from './type.ts';

/** Goods that a count did not find are neither sent nor settled. */
const isHolding = sql<boolean>`exists (select 1 from stock_reservations r
  where r.doc_id = d.id and r.status = 'active')`;

export const claimWorkItems = defineWorkItems(claimType, {
  scope: scopeOfList(CLAIM_SCOPE),
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
    { key: 'sendClaim', action: 'send', status: 'pending', where: () => isHolding },
    { key: 'confirmClaim', action: 'confirm', status: 'sent', where: () => isHolding },
  ],
});
