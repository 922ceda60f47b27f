/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  pending: { en: 'Pending', th: 'รอรับเข้า' },
  approved: { en: 'Received', th: 'รับเข้าแล้ว' },
  partiallyApproved: { en: 'Partly received', th: 'รับเข้าบางส่วน' },
  rejected: { en: 'Rejected', th: 'ไม่รับ' },
  cancelled: { en: 'Recalled', th: 'เรียกคืนแล้ว' },
} as const;

export const SOURCE_LABELS = {
  production: { en: 'Production', th: 'การผลิต' },
  transfer: { en: 'Transfer', th: 'การโอนย้าย' },
  customerReturn: { en: 'Return from a customer', th: 'รับคืนจากลูกค้า' },
  repairReturn: { en: 'Return from repair', th: 'รับคืนจากการซ่อม' },
} as const;

export const LINE_LABELS = {
  expected: { en: 'Expected', th: 'รอตรวจรับ' },
  accepted: { en: 'Accepted', th: 'รับ' },
  rejected: { en: 'Rejected', th: 'ไม่รับ' },
  missing: { en: 'Missing', th: 'ไม่พบ' },
} as const;
