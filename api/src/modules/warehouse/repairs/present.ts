import { type Condition, can, isTerminal, repairMachine } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { namesOf, partFactsOf } from '../stock/facts.ts';
import { costOf, type RepairRow, repairs } from './type.ts';
import { usedPartsOf, usedValueOf } from './usedParts.ts';

type Shown = Pick<
  RepairRow,
  | DocumentFieldName
  | 'partId'
  | 'quantity'
  | 'lotId'
  | 'serialId'
  | 'source'
  | 'warehouseId'
  | 'symptom'
  | 'technicianId'
  | 'outcome'
  | 'laborCost'
  | 'externalCost'
  | 'partsCost'
  | 'startedAt'
  | 'completedAt'
>;

const seesCost = (ctx: Ctx): boolean => can(ctx.actor.grants, 'parts-warehouse:view-cost');

/** Rows of the list, and the head of the detail. */
export async function presentRepairs(ctx: Ctx, rows: readonly Shown[]) {
  const units = await ctx.db
    .selectFrom('materialParts')
    .where('id', '=', sql<string>`any(${[...new Set(rows.map((row) => row.partId))]}::uuid[])`)
    .select(['id', 'unitId'])
    .execute();
  const unitOf = new Map(units.map((part) => [part.id, part.unitId]));
  const [refs, names] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      warehouse: rows.map((row) => row.warehouseId),
      part: rows.map((row) => row.partId),
      unit: [...unitOf.values()],
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.technicianId]),
    }),
    namesOf(ctx, {
      binIds: [],
      lotIds: rows.map((row) => row.lotId),
      serialIds: rows.map((row) => row.serialId),
    }),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    part: refs.ref(row.partId),
    quantity: Number(row.quantity),
    unit: refs.ref(unitOf.get(row.partId) ?? ''),
    lotNo: names.lotNo(row.lotId),
    serialNo: names.serialNo(row.serialId),
    source: row.source,
    warehouse: refs.ref(row.warehouseId),
    symptom: row.symptom,
    technician: refs.userOrNull(row.technicianId),
    outcome: row.outcome,
    // What goes on has no total yet; its page says what it is so far.
    totalCost: seesCost(ctx) && row.completedAt !== null ? costOf(row) : null,
    startedAt: row.startedAt,
    completedAt: row.completedAt,
  }));
}

/** A repair with everything that its page shows. 404 outside this person's scope. */
export async function presentRepair(ctx: Ctx, id: string) {
  const [row, parts, trail, related] = await Promise.all([
    loadVisible(ctx, repairs.type, { id }),
    usedPartsOf(ctx, id),
    trailOf(ctx, repairs.type.subject, id),
    relatedOf(ctx, id),
  ]);
  // As long as it goes on, what was drawn so far is what it costs.
  const partsCost = isTerminal(repairMachine, row.status) ? row.partsCost : usedValueOf(parts);
  const [[head], facts, names, team] = await Promise.all([
    presentRepairs(ctx, [row]),
    partFactsOf(ctx, { companyId: row.companyId, partIds: [row.partId] }),
    namesOf(ctx, { binIds: [row.binId], lotIds: [], serialIds: [] }),
    teamOf(ctx, row.teamId),
  ]);
  const part = facts.get(row.partId);
  if (!head || !part) throw new Error('one row in, one row out');
  const { warehouseId, ...bin } = names.bin(row.binId);
  const refs = await loadRefs(ctx, {
    warehouse: [warehouseId],
    part: parts.map(({ partId }) => partId),
    unit: parts.map(({ unitId }) => unitId),
  });
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, repairs.type, row),
    trackingType: part.trackingType,
    unitAllowsFraction: part.allowFraction,
    bin,
    binWarehouse: refs.ref(warehouseId),
    condition: row.condition as Condition,
    diagnosis: row.diagnosis,
    team,
    laborHours: Number(row.laborHours),
    laborCost: money(row.laborCost),
    externalCost: money(row.externalCost),
    totalCost: seesCost(ctx) ? costOf({ ...row, partsCost }) : null,
    partsCost: seesCost(ctx) ? money(partsCost) : null,
    isCapitalized: row.isCapitalized,
    newWarrantyMonths: row.newWarrantyMonths,
    hasOpenParts: row.hasOpenParts,
    usedParts: parts.map((line) => ({
      id: line.id,
      requisition: { id: line.requisitionId, documentNo: line.documentNo, status: line.status },
      part: refs.ref(line.partId),
      unit: refs.ref(line.unitId),
      requestedQty: line.requestedQty,
      usedQty: line.usedQty,
      value: seesCost(ctx) ? money(line.value) : null,
    })),
  };
}

async function teamOf(ctx: Ctx, teamId: string | null) {
  if (teamId === null) return null;
  const team = await ctx.db
    .selectFrom('teams')
    .where('id', '=', teamId)
    .select(['id', 'name', 'nameTh'])
    .executeTakeFirstOrThrow();
  return { ...team, code: null };
}

/** What it drew, what put it away, and what destroys it. */
async function relatedOf(ctx: Ctx, id: string) {
  const { rows } = await sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'requisition' as type, q.id, q.document_no as "documentNo", q.status
    from requisitions q where q.repair_id = ${id}
    union all
    select 'goodsImport', g.id, g.document_no, g.status from goods_imports g where g.source_id = ${id}
    union all
    select 'destruction', d.id, d.document_no, d.status from destructions d where d.repair_id = ${id}
    union all
    select 'claim', c.id, c.document_no, c.status from claims c join repairs r on r.claim_id = c.id where r.id = ${id}
    union all
    select 'product', p.id, p.serial_number, p.status from products p
    where p.id in (select i.product_id from product_parts i where i.removal_document_id = ${id})
    order by 3`.execute(ctx.db);
  return rows;
}
