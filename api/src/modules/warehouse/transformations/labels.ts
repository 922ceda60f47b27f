/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  completed: { en: 'Carried out', th: 'ดำเนินการแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
  reversed: { en: 'Reversed', th: 'กลับรายการ' },
} as const;

export const TYPE_LABELS = {
  disassemble: { en: 'Disassembly', th: 'ถอดแยกชิ้นส่วน' },
  assemble: { en: 'Assembly', th: 'ประกอบ' },
  convert: { en: 'Conversion', th: 'ดัดแปลง' },
  repack: { en: 'Repacking', th: 'แบ่งบรรจุใหม่' },
} as const;

export const DISPOSITION_LABELS = {
  stock: { en: 'Into stock', th: 'เข้าสต็อก' },
  quarantine: { en: 'Quarantine', th: 'กักกัน' },
  scrap: { en: 'Scrapped', th: 'ทิ้งเป็นซาก' },
} as const;
