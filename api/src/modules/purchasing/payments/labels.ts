/** Texts of exports. */
export const STATUS_LABELS = {
  posted: { en: 'Posted', th: 'บันทึกแล้ว' },
  reversed: { en: 'Reversed', th: 'กลับรายการแล้ว' },
} as const;

export const METHOD_LABELS = {
  transfer: { en: 'Bank transfer', th: 'โอนเงิน' },
  cheque: { en: 'Cheque', th: 'เช็ค' },
  cash: { en: 'Cash', th: 'เงินสด' },
} as const;
