import {
  decimal,
  isDraft,
  purchaseOrderMachine,
  startsFrom,
  subtractQuantities,
} from '@boxyard/shared/domain';
import { openOrderQty } from '@boxyard/shared/domain/purchasing/status.ts';
import { SETTINGS } from '@boxyard/shared/domain/settings/settings.ts';
import { sql } from 'kysely';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  invalid,
  json,
  qty,
  record,
  refuseFaults,
  today,
  updated,
} from '../../../kernel/index.ts';
import {
  approvedNow,
  changesOf,
  createDocument,
  deleteDraft,
  expectCompany,
  headerFor,
  loadVisible,
  notifySubmission,
  runAction,
} from '../../../workflow/index.ts';
import { VOID_ORDERS } from '../biddings/type.ts';
import { refreshRequests, requestIdsOf } from '../progress.ts';
import { expectCredit } from './credit.ts';
import {
  type Award,
  amountsOf,
  draftOrder,
  expectOpenRequestLines,
  type OrderDraft,
  orderableSupplier,
  vatRateOf,
} from './draft.ts';
import { revisionOf } from './present.ts';
import { isBooked, type OrderRow, purchaseOrders } from './type.ts';

async function writeItems(
  ctx: Ctx,
  order: { id: string; documentNo: string | null; documentDate: string; status: string },
  items: readonly (OrderDraft['items'][number] & { readonly quotationItemId: string | null })[],
): Promise<void> {
  await ctx.db
    .insertInto('purchaseOrderItems')
    .values(
      items.map((item) => ({
        ...item,
        orderId: order.id,
        orderNo: order.documentNo,
        orderDate: order.documentDate,
        orderStatus: order.status,
      })),
    )
    .execute();
}

/** Orders from a supplier: from lines of requests, free lines, or both. */
export const createOrder = async (ctx: Ctx, { body }: Input<'purchaseOrders.create'>) => ({
  id: await makeOrder(ctx, body),
});

/** The same, from the winners of a bidding round when `award` says which. Answers its id. */
export async function makeOrder(
  ctx: Ctx,
  body: Input<'purchaseOrders.create'>['body'],
  award?: Award,
): Promise<string> {
  const draft = await draftOrder(ctx, body, { award });
  const { columns, companyId } = draft;
  const isSent = body.isDraft !== true;
  if (isSent) await expectCredit(ctx, { id: null, ...columns });
  const { id } = await createDocument(ctx, purchaseOrders.type, {
    companyId,
    status: isSent ? 'pending' : 'draft',
    documentDate: today(ctx.clock),
    numbered: isSent,
    write: async (head) => {
      await ctx.db
        .insertInto('purchaseOrders')
        .values({
          ...head,
          ...columns,
          supplierSnapshot: json(draft.supplier.snapshot),
          biddingId: award?.biddingId ?? null,
          assigneeId: award?.ownerId ?? null,
          searchText: draft.searchText,
        })
        .execute();
      await writeItems(
        ctx,
        head,
        draft.items.map((item, index) => ({
          ...item,
          quotationItemId: award?.quotationItemIds[index] ?? null,
        })),
      );
    },
    after: { grandTotal: columns.grandTotal },
  });
  if (isSent) {
    await refreshRequests(ctx, draft.requestIds);
    await notifySubmission(
      ctx,
      purchaseOrders.type,
      await loadVisible(ctx, purchaseOrders.type, { id }),
    );
  }
  return id;
}

/** Winning lines of a quotation that the order's lines take, by what they order. */
async function awardedLines(ctx: Ctx, orderId: string): Promise<(item: Ordered) => string | null> {
  const held = await ctx.db
    .selectFrom('purchaseOrderItems')
    .select(['partId', 'requestItemId', 'description', 'quotationItemId'])
    .where('orderId', '=', orderId)
    .where('quotationItemId', 'is not', null)
    .execute();
  const byLine = new Map(held.map((line) => [lineKey(line), line.quotationItemId]));
  return (item) => byLine.get(lineKey(item)) ?? null;
}

type Ordered = Pick<OrderDraft['items'][number], 'partId' | 'requestItemId' | 'description'>;
const lineKey = ({ partId, requestItemId, description }: Ordered): string =>
  requestItemId ?? partId ?? description;

/** An order takes no more of a bid than was won with it, and takes it from who won (2.3). */
async function expectAwarded(
  ctx: Ctx,
  {
    row,
    draft,
    awarded,
  }: {
    readonly row: OrderRow;
    readonly draft: OrderDraft;
    readonly awarded: (item: Ordered) => string | null;
  },
): Promise<void> {
  const taken = draft.items.flatMap((item, index) => {
    const bidId = awarded(item);
    return bidId === null ? [] : [{ bidId, index, quantity: item.quantity }];
  });
  if (taken.length === 0) return;
  if (draft.columns.supplierId !== row.supplierId) {
    throw conflict('FIELD_LOCKED', { field: 'supplierId' });
  }
  const { rows } = await ctx.pg.query<{ id: string; left: string }>({
    name: 'orders.awarded',
    text: `select q.id, q.won_quantity - coalesce((select sum(o.quantity - o.closed_qty)
        from purchase_order_items o where o.quotation_item_id = q.id and o.order_id <> $2
          and not (o.order_status = any($3))), 0) as left
      from quotation_items q where q.id = any($1)`,
    values: [taken.map(({ bidId }) => bidId), row.id, VOID_ORDERS],
  });
  const left = new Map(rows.map((bid) => [bid.id, qty(bid.left)]));
  refuseFaults(
    taken.flatMap(({ bidId, index, quantity }): FieldFault[] => {
      const max = left.get(bidId) ?? 0;
      left.set(bidId, subtractQuantities(max, quantity));
      return quantity > max
        ? [{ field: `items[${index}].quantity`, code: 'OVER_AWARD', params: { max } }]
        : [];
    }),
  );
}

/** Counts anew, once the order's status is written, what it holds of its requests. */
const recount = async (ctx: Ctx, { id }: OrderRow): Promise<void> =>
  refreshRequests(ctx, await requestIdsOf(ctx, id));

/** Changes an order that is not decided; what it held of requests is held anew. */
export const updateOrder = purchaseOrders.action('update', {
  before: async (ctx, { params: { id } }) => {
    // Lines may be replaced until the order is locked, and the version named is then the new one.
    await purchaseOrders.type.load(ctx, id, { lock: true });
    return { held: await requestIdsOf(ctx, id) };
  },
  effect: async (ctx, row, { version: _version, held: _held, ...body }) => {
    const draft = await draftOrder(ctx, body, { id: row.id, documentDate: row.documentDate });
    expectCompany(row, draft.companyId);
    if (!isDraft(row.status)) await expectCredit(ctx, { id: row.id, ...draft.columns });
    const awarded = await awardedLines(ctx, row.id);
    await expectAwarded(ctx, { row, draft, awarded });
    await ctx.db.deleteFrom('purchaseOrderItems').where('orderId', '=', row.id).execute();
    await writeItems(
      ctx,
      row,
      draft.items.map((item) => ({ ...item, quotationItemId: awarded(item) })),
    );
    return {
      to: row.status,
      set: {
        ...draft.columns,
        supplierSnapshot: json(draft.supplier.snapshot),
        searchText: sql<string>`concat_ws(' ', fold_search(${row.documentNo}::text), ${draft.searchText})`,
      },
      diff: { grandTotal: { from: row.grandTotal, to: draft.columns.grandTotal } },
    };
  },
  after: async (ctx, row, { held }) =>
    refreshRequests(ctx, [...held, ...(await requestIdsOf(ctx, row.id))]),
});

/** Deletes a draft. */
export const deleteOrder = (ctx: Ctx, { params }: Input<'purchaseOrders.delete'>) =>
  deleteDraft(ctx, purchaseOrders.type, {
    id: params.id,
    before: (row) => ({ grandTotal: row.grandTotal, supplierId: row.supplierId }),
  });

/** Sends a draft for approval: it takes its number and holds its request lines from now on. */
export const submitOrder = purchaseOrders.action('submit', {
  effect: async (ctx, row) => {
    const day = today(ctx.clock);
    await orderableSupplier(ctx, row.supplierId);
    refuseFaults([
      ...(await expectOpenRequestLines(ctx, row.id)),
      ...(row.validUntil < day ? [{ field: 'validUntil', code: 'PAST_DATE' }] : []),
    ]);
    await expectCredit(ctx, row);
    return { to: 'pending', set: { documentDate: day }, numberBy: day };
  },
  after: recount,
});

const approve = purchaseOrders.action('approve', async (ctx, row) => {
  await expectCredit(ctx, row);
  return {
    to: 'approved',
    set: {
      ...approvedNow(ctx),
      isReceivable: true,
      headerSnapshot: json(
        await headerFor(ctx, {
          companyId: row.companyId,
          type: 'purchaseOrder',
          headerId: row.documentHeaderId,
        }),
      ),
    },
    touches: ['parts'],
  };
});

const reject = purchaseOrders.action('approve', { action: 'reject', after: recount });

/** Approves (or endorses above one's limit) or rejects. */
export async function decideOrder(ctx: Ctx, { params, body }: Input<'purchaseOrders.approve'>) {
  const { decision, version, comment, reason } = body;
  if (decision === 'approve') {
    return approve(ctx, { params, body: { decision, version, comment } });
  }
  if (reason === undefined) throw invalid([{ field: 'reason', code: 'REASON' }]);
  return reject(ctx, { params, body: { decision, version, reason } });
}

/**
 * Changes what is said of an order that is decided: its remark, and what the supplier confirmed
 * (domain-warehouse 2.4 "update"). What was ordered is opened by a revision instead.
 */
export const amendOrder = purchaseOrders.action('amend', async (_ctx, row, body) => {
  const columns = {
    supplierConfirmationNo: body.supplierConfirmationNo || null,
    promisedDate: body.promisedDate ?? null,
    remark: body.remark || null,
  };
  const faults: FieldFault[] = [];
  if (columns.promisedDate !== null && columns.promisedDate < row.documentDate) {
    faults.push({ field: 'promisedDate', code: 'PAST_DATE' });
  }
  // A booking rests on both: it is withdrawn by a revision, not by emptying a field.
  const confirms = columns.supplierConfirmationNo !== null || isBooked(row.status);
  if (confirms && columns.supplierConfirmationNo === null) {
    faults.push({ field: 'supplierConfirmationNo', code: 'REQUIRED' });
  }
  if (confirms && columns.promisedDate === null) {
    faults.push({ field: 'promisedDate', code: 'REQUIRED' });
  }
  refuseFaults(faults);
  const books = confirms && startsFrom(purchaseOrderMachine, 'confirm', row.status);
  return {
    to: books ? 'booking' : row.status,
    set: columns,
    diff: changesOf(row, columns),
  };
});

/** Notes the supplier's confirmation: the order is booked (domain-warehouse 2.4 "update"). */
export const confirmOrder = purchaseOrders.action('confirm', async (_ctx, row, body) => {
  if (body.promisedDate < row.documentDate) {
    throw invalid([{ field: 'promisedDate', code: 'PAST_DATE' }]);
  }
  return {
    to: 'booking',
    set: {
      supplierConfirmationNo: body.supplierConfirmationNo,
      promisedDate: body.promisedDate,
    },
    diff: {
      supplierConfirmationNo: {
        from: row.supplierConfirmationNo,
        to: body.supplierConfirmationNo,
      },
      promisedDate: { from: row.promisedDate, to: body.promisedDate },
    },
  };
});

/** Cancels; what the order held of requests is free again. */
export const cancelOrder = purchaseOrders.action('cancel', {
  effect: async () => ({
    to: 'cancelled',
    set: { isReceivable: false },
    touches: ['purchaseRequests', 'parts'],
  }),
  after: recount,
});

/** Opens an approved order again as its next revision; what it was is kept. */
export const reviseOrder = purchaseOrders.action('revise', async (ctx, row) => {
  const snapshot = await revisionOf(ctx, row.id);
  await ctx.db
    .insertInto('purchaseOrderRevisions')
    .values({
      orderId: row.id,
      revisionNo: row.revisionNo,
      snapshot: json(snapshot),
      at: ctx.clock.now(),
      byUserId: authorId(ctx.actor),
    })
    .execute();
  return {
    to: 'pending',
    set: {
      revisionNo: row.revisionNo + 1,
      approvedBy: null,
      approvedAt: null,
      supplierConfirmationNo: null,
      headerSnapshot: null,
      isReceivable: false,
    },
    diff: { revisionNo: { from: row.revisionNo, to: row.revisionNo + 1 } },
    touches: ['parts'],
  };
});

/** Gives up what has not come; request lines are open again or given up with it, by choice. */
export async function closeOrderShort(
  ctx: Ctx,
  { params, body }: Input<'purchaseOrders.closeShort'>,
): Promise<void> {
  const given = new Map<string, number>();
  await runAction(ctx, purchaseOrders.type, {
    action: 'close-short',
    id: params.id,
    version: body.version,
    reason: body.reason,
    effect: async (row) => {
      const items = await ctx.db
        .selectFrom('purchaseOrderItems')
        .select(['id', 'quantity', 'receivedQty', 'closedQty', 'requestItemId'])
        .where('orderId', '=', row.id)
        .execute();
      for (const item of items) {
        const open = openOrderQty({
          quantity: qty(item.quantity),
          receivedQty: qty(item.receivedQty),
          closedQty: qty(item.closedQty),
        });
        if (open === 0) continue;
        await ctx.db
          .updateTable('purchaseOrderItems')
          .set({ closedQty: subtractQuantities(qty(item.closedQty), -open) })
          .where('id', '=', item.id)
          .execute();
        if (!body.reopenRequest && item.requestItemId !== null) {
          given.set(item.requestItemId, (given.get(item.requestItemId) ?? 0) + open);
        }
      }
      return {
        to: 'completed',
        set: { isReceivable: false },
        diff: { reopenRequest: body.reopenRequest },
        touches: ['purchaseRequests', 'parts'],
      };
    },
  });
  await refreshRequests(ctx, await requestIdsOf(ctx, params.id), given);
}

/** Gives an expired order a new date: it stands again where it stood, and holds its lines again. */
export const extendOrder = purchaseOrders.action('extend', {
  effect: async (ctx, row, { validUntil }) => {
    if (validUntil < today(ctx.clock)) {
      throw invalid([{ field: 'validUntil', code: 'PAST_DATE' }]);
    }
    const to = statusBefore(row);
    const [taken] = await expectOpenRequestLines(ctx, row.id);
    // Somebody else has ordered them since.
    if (taken) throw conflict('OVER_ORDER', { field: taken.field, ...taken.params });
    const isDecided = !startsFrom(purchaseOrderMachine, 'approve', to);
    if (isDecided) await expectCredit(ctx, row);
    return {
      to,
      set: {
        validUntil,
        // A booked order is bound by the supplier's promise; the new date is the new promise.
        ...(isBooked(to) ? { promisedDate: validUntil } : {}),
        statusBeforeExpiry: null,
        isReceivable: isDecided,
      },
      diff: { validUntil: { from: row.validUntil, to: validUntil } },
      touches: ['purchaseRequests', 'parts'],
    };
  },
  after: recount,
});

const statusBefore = (row: OrderRow): string =>
  startsFrom(purchaseOrderMachine, 'extend', row.storedStatus)
    ? (row.statusBeforeExpiry ?? 'pending')
    : row.storedStatus;

/** Totals of an order that is not saved. */
export async function previewOrder(ctx: Ctx, { body }: Input<'purchaseOrders.preview'>) {
  const [companyId] = ctx.actor.companyIds ?? [];
  const vatRate =
    companyId === undefined
      ? SETTINGS.vatRate.initial
      : await vatRateOf(ctx, companyId, today(ctx.clock));
  const whtRate = body.whtRate ?? '0.00';
  const { lines, ...amounts } = amountsOf(body, { vatRate, whtRate });
  return { data: { ...amounts, whtRate, lines } };
}

/** Marks an order's progress after receipts: its status follows from its lines (I17). */
export async function writeOrderProgress(
  ctx: Ctx,
  order: OrderRow,
  progress: {
    readonly status: string;
    readonly hasReceipts: boolean;
    readonly receivedPct: string;
    readonly receivedTotal: string;
    readonly isReceivable: boolean;
  },
): Promise<void> {
  const version = order.version + 1;
  const written = ctx.db
    .updateTable('purchaseOrders')
    .set({ ...progress, version, ...updated(ctx) })
    .where('id', '=', order.id)
    .execute();
  ctx.background(written);
  await record(ctx, {
    subject: purchaseOrders.type.subject,
    subjectId: order.id,
    companyId: order.companyId,
    action: 'receive',
    from: order.status,
    to: progress.status,
    diff: {
      receivedPct: {
        from: decimal.round(order.receivedPct),
        to: decimal.round(progress.receivedPct),
      },
    },
    version,
  });
}
