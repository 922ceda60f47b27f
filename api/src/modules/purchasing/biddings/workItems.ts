import { sql } from 'kysely';
import { sameTitle } from '../../../workflow/index.ts';
import { biddings } from './type.ts';

export const biddingWorkItems = biddings.workItems({
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
      where: () => sql<boolean>`d.ordered_at is null and exists (select 1 from quotations q
        join quotation_items i on i.quotation_id = q.id
        where q.bidding_id = d.id and i.won_quantity > 0)`,
    },
  ],
});
