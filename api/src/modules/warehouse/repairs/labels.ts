/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  onGoing: { en: 'At the bench', th: 'กำลังซ่อม' },
  completed: { en: 'Completed', th: 'ซ่อมเสร็จแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const SOURCE_LABELS = {
  warehouse: { en: 'Warehouse', th: 'คลัง' },
  dispatchReturn: { en: 'Requisition return', th: 'คืนจากการเบิก' },
  claimRejected: { en: 'Rejected claim', th: 'เคลมไม่ผ่าน' },
  containerRemoval: { en: 'Taken out of a container', th: 'ถอดจากตู้' },
} as const;

export const OUTCOME_LABELS = {
  fixed: { en: 'Fixed', th: 'ซ่อมได้' },
  refurbished: { en: 'Refurbished', th: 'ปรับสภาพแล้ว' },
  unrepairable: { en: 'Beyond repair', th: 'ซ่อมไม่ได้' },
} as const;
