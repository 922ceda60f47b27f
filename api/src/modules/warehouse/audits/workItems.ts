import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { audits } from './type.ts';

/** Those named to count, or whoever may where nobody is named. */
const forCounters = ({ actor }: Ctx) =>
  sql<boolean>`(d.counter_ids = '{}' or ${actor.userId}::uuid = any(d.counter_ids))`;
/** Lines are counted again by somebody other than the first time. */
const forOthers = ({ actor }: Ctx) => sql<boolean>`exists (select 1 from audit_items i
  where i.audit_id = d.id and i.needs_recount and i.recount is null
    and i.first_by is distinct from ${actor.userId}::uuid)`;

export const auditWorkItems = audits.workItems({
  title: {
    en: '(select w.name from warehouses w where w.id = d.warehouse_id)',
    th: '(select coalesce(w.name_th, w.name) from warehouses w where w.id = d.warehouse_id)',
  },
  owned: { owners: ['assignee_id', 'created_by'], ability: 'audit:create', seenByOwner: true },
  steps: [
    { key: 'startAudit', action: 'start', status: 'draft', where: forCounters },
    { key: 'countAudit', action: 'count', status: 'counting', where: forCounters },
    { key: 'recountAudit', action: 'count', status: 'recount', where: forOthers },
    { key: 'reviewAudit', action: 'review', status: 'counted' },
    {
      key: 'decideAudit',
      action: 'decide',
      status: 'review',
      where: () => sql<boolean>`d.undecided_count > 0`,
    },
    {
      key: 'approveAudit',
      action: 'approve',
      status: 'review',
      where: ({ actor }) =>
        sql<boolean>`d.undecided_count = 0 and not ${actor.userId}::uuid = any(d.counted_by_ids)`,
    },
  ],
});
