/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  completed: { en: 'Destroyed', th: 'ทำลายแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;

export const REASON_LABELS = {
  expired: { en: 'Expired', th: 'หมดอายุ' },
  damaged: { en: 'Damaged', th: 'ชำรุดเสียหาย' },
  obsolete: { en: 'Obsolete', th: 'ล้าสมัย เลิกใช้' },
  unrepairable: { en: 'Beyond repair', th: 'ซ่อมไม่ได้' },
  auditLoss: { en: 'Found at a count', th: 'พบจากการตรวจนับ' },
} as const;

export const METHOD_LABELS = {
  dismantle: { en: 'Dismantled', th: 'ถอดแยกชิ้นส่วน' },
  crush: { en: 'Crushed', th: 'บดทำลาย' },
  incinerate: { en: 'Incinerated', th: 'เผาทำลาย' },
  recycle: { en: 'Recycled', th: 'ส่งรีไซเคิล' },
  landfill: { en: 'Landfill', th: 'ฝังกลบ' },
  hazardous: { en: 'Hazardous waste', th: 'กำจัดเป็นของเสียอันตราย' },
} as const;

export const CONDITION_LABELS = {
  new: { en: 'New', th: 'ใหม่' },
  used: { en: 'Used', th: 'ใช้แล้ว' },
  refurbished: { en: 'Refurbished', th: 'ปรับสภาพแล้ว' },
  defective: { en: 'Defective', th: 'ชำรุด' },
} as const;
