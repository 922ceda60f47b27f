/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  pending: { en: 'Pending', th: 'รอส่งเคลม' },
  sent: { en: 'At supplier', th: 'อยู่ที่ผู้จำหน่าย' },
  confirmed: { en: 'Confirmed', th: 'ผู้จำหน่ายรับเคลม' },
  completed: { en: 'Completed', th: 'ปิดเคลมแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่รับเคลม' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const RESOLUTION_LABELS = {
  replace: { en: 'Replacement', th: 'เปลี่ยนของใหม่' },
  repair: { en: 'Repaired by supplier', th: 'ผู้จำหน่ายซ่อมให้' },
  refund: { en: 'Refund', th: 'คืนเงิน' },
  creditNote: { en: 'Credit note', th: 'ใบลดหนี้' },
  none: { en: 'Nothing', th: 'ไม่ชดใช้' },
} as const;
