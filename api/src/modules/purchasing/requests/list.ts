import { openRequestQty } from '@boxyard/shared/domain/purchasing/status.ts';
import { defineList, price, qty, whereInScope } from '../../../kernel/index.ts';
import { documentExport, loadCatalogue, loadRefs, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentRequests } from './present.ts';
import { purchaseRequests } from './type.ts';

export const requestList = defineList('purchaseRequests.list', {
  ...purchaseRequests.list,
  select: (query) =>
    query.select([
      ...purchaseRequests.columns,
      'pr.requesterId',
      'pr.warehouseId',
      'pr.purpose',
      'pr.neededBy',
      'pr.validUntil',
      'pr.itemCount',
      'pr.estimatedTotal',
    ]),
  map: (rows, ctx) => presentRequests(ctx, rows),
  sorts: {
    ...purchaseRequests.list.sorts,
    documentNo: { column: 'pr.documentNo', nullable: true },
  },
  filters: {
    ...purchaseRequests.list.filters,
    partId: namesPart({ document: 'pr.id', lines: 'purchase_request_items', of: 'request_id' }),
  },
  sums: { estimatedTotal: 'pr.estimatedTotal' },
  export: {
    fileName: 'purchase-requests',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      requester: { title: TEXTS.field.requester, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      purpose: {
        title: TEXTS.field.purpose,
        type: 'status',
        labels: TEXTS.choice.purpose,
      },
      neededBy: { title: TEXTS.field.neededBy, type: 'date' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      estimatedTotal: { title: TEXTS.field.estimatedTotal, type: 'money' },
    },
  },
});

/** Approved requests of which something may still be ordered, for the page that makes orders. */
export const openRequestList = defineList('purchaseRequests.all', {
  id: 'pr.id',
  from: (ctx) =>
    whereInScope(
      ctx.db.selectFrom('purchaseRequests as pr').where('pr.hasOpenLines', '=', true),
      ctx.actor,
      { company: 'pr.companyId', warehouse: 'pr.warehouseId' },
    ),
  select: (query) => query.select(['pr.id', 'pr.documentNo', 'pr.warehouseId', 'pr.neededBy']),
  map: async (rows, ctx) => {
    if (rows.length === 0) return [];
    const items = await ctx.db
      .selectFrom('purchaseRequestItems')
      .selectAll()
      .where(
        'requestId',
        'in',
        rows.map((row) => row.id),
      )
      .orderBy('lineNo')
      .execute();
    const refs = await loadRefs(ctx, {
      warehouse: rows.map((row) => row.warehouseId),
      part: items.map((item) => item.partId),
      unit: items.map((item) => item.unitId),
      supplier: items.map((item) => item.suggestedSupplierId),
    });
    const { units } = await loadCatalogue(ctx, {
      partIds: [],
      unitIds: items.map((item) => item.unitId),
    });
    const byRequest = Map.groupBy(items, (item) => item.requestId);
    return rows.map((row) => ({
      id: row.id,
      code: row.documentNo,
      name: row.documentNo ?? '',
      warehouse: refs.ref(row.warehouseId),
      neededBy: row.neededBy,
      items: (byRequest.get(row.id) ?? [])
        .map((item) => ({
          id: item.id,
          part: refs.refOrNull(item.partId),
          freeText: item.freeText,
          openQty: openRequestQty({
            quantity: qty(item.quantity),
            orderedQty: qty(item.orderedQty),
            receivedQty: qty(item.receivedQty),
            cancelledQty: qty(item.cancelledQty),
          }),
          unit: refs.ref(item.unitId),
          unitAllowsFraction: units.get(item.unitId)?.allowFraction ?? false,
          estimatedPrice: price(item.estimatedPrice),
          suggestedSupplier: refs.refOrNull(item.suggestedSupplierId),
        }))
        .filter((item) => item.openQty > 0),
    }));
  },
  sorts: { documentNo: { column: 'pr.documentNo', nullable: true } },
  filters: { warehouseId: 'pr.warehouseId' },
  search: 'pr.searchText',
});
