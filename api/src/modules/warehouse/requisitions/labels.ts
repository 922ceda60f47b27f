/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  picking: { en: 'Picking', th: 'กำลังหยิบ' },
  dispatched: { en: 'Issued', th: 'จ่ายแล้ว' },
  partlyReturned: { en: 'Partly returned', th: 'คืนบางส่วน' },
  returned: { en: 'Returned', th: 'คืนครบแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
  reversed: { en: 'Reversed', th: 'กลับรายการ' },
} as const;

export const PURPOSE_LABELS = {
  repairJob: { en: 'Repair job', th: 'งานซ่อม' },
  maintenance: { en: 'Maintenance', th: 'งานบำรุงรักษา' },
  production: { en: 'Production', th: 'งานผลิต' },
  sale: { en: 'Sale', th: 'ขาย' },
  internal: { en: 'Internal use', th: 'ใช้ภายใน' },
} as const;
