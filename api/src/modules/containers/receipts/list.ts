import { sql } from 'kysely';
import { defineList, folded } from '../../../kernel/index.ts';
import { documentExport, idsByNumber } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentReceipts } from './present.ts';
import { containerReceipts } from './type.ts';

export const receiptList = defineList('containerReceipts.list', {
  ...containerReceipts.list,
  // By its own words, and by the number of the contract that it comes of, where this person may read that.
  search: (query, term, ctx) =>
    query.where(
      sql<boolean>`(${folded('wr.searchText', term)}
        or wr.source_id = any(${idsByNumber(ctx, ['contracts'], term)}))`,
    ),
  select: (query) =>
    query.select([
      ...containerReceipts.columns,
      'wr.sourceType',
      'wr.sourceId',
      'wr.sourceNo',
      'wr.warehouseId',
      'wr.isReturn',
      'wr.itemCount',
      'wr.receivedBy',
      'wr.receivedAt',
    ]),
  map: (rows, ctx) => presentReceipts(ctx, rows),
  export: {
    fileName: 'container-receipts',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      sourceType: {
        title: TEXTS.field.sourceType,
        type: 'status',
        labels: TEXTS.choice.sourceType,
      },
      sourceNo: { title: TEXTS.field.sourceNo, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      receivedBy: { title: TEXTS.field.receivedBy, type: 'text' },
      receivedAt: { title: TEXTS.field.receivedAt, type: 'datetime' },
    },
  },
});
