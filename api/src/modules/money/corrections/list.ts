import { sql } from 'kysely';
import { type Ctx, folded, type Localised } from '../../../kernel/index.ts';
import { documentExport, idsByNumber } from '../../../workflow/index.ts';

type Names = Readonly<Record<string, Localised>>;

/** What pages call notes of a kind, their statuses and fields, and what brings one about. */
interface CorrectionWords {
  readonly status: Names;
  readonly choice: { readonly cause: Names };
  readonly field: Readonly<
    Record<
      'documentNo' | 'customer' | 'invoice' | 'cause' | 'baseAmount' | 'vatAmount' | 'grandTotal',
      Localised
    >
  >;
}

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

/** By its own words, and by the number of its invoice, where this person may read that. */
export const isFound = (ctx: Ctx, as: 'cn' | 'dn', term: string) =>
  sql<boolean>`(${folded(`${as}.searchText`, term)}
    or ${sql.ref(`${as}.invoiceId`)} = any(${idsByNumber(ctx, ['invoices'], term)}))`;

/** Columns of its export. */
export const correctionColumns = (words: CorrectionWords) => ({
  ...documentExport(words.field.documentNo, words.status),
  customer: { title: words.field.customer, type: 'text' as const },
  invoice: {
    title: words.field.invoice,
    type: 'text' as const,
    value: (row: { readonly invoice: { readonly documentNo: string | Date | null } }) =>
      row.invoice.documentNo,
  },
  cause: { title: words.field.cause, type: 'status' as const, labels: words.choice.cause },
  baseAmount: { title: words.field.baseAmount, type: 'money' as const },
  vatAmount: { title: words.field.vatAmount, type: 'money' as const },
  grandTotal: { title: words.field.grandTotal, type: 'money' as const },
});
