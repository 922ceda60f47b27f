import { sql } from 'kysely';
import { DOCUMENT, sameTitle, workOf } from '../../familyWork.ts';
import { biddingType } from './type.ts';

export const biddingWork = workOf(biddingType, {
  scope: { ...DOCUMENT, owner: ['d.created_by', 'd.assignee_id'] },
  amount: null,
  due: null,
  title: sameTitle('d.title'),
  path: '/warehouse-management/suppliers/:beside/bidding/',
  beside: `(select s.supplier_id from bidding_suppliers s
    where s.bidding_id = d.id order by s.line_no limit 1)`,
  owned: {
    owners: ['assignee_id', 'created_by'],
    ability: 'suppliers:open-bidding',
    seenByOwner: true,
  },
  steps: [
    { key: 'awardBidding', action: 'award', status: 'closed' },
    {
      key: 'orderBidding',
      action: 'create-po',
      status: 'awarded',
      where: () => sql<boolean>`d.ordered_at is null`,
    },
  ],
});
