import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { PAYMENT_LABELS, SETTLEMENT_LABELS, STATUS_LABELS, TYPE_LABELS } from './labels.ts';
import { presentContracts } from './present.ts';
import { contracts } from './type.ts';

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
  },
  export: {
    fileName: 'contracts',
    columns: {
      ...documentExport({ en: 'Contract number', th: 'เลขที่สัญญา' }, STATUS_LABELS),
      type: { title: { en: 'Type', th: 'ประเภท' }, type: 'status', labels: TYPE_LABELS },
      customer: { title: { en: 'Contractor', th: 'คู่สัญญา' }, type: 'text' },
      sale: { title: { en: 'Sales', th: 'พนักงานขาย' }, type: 'text' },
      productModel: { title: { en: 'Model', th: 'รุ่น' }, type: 'text' },
      product: {
        title: { en: 'Serial number', th: 'หมายเลขเครื่อง' },
        type: 'text',
        value: (row) => row.product?.serialNumber ?? null,
      },
      grandTotal: { title: { en: 'Total', th: 'มูลค่ารวม' }, type: 'money' },
      outstandingAmount: { title: { en: 'Outstanding', th: 'คงค้าง' }, type: 'money' },
      nextDueDate: { title: { en: 'Next due', th: 'ครบกำหนดถัดไป' }, type: 'date' },
      paymentStatus: {
        title: { en: 'Payment status', th: 'สถานะการชำระ' },
        type: 'status',
        labels: PAYMENT_LABELS,
      },
      settlementStatus: {
        title: { en: 'Deposit', th: 'เงินประกัน' },
        type: 'status',
        labels: SETTLEMENT_LABELS,
      },
      startDate: { title: { en: 'From', th: 'เริ่ม' }, type: 'date' },
      endDate: { title: { en: 'Until', th: 'สิ้นสุด' }, type: 'date' },
    },
  },
});
