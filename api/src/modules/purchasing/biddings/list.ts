import { sql } from 'kysely';
import { defineList, whereInScope } from '../../../kernel/index.ts';
import { COMMON_WORDS, namesPart } from '../../../workflow/index.ts';
import { BIDDING_WORDS, QUOTATION_WORDS } from './labels.ts';
import { presentBiddings, presentQuotations } from './present.ts';
import { biddings } from './type.ts';

export const biddingList = defineList('biddings.list', {
  ...biddings.list,
  select: (query) =>
    query.select([
      'b.id',
      'b.version',
      'b.createdAt',
      'b.updatedAt',
      'b.createdBy',
      'b.documentNo',
      'b.status',
      'b.documentDate',
      'b.companyId',
      'b.title',
      'b.requestId',
      'b.warehouseId',
      'b.closesAt',
      'b.closedAt',
      'b.itemCount',
    ]),
  map: (rows, ctx) => presentBiddings(ctx, rows),
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
  id: 'q.id',
  from: (ctx, input) =>
    whereInScope(
      ctx.db
        .selectFrom('quotations as q')
        .innerJoin('biddings as b', 'b.id', 'q.biddingId')
        .where('q.supplierId', '=', input.params.supplierId),
      ctx.actor,
      { company: 'q.companyId', warehouse: 'q.warehouseId' },
    ),
  select: (query) =>
    query
      .select(['b.documentNo as biddingNo', 'b.title as biddingTitle', 'b.status as biddingStatus'])
      .select(['b.closesAt', 'b.closedAt'])
      .select([
        'q.id',
        'q.version',
        'q.createdAt',
        'q.updatedAt',
        'q.createdBy',
        'q.status',
        'q.documentDate',
        'q.supplierId',
        'q.biddingId',
        'q.supplierQuoteNo',
        'q.validUntil',
        'q.revisionNo',
        'q.itemCount',
        'q.submittedAt',
        'q.enteredBy',
        'q.landedTotal',
      ]),
  map: (rows, ctx) => presentQuotations(ctx, rows),
  sorts: { createdAt: 'q.createdAt', validUntil: 'q.validUntil' },
  filters: {
    status: 'q.status',
    createdBy: 'q.createdBy',
    // A line of a quotation is one of its round.
    partId: (query, ids) =>
      query.where(
        sql<boolean>`exists (select 1 from quotation_items line
          join bidding_items i on i.id = line.bidding_item_id
          where line.quotation_id = q.id and i.part_id in (${sql.join(ids)}))`,
      ),
  },
  dates: { column: 'q.documentDate', kind: 'date' },
  countsColumn: 'q.status',
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
