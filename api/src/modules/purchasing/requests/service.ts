import { addDays, decimal, purchaseRequestMachine, startsFrom } from '@boxyard/shared/domain';
import { openRequestQty, requestStatus } from '@boxyard/shared/domain/purchasing/status.ts';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  invalid,
  json,
  newId,
  qty,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  approvedNow,
  changesOf,
  createDocument,
  deliveryCompany,
  expectCompany,
  headerFaults,
  headerFor,
  lineFaults,
  loadCatalogue,
  loadVisible,
  notifySubmission,
  searchTextOf,
} from '../../../workflow/index.ts';
import { lockRoundsOf, releaseLines } from '../biddings/release.ts';
import { purchaseRequests, type RequestRow } from './type.ts';

type CreateBody = Input<'purchaseRequests.create'>['body'];
type Body = Omit<CreateBody, 'isDraft' | 'copiedFromId'>;

/** A request is good for so long unless it says otherwise (domain-warehouse 1.9). */
const VALID_DAYS = 30;

interface Checked {
  readonly companyId: string;
  readonly columns: {
    readonly warehouseId: string;
    readonly purpose: RequestRow['purpose'];
    readonly neededBy: string;
    readonly validUntil: string;
    readonly department: string | null;
    readonly refType: RequestRow['refType'];
    readonly refNo: string | null;
    readonly documentHeaderId: string | null;
    readonly remark: string | null;
    readonly itemCount: number;
    readonly estimatedTotal: string;
  };
  readonly items: readonly {
    readonly partId: string | null;
    readonly freeText: string | null;
    readonly quantity: number;
    readonly unitId: string;
    readonly estimatedPrice: string;
    readonly amount: string;
    readonly suggestedSupplierId: string | null;
    readonly note: string | null;
  }[];
}

/** What the request refers to follows from its purpose; only reordering makes one for a rule. */
const referenceOf = ({ purpose }: Body, refType: RequestRow['refType']) =>
  purpose === 'stock' ? (refType === 'stockRule' ? refType : null) : purpose;

async function check(
  ctx: Ctx,
  body: Body,
  /** What the request has referred to until now. */
  refType: RequestRow['refType'] = null,
): Promise<Checked> {
  const day = today(ctx.clock);
  const validUntil = body.validUntil ?? addDays(day, VALID_DAYS);
  const faults: FieldFault[] = [];
  if (body.neededBy < day) faults.push({ field: 'neededBy', code: 'PAST_DATE' });
  if (validUntil < day) faults.push({ field: 'validUntil', code: 'PAST_DATE' });
  const [companyId, catalogue, suppliers] = await Promise.all([
    deliveryCompany(ctx, body.warehouseId),
    loadCatalogue(ctx, {
      partIds: body.items.map((item) => item.partId),
      unitIds: body.items.map((item) => item.unitId),
    }),
    activeSuppliers(ctx, body.items),
  ]);
  faults.push(...lineFaults(body.items, catalogue));
  // There is no job to name where goods are bought for the shelf.
  if (body.refNo && body.purpose === 'stock')
    faults.push({ field: 'refNo', code: 'NOT_FOR_STOCK' });
  const headerId = body.documentHeaderId ?? null;
  faults.push(...(await headerFaults(ctx, { companyId, type: 'purchaseRequest', headerId })));
  body.items.forEach((item, index) => {
    if (!item.partId && !item.freeText) {
      faults.push({ field: `items[${index}].partId`, code: 'PART_OR_TEXT' });
    }
    if (item.suggestedSupplierId && !suppliers.has(item.suggestedSupplierId)) {
      faults.push({ field: `items[${index}].suggestedSupplierId`, code: 'UNKNOWN_ID' });
    }
  });
  refuseFaults(faults);
  const items = body.items.map((item) => ({
    partId: item.partId ?? null,
    freeText: item.freeText || null,
    quantity: item.quantity,
    unitId: item.unitId,
    estimatedPrice: item.estimatedPrice,
    amount: decimal.round(decimal.multiply(item.quantity, item.estimatedPrice)),
    suggestedSupplierId: item.suggestedSupplierId ?? null,
    note: item.note || null,
  }));
  const estimatedTotal = decimal.round(decimal.add('0', ...items.map((item) => item.amount)));
  if (decimal.compare(estimatedTotal, decimal.MAX_AMOUNT) > 0) {
    throw invalid([{ field: 'items', code: 'MAX', params: { max: decimal.MAX_AMOUNT } }]);
  }
  return {
    companyId,
    columns: {
      warehouseId: body.warehouseId,
      purpose: body.purpose,
      neededBy: body.neededBy,
      validUntil,
      department: body.department || null,
      refType: referenceOf(body, refType),
      refNo: body.refNo || null,
      documentHeaderId: headerId,
      remark: body.remark || null,
      itemCount: items.length,
      estimatedTotal,
    },
    items,
  };
}

async function activeSuppliers(ctx: Ctx, items: Body['items']): Promise<ReadonlySet<string>> {
  const ids = items.flatMap((item) => (item.suggestedSupplierId ? [item.suggestedSupplierId] : []));
  if (ids.length === 0) return new Set();
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'purchasing.activeSuppliers',
    text: 'select id from suppliers where id = any($1) and is_active',
    values: [ids],
  });
  return new Set(rows.map((row) => row.id));
}

async function writeItems(ctx: Ctx, requestId: string, items: Checked['items']): Promise<void> {
  await ctx.db
    .insertInto('purchaseRequestItems')
    .values(items.map((item, index) => ({ id: newId(), requestId, lineNo: index + 1, ...item })))
    .execute();
}

const searchText = (
  ctx: Ctx,
  documentNo: string | null,
  { items, columns }: Pick<Checked, 'items' | 'columns'>,
) =>
  searchTextOf({
    documentNo,
    partIds: items.map((item) => item.partId),
    words: [
      ctx.actor.name,
      columns.refNo,
      columns.department,
      ...items.map((item) => item.freeText),
    ],
  });

/** Asks for goods: waits for an approval at once, or stays a draft without a number. */
export const createRequest = (ctx: Ctx, { body }: Input<'purchaseRequests.create'>) =>
  askFor(ctx, body);

/** The same for what other parts of the product ask for in a person's name. */
export async function askFor(
  ctx: Ctx,
  body: CreateBody,
  {
    refType = null,
    jobId = null,
    requisitionId = null,
  }: {
    readonly refType?: RequestRow['refType'];
    /** The service job that waits for the goods. */
    readonly jobId?: string | null;
    /** Its requisition that lacks them. */
    readonly requisitionId?: string | null;
  } = {},
) {
  const { companyId, columns, items } = await check(ctx, body, refType);
  if (body.copiedFromId) await loadVisible(ctx, purchaseRequests.type, { id: body.copiedFromId });
  const requesterId = authorId(ctx.actor);
  if (requesterId === null) throw new Error('a request is made by a person');
  const isSent = body.isDraft !== true;
  const text = searchText(ctx, null, { items, columns });
  const { id } = await createDocument(ctx, purchaseRequests.type, {
    companyId,
    status: isSent ? 'pending' : 'draft',
    documentDate: today(ctx.clock),
    numbered: isSent,
    write: async (head) => {
      await ctx.db
        .insertInto('purchaseRequests')
        .values({
          ...head,
          ...columns,
          requesterId,
          jobId,
          requisitionId,
          copiedFromId: body.copiedFromId ?? null,
          searchText: text,
        })
        .execute();
      await writeItems(ctx, head.id, items);
    },
    after: { estimatedTotal: columns.estimatedTotal },
  });
  if (isSent)
    await notifySubmission(
      ctx,
      purchaseRequests.type,
      await loadVisible(ctx, purchaseRequests.type, { id }),
    );
  return { id };
}

/** Changes a request that is not decided; endorsements start anew (domain-warehouse 2.2). */
export const updateRequest = purchaseRequests.action('update', async (ctx, row, body) => {
  const { companyId, columns, items } = await check(ctx, body, row.refType);
  expectCompany(row, companyId);
  await ctx.db.deleteFrom('purchaseRequestItems').where('requestId', '=', row.id).execute();
  await writeItems(ctx, row.id, items);
  return {
    to: row.status,
    set: { ...columns, searchText: searchText(ctx, row.documentNo, { items, columns }) },
    diff: changesOf(row, columns),
  };
});

/** Sends a draft for approval: now it takes its number. */
export const submitRequest = purchaseRequests.action('submit', async (ctx, row) => {
  const day = today(ctx.clock);
  refuseFaults([
    ...(row.neededBy < day ? [{ field: 'neededBy', code: 'PAST_DATE' }] : []),
    ...(row.validUntil < day ? [{ field: 'validUntil', code: 'PAST_DATE' }] : []),
  ]);
  return { to: 'pending', set: { documentDate: day }, numberBy: day };
});

/** Approves, or endorses above one's limit; lines are then open for orders. */
export const approveRequest = purchaseRequests.action('approve', async (ctx, row) => ({
  to: 'approved',
  set: {
    ...approvedNow(ctx),
    hasOpenLines: true,
    headerSnapshot: json(
      await headerFor(ctx, {
        companyId: row.companyId,
        type: 'purchaseRequest',
        headerId: row.documentHeaderId,
      }),
    ),
  },
}));

export const rejectRequest = purchaseRequests.action('reject');

/** Cancels the request, or what no live order holds of it; what is ordered goes on. */
export const cancelRequest = purchaseRequests.action('cancel', {
  before: (ctx, { params }) => lockRoundsOf(ctx, params.id),
  effect: cancelLines,
});

async function cancelLines(
  ctx: Ctx,
  row: RequestRow,
  { lineIds, reason }: Pick<Input<'purchaseRequests.cancel'>['body'], 'lineIds' | 'reason'>,
) {
  const lines = await ctx.db
    .selectFrom('purchaseRequestItems')
    .selectAll()
    .where('requestId', '=', row.id)
    .orderBy('lineNo')
    .forUpdate()
    .execute();
  const isSourced = startsFrom(purchaseRequestMachine, 'source', row.status);
  const chosen = new Set(lineIds ?? lines.map((line) => line.id));
  const strangers = [...chosen].filter((id) => !lines.some((line) => line.id === id));
  if (chosen.size === 0) throw invalid([{ field: 'lineIds', code: 'LINES_REQUIRED' }]);
  if (strangers.length > 0) throw invalid([{ field: 'lineIds', code: 'UNKNOWN_ID' }]);
  // Before it is decided a request is cancelled whole; single lines are taken out by an update.
  if (!isSourced && chosen.size < lines.length) {
    throw invalid([{ field: 'lineIds', code: 'WHOLE_REQUEST' }]);
  }
  const opened = lines.map((line) => {
    const progress = {
      id: line.id,
      quantity: qty(line.quantity),
      orderedQty: qty(line.orderedQty),
      receivedQty: qty(line.receivedQty),
      cancelledQty: qty(line.cancelledQty),
    };
    const open = openRequestQty(progress);
    if (lineIds !== undefined && chosen.has(line.id) && open === 0) {
      throw conflict('HAS_LIVE_PO', { lineNo: line.lineNo });
    }
    const cancelled = chosen.has(line.id) ? open : 0;
    const cancelledQty = progress.cancelledQty + cancelled;
    return { ...progress, inRound: line.inRound, cancelled, cancelledQty };
  });
  const released = await releaseLines(ctx, {
    lineIds: opened.filter((line) => line.cancelled > 0).map((line) => line.id),
    reason,
  });
  const after = opened.map((line) => ({
    ...line,
    inRound: line.inRound && !released.has(line.id),
  }));
  for (const line of after) {
    if (line.cancelled === 0) continue;
    await ctx.db
      .updateTable('purchaseRequestItems')
      .set({ cancelledQty: line.cancelledQty, inRound: line.inRound })
      .where('id', '=', line.id)
      .execute();
  }
  return {
    to: requestStatus(after),
    set: { hasOpenLines: isSourced && after.some((line) => openRequestQty(line) > 0) },
    diff: {
      cancelled: after
        .filter((line) => line.cancelled > 0)
        .map((line) => ({ id: line.id, quantity: line.cancelled })),
    },
  };
}

/** Gives an expired request a new validity; it keeps its number and is approved again. */
export const renewRequest = purchaseRequests.action('renew', async (ctx, _row, body) => {
  if (body.validUntil < today(ctx.clock)) {
    throw invalid([{ field: 'validUntil', code: 'PAST_DATE' }]);
  }
  return {
    to: 'pending',
    set: {
      validUntil: body.validUntil,
      approvedBy: null,
      approvedAt: null,
      hasOpenLines: false,
      headerSnapshot: null,
    },
  };
});
