import { type Ctx, type Input, notFound, settingOf } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { type ContainerReceiptRow, containerReceipts } from './type.ts';

type Shown = Pick<
  ContainerReceiptRow,
  | DocumentFieldName
  | 'sourceType'
  | 'sourceId'
  | 'sourceNo'
  | 'warehouseId'
  | 'isReturn'
  | 'itemCount'
  | 'receivedBy'
  | 'receivedAt'
>;

/** Rows of the list, and the head of the detail. */
export async function presentReceipts(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, withheld] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      warehouse: rows.map((row) => row.warehouseId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.receivedBy]),
    }),
    hiddenDocuments(
      ctx,
      rows.flatMap(({ sourceType, sourceId }) =>
        sourceType === 'customerReturn' ? [{ type: 'contracts', id: sourceId }] : [],
      ),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    sourceType: row.sourceType,
    sourceId: withheld.has(row.sourceId) ? null : row.sourceId,
    sourceNo: withheld.has(row.sourceId) ? null : row.sourceNo,
    warehouse: refs.ref(row.warehouseId),
    isReturn: row.isReturn,
    itemCount: row.itemCount,
    receivedBy: refs.userOrNull(row.receivedBy),
    receivedAt: row.receivedAt,
  }));
}

/** The containers of a receipt. */
export async function itemsOf(ctx: Ctx, receiptId: string) {
  const rows = await ctx.db
    .selectFrom('containerReceiptItems as i')
    .innerJoin('products as d', 'd.id', 'i.productId')
    .innerJoin('productModels as m', 'm.id', 'd.productModelId')
    .where('i.receiptId', '=', receiptId)
    .orderBy('i.lineNo')
    .select([
      'i.id',
      'i.lineStatus',
      'i.scannedSerial',
      'i.conditionIn',
      'i.rejectReason',
      'i.note',
      'i.checklist',
      'i.photoIds',
    ])
    .select(['d.id as productId', 'd.serialNumber', 'd.name as productName'])
    .select(['m.id as modelId', 'm.code', 'm.name', 'm.nameTh'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    product: { id: row.productId, serialNumber: row.serialNumber, name: row.productName },
    productModel: mustRef(row.modelId, row.code, { name: row.name, nameTh: row.nameTh }),
    lineStatus: row.lineStatus,
    scannedSerial: row.scannedSerial,
    conditionIn: row.conditionIn,
    rejectReason: row.rejectReason,
    note: row.note,
    checklist: row.checklist.map((check, index) => ({
      lineNo: index + 1,
      name: check.name,
      nameTh: check.nameTh,
      unit: check.unit ?? null,
      minValue: check.minValue ?? null,
      maxValue: check.maxValue ?? null,
      result: check.result ?? null,
      measured: check.measured ?? null,
      note: check.note ?? null,
    })),
    photoIds: row.photoIds,
  }));
}

/** A receipt with everything that its page shows. 404 outside this person's scope. */
export async function presentReceipt(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, containerReceipts.type, { id });
  const [[head], items, trail, related, needsChecks] = await Promise.all([
    presentReceipts(ctx, [row]),
    itemsOf(ctx, id),
    trailOf(ctx, containerReceipts.type.subject, id),
    sourceOf(ctx, row).then((found) => toldOf(ctx, found)),
    settingOf(ctx, { companyId: row.companyId, key: 'receipt.checksRequired' }),
  ]);
  if (!head) throw notFound();
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, containerReceipts.type, row),
    sender: head.createdBy,
    senderIds: row.senderIds,
    needsChecks,
    items,
  };
}

/** What sent the containers. */
async function sourceOf(ctx: Ctx, row: ContainerReceiptRow) {
  if (row.sourceType === 'customerReturn') {
    const requisition = await ctx.db
      .selectFrom('containerRequisitions')
      .where('id', '=', row.sourceId)
      .select(['id', 'documentNo', 'status'])
      .executeTakeFirst();
    return requisition ? [{ type: 'containerRequisition', ...requisition }] : [];
  }
  if (row.sourceType === 'transfer') {
    const transfer = await ctx.db
      .selectFrom('containerTransfers')
      .where('id', '=', row.sourceId)
      .select(['id', 'documentNo', 'status'])
      .executeTakeFirst();
    return transfer ? [{ type: 'containerTransfer', ...transfer }] : [];
  }
  if (row.sourceType !== 'production') return [];
  const product = await ctx.db
    .selectFrom('products')
    .where('id', '=', row.sourceId)
    .select(['id', 'documentNo', 'status'])
    .executeTakeFirst();
  return product ? [{ type: 'product', ...product }] : [];
}

export const receiptProducts = async (
  ctx: Ctx,
  { params }: Input<'containerReceipts.products'>,
) => {
  await loadVisible(ctx, containerReceipts.type, { id: params.id });
  return { data: await itemsOf(ctx, params.id) };
};
