import { byLanguage, type Locale } from '../../kernel/index.ts';
import { AMOUNT_WORDS, COMMON_WORDS, documentTitle } from '../../workflow/index.ts';
import { TEXTS as ORDER_WORDS } from './orders/labels.ts';
import { TEXTS as RECEIPT_WORDS } from './receipts/labels.ts';
import { TEXTS as REQUEST_WORDS } from './requests/labels.ts';

/** Words of request, order and receipt as PDFs, in the language of whoever asks for them. */
export const PDF_TEXTS = byLanguage({
  request: documentTitle('purchaseRequests'),
  order: documentTitle('purchaseOrders'),
  receipt: documentTitle('receipts'),
  supplier: ORDER_WORDS.field.supplier,
  requester: REQUEST_WORDS.field.requester,
  deliverTo: { en: 'Deliver to', th: 'สถานที่ส่งสินค้า' },
  contact: { en: 'Contact', th: 'ผู้ติดต่อ' },
  buyerContact: { en: 'Buyer', th: 'ผู้จัดซื้อ' },
  taxId: COMMON_WORDS.field.taxId,
  headOffice: { en: 'Head office', th: 'สำนักงานใหญ่' },
  branch: { en: 'Branch', th: 'สาขาที่' },
  neededBy: REQUEST_WORDS.field.neededBy,
  validUntil: ORDER_WORDS.field.validUntil,
  purpose: REQUEST_WORDS.field.purpose,
  department: REQUEST_WORDS.field.department,
  payment: ORDER_WORDS.field.paymentType,
  cash: ORDER_WORDS.choice.paymentType.cash,
  credit: { en: (days: number) => `Credit ${days} days`, th: (days: number) => `เครดิต ${days} วัน` },
  promised: { en: 'Promised date', th: 'กำหนดส่ง' },
  lineDate: { en: (date: string) => `Deliver by ${date}`, th: (date: string) => `ส่งภายใน ${date}` },
  supplierPartNo: {
    en: (partNo: string) => `Your part no. ${partNo}`,
    th: (partNo: string) => `รหัสของท่าน ${partNo}`,
  },
  warranty: {
    en: (months: number) => `Warranty ${months} months`,
    th: (months: number) => `รับประกัน ${months} เดือน`,
  },
  confirmation: { en: 'Supplier’s confirmation', th: 'เลขที่ยืนยันของผู้จำหน่าย' },
  revision: { en: 'Revision', th: 'แก้ไขครั้งที่' },
  receivedDate: RECEIPT_WORDS.field.receivedDate,
  orderNo: RECEIPT_WORDS.field.orderNo,
  deliveryNo: { en: 'Delivery note', th: 'ใบส่งของ' },
  invoice: { en: 'Tax invoice', th: 'ใบกำกับภาษี' },
  item: { en: 'Item', th: 'รายการ' },
  quantity: ORDER_WORDS.line.quantity,
  accepted: RECEIPT_WORDS.line.acceptedQty,
  rejected: { en: 'Rejected', th: 'ปฏิเสธ' },
  unit: REQUEST_WORDS.line.unit,
  price: { en: 'Unit price', th: 'ราคา/หน่วย' },
  estimated: { en: 'Estimated price', th: 'ราคาประมาณ' },
  amount: REQUEST_WORDS.line.amount,
  subTotal: AMOUNT_WORDS.subTotal,
  discount: ORDER_WORDS.line.discount,
  base: RECEIPT_WORDS.field.baseAmount,
  vat: { en: (rate: string) => `VAT ${rate}%`, th: (rate: string) => `ภาษีมูลค่าเพิ่ม ${rate}%` },
  grand: AMOUNT_WORDS.grandTotal,
  wht: {
    en: (rate: string) => `Withholding tax ${rate}%`,
    th: (rate: string) => `หักภาษี ณ ที่จ่าย ${rate}%`,
  },
  net: AMOUNT_WORDS.netPayable,
  total: { en: 'Estimated total', th: 'ยอดประมาณการ' },
  approver: COMMON_WORDS.field.approvedBy,
  buyer: { en: 'Ordered by', th: 'ผู้สั่งซื้อ' },
  receiver: { en: 'Received by', th: 'ผู้รับสินค้า' },
  committee: { en: 'Committee', th: 'กรรมการตรวจรับ' },
});
export type PdfTexts = (typeof PDF_TEXTS)[Locale];
