/** Texts of exports and PDFs. */
export const LIFECYCLE_LABELS = {
  inProduction: { en: 'In production', th: 'กำลังผลิต' },
  awaitingReceipt: { en: 'Awaiting receipt', th: 'รอรับเข้าคลัง' },
  inWarehouse: { en: 'In warehouse', th: 'อยู่ในคลัง' },
  inTransit: { en: 'In transit', th: 'ระหว่างขนส่ง' },
  withdrawn: { en: 'Released', th: 'เบิกออกแล้ว' },
  installed: { en: 'Installed', th: 'ติดตั้งแล้ว' },
  returned: { en: 'Returned', th: 'รับคืนแล้ว' },
  disassembled: { en: 'Disassembled', th: 'ถอดแยกแล้ว' },
  retired: { en: 'Retired', th: 'ปลดระวางแล้ว' },
  lost: { en: 'Lost', th: 'สูญหาย' },
} as const;

export const SALE_LABELS = {
  notForSale: { en: 'Not for sale', th: 'ไม่เปิดขาย' },
  available: { en: 'Available', th: 'พร้อมขาย' },
  reserved: { en: 'Reserved', th: 'จองแล้ว' },
  contracted: { en: 'Under contract', th: 'ทำสัญญาแล้ว' },
  sold: { en: 'Sold', th: 'ขายแล้ว' },
  leased: { en: 'Leased', th: 'ให้เช่าอยู่' },
} as const;

export const SERVICE_LABELS = {
  normal: { en: 'Normal', th: 'ปกติ' },
  underMaintenance: { en: 'Under maintenance', th: 'กำลังบำรุงรักษา' },
  underRepair: { en: 'Under repair', th: 'กำลังซ่อม' },
  outOfOrder: { en: 'Out of order', th: 'ใช้งานไม่ได้' },
} as const;

export const CONDITION_LABELS = {
  new: { en: 'New', th: 'ใหม่' },
  good: { en: 'Good', th: 'ดี' },
  attention: { en: 'Needs attention', th: 'ควรตรวจสอบ' },
  damaged: { en: 'Damaged', th: 'ชำรุด' },
} as const;
