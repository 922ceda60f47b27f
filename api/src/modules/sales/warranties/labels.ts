/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  scheduled: { en: 'Scheduled', th: 'รอเริ่ม' },
  active: { en: 'In force', th: 'มีผลบังคับ' },
  suspended: { en: 'Suspended', th: 'ระงับ' },
  expired: { en: 'Expired', th: 'หมดอายุ' },
  voided: { en: 'Voided', th: 'ถูกยกเลิก' },
} as const;

export const REQUEST_LABELS = {
  pending: { en: 'Pending', th: 'รอเสนอราคา' },
  quoted: { en: 'Quoted', th: 'เสนอราคาแล้ว' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  invoiced: { en: 'Invoiced', th: 'วางบิลแล้ว' },
  fulfilled: { en: 'Fulfilled', th: 'เสร็จสิ้น' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const TYPE_LABELS = {
  initial: { en: 'Initial', th: 'เริ่มแรก' },
  extension: { en: 'Extension', th: 'ต่อเนื่อง' },
  renewal: { en: 'Renewal', th: 'ต่ออายุหลังหมด' },
} as const;

export const COVERAGE_LABELS = {
  full: { en: 'Parts and labour', th: 'อะไหล่และค่าแรง' },
  partsOnly: { en: 'Parts only', th: 'เฉพาะอะไหล่' },
  labourOnly: { en: 'Labour only', th: 'เฉพาะค่าแรง' },
} as const;

export const CHANNEL_LABELS = {
  backoffice: { en: 'Back office', th: 'สำนักงาน' },
  customer: { en: 'Customer', th: 'ลูกค้า' },
  auto: { en: 'Reminder', th: 'แจ้งเตือนอัตโนมัติ' },
} as const;
