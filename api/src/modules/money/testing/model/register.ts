import type { Decimal } from '@boxyard/shared/domain';
import { type Books, charged, isClosed, owed, settlementsOf, whtDue } from './books.ts';
import {
  back,
  isMore,
  isPositive,
  least,
  less,
  minus,
  NOTHING,
  share,
  sum,
  sumOf,
} from './money.ts';
import type { Amounts, Invoice, Payment, TaxRow } from './types.ts';

/** The register of output VAT (money.md "Tax points", "Output VAT of services and leases", "Closed months"). */

/** What falls into a month that was closed counts on the day on which it is posted. */
const countedOn = (books: Books, day: string): string =>
  isClosed(books, day.slice(0, 7)) ? books.today : day;

const latest = (...days: readonly (string | null)[]): string =>
  days.reduce<string>((one, other) => (other !== null && other > one ? other : one), '');

export const rowsOf = (books: Books, invoice: Invoice): readonly TaxRow[] =>
  books.register.filter((row) => row.invoice === invoice.label);

export const registered = (books: Books, invoice: Invoice): Amounts =>
  sumOf(rowsOf(books, invoice));

/** Whether a tax invoice stands. */
export const isTaxed = (books: Books, invoice: Invoice): boolean =>
  rowsOf(books, invoice).some(({ kind, isCancelled }) => kind === 'taxInvoice' && !isCancelled);

function enter(
  books: Books,
  invoice: Invoice,
  row: Amounts & Pick<TaxRow, 'kind' | 'day'> & Partial<Pick<TaxRow, 'buyer' | 'payment'>>,
): void {
  books.register.push({
    buyer: invoice.buyer,
    payment: null,
    ...row,
    day: countedOn(books, row.day),
    invoice: invoice.label,
    isCancelled: false,
    takenBack: NOTHING,
  });
}

const moneyOf = (books: Books, invoice: Invoice): Decimal =>
  sum(
    settlementsOf(books, invoice)
      .filter(({ isCertificate }) => !isCertificate)
      .map(({ amount }) => amount),
  );

/** What is taxable of an invoice whose tax follows the money. */
export function taxable(books: Books, invoice: Invoice): Amounts {
  const all = charged(invoice);
  const money = moneyOf(books, invoice);
  const expected = minus(all.total, whtDue(invoice));
  if (!isMore(expected, money) || !isPositive(owed(books, invoice))) return all;
  const total = share(all.total, money, expected);
  const vat = share(all.vat, money, expected);
  return { base: minus(total, vat), vat, total };
}

/** The tax invoice of an invoice that is taxed as a whole, with delivery or on its due date. */
export function taxWhole(books: Books, invoice: Invoice, day: string): void {
  const due = less(charged(invoice), registered(books, invoice));
  if (isPositive(due.total)) enter(books, invoice, { kind: 'taxInvoice', day, ...due });
}

/** What becomes taxable with money that pays an invoice now; credit pays on the day it is used. */
export function taxMoney(
  books: Books,
  invoice: Invoice,
  { payment, isCredit }: { readonly payment: Payment; readonly isCredit: boolean },
): void {
  // A certificate is tax of the seller's and no money: what it settles was taxed with the money.
  if (invoice.taxPoint !== 'payment' || payment.method === 'whtCert') return;
  const due = less(taxable(books, invoice), registered(books, invoice));
  if (!isPositive(due.total)) return;
  const came = isCredit ? books.today : latest(payment.paidOn, payment.chequeDate);
  const day = latest(came, invoice.day);
  enter(books, invoice, { kind: 'taxInvoice', day, payment: payment.label, ...due });
}

/**
 * A credit note takes off as much as more was taxed than is still charged: of the printed VAT its share,
 * at most what the register holds, and all of that where nothing is charged any more.
 */
export function taxCredit(books: Books, invoice: Invoice): void {
  const held = registered(books, invoice);
  const total = minus(held.total, charged(invoice).total);
  if (!isPositive(total)) return;
  const { printed } = invoice;
  const vat =
    total === held.total ? held.vat : least(share(printed.vat, total, printed.total), held.vat);
  enter(books, invoice, {
    kind: 'creditNote',
    day: books.today,
    ...back({ base: minus(total, vat), vat, total }),
  });
}

/** Once a note leaves nothing owed, all of what is charged is taxable, with the money that came last. */
export function taxRest(books: Books, invoice: Invoice, last: string | null): void {
  if (invoice.taxPoint !== 'payment' || isPositive(owed(books, invoice))) return;
  const due = less(taxable(books, invoice), registered(books, invoice));
  if (isPositive(due.total))
    enter(books, invoice, { kind: 'taxInvoice', day: books.today, payment: last, ...due });
}

/** A debit note is taxed at once. */
export function taxDebit(books: Books, invoice: Invoice, note: Amounts): void {
  enter(books, invoice, { kind: 'debitNote', day: books.today, ...note });
}

/** Takes a tax invoice back on this day, as it was. */
function cancel(books: Books, invoice: Invoice, row: TaxRow): void {
  row.isCancelled = true;
  enter(books, invoice, {
    kind: 'cancellation',
    day: books.today,
    buyer: row.buyer,
    ...back({ base: row.base, vat: row.vat, total: row.total }),
  });
}

/**
 * The tax invoices that came with a payment go back with it, and of the credit notes so much that
 * what is left of the money is taxed.
 */
export function untax(books: Books, invoice: Invoice, payment: Payment): void {
  const gone = rowsOf(books, invoice).filter(
    (row) => row.kind === 'taxInvoice' && row.payment === payment.label && !row.isCancelled,
  );
  for (const row of gone) cancel(books, invoice, row);
  if (gone.length === 0 || invoice.taxPoint !== 'payment') return;
  let missing = less(taxable(books, invoice), registered(books, invoice));
  for (const note of rowsOf(books, invoice).toReversed()) {
    if (note.kind !== 'creditNote' || !isPositive(missing.total)) continue;
    const given = least(missing.total, minus(back(note).total, note.takenBack.total));
    if (!isPositive(given)) continue;
    const rest = less(back(note), note.takenBack);
    const part = given === rest.total ? rest : missing;
    // The cancellation names the buyer of the note.
    enter(books, invoice, {
      kind: 'cancellation',
      day: books.today,
      buyer: note.buyer,
      ...part,
    });
    note.takenBack = sumOf([note.takenBack, part]);
    missing = less(missing, part);
  }
}

/** A tax invoice whose buyer was wrong gives its place to one with the right one. */
export function replaceTaxInvoice(
  books: Books,
  invoice: Invoice,
  { row, buyer }: { readonly row: TaxRow; readonly buyer: string },
): void {
  cancel(books, invoice, row);
  invoice.buyer = buyer;
  const { base, vat, total, payment } = row;
  enter(books, invoice, { kind: 'taxInvoice', day: books.today, base, vat, total, payment });
}

/** Hire purchase is taxed on each due date as it was agreed first, paid or not. */
export function taxWhatIsDue(books: Books): void {
  for (const invoice of books.invoices.values()) {
    if (invoice.taxPoint !== 'dueDate' || invoice.isVoid || invoice.isDueTaxed) continue;
    if (invoice.agreedDueDate > books.today) continue;
    invoice.isDueTaxed = true;
    taxWhole(books, invoice, invoice.agreedDueDate);
  }
}

/** What the register holds of a month. */
export const monthOf = (books: Books, period: string): Amounts => {
  const rows = books.register.filter(({ day }) => day.startsWith(period));
  return rows.length === 0 ? NOTHING : sumOf(rows);
};
