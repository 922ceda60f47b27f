/** Statuses as exports write them. */
export const STATUS_LABELS = {
  draft: { en: 'Draft', th: 'ร่าง' },
  confirmed: { en: 'Confirmed', th: 'ยืนยันแล้ว' },
  delivered: { en: 'Delivered', th: 'ส่งมอบแล้ว' },
  partlyReturned: { en: 'Partly returned', th: 'คืนบางส่วน' },
  returned: { en: 'Returned', th: 'คืนแล้ว' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;
