import { type Condition, decimal, openRequisitionStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';

/** A requisition for it is under way: what it costs is not known yet. */
const hasOpenParts = sql<boolean>`exists (select 1 from requisitions q where q.repair_id = rp.id
  and q.status = any(${[...openRequisitionStatuses]}::text[]))`.as('hasOpenParts');

/** Own repairs of parts, `material_repair` (domain-warehouse 1.12, 2.11). */
export const repairs = defineFamily('repairs', {
  as: 'rp',
  moves: 'repair',
  owners: ['technicianId'],
  fields: (query) => query.select(hasOpenParts),
  concerned: (row) => [row.technicianId],
});
export type RepairRow = RowOfFamily<typeof repairs>;

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
