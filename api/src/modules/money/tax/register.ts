import { money } from '../../../kernel/index.ts';
import { TEXTS } from './labels.ts';

// What the registers of output and input VAT have in common: the Revenue Department's columns.

export const SEQUENCE = { title: TEXTS.field.sequence, type: 'number' } as const;
export const TAX_INVOICE_NO = {
  title: TEXTS.field.documentNo,
  type: 'text',
} as const;

/** After the buyer's or seller's name. */
export const VAT_COLUMNS = {
  taxId: { title: TEXTS.field.taxId, type: 'text' },
  branchCode: { title: { en: 'Branch', th: 'สถานประกอบการ' }, type: 'text' },
  baseAmount: { title: { en: 'Value', th: 'มูลค่าสินค้าหรือบริการ' }, type: 'money' },
  vatAmount: { title: { en: 'VAT', th: 'จำนวนเงินภาษีมูลค่าเพิ่ม' }, type: 'money' },
  grandTotal: { title: TEXTS.field.grandTotal, type: 'money' },
  kind: { title: TEXTS.field.kind, type: 'status', labels: TEXTS.choice.kind },
} as const;

/** Sums of a register, whose table is `t`. */
export const VAT_SUMS = {
  baseAmount: 't.baseAmount',
  vatAmount: 't.vatAmount',
  grandTotal: 't.grandTotal',
} as const;

type Amount = Parameters<typeof money>[0];

/** THB with 2 places. */
export const vatAmounts = (row: Readonly<Record<keyof typeof VAT_SUMS, Amount>>) => ({
  baseAmount: money(row.baseAmount),
  vatAmount: money(row.vatAmount),
  grandTotal: money(row.grandTotal),
});
