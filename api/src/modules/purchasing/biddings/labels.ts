/** Texts of exports and PDFs. */
export const BIDDING_LABELS = {
  open: { en: 'Open', th: 'เปิดรับราคา' },
  closed: { en: 'Closed', th: 'ปิดรับราคา' },
  awarded: { en: 'Awarded', th: 'เลือกผู้ชนะแล้ว' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const QUOTATION_LABELS = {
  draft: { en: 'Draft', th: 'ฉบับร่าง' },
  submitted: { en: 'Submitted', th: 'ยื่นแล้ว' },
  won: { en: 'Won', th: 'ได้รับเลือก' },
  partiallyWon: { en: 'Partly won', th: 'ได้รับเลือกบางส่วน' },
  lost: { en: 'Not chosen', th: 'ไม่ได้รับเลือก' },
  expired: { en: 'Expired', th: 'หมดอายุ' },
  withdrawn: { en: 'Withdrawn', th: 'ถอนแล้ว' },
} as const;
