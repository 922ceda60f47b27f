import { auditMachine } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { AuditTables } from '../../../db/schema/audits.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type AuditRow = Selectable<AuditTables['audits']> &
  DocumentRow & {
    readonly allCounted: boolean;
    readonly allDecided: boolean;
  };

/** Stock counts, `audits` (domain-warehouse 1.12, 2.13). */
export const auditType: DocumentType<AuditRow, 'audits'> = {
  machine: auditMachine,
  subject: 'audits',
  table: 'audits',
  docType: 'AU',
  label: { en: 'Stock audit', th: 'ใบตรวจนับสต็อก' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const query = ctx.db.selectFrom('audits').selectAll().where('id', '=', id);
    const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
    return (
      row && {
        ...row,
        allCounted: row.openCount === 0,
        allDecided: row.undecidedCount === 0,
      }
    );
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy, row.assigneeId],
  }),
  concerned: (row) => [...row.countedByIds, row.reviewedBy],
};

export const pathOf = (id: string): string => `/warehouse-management/audit/${id}`;

export const AUDIT_SCOPE = {
  company: 'au.companyId',
  warehouse: 'au.warehouseId',
  owner: ['au.createdBy', 'au.assigneeId'],
} as const;

/** docType of its stock moves. */
export const AUDIT_MOVES = 'audit';

/** Query families that change with the stock it locks or posts. */
export const TOUCHES = ['parts', 'bins', 'requisitions'];
