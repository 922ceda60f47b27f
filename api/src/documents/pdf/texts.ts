import type { DocumentLang, DocumentWatermark } from '../model.ts';

/** The fixed words of the PDF itself; everything else comes with the model. */
export interface PdfTexts {
  readonly number: string;
  readonly date: string;
  readonly taxId: string;
  readonly headOffice: string;
  readonly branch: string;
  readonly phone: string;
  readonly email: string;
  readonly baht: string;
  readonly inWords: string;
  readonly notes: string;
  readonly terms: string;
  readonly continued: string;
  readonly noLines: string;
  readonly noRows: string;
  readonly printed: (at: string, by: string) => string;
  /** All but the number of pages, which may be known only at the end. */
  readonly pageOf: (page: number) => string;
}

export const PDF_TEXTS: Readonly<Record<DocumentLang, PdfTexts>> = {
  en: {
    number: 'No.',
    date: 'Date',
    taxId: 'Tax ID',
    headOffice: 'Head office',
    branch: 'Branch',
    phone: 'Tel.',
    email: 'E-mail',
    baht: 'THB',
    inWords: 'Amount in words',
    notes: 'Notes',
    terms: 'Terms and conditions',
    continued: 'continued',
    noLines: 'No lines',
    noRows: 'Nothing matches these filters',
    printed: (at, by) => `Printed ${at} by ${by}`,
    pageOf: (page) => `Page ${page} of `,
  },
  th: {
    number: 'เลขที่',
    date: 'วันที่',
    taxId: 'เลขประจำตัวผู้เสียภาษี',
    headOffice: 'สำนักงานใหญ่',
    branch: 'สาขาที่',
    phone: 'โทร.',
    email: 'อีเมล',
    baht: 'บาท',
    inWords: 'จำนวนเงินเป็นตัวอักษร',
    notes: 'หมายเหตุ',
    terms: 'เงื่อนไข',
    continued: 'ต่อ',
    noLines: 'ไม่มีรายการ',
    noRows: 'ไม่พบข้อมูลตามเงื่อนไขที่เลือก',
    printed: (at, by) => `พิมพ์เมื่อ ${at} โดย ${by}`,
    pageOf: (page) => `หน้า ${page} / `,
  },
};

/** In both languages, since a warning must be understood by whoever holds the PDF. */
export const WATERMARK_TEXTS: Readonly<Record<DocumentWatermark, string>> = {
  draft: 'ร่าง / DRAFT',
  cancelled: 'ยกเลิก / CANCELLED',
  rejected: 'ไม่อนุมัติ / REJECTED',
  reversed: 'กลับรายการ / REVERSED',
  preview: 'ตัวอย่าง / PREVIEW',
};
