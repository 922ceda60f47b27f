import { documentExport } from '../../../workflow/index.ts';
import { CREDIT_STATUS } from '../labels.ts';

type Words = { readonly en: string; readonly th: string };

/** Sorts and filters of a list of notes, whose table has this alias. */
export const correctionQuery = <A extends string>(as: A) => ({
  sorts: {
    createdAt: `${as}.createdAt`,
    documentNo: { column: `${as}.documentNo`, nullable: true },
  } as const,
  filters: {
    status: `${as}.status`,
    createdBy: `${as}.createdBy`,
    customerId: `${as}.customerId`,
    invoiceId: `${as}.invoiceId`,
  } as const,
});

/** Columns of its export; `causes` are the names of what brings a note about. */
export const correctionColumns = <C extends string>(
  number: Words,
  causes: Readonly<Record<C, Words>>,
) => ({
  ...documentExport(number, CREDIT_STATUS),
  customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' as const },
  invoice: {
    title: { en: 'Invoice', th: 'ใบแจ้งหนี้' },
    type: 'text' as const,
    value: (row: { readonly invoice: { readonly documentNo: string | Date | null } }) =>
      row.invoice.documentNo,
  },
  cause: { title: { en: 'Cause', th: 'สาเหตุ' }, type: 'status' as const, labels: causes },
  baseAmount: { title: { en: 'Before VAT', th: 'มูลค่า' }, type: 'money' as const },
  vatAmount: { title: { en: 'VAT', th: 'ภาษีมูลค่าเพิ่ม' }, type: 'money' as const },
  grandTotal: { title: { en: 'Total', th: 'รวม' }, type: 'money' as const },
});
