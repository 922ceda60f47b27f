import type { Decimal } from '@boxyard/shared/domain';
import { CREDIT_NOTES, INVOICES } from '../world.ts';
import { of } from './books.ts';
import { rowsFrom } from './compare.ts';
import type { Stage } from './move.ts';
import { contractOf } from './plan.ts';

/** Documents that the server writes by itself: the model says that they are there, and finds them here. */

const isMissing = ({ id }: { readonly id: string }): boolean => id === '';

async function locateInvoices({ people, books }: Stage): Promise<void> {
  const all = [...books.invoices.values()];
  const missing = all.filter(isMissing);
  if (missing.length === 0) return;
  const known = new Set(all.map(({ id }) => id));
  const rows = (await rowsFrom({ people }, INVOICES)).filter(({ id }) => !known.has(id));
  for (const invoice of missing) {
    const customerId = of(books.customers, invoice.customer).id;
    const contract = contractOf(books, invoice);
    const found = rows.find(
      ({ id, customer, dueDate, grandTotal, sourceLabel }) =>
        !known.has(id) &&
        (customer as unknown as { id: string }).id === customerId &&
        sourceLabel === contract?.no &&
        dueDate === invoice.dueDate &&
        grandTotal === invoice.printed.total,
    );
    if (!found) continue;
    known.add(found.id);
    Object.assign(invoice, { id: found.id, no: String(found.documentNo) });
  }
}

interface NoteRow {
  readonly id: string;
  readonly status: string;
  readonly grandTotal: Decimal;
  readonly invoice: { readonly id: string };
}
export const creditNotes = async (stage: Stage): Promise<readonly NoteRow[]> =>
  (await rowsFrom(stage, CREDIT_NOTES)) as unknown as readonly NoteRow[];

async function locateNotes(stage: Stage): Promise<void> {
  const { books } = stage;
  const all = [...books.notes.values()];
  const missing = all.filter(isMissing);
  if (missing.length === 0) return;
  const known = new Set(all.map(({ id }) => id));
  const rows = await creditNotes(stage);
  for (const note of missing) {
    const invoiceId = of(books.invoices, note.invoice).id;
    const found = rows.find(
      ({ id, invoice, grandTotal }) =>
        !known.has(id) && invoice.id === invoiceId && grandTotal === note.amount,
    );
    if (!found) continue;
    known.add(found.id);
    Object.assign(note, { id: found.id });
  }
}

export async function locate(stage: Stage): Promise<void> {
  await locateInvoices(stage);
  await locateNotes(stage);
}
