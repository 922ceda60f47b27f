import { sql } from 'kysely';
import { supplierTitle } from '../../../workflow/index.ts';
import { claims } from './type.ts';

/** Goods that a count did not find are neither sent nor settled. */
const isHolding = sql<boolean>`exists (select 1 from stock_reservations r
  where r.doc_id = d.id and r.status = 'active')`;

export const claimWorkItems = claims.workItems({
  due: 'd.due_date',
  title: supplierTitle,
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
