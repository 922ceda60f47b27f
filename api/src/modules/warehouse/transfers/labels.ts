/** Texts of exports and PDFs. */
export const STATUS_LABELS = {
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'To be shipped', th: 'รอจัดส่ง' },
  inTransit: { en: 'In transit', th: 'ระหว่างขนส่ง' },
  partlyReceived: { en: 'Partly received', th: 'รับบางส่วน' },
  completed: { en: 'Received', th: 'รับครบแล้ว' },
  recalled: { en: 'On its way back', th: 'กำลังส่งกลับ' },
  returned: { en: 'Back at the source', th: 'ส่งกลับต้นทางแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
} as const;
