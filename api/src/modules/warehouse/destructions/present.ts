import { can, decimal, isDestroyed } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  endorsementsOf,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { namesOf, partFactsOf } from '../stock/facts.ts';
import { type DestructionRow, destructions, type ItemRow, itemsOf } from './type.ts';

type Shown = Pick<
  DestructionRow,
  | DocumentFieldName
  | 'reason'
  | 'method'
  | 'warehouseId'
  | 'scheduledAt'
  | 'itemCount'
  | 'bookValue'
  | 'salvageAmount'
  | 'destroyedAt'
>;

const seesCost = (ctx: Ctx): boolean => can(ctx.actor.grants, 'parts-warehouse:view-cost');

/** Rows of the list, and the head of the detail. */
export async function presentDestructions(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
  });
  return rows.map((row) => ({
    ...documentFields(row, refs),
    reason: row.reason,
    method: row.method,
    warehouse: refs.ref(row.warehouseId),
    scheduledAt: row.scheduledAt,
    itemCount: row.itemCount,
    bookValue: seesCost(ctx) ? money(row.bookValue) : null,
    salvageAmount: money(row.salvageAmount),
    destroyedAt: row.destroyedAt,
  }));
}

/** A destruction with everything that its page shows. 404 outside this person's scope. */
export async function presentDestruction(ctx: Ctx, id: string) {
  const [row, items, trail, related, corrections, endorsements] = await Promise.all([
    loadVisible(ctx, destructions.type, { id }),
    itemsOf(ctx, id),
    trailOf(ctx, destructions.type.subject, id),
    relatedOf(ctx, id),
    correctionsOf(ctx, id),
    endorsementsOf(ctx, id),
  ]);
  const [[head], refs, lines] = await Promise.all([
    presentDestructions(ctx, [row]),
    loadRefs(ctx, { user: [...row.witnesses, ...corrections.map(({ by }) => by)] }),
    presentLines(ctx, { row, items }),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, destructions.type, row),
    endorsements: endorsements.map((entry) => ({
      ...entry,
      limit: entry.limit === null ? null : money(entry.limit),
    })),
    witnesses: row.witnesses.map((userId) => refs.user(userId)),
    hasAfterPhoto: row.hasAfterPhoto,
    isCorrectable: row.isCorrectable,
    items: lines,
    corrections: corrections.map((one) => ({ ...one, by: refs.userOrNull(one.by) })),
  };
}

async function presentLines(
  ctx: Ctx,
  { row, items }: { row: DestructionRow; items: readonly ItemRow[] },
) {
  const [facts, names] = await Promise.all([
    partFactsOf(ctx, {
      companyId: row.companyId,
      partIds: items.map((item) => item.partId),
    }),
    namesOf(ctx, {
      binIds: items.map((item) => item.binId),
      lotIds: items.map((item) => item.lotId),
      serialIds: items.flatMap((item) => item.serialIds),
    }),
  ]);
  const refs = await loadRefs(ctx, {
    part: items.map((item) => item.partId),
    unit: [...facts.values()].map((part) => part.unitId),
    warehouse: items.map((item) => names.bin(item.binId).warehouseId),
  });
  return items.map((item) => {
    const part = facts.get(item.partId);
    if (!part) throw new Error(`the part of line ${item.id} is missing`);
    const { warehouseId, ...bin } = names.bin(item.binId);
    const worth = isDestroyed(row.status)
      ? (item.lossValue ?? '0')
      : decimal.multiply(part.averageCost, item.quantity);
    return {
      id: item.id,
      lineNo: item.lineNo,
      part: refs.ref(item.partId),
      unit: refs.ref(part.unitId),
      unitAllowsFraction: part.allowFraction,
      trackingType: part.trackingType,
      warehouse: refs.ref(warehouseId),
      bin,
      condition: item.condition,
      lotNo: names.lotNo(item.lotId),
      serials: names.serialNumbers(item.serialIds),
      quantity: item.quantity,
      correctedQty: item.correctedQty,
      correctedSerials: names.serialNumbers(item.correctedSerialIds),
      bookValue: seesCost(ctx) ? money(worth) : null,
    };
  });
}
export type PresentedLine = Awaited<ReturnType<typeof presentLines>>[number];

const correctionsOf = async (ctx: Ctx, id: string) =>
  (
    await ctx.db
      .selectFrom('destructionCorrections')
      .where('destructionId', '=', id)
      .orderBy('at')
      .orderBy('id')
      .select(['id', 'documentNo', 'at', 'by', 'reason', 'quantity'])
      .execute()
  ).map((row) => ({ ...row, quantity: Number(row.quantity) }));

/** The repair or the claim that gave the goods up, and the containers that they were in. */
async function relatedOf(ctx: Ctx, id: string) {
  const { rows } = await sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'repair' as type, r.id, r.document_no as "documentNo", r.status
    from destructions d join repairs r on r.id = d.repair_id where d.id = ${id}
    union all
    select 'claim', c.id, c.document_no, c.status
    from destructions d join claims c on c.id = d.claim_id where d.id = ${id}
    union all
    select 'product', p.id, p.serial_number, p.status from products p
    where p.id in (select i.product_id from product_parts i where i.removal_document_id = ${id})`.execute(
    ctx.db,
  );
  return rows;
}
