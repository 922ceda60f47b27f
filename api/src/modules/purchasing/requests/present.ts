import { openRequestQty } from '@boxyard/shared/domain/purchasing/status.ts';
import { type Ctx, money, price, qty } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  endorsementsOf,
  fractionsOf,
  loadRefs,
  loadVisible,
  type Refs,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { roundsOf } from '../biddings/roundsOf.ts';
import { purchaseRequests, type RequestRow } from './type.ts';

/** The columns of a list's row. */
export type RequestListRow = Pick<
  RequestRow,
  | DocumentFieldName
  | 'requesterId'
  | 'warehouseId'
  | 'purpose'
  | 'neededBy'
  | 'validUntil'
  | 'itemCount'
  | 'estimatedTotal'
>;

const rowOf = (row: RequestListRow, refs: Refs) => ({
  ...documentFields(row, refs),
  requester: refs.user(row.requesterId),
  warehouse: refs.ref(row.warehouseId),
  purpose: row.purpose,
  neededBy: row.neededBy,
  validUntil: row.validUntil,
  itemCount: row.itemCount,
  estimatedTotal: money(row.estimatedTotal),
});

const linksOf = (rows: readonly RequestListRow[]) => ({
  company: rows.map((row) => row.companyId),
  warehouse: rows.map((row) => row.warehouseId),
  user: rows.flatMap((row) => [row.requesterId, row.createdBy, row.approvedBy]),
});

/** Rows of the list as the contract has them. */
export async function presentRequests(ctx: Ctx, rows: readonly RequestListRow[]) {
  const refs = await loadRefs(ctx, linksOf(rows));
  return rows.map((row) => rowOf(row, refs));
}

/** Orders that hold lines of the request, oldest first. */
const ordersOf = (ctx: Ctx, requestId: string) =>
  ctx.db
    .selectFrom('purchaseOrderItems as i')
    .innerJoin('purchaseRequestItems as r', 'r.id', 'i.requestItemId')
    .innerJoin('purchaseOrders as o', 'o.id', 'i.orderId')
    .where('r.requestId', '=', requestId)
    .select(['o.id', 'o.documentNo', 'o.status', 'o.createdAt'])
    .distinct()
    .orderBy('o.createdAt')
    .execute();

/** A request with everything that its page shows. 404 outside this person's scope. */
export async function requestDetail(ctx: Ctx, id: string) {
  // All that only needs the id is asked for at once, all that needs their answers after it.
  const [row, items, orders, rounds, trail, endorsements] = await Promise.all([
    loadVisible(ctx, purchaseRequests.type, { id }),
    ctx.db
      .selectFrom('purchaseRequestItems')
      .selectAll()
      .where('requestId', '=', id)
      .orderBy('lineNo')
      .execute(),
    ordersOf(ctx, id),
    roundsOf(ctx, { requestId: id }),
    trailOf(ctx, purchaseRequests.type.subject, id),
    endorsementsOf(ctx, id),
  ]);
  const labels = loadRefs(ctx, {
    ...linksOf([row]),
    header: [row.documentHeaderId],
    part: items.map((item) => item.partId),
    unit: items.map((item) => item.unitId),
    supplier: items.map((item) => item.suggestedSupplierId),
  });
  const [refs, units] = await Promise.all([
    labels,
    fractionsOf(
      ctx,
      items.map((item) => item.unitId),
    ),
  ]);
  return {
    ...rowOf(row, refs),
    ...trail,
    related: await toldOf(ctx, [
      ...rounds.map((round) => ({
        type: 'bidding',
        id: round.id,
        documentNo: round.documentNo,
        status: round.status,
      })),
      ...orders.map((order) => ({
        type: 'purchaseOrder',
        id: order.id,
        documentNo: order.documentNo,
        status: order.status,
      })),
    ]),
    ...actionContext(ctx, purchaseRequests.type, row),
    endorsements: endorsements.map((entry) => ({
      ...entry,
      limit: entry.limit === null ? null : money(entry.limit),
    })),
    rounds,
    hasOpenLines: row.hasOpenLines,
    department: row.department,
    refType: row.refType,
    refNo: row.refNo,
    documentHeader: refs.refOrNull(row.documentHeaderId),
    items: items.map((item) => {
      const progress = {
        quantity: qty(item.quantity),
        orderedQty: qty(item.orderedQty),
        receivedQty: qty(item.receivedQty),
        cancelledQty: qty(item.cancelledQty),
      };
      return {
        id: item.id,
        lineNo: item.lineNo,
        part: refs.refOrNull(item.partId),
        freeText: item.freeText,
        ...progress,
        openQty: openRequestQty(progress),
        inRound: item.inRound,
        unit: refs.ref(item.unitId),
        unitAllowsFraction: units.has(item.unitId),
        estimatedPrice: price(item.estimatedPrice),
        amount: money(item.amount),
        suggestedSupplier: refs.refOrNull(item.suggestedSupplierId),
        note: item.note,
      };
    }),
  };
}
