/** Texts of exports and PDFs. */
export const INVOICE_STATUS = {
  draft: { en: 'Draft', th: 'ฉบับร่าง' },
  issued: { en: 'Issued', th: 'รอชำระ' },
  partiallyPaid: { en: 'Partly paid', th: 'ชำระบางส่วน' },
  overdue: { en: 'Overdue', th: 'เกินกำหนด' },
  paid: { en: 'Paid', th: 'ชำระแล้ว' },
  void: { en: 'Void', th: 'ยกเลิก' },
} as const;

export const INVOICE_TYPE = {
  bill: { en: 'Contract bill', th: 'ตามสัญญา' },
  other: { en: 'Other', th: 'อื่น ๆ' },
} as const;

export const SOURCES = {
  manual: { en: 'Manual', th: 'ออกเอง' },
  contractInstallment: { en: 'Instalment', th: 'งวดสัญญา' },
  deposit: { en: 'Deposit', th: 'เงินมัดจำ' },
  warranty: { en: 'Warranty', th: 'การรับประกัน' },
  partsSale: { en: 'Parts sale', th: 'ขายอะไหล่' },
  repair: { en: 'Repair', th: 'งานซ่อม' },
  maintenance: { en: 'Maintenance', th: 'งานบำรุงรักษา' },
  penalty: { en: 'Penalty or damages', th: 'ค่าปรับหรือค่าเสียหาย' },
} as const;

export const PAYMENT_STATUS = {
  pending: { en: 'Waiting for verification', th: 'รอตรวจสอบ' },
  verified: { en: 'Verified', th: 'ตรวจสอบแล้ว' },
  refundRequested: { en: 'Refund requested', th: 'ขอคืนเงิน' },
  rejected: { en: 'Rejected', th: 'ไม่ผ่านการตรวจสอบ' },
  reversed: { en: 'Reversed', th: 'กลับรายการแล้ว' },
} as const;

export const METHODS = {
  transfer: { en: 'Bank transfer', th: 'โอนเงิน' },
  promptpay: { en: 'PromptPay', th: 'พร้อมเพย์' },
  cash: { en: 'Cash', th: 'เงินสด' },
  cheque: { en: 'Cheque', th: 'เช็ค' },
  card: { en: 'Card', th: 'บัตร' },
  billPayment: { en: 'Bill payment', th: 'ชำระบิล' },
  whtCert: { en: 'Withholding tax certificate', th: 'หนังสือรับรองหัก ณ ที่จ่าย' },
  deposit: { en: 'Deposit given back', th: 'คืนเงินประกัน' },
} as const;

export const CREDIT_STATUS = {
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'Issued', th: 'ออกแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const BILLING_STATUS = {
  draft: { en: 'Draft', th: 'ฉบับร่าง' },
  issued: { en: 'Issued', th: 'วางบิลแล้ว' },
  acknowledged: { en: 'Accepted', th: 'ลูกค้ารับวางบิล' },
  collected: { en: 'Collected', th: 'เก็บเงินแล้ว' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const CAUSES = {
  returned: { en: 'Goods returned', th: 'รับคืนสินค้า' },
  priceReduced: { en: 'Price reduced', th: 'ลดราคา' },
  overcharged: { en: 'Charged too much', th: 'คิดราคาเกิน' },
  terminated: { en: 'Contract ended early', th: 'ยกเลิกสัญญาก่อนกำหนด' },
} as const;

export const DEBIT_CAUSES = {
  morePrice: { en: 'Price raised', th: 'เพิ่มราคา' },
  moreDelivered: { en: 'More delivered than charged', th: 'ส่งสินค้าเกินกว่าที่คิดราคา' },
  undercharged: { en: 'Charged too little', th: 'คิดราคาต่ำไป' },
} as const;

export const TAX_KINDS = {
  taxInvoice: { en: 'Tax invoice', th: 'ใบกำกับภาษี' },
  cancellation: { en: 'Cancelled', th: 'ยกเลิกใบกำกับภาษี' },
  creditNote: { en: 'Credit note', th: 'ใบลดหนี้' },
  debitNote: { en: 'Debit note', th: 'ใบเพิ่มหนี้' },
} as const;

export const LINE_STATUS = {
  unmatched: { en: 'Not matched', th: 'ยังไม่จับคู่' },
  suggested: { en: 'To confirm', th: 'รอยืนยัน' },
  recorded: { en: 'Recorded', th: 'บันทึกแล้ว' },
  ignored: { en: 'Ignored', th: 'ไม่เกี่ยวข้อง' },
  outgoing: { en: 'Money out', th: 'เงินออก' },
} as const;
