/** Texts of exports. */
export const STATUS_LABELS = {
  draft: { en: 'Draft', th: 'ฉบับร่าง' },
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'In transit', th: 'ระหว่างขนส่ง' },
  received: { en: 'Received', th: 'รับเข้าแล้ว' },
  partiallyReceived: { en: 'Partly received', th: 'รับเข้าบางส่วน' },
  returned: { en: 'Returned', th: 'ส่งคืนแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;
