/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  draft: { en: 'Draft', th: 'ฉบับร่าง' },
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  released: { en: 'Released', th: 'เบิกออกแล้ว' },
  completed: { en: 'Completed', th: 'เสร็จสิ้น' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const TYPE_LABELS = {
  contract: { en: 'Contract', th: 'ตามสัญญา' },
  general: { en: 'General', th: 'ใช้งานทั่วไป' },
  repair: { en: 'Repair', th: 'ส่งซ่อม' },
  demo: { en: 'Demonstration', th: 'สาธิต' },
} as const;
