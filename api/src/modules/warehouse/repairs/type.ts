import {
  type Condition,
  decimal,
  openRequisitionStatuses,
  repairMachine,
} from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { RepairTables } from '../../../db/schema/repairs.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';

export type RepairRow = Selectable<RepairTables['repairs']> &
  DocumentRow & {
    readonly documentNo: string;
    readonly hasOpenParts: boolean;
  };

/** Own repairs of parts, `material_repair` (domain-warehouse 1.12, 2.11). */
export const repairType: DocumentType<RepairRow> = {
  machine: repairMachine,
  subject: 'repairs',
  table: 'repairs',
  docType: 'RP',
  label: { en: 'Repair', th: 'ใบซ่อมอะไหล่' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const query = ctx.db
      .selectFrom('repairs as rp')
      .selectAll('rp')
      .select(hasOpenParts)
      .where('rp.id', '=', id);
    return (lock ? query.forUpdate('rp') : query).executeTakeFirst();
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy, row.technicianId],
  }),
  concerned: (row) => [row.technicianId],
};

/** A requisition for it is under way: what it costs is not known yet. */
const hasOpenParts = sql<boolean>`exists (select 1 from requisitions q where q.repair_id = rp.id
  and q.status = any(${[...openRequisitionStatuses]}::text[]))`.as('hasOpenParts');

export const pathOf = (id: string): string => `/warehouse-management/repair/detail/update/${id}`;

export const REPAIR_SCOPE = {
  company: 'rp.companyId',
  warehouse: 'rp.warehouseId',
  owner: ['rp.createdBy', 'rp.technicianId'],
} as const;

/** docType of its stock moves and reservations. */
export const REPAIR_MOVES = 'repair';

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

/** The part under repair, as stock that a document names. */
export const stockOf = (row: RepairRow): NamedStock & { readonly id: string } => ({
  id: row.id,
  partId: row.partId,
  quantity: Number(row.quantity),
  binId: row.binId,
  condition: row.condition as Condition,
  lotId: row.lotId,
  serialIds: row.serialId === null ? [] : [row.serialId],
});

/** What the repair costs in all. */
export const costOf = (row: Pick<RepairRow, 'partsCost' | 'laborCost' | 'externalCost'>): string =>
  decimal.round(decimal.add(row.partsCost, row.laborCost, row.externalCost));
