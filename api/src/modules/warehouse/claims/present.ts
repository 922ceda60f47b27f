import { bangkokDate, type Condition, can, daysBetween } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, money, today } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { namesOf, partFactsOf } from '../stock/facts.ts';
import { type ClaimRow, claims, type ItemRow, itemsOf } from './type.ts';

type Shown = Pick<
  ClaimRow,
  | DocumentFieldName
  | 'supplierId'
  | 'warehouseId'
  | 'itemCount'
  | 'rmaNo'
  | 'sentDate'
  | 'dueDate'
  | 'isLate'
  | 'refundTotal'
  | 'answeredAt'
>;

/** Days with the supplier, until the answer or until now. */
const daysOpenOf = (ctx: Ctx, { sentDate, answeredAt }: Shown): number | null =>
  sentDate === null
    ? null
    : daysBetween(sentDate, answeredAt === null ? today(ctx.clock) : bangkokDate(answeredAt));

/** Rows of the list, and the head of the detail. */
export async function presentClaims(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.map((row) => row.companyId),
    warehouse: rows.map((row) => row.warehouseId),
    supplier: rows.map((row) => row.supplierId),
    user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
  });
  return rows.map((row) => ({
    ...documentFields(row, refs),
    supplier: refs.ref(row.supplierId),
    warehouse: refs.ref(row.warehouseId),
    itemCount: row.itemCount,
    rmaNo: row.rmaNo,
    sentDate: row.sentDate,
    dueDate: row.dueDate,
    isLate: row.isLate,
    daysOpen: daysOpenOf(ctx, row),
    refundTotal: money(row.refundTotal),
    answeredAt: row.answeredAt,
  }));
}

/** A claim with everything that its page shows. 404 outside this person's scope. */
export async function presentClaim(ctx: Ctx, id: string) {
  const [row, items, trail, related] = await Promise.all([
    loadVisible(ctx, claims.type, { id }),
    itemsOf(ctx, id),
    trailOf(ctx, claims.type.subject, id),
    relatedOf(ctx, id),
  ]);
  const [[head], refs, lines] = await Promise.all([
    presentClaims(ctx, [row]),
    loadRefs(ctx, { user: [row.assigneeId ?? row.createdBy] }),
    presentLines(ctx, row, items),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, claims.type, row),
    assignee: refs.userOrNull(row.assigneeId ?? row.createdBy),
    promisedDays: row.promisedDays,
    overrideReason: row.overrideReason,
    creditNoteNo: row.creditNoteNo,
    creditNoteDate: row.creditNoteDate,
    nextStep: row.nextStep,
    holdsGoods: row.holdsGoods,
    items: lines,
  };
}

async function presentLines(ctx: Ctx, row: ClaimRow, items: readonly ItemRow[]) {
  const [facts, names, receipts] = await Promise.all([
    partFactsOf(ctx, { companyId: row.companyId, partIds: items.map(({ partId }) => partId) }),
    namesOf(ctx, {
      binIds: items.map(({ binId }) => binId),
      lotIds: items.map(({ lotId }) => lotId),
      serialIds: items.flatMap(({ serialId, replacementSerialId }) => [
        serialId,
        replacementSerialId,
      ]),
    }),
    receiptNumbersOf(
      ctx,
      items.map(({ receiptId }) => receiptId),
    ),
  ]);
  const refs = await loadRefs(ctx, {
    part: items.map(({ partId }) => partId),
    unit: [...facts.values()].map(({ unitId }) => unitId),
    warehouse: items.map(({ binId }) => names.bin(binId).warehouseId),
  });
  const seesCost = can(ctx.actor.grants, 'parts-warehouse:view-cost');
  return items.map((item) => {
    const fact = facts.get(item.partId);
    if (!fact) throw new Error(`the part of line ${item.id} is missing`);
    const { warehouseId, ...bin } = names.bin(item.binId);
    return {
      id: item.id,
      lineNo: item.lineNo,
      part: refs.ref(item.partId),
      unit: refs.ref(fact.unitId),
      trackingType: fact.trackingType,
      quantity: item.quantity,
      lotNo: names.lotNo(item.lotId),
      serialNo: names.serialNo(item.serialId),
      bin,
      binWarehouse: refs.ref(warehouseId),
      condition: item.condition as Condition,
      defect: item.defect,
      warrantyEnd: item.warrantyEnd,
      inWarranty: item.inWarranty,
      receipt:
        item.receiptId === null
          ? null
          : { id: item.receiptId, documentNo: receipts.get(item.receiptId) ?? null },
      resolution: item.resolution,
      replacementSerialNo: names.serialNo(item.replacementSerialId),
      newWarrantyEnd: item.newWarrantyEnd,
      refundAmount: item.refundAmount === null ? null : money(item.refundAmount),
      claimedValue: seesCost && item.claimedValue !== null ? money(item.claimedValue) : null,
      arrivedQty: item.arrivedQty,
    };
  });
}

async function receiptNumbersOf(
  ctx: Ctx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string | null>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('purchaseOrderReceipts')
    .where('id', 'in', known)
    .select(['id', 'documentNo'])
    .execute();
  return new Map(rows.map(({ id, documentNo }) => [id, documentNo]));
}

/** What brings the goods back, and what goes on with those that the supplier refused. */
async function relatedOf(ctx: Ctx, id: string) {
  const { rows } = await sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'goodsImport' as type, g.id, g.document_no as "documentNo", g.status
    from goods_imports g where g.source_id = ${id}
    union all
    select 'repair', r.id, r.document_no, r.status from repairs r where r.claim_id = ${id}
    union all
    select 'destruction', d.id, d.document_no, d.status from destructions d where d.claim_id = ${id}
    union all
    select 'product', p.id, p.serial_number, p.status from products p
    where p.id in (select i.product_id from product_parts i where i.removal_document_id = ${id})
    order by 3`.execute(ctx.db);
  return rows;
}
