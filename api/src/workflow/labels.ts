/** Status texts of exports (domain-warehouse 2.1): the specification's five labels and our own. */
export const STATUS_LABELS = {
  draft: { en: 'Draft', th: 'ฉบับร่าง' },
  pending: { en: 'Pending', th: 'รออนุมัติ' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  booking: { en: 'Booking', th: 'จองแล้ว' },
  onGoing: { en: 'Ongoing', th: 'กำลังดำเนินการ' },
  completed: { en: 'Completed', th: 'เสร็จสิ้น' },
  expired: { en: 'Expired', th: 'หมดอายุ' },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติ' },
  cancelled: { en: 'Cancelled', th: 'ยกเลิก' },
  posted: { en: 'Posted', th: 'บันทึกแล้ว' },
  reversed: { en: 'Reversed', th: 'กลับรายการ' },
} as const;
