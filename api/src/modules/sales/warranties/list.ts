import { addDays } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { defineList, folded, today } from '../../../kernel/index.ts';
import { documentExport, idsByNumber } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentWarranties } from './present.ts';
import { warranties } from './type.ts';

export const warrantyList = defineList('warranties.list', {
  ...warranties.list,
  // By its own words, and by the number of its contract, where this person may read that.
  search: (query, term, ctx) =>
    query.where(
      sql<boolean>`(${folded('wa.searchText', term)}
        or wa.contract_id = any(${idsByNumber(ctx, ['contracts'], term)}))`,
    ),
  select: (query) =>
    query.select([
      ...warranties.columns,
      'wa.productId',
      'wa.customerId',
      'wa.contractId',
      'wa.saleId',
      'wa.type',
      'wa.startDate',
      'wa.endDate',
      'wa.coverage',
      'wa.price',
    ]),
  map: (rows, ctx) => presentWarranties(ctx, rows),
  sorts: { ...warranties.list.sorts, startDate: 'wa.startDate', endDate: 'wa.endDate' },
  filters: {
    status: 'wa.status',
    createdBy: 'wa.createdBy',
    type: 'wa.type',
    customerId: 'wa.customerId',
    productId: 'wa.productId',
    expiringWithinDays: (query, days, ctx) => {
      const day = today(ctx.clock);
      return query
        .where('wa.status', '=', 'active')
        .where('wa.endDate', '>=', day)
        .where('wa.endDate', '<=', addDays(day, Math.max(...days.map(Number))));
    },
  },
  export: {
    fileName: 'warranties',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      product: {
        title: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
        type: 'text',
        value: (row) => row.product.serialNumber,
      },
      productModel: { title: TEXTS.field.productModel, type: 'text' },
      customer: { title: TEXTS.field.customer, type: 'text' },
      contract: {
        title: TEXTS.field.contract,
        type: 'text',
        value: (row) => row.contract?.documentNo ?? null,
      },
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      startDate: { title: TEXTS.field.startDate, type: 'date' },
      endDate: { title: TEXTS.field.endDate, type: 'date' },
      daysLeft: { title: { en: 'Days left', th: 'เหลือ (วัน)' }, type: 'number' },
      coverage: {
        title: TEXTS.field.coverage,
        type: 'status',
        labels: TEXTS.choice.coverage,
      },
      price: { title: TEXTS.field.price, type: 'money' },
    },
  },
});
