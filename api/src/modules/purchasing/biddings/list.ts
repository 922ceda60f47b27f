import { sql } from 'kysely';
import { defineList } from '../../../kernel/index.ts';
import { COMMON_WORDS, namesPart } from '../../../workflow/index.ts';
import { BIDDING_WORDS, QUOTATION_WORDS } from './labels.ts';
import { biddingRows, quotationRows } from './present.ts';
import { biddings, quotations } from './type.ts';

export const biddingList = defineList('biddings.list', {
  ...biddings.list,
  ...biddingRows,
  filters: {
    ...biddings.list.filters,
    partId: namesPart({ document: 'b.id', lines: 'bidding_items', of: 'bidding_id' }),
    // Asked of each row while an index gives the order, so that the matches are never sorted.
    supplierId: (query, ids) =>
      query.where(
        sql<boolean>`(select true from bidding_suppliers s where s.bidding_id = b.id
          and s.supplier_id = any(${ids}::uuid[]) limit 1)`,
      ),
  },
  export: {
    fileName: 'bidding-rounds',
    columns: {
      documentNo: { title: { en: 'Round no.', th: 'เลขที่รอบประมูล' }, type: 'text' },
      documentDate: { title: QUOTATION_WORDS.field.documentDate, type: 'date' },
      title: { title: BIDDING_WORDS.field.title, type: 'text' },
      request: {
        title: BIDDING_WORDS.field.request,
        type: 'text',
        value: (row) => row.request?.documentNo ?? '',
      },
      warehouse: { title: BIDDING_WORDS.field.warehouse, type: 'text' },
      closesAt: { title: BIDDING_WORDS.field.closesAt, type: 'datetime' },
      itemCount: { title: COMMON_WORDS.field.itemCount, type: 'number' },
      suppliers: {
        title: BIDDING_WORDS.field.suppliers,
        type: 'text',
        value: (row) => row.suppliers.map((one) => one.name).join(', '),
      },
      quotationCount: { title: BIDDING_WORDS.field.quotationCount, type: 'number' },
      status: {
        title: QUOTATION_WORDS.field.status,
        type: 'status',
        labels: BIDDING_WORDS.status,
      },
    },
  },
});

export const quotationList = defineList('quotations.list', {
  ...quotations.list,
  ...quotationRows,
  from: (ctx, { params }) =>
    quotations.list.from(ctx).where('q.supplierId', '=', params.supplierId),
  filters: {
    ...quotations.list.filters,
    // A line of a quotation is one of its round.
    partId: (query, ids) =>
      query.where(
        sql<boolean>`exists (select 1 from quotation_items line
          join bidding_items i on i.id = line.bidding_item_id
          where line.quotation_id = q.id and i.part_id in (${sql.join(ids)}))`,
      ),
  },
  export: {
    fileName: 'quotations',
    columns: {
      supplierQuoteNo: { title: QUOTATION_WORDS.field.supplierQuoteNo, type: 'text' },
      bidding: {
        title: QUOTATION_WORDS.field.bidding,
        type: 'text',
        value: (row) => row.bidding.documentNo ?? '',
      },
      documentDate: { title: QUOTATION_WORDS.field.documentDate, type: 'date' },
      validUntil: { title: QUOTATION_WORDS.field.validUntil, type: 'date' },
      revisionNo: { title: { en: 'Revision', th: 'ฉบับแก้ไข' }, type: 'number' },
      itemCount: { title: COMMON_WORDS.field.itemCount, type: 'number' },
      landedTotal: { title: QUOTATION_WORDS.field.landedTotal, type: 'money' },
      submittedAt: { title: QUOTATION_WORDS.field.submittedAt, type: 'datetime' },
      status: {
        title: QUOTATION_WORDS.field.status,
        type: 'status',
        labels: QUOTATION_WORDS.status,
      },
    },
  },
});
