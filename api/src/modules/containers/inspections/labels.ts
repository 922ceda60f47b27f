/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  planned: { en: 'Planned', th: 'วางแผนแล้ว' },
  inProgress: { en: 'In progress', th: 'กำลังตรวจ' },
  completed: { en: 'Completed', th: 'ตรวจเสร็จแล้ว' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const TYPE_LABELS = {
  inspection: { en: 'Inspection', th: 'ตรวจสภาพ' },
  siteVisit: { en: 'Site visit', th: 'เยี่ยมจุดติดตั้ง' },
  call: { en: 'Call', th: 'โทรติดตาม' },
  preDelivery: { en: 'Before delivery', th: 'ก่อนส่งมอบ' },
  postReturn: { en: 'After return', th: 'หลังรับคืน' },
  warrantyCheck: { en: 'Warranty check', th: 'ตรวจตามประกัน' },
} as const;

export const RESULT_LABELS = {
  pass: { en: 'Passed', th: 'ผ่าน' },
  partial: { en: 'Partly passed', th: 'ผ่านบางส่วน' },
  fail: { en: 'Failed', th: 'ไม่ผ่าน' },
} as const;

export const CHECK_LABELS = {
  pass: { en: 'Pass', th: 'ผ่าน' },
  fail: { en: 'Fail', th: 'ไม่ผ่าน' },
  na: { en: 'Not applicable', th: 'ไม่เกี่ยวข้อง' },
} as const;
