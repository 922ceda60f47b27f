import type { Decimal } from '@boxyard/shared/domain';
import { type Books, of, owed, paid } from './books.ts';
import { voidInvoice } from './deeds.ts';
import { isPositive, least, minus, share, sum } from './money.ts';
import { askRest, bill, contractOf, invoicesUnder } from './plan.ts';
import { isTaxed } from './register.ts';
import type { Contract, Invoice, Note } from './types.ts';

/** What the end of a contract does, and another customer (money.md "What a contract owes"). */

const pendingOf = (books: Books, invoice: Invoice): readonly Note[] =>
  [...books.notes.values()].filter(
    (note) => note.invoice === invoice.label && note.state === 'pending',
  );

/** What of an invoice nobody has asked to credit yet. */
function uncredited(books: Books, invoice: Invoice): Decimal {
  const asked = pendingOf(books, invoice).filter(({ kind }) => kind === 'creditNote');
  return minus(owed(books, invoice), sum(asked.map(({ amount }) => amount)));
}

function askToCredit(
  books: Books,
  invoice: Invoice,
  { by, cause }: { readonly by: string; readonly cause: 'end' | 'handover' },
): void {
  const contract = contractOf(books, invoice);
  const amount = uncredited(books, invoice);
  if (!contract || !isPositive(amount)) return;
  contract.made += 1;
  const label = `${contract.label}.${contract.made}`;
  books.notes.set(label, {
    label,
    id: '',
    kind: 'creditNote',
    invoice: invoice.label,
    amount,
    askedBy: by,
    state: 'pending',
    no: null,
    cause,
  });
}

export const isUntouched = (books: Books, invoice: Invoice): boolean =>
  !isPositive(paid(books, invoice)) && !isTaxed(books, invoice);

export const hasNotes = (books: Books, invoice: Invoice): boolean =>
  [...books.notes.values()].some(
    (note) => note.invoice === invoice.label && note.state === 'approved',
  );

/** Time that was given changes nothing of when it was due first. */
const isLate = (books: Books, { agreedDueDate }: Invoice): boolean => agreedDueDate < books.today;

const isOwed = (books: Books, invoice: Invoice): boolean => isPositive(owed(books, invoice));

export function end(
  books: Books,
  contract: Contract,
  { on, by }: { readonly on: string; readonly by: string },
): void {
  contract.state = 'terminated';
  contract.endedOn = on;
  for (const invoice of invoicesUnder(books, contract)) {
    if (invoice.agreedDueDate < on) continue;
    const isFree =
      isOwed(books, invoice) &&
      isUntouched(books, invoice) &&
      !hasNotes(books, invoice) &&
      !isLate(books, invoice);
    if (isFree) voidInvoice(books, invoice);
    // A deposit is left to the settlement.
    else if (!invoice.part?.isDeposit) invoice.isAskedOnce = true;
    if (!isFree && isOwed(books, invoice)) askToCredit(books, invoice, { by, cause: 'end' });
  }
}

/**
 * Notes of the end or of a hand-over take off what is owed: they fall with it and never grow. One that waits
 * for a hand-over comes to nothing where the contract is the owing customer's again.
 */
export function withdrawNotes(books: Books): void {
  for (const note of books.notes.values()) {
    if (note.cause === undefined || note.state !== 'pending') continue;
    const invoice = of(books.invoices, note.invoice);
    const isBack =
      note.cause === 'handover' && contractOf(books, invoice)?.customer === invoice.customer;
    const rest = owed(books, invoice);
    if (isBack || !isPositive(rest)) note.state = 'cancelled';
    else note.amount = least(note.amount, rest);
  }
}

export function handOver(
  books: Books,
  contract: Contract,
  { to, by }: { readonly to: string; readonly by: string },
): void {
  const before = contract.customer;
  contract.customer = to;
  withdrawNotes(books);
  for (const invoice of invoicesUnder(books, contract)) {
    if (invoice.customer !== before || !isOwed(books, invoice)) continue;
    if (isUntouched(books, invoice) && !hasNotes(books, invoice)) {
      voidInvoice(books, invoice);
      if (invoice.part) bill(books, contract, invoice.part);
    } else if (contract.type === 'lease' && !invoice.part?.isDeposit)
      askToCredit(books, invoice, { by, cause: 'handover' });
  }
}

/** Once the rest is credited to the customer before, the present one is asked for it. */
export function askOfTheNext(books: Books, { cause, invoice: label, amount }: Note): void {
  const invoice = of(books.invoices, label);
  const contract = contractOf(books, invoice);
  if (cause !== 'handover' || !contract) return;
  const { printed } = invoice;
  const vat = share(printed.vat, amount, printed.total);
  askRest(books, contract, {
    amounts: { base: minus(amount, vat), vat, total: amount },
    wht: share(invoice.wht, amount, printed.total),
    dueDate: invoice.agreedDueDate,
  });
}
