import type { Ctx } from '../../../kernel/index.ts';
import {
  hiddenDocuments,
  textsFor,
  withoutReferences,
  withReferences,
} from '../../../workflow/index.ts';
import { type InvoiceRow, itemsOf } from './type.ts';

type Sourced = Pick<InvoiceRow, 'sourceType' | 'sourceId' | 'sourceKey' | 'sourceLabel'>;

const FAMILY_OF = {
  contractInstallment: 'contracts',
  deposit: 'contracts',
  penalty: 'contracts',
  warranty: 'warranties',
  partsSale: 'partSales',
  repair: 'jobs',
  maintenance: 'jobs',
  refund: 'payments',
} as const;

/** The document that an invoice is for: a fee for a delay is for the invoice that was late. */
export function sourceOf({ sourceType, sourceId, sourceKey }: Sourced) {
  if (sourceId === null || !(sourceType in FAMILY_OF)) return null;
  const isLate = sourceType === 'penalty' && sourceKey?.startsWith(`${sourceId}:late-`) === true;
  const type = isLate ? 'invoices' : FAMILY_OF[sourceType as keyof typeof FAMILY_OF];
  return { type, id: sourceId } as const;
}

/** The number of what each invoice is for, as this person may read it. */
export async function sourceLabels(ctx: Ctx, rows: readonly Sourced[]) {
  const withheld = await hiddenDocuments(
    ctx,
    rows.flatMap((row) => sourceOf(row) ?? []),
  );
  return ({ sourceId, sourceLabel }: Pick<Sourced, 'sourceId' | 'sourceLabel'>): string | null =>
    sourceId !== null && withheld.has(sourceId) ? null : sourceLabel;
}

/** A text of an invoice as it is stored: with a reference in place of the number of what it is for. */
export function storedText(origin: Sourced, text: string): string {
  const source = sourceOf(origin);
  return source === null
    ? text
    : withReferences(text, [{ ...source, documentNo: origin.sourceLabel }]);
}

/** The words of a text of an invoice that everybody finds it by. */
export const wordsOf = (origin: Sourced, text: string): string =>
  withoutReferences(storedText(origin, text));

/** The lines of an invoice as this person reads them. */
export async function readItems(ctx: Ctx, invoiceId: string) {
  const items = await itemsOf(ctx, invoiceId);
  const said = await textsFor(
    ctx,
    items.map(({ description }) => description),
  );
  return items.map((item) => ({ ...item, description: said(item.description) }));
}
