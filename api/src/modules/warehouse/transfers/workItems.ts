import { movingTransferStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { scopeOfList } from '../../../workflow/index.ts';
import { foundMissingByIds, transfers } from './type.ts';

/** From where to where: `Central → Branch`. */
const fromTo = (name: string) =>
  `(select string_agg(${name}, ' → ' order by w.id = d.to_warehouse_id) from warehouses w
    where w.id in (d.from_warehouse_id, d.to_warehouse_id))`;

/** Its source decides and sends; either end may say what became of missing goods. */
const atSource = { ...scopeOfList(transfers.scope), warehouse: 'd.from_warehouse_id' };

export const transferWorkItems = transfers.workItems({
  due: 'd.expected_date',
  title: { en: fromTo('w.name'), th: fromTo('coalesce(w.name_th, w.name)') },
  owned: {
    owners: ['assignee_id', 'created_by'],
    ability: 'parts-transfer:update',
    warehouse: 'from_warehouse_id',
    seenByOwner: true,
  },
  steps: [
    { key: 'approveTransfer', action: 'approve', status: 'pending', scope: atSource },
    { key: 'shipTransfer', action: 'ship', status: 'approved', scope: atSource },
    ...movingTransferStatuses.map((status) => ({
      key: 'settleTransfer',
      action: 'resolve-loss',
      status,
      where: ({ actor }: Ctx) =>
        sql<boolean>`d.has_missing and not ${actor.userId}::uuid = any(${foundMissingByIds('d')})`,
    })),
  ],
});
