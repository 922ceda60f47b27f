import { openRequestQty } from '@boxyard/shared/domain/purchasing/status.ts';
import { defineList, price, qty, whereInScope } from '../../../kernel/index.ts';
import {
  documentExport,
  loadCatalogue,
  loadRefs,
  moneySums,
  namesPart,
  STATUS_LABELS,
} from '../../../workflow/index.ts';
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
  summary: (query, ctx) =>
    moneySums(ctx, {
      family: 'purchaseRequests',
      query,
      columns: { estimatedTotal: 'pr.estimatedTotal' },
    }),
  export: {
    fileName: 'purchase-requests',
    columns: {
      ...documentExport({ en: 'Request no.', th: 'เลขที่ใบขอซื้อ' }, STATUS_LABELS),
      requester: { title: { en: 'Requester', th: 'ผู้ขอซื้อ' }, type: 'text' },
      warehouse: { title: { en: 'Deliver to', th: 'คลังปลายทาง' }, type: 'text' },
      purpose: {
        title: { en: 'Purpose', th: 'วัตถุประสงค์' },
        type: 'status',
        labels: {
          stock: { en: 'Stock', th: 'สต็อก' },
          job: { en: 'Job', th: 'งานซ่อม' },
          project: { en: 'Project', th: 'โครงการ' },
        },
      },
      neededBy: { title: { en: 'Needed by', th: 'ต้องการภายใน' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      estimatedTotal: { title: { en: 'Estimated total', th: 'ยอดประมาณการ' }, type: 'money' },
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
