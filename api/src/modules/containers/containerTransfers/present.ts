import { sql } from 'kysely';
import { type Ctx, compiledQuery, type Input } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { type ContainerTransferRow, containerTransfers, isInterCompany, itemsOf } from './type.ts';

type Shown = Pick<
  ContainerTransferRow,
  | DocumentFieldName
  | 'fromWarehouseId'
  | 'toWarehouseId'
  | 'toCompanyId'
  | 'returnOfId'
  | 'transferDate'
  | 'expectedArrival'
  | 'isLate'
  | 'itemCount'
>;

/** Rows of the list, and the head of the detail. */
export async function presentContainerTransfers(ctx: Ctx, rows: readonly Shown[]) {
  const refs = await loadRefs(ctx, {
    company: rows.flatMap((row) => [row.companyId, row.toCompanyId]),
    warehouse: rows.flatMap((row) => [row.fromWarehouseId, row.toWarehouseId]),
    user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
  });
  return rows.map((row) => ({
    ...documentFields(row, refs),
    fromWarehouse: refs.ref(row.fromWarehouseId),
    toWarehouse: refs.ref(row.toWarehouseId),
    toCompany: refs.ref(row.toCompanyId),
    isInterCompany: isInterCompany(row),
    isReturn: row.returnOfId !== null,
    transferDate: row.transferDate,
    expectedArrival: row.expectedArrival,
    isLate: row.isLate,
    itemCount: row.itemCount,
  }));
}

async function presentItems(ctx: Ctx, id: string) {
  return (await itemsOf(ctx, id)).map((item) => ({
    id: item.id,
    lineNo: item.lineNo,
    product: { id: item.productId, serialNumber: item.serialNumber, name: item.productName },
    productModel: mustRef(item.modelId, item.modelCode, {
      name: item.modelName,
      nameTh: item.modelNameTh,
    }),
    lineStatus: item.lineStatus,
    conditionOut: item.conditionOut,
    conditionIn: item.conditionIn,
    note: item.note,
  }));
}

/** One with everything that its page shows. 404 outside this person's scope. */
export async function presentContainerTransfer(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, containerTransfers.type, { id });
  const [items, trail, related, [head], refs] = await Promise.all([
    presentItems(ctx, id),
    trailOf(ctx, containerTransfers.type.subject, id),
    relatedOf(ctx, { id }),
    presentContainerTransfers(ctx, [row]),
    loadRefs(ctx, { user: [row.sourceApprovedBy, row.destinationApprovedBy] }),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, containerTransfers.type, row),
    reason: row.reason,
    carrierName: row.carrierName,
    carrierPlate: row.carrierPlate,
    carrierPhone: row.carrierPhone,
    trackingNo: row.trackingNo,
    sourceApprovedBy: refs.userOrNull(row.sourceApprovedBy),
    sourceApprovedAt: row.sourceApprovedAt,
    destinationApprovedBy: refs.userOrNull(row.destinationApprovedBy),
    destinationApprovedAt: row.destinationApprovedAt,
    mayDecide: row.mayDecide,
    isMine: row.isMine,
    untouched: row.untouched === true,
    hasLost: row.hasLost,
    items,
  };
}

export const transferProducts = async (
  ctx: Ctx,
  { params }: Input<'containerTransfers.products'>,
) => {
  await loadVisible(ctx, containerTransfers.type, { id: params.id });
  return { data: await presentItems(ctx, params.id) };
};

/** Its receipt, and what was sent back of it or came of it. */
const relatedOf = compiledQuery(
  (_, given: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'containerReceipt' as type, r.id, r.document_no as "documentNo", r.status
    from container_receipts r where r.source_id = ${given.id}
    union all
    select 'containerTransfer', t.id, t.document_no, t.status from container_transfers t
    where t.return_of_id = ${given.id}
    union all
    select 'containerTransfer', o.id, o.document_no, o.status
    from container_transfers t join container_transfers o on o.id = t.return_of_id
    where t.id = ${given.id}
    order by 3`,
);
