import { type Ctx, compiledQuery, money } from '../../../kernel/index.ts';
import { hiddenDocuments } from '../../../workflow/index.ts';

const entriesOf = compiledQuery(
  (db, given: { invoiceId: string | null; paymentId: string | null }) =>
    db
      .selectFrom('taxEntries as t')
      .leftJoin('taxEntries as c', 'c.cancelsId', 't.id')
      .leftJoin('taxEntries as o', 'o.id', 't.replacesId')
      .where('t.kind', '=', 'taxInvoice')
      .where((eb) =>
        eb.or([eb('t.invoiceId', '=', given.invoiceId), eb('t.paymentId', '=', given.paymentId)]),
      )
      .orderBy('t.documentNo')
      .select([
        't.id',
        't.documentNo',
        't.invoiceId',
        't.taxDate',
        't.grandTotal',
        'c.id as cancelledBy',
        'o.documentNo as replaces',
      ]),
);

/** Tax invoices of an invoice, or of a payment; those of invoices that this person may read. */
export async function taxInvoicesBy(
  ctx: Ctx,
  { invoiceId = null, paymentId = null }: { invoiceId?: string | null; paymentId?: string | null },
) {
  const rows = await entriesOf(ctx, { invoiceId, paymentId });
  const withheld = await hiddenDocuments(
    ctx,
    rows.flatMap((row) =>
      row.invoiceId === null ? [] : [{ type: 'invoices', id: row.invoiceId }],
    ),
  );
  return rows
    .filter((row) => row.invoiceId === null || !withheld.has(row.invoiceId))
    .map(({ cancelledBy, invoiceId: _invoice, ...row }) => ({
      ...row,
      grandTotal: money(row.grandTotal),
      isCancelled: cancelledBy !== null,
    }));
}
