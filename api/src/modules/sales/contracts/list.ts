import { shownPaymentStatus } from '@boxyard/shared/domain/sales/shownPaymentStatus.ts';
import { sql } from 'kysely';
import { defineList, folded } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { seesPersonalData } from '../../partners/index.ts';
import { IN_FORCE } from './away.ts';
import { TEXTS } from './labels.ts';
import { presentContracts } from './present.ts';
import { type ContractRow, contracts } from './type.ts';

export const contractList = defineList('contracts.list', {
  ...contracts.list,
  countsColumn: 'ct.tab',
  select: (query) =>
    query.select([
      ...contracts.columns,
      'ct.type',
      'ct.customerId',
      'ct.saleId',
      'ct.productModelId',
      'ct.productId',
      'ct.grandTotal',
      'ct.outstandingAmount',
      'ct.nextDueDate',
      'ct.paymentStatus',
      'ct.settlementStatus',
      'ct.startDate',
      'ct.endDate',
    ]),
  map: (rows, ctx) => presentContracts(ctx, rows),
  // A tax id or a phone number finds somebody only for those to whom it is shown.
  search: (query, term, ctx) =>
    seesPersonalData(ctx)
      ? query.where(
          'ct.id',
          'in',
          sql<string>`(select id from contracts f where ${folded('f.search_text', term)}
            union all
            select f.id from customers c join contracts f on f.customer_id = c.id
            where ${folded('c.personal_text', term)})`,
        )
      : query.where(folded('ct.search_text', term)),
  sorts: { ...contracts.list.sorts, documentDate: 'ct.documentDate' },
  filters: {
    status: 'ct.status',
    createdBy: 'ct.createdBy',
    type: 'ct.type',
    tab: 'ct.tab',
    paymentStatus: 'ct.paymentStatus',
    settlementStatus: 'ct.settlementStatus',
    saleId: 'ct.saleId',
    customerId: 'ct.customerId',
    productId: 'ct.productId',
    awayUnderContract: (query, isAway) =>
      query.where(sql<boolean>`${isAway} = (ct.status = any(${[...IN_FORCE]}) and exists (
        select from products pd where pd.id = ct.product_id and pd.away_under_contract))`),
    zoneId: (query, zoneIds) =>
      query.where(
        'ct.customerId',
        'in',
        sql<string>`(select c.id from customers c where c.zone_id = any(${zoneIds}::uuid[]))`,
      ),
  },
  export: {
    fileName: 'contracts',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      customer: { title: TEXTS.field.customer, type: 'text' },
      sale: { title: TEXTS.field.sale, type: 'text' },
      productModel: { title: TEXTS.field.productModel, type: 'text' },
      product: {
        title: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
        type: 'text',
        value: (row) => row.product?.serialNumber ?? null,
      },
      grandTotal: { title: TEXTS.field.grandTotal, type: 'money' },
      outstandingAmount: { title: TEXTS.field.outstandingAmount, type: 'money' },
      nextDueDate: { title: TEXTS.field.nextDueDate, type: 'date' },
      paymentStatus: {
        title: TEXTS.field.paymentStatus,
        type: 'status',
        labels: TEXTS.choice.paymentStatus,
        value: ({ paymentStatus, outstandingAmount }) =>
          shownPaymentStatus({
            paymentStatus: paymentStatus as ContractRow['paymentStatus'],
            outstandingAmount: String(outstandingAmount),
          }),
      },
      settlementStatus: {
        title: TEXTS.field.settlementStatus,
        type: 'status',
        labels: TEXTS.choice.settlementStatus,
      },
      startDate: { title: TEXTS.field.startDate, type: 'date' },
      endDate: { title: TEXTS.field.endDate, type: 'date' },
    },
  },
});
