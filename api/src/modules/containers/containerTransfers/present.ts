import type { Ctx, Input } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { containerTransfers, isInterCompany, itemsOf } from './type.ts';

export const containerTransferRows = containerTransfers.rows({
  apart: ['isInterCompany', 'isReturn'],
  reads: ['returnOfId'],
  more: (_, rows) =>
    rows.map((row) => ({ isInterCompany: isInterCompany(row), isReturn: row.returnOfId !== null })),
});

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

export const presentContainerTransfer = containerTransfers.document({
  rows: containerTransferRows,
  related: {
    from: { containerTransfers: 'returnOfId' },
    to: { containerReceipts: 'sourceId', containerTransfers: 'returnOfId' },
  },
  load: presentItems,
  more: (_, row, items) => ({
    untouched: row.untouched === true,
    foundMissingByIds: row.foundMissingByIds,
    items,
  }),
});

export const transferProducts = async (
  ctx: Ctx,
  { params }: Input<'containerTransfers.products'>,
) => {
  await loadVisible(ctx, containerTransfers.type, { id: params.id });
  return { data: await presentItems(ctx, params.id) };
};
