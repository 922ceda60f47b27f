/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  draft: { en: 'Draft', th: 'ฉบับร่าง' },
  counting: { en: 'Counting', th: 'กำลังนับ' },
  counted: { en: 'Counted', th: 'นับครบแล้ว' },
  recount: { en: 'Recount', th: 'นับซ้ำ' },
  review: { en: 'Review', th: 'รอตรวจสอบ' },
  approved: { en: 'Posted', th: 'ปรับยอดแล้ว' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const TYPE_LABELS = {
  full: { en: 'Full count', th: 'นับทั้งคลัง' },
  cycle: { en: 'Cycle count', th: 'นับตามรอบ' },
  spot: { en: 'Spot check', th: 'สุ่มนับ' },
  zeroConfirm: { en: 'Confirm empty', th: 'ยืนยันช่องว่าง' },
} as const;

export const FREEZE_LABELS = {
  none: { en: 'Stock moves freely', th: 'เคลื่อนไหวได้ตามปกติ' },
  softLock: { en: 'Moves are warned of', th: 'เตือนเมื่อมีการเคลื่อนไหว' },
  hardLock: { en: 'Bins are locked', th: 'ล็อกช่องเก็บ' },
} as const;

export const REASON_LABELS = {
  missingTransaction: { en: 'Missing transaction', th: 'ไม่ได้บันทึกรายการ' },
  miscounted: { en: 'Counted wrongly before', th: 'นับผิดครั้งก่อน' },
  found: { en: 'Found', th: 'พบของเกิน' },
  lost: { en: 'Lost', th: 'สูญหาย' },
  stolen: { en: 'Stolen', th: 'ถูกขโมย' },
  damaged: { en: 'Damaged', th: 'ชำรุด' },
  expired: { en: 'Expired', th: 'หมดอายุ' },
  misplaced: { en: 'In the wrong place', th: 'วางผิดที่' },
  dataEntry: { en: 'Typing error', th: 'คีย์ข้อมูลผิด' },
  other: { en: 'Other', th: 'อื่น ๆ' },
} as const;

export const DECISION_LABELS = {
  accept: { en: 'Accepted', th: 'ยอมรับแล้ว' },
  recount: { en: 'Count again', th: 'ให้นับซ้ำ' },
  ignore: { en: 'Ignored', th: 'ข้ามแล้ว' },
  none: { en: 'Not decided', th: 'ยังไม่พิจารณา' },
} as const;
