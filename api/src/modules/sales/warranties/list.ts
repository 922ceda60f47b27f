import { addDays } from '@boxyard/shared/domain';
import { defineList, today } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { COVERAGE_LABELS, STATUS_LABELS, TYPE_LABELS } from './labels.ts';
import { presentWarranties } from './present.ts';
import { warranties } from './type.ts';

export const warrantyList = defineList('warranties.list', {
  ...warranties.list,
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
      ...documentExport({ en: 'Warranty no.', th: 'เลขที่ประกัน' }, STATUS_LABELS),
      product: {
        title: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
        type: 'text',
        value: (row) => row.product.serialNumber,
      },
      productModel: { title: { en: 'Model', th: 'รุ่น' }, type: 'text' },
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      contract: {
        title: { en: 'Contract', th: 'สัญญา' },
        type: 'text',
        value: (row) => row.contract?.documentNo ?? null,
      },
      type: { title: { en: 'Type', th: 'ประเภท' }, type: 'status', labels: TYPE_LABELS },
      startDate: { title: { en: 'From', th: 'เริ่ม' }, type: 'date' },
      endDate: { title: { en: 'To', th: 'สิ้นสุด' }, type: 'date' },
      daysLeft: { title: { en: 'Days left', th: 'เหลือ (วัน)' }, type: 'number' },
      coverage: {
        title: { en: 'Coverage', th: 'ความคุ้มครอง' },
        type: 'status',
        labels: COVERAGE_LABELS,
      },
      price: { title: { en: 'Price before VAT', th: 'ราคาก่อนภาษี' }, type: 'money' },
    },
  },
});
