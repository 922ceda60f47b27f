import { sql } from 'kysely';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Stock counts, `audits` (domain-warehouse 1.12, 2.13). */
export const audits = defineFamily('audits', {
  as: 'au',
  owners: ['assigneeId'],
  fields: (query) =>
    query.select([
      sql<boolean>`au.open_count = 0`.as('allCounted'),
      sql<boolean>`au.undecided_count = 0`.as('allDecided'),
    ]),
  concerned: (row) => [...row.countedByIds, row.reviewedBy],
});
export type AuditRow = RowOfFamily<typeof audits>;

/** docType of its stock moves. */
export const AUDIT_MOVES = 'audit';

/** Query families that change with the stock it locks or posts. */
export const TOUCHES = ['parts', 'bins', 'requisitions'];
