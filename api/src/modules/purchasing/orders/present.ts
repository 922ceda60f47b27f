import { openOrderQty } from '@boxyard/shared/domain/purchasing/status.ts';
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
import { type OrderRow, purchaseOrders } from './type.ts';

/** The columns of a list's row. */
export type OrderListRow = Pick<
  OrderRow,
  | DocumentFieldName
  | 'supplierId'
  | 'warehouseId'
  | 'paymentType'
  | 'promisedDate'
  | 'validUntil'
  | 'itemCount'
  | 'baseAmount'
  | 'vatAmount'
  | 'grandTotal'
  | 'receivedPct'
>;

const rowOf = (row: OrderListRow, refs: Refs) => ({
  ...documentFields(row, refs),
  supplier: refs.ref(row.supplierId),
  warehouse: refs.ref(row.warehouseId),
  paymentType: row.paymentType,
  promisedDate: row.promisedDate,
  validUntil: row.validUntil,
  itemCount: row.itemCount,
  baseAmount: money(row.baseAmount),
  vatAmount: money(row.vatAmount),
  grandTotal: money(row.grandTotal),
  receivedPct: Number(row.receivedPct),
});

const linksOf = (rows: readonly OrderListRow[]) => ({
  company: rows.map((row) => row.companyId),
  warehouse: rows.map((row) => row.warehouseId),
  supplier: rows.map((row) => row.supplierId),
  user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
});

/** Rows of the list as the contract has them. */
export async function presentOrders(ctx: Ctx, rows: readonly OrderListRow[]) {
  const refs = await loadRefs(ctx, linksOf(rows));
  return rows.map((row) => rowOf(row, refs));
}

const discountFrom = (type: 'percent' | 'amount' | null, value: string | null) =>
  type === null || value === null ? null : { type, value: money(value) };

/** Documents before and after an order in the chain. */
async function relatedOf(ctx: Ctx, orderId: string, requests: readonly { id: string }[]) {
  const { rows } = await ctx.pg.query<{
    type: string;
    id: string;
    document_no: string | null;
    status: string;
  }>({
    name: 'purchasing.orderRelated',
    text: `select 'purchaseRequest' as type, id, document_no, status, created_at
        from purchase_requests where id = any($2)
      union all
      select 'receipt', id, document_no, status, created_at
        from purchase_order_receipts where order_id = $1
      union all
      select 'goodsImport', g.id, g.document_no, g.status, g.created_at
        from purchase_order_receipts r join goods_imports g on g.id = r.goods_import_id
        where r.order_id = $1
      order by created_at`,
    values: [orderId, requests.map((request) => request.id)],
  });
  return rows.map((row) => ({
    type: row.type,
    id: row.id,
    documentNo: row.document_no,
    status: row.status,
  }));
}

/** The quotation whose winning lines the order takes, and its round. */
async function quotationOf(ctx: Ctx, { biddingId, supplierId }: OrderRow) {
  if (biddingId === null) return null;
  const [[round], quotation] = await Promise.all([
    roundsOf(ctx, { id: biddingId }),
    ctx.db
      .selectFrom('quotations')
      .select(['id', 'supplierQuoteNo'])
      .where('biddingId', '=', biddingId)
      .where('supplierId', '=', supplierId)
      .orderBy('createdAt', 'desc')
      .executeTakeFirst(),
  ]);
  return round && quotation ? { ...quotation, round } : null;
}

const itemsOf = (ctx: Ctx, orderId: string) =>
  ctx.db
    .selectFrom('purchaseOrderItems as i')
    .leftJoin('purchaseRequestItems as ri', 'ri.id', 'i.requestItemId')
    .leftJoin('purchaseRequests as r', 'r.id', 'ri.requestId')
    .where('i.orderId', '=', orderId)
    .orderBy('i.lineNo')
    .selectAll('i')
    .select(['ri.requestId', 'r.documentNo as requestNo'])
    .execute();

/** An order with everything that its page shows. 404 outside this person's scope. */
/** The supplier's first contact as it is now: who is asked today is not who was on the order's day. */
async function contactOf(ctx: Ctx, supplierId: string) {
  const { contacts } = await ctx.db
    .selectFrom('suppliers')
    .select('contacts')
    .where('id', '=', supplierId)
    .executeTakeFirstOrThrow();
  const first = contacts.find(({ isPrimary }) => isPrimary) ?? contacts[0];
  return first === undefined
    ? null
    : { name: first.name, phone: first.phone ?? null, email: first.email ?? null };
}

export async function orderDetail(ctx: Ctx, id: string) {
  // All that only needs the id is asked for at once, all that needs their answers after it.
  const [row, items, trail, endorsements] = await Promise.all([
    loadVisible(ctx, purchaseOrders.type, { id }),
    itemsOf(ctx, id),
    trailOf(ctx, purchaseOrders.type.subject, id),
    endorsementsOf(ctx, id),
  ]);
  const labels = loadRefs(ctx, {
    ...linksOf([row]),
    header: [row.documentHeaderId],
    user: [row.createdBy, row.approvedBy, row.assigneeId],
    part: items.map((item) => item.partId),
    unit: items.map((item) => item.unitId),
  });
  const requests = [
    ...new Map(
      items.flatMap((item) =>
        item.requestId === null
          ? []
          : [[item.requestId, { id: item.requestId, documentNo: item.requestNo }] as const],
      ),
    ).values(),
  ];
  const [refs, units, related, quotation, contact] = await Promise.all([
    labels,
    fractionsOf(
      ctx,
      items.map((item) => item.unitId),
    ),
    relatedOf(ctx, id, requests).then((found) => toldOf(ctx, found)),
    quotationOf(ctx, row),
    contactOf(ctx, row.supplierId),
  ]);
  return {
    ...rowOf(row, refs),
    ...trail,
    related,
    ...actionContext(ctx, purchaseOrders.type, row),
    assignee: refs.userOrNull(row.assigneeId ?? row.createdBy),
    endorsements: endorsements.map((entry) => ({
      ...entry,
      limit: entry.limit === null ? null : money(entry.limit),
    })),
    subTotal: money(row.subTotal),
    discountTotal: money(row.discountTotal),
    whtBase: money(row.whtBase),
    whtRate: money(row.whtRate),
    whtAmount: money(row.whtAmount),
    netPayable: money(row.netPayable),
    supplierSnapshot: row.supplierSnapshot,
    contact,
    requests,
    quotation,
    creditDays: row.creditDays,
    vatMode: row.vatMode,
    vatRate: money(row.vatRate),
    discount: discountFrom(row.discountType, row.discountValue),
    supplierConfirmationNo: row.supplierConfirmationNo,
    terms: row.terms,
    documentHeader: refs.refOrNull(row.documentHeaderId),
    revisionNo: row.revisionNo,
    hasReceipts: row.hasReceipts,
    items: items.map((item) => {
      const progress = {
        quantity: qty(item.quantity),
        receivedQty: qty(item.receivedQty),
        closedQty: qty(item.closedQty),
      };
      return {
        id: item.id,
        lineNo: item.lineNo,
        part: refs.refOrNull(item.partId),
        description: item.description,
        ...progress,
        openQty: openOrderQty(progress),
        unit: refs.ref(item.unitId),
        unitAllowsFraction: units.has(item.unitId),
        unitFactor: qty(item.unitFactor),
        trackingType: item.trackingType,
        unitPrice: price(item.unitPrice),
        discount: discountFrom(item.discountType, item.discountValue),
        isService: item.isService,
        lineTotal: money(item.lineTotal),
        documentDiscount: money(item.documentDiscount),
        baseAmount: money(item.baseAmount),
        vatAmount: money(item.vatAmount),
        requestItem:
          item.requestItemId === null || item.requestId === null
            ? null
            : { id: item.requestItemId, requestId: item.requestId, documentNo: item.requestNo },
        warrantyMonths: item.warrantyMonths,
        promisedDate: item.promisedDate,
      };
    }),
  };
}

/** What a revision keeps of an order: all but its course, its files and what may be done with it. */
export async function revisionOf(ctx: Ctx, id: string) {
  const {
    history: _history,
    attachments: _files,
    allowedActions: _actions,
    ...snapshot
  } = await orderDetail(ctx, id);
  return snapshot;
}

/** The order as it was before each revision, newest first. 404 outside this person's scope. */
export async function orderRevisions(ctx: Ctx, id: string) {
  await loadVisible(ctx, purchaseOrders.type, { id });
  const kept = await ctx.db
    .selectFrom('purchaseOrderRevisions')
    .select(['revisionNo', 'snapshot', 'at', 'byUserId'])
    .where('orderId', '=', id)
    .orderBy('revisionNo', 'desc')
    .execute();
  const refs = await loadRefs(ctx, { user: kept.map((revision) => revision.byUserId) });
  return kept.map(({ revisionNo, snapshot, at, byUserId }) => ({
    ...(snapshot as Awaited<ReturnType<typeof revisionOf>>),
    revisionNo,
    at,
    by: refs.userOrNull(byUserId),
  }));
}
