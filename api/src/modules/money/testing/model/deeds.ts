import type { Decimal } from '@boxyard/shared/domain';
import {
  amountsOf,
  type Books,
  changeCredit,
  charged,
  of,
  owed,
  paid,
  post,
  settle,
  settlementsOf,
} from './books.ts';
import {
  isMore,
  isPositive,
  least,
  minus,
  NOTHING,
  negative,
  plus,
  share,
  sum,
  sumOf,
} from './money.ts';
import { taxCredit, taxDebit, taxMoney, taxRest, taxWhole, untax } from './register.ts';
import type { Invoice, Note, Payment } from './types.ts';

/** What each deed does to the books, by the rules alone (docs/domain/money.md). */

/** An invoice is owed from the day of issue, and goods are taxed with it. */
export function issue(books: Books, invoice: Invoice): void {
  books.invoices.set(invoice.label, invoice);
  const { label, customer, printed } = invoice;
  post(books, { kind: 'invoice', invoice: label, customer, amount: printed.total });
  if (invoice.taxPoint === 'delivery') taxWhole(books, invoice, invoice.day);
}

/** Another total, while nothing of it is paid or taxed. */
export function discount(books: Books, invoice: Invoice, amount: Decimal): void {
  const before = invoice.printed.total;
  Object.assign(invoice, amountsOf(minus(invoice.net, amount), invoice));
  post(books, {
    kind: 'discount',
    invoice: invoice.label,
    customer: invoice.customer,
    amount: minus(invoice.printed.total, before),
  });
}

export function voidInvoice(books: Books, invoice: Invoice): void {
  post(books, {
    kind: 'void',
    invoice: invoice.label,
    customer: invoice.customer,
    amount: negative(owed(books, invoice)),
  });
  invoice.isVoid = true;
}

/** A payment settles of each invoice that it names what that one still owes; the rest is credit. */
export function verify(books: Books, payment: Payment): void {
  payment.state = 'verified';
  let left = payment.amount;
  for (const { invoice: label, amount } of payment.named) {
    const invoice = of(books.invoices, label);
    const part = least(amount, owed(books, invoice));
    if (!isPositive(part)) continue;
    settle(books, payment, { invoice, amount: part });
    left = minus(left, part);
    taxMoney(books, invoice, { payment, isCredit: false });
  }
  if (isPositive(left)) changeCredit(books, payment, left);
}

/** Credit pays an invoice. */
export function useCredit(
  books: Books,
  payment: Payment,
  { invoice, amount }: { readonly invoice: Invoice; readonly amount: Decimal },
): void {
  changeCredit(books, payment, negative(amount));
  settle(books, payment, { invoice, amount });
  taxMoney(books, invoice, { payment, isCredit: true });
}

/** A payment goes back with what it settles and its unused credit. What of it was paid back is asked for. */
export function reverse(books: Books, payment: Payment, asksBack?: Written): void {
  payment.state = 'reversed';
  const gone = books.settlements.filter(
    ({ payment: label, amount }) => label === payment.label && isPositive(amount),
  );
  const touched = new Set<string>();
  for (const settlement of gone) {
    const { invoice, amount } = settlement;
    const { customer } = of(books.invoices, invoice);
    post(books, { kind: 'allocation', invoice, customer, amount });
    settlement.amount = '0.00';
  }
  for (const row of books.register) if (row.payment === payment.label) touched.add(row.invoice);
  for (const label of touched) untax(books, of(books.invoices, label), payment);
  if (isPositive(payment.credit)) changeCredit(books, payment, negative(payment.credit));
  if (asksBack) issue(books, askedBack(books, payment, asksBack));
}

/** Where an invoice was written. */
type Written = Pick<Invoice, 'label' | 'id' | 'no'>;

/** What was paid back to the customer is owed without VAT, that day. */
const askedBack = (books: Books, { customer, refunded }: Payment, written: Written): Invoice => ({
  ...written,
  customer,
  taxPoint: 'none',
  vatMode: 'none',
  whtRate: '0.00',
  net: refunded,
  ...amountsOf(refunded, { vatMode: 'none', whtRate: '0.00' }),
  day: books.today,
  agreedDueDate: books.today,
  dueDate: books.today,
  debited: NOTHING,
  credited: '0.00',
  isVoid: false,
  isDueTaxed: false,
  buyer: of(books.customers, customer).name,
  isAskedBack: true,
});

/** What was asked for is paid back. */
export function payBack(books: Books, payment: Payment): void {
  const amount = payment.refundAsked ?? '0.00';
  payment.state = 'verified';
  payment.credit = minus(payment.credit, amount);
  payment.refunded = plus(payment.refunded, amount);
  payment.refundAsked = null;
  post(books, { kind: 'refund', invoice: null, customer: payment.customer, amount });
}

/** How much a credit note would free, and whether that is money. */
export function freedBy(
  books: Books,
  invoice: Invoice,
  amount: Decimal,
): { readonly freed: Decimal; readonly isMoney: boolean } {
  const left = minus(charged(invoice).total, amount);
  const freed = minus(paid(books, invoice), left);
  const money = sum(
    settlementsOf(books, invoice)
      .filter(({ isCertificate }) => !isCertificate)
      .map((one) => one.amount),
  );
  return { freed: isPositive(freed) ? freed : '0.00', isMoney: !isMore(freed, money) };
}

/** Less is owed; what was paid too much is free again, the latest money first. */
export function credit(books: Books, note: Note): void {
  const invoice = of(books.invoices, note.invoice);
  const { freed } = freedBy(books, invoice, note.amount);
  invoice.credited = plus(invoice.credited, note.amount);
  post(books, {
    kind: 'creditNote',
    invoice: invoice.label,
    customer: invoice.customer,
    amount: negative(note.amount),
  });
  free(books, invoice, freed);
  if (invoice.taxPoint !== 'none') taxCredit(books, invoice);
  taxRest(books, invoice, moneyOn(books, invoice)[0]?.payment ?? null);
}

/** The latest first. */
const cameLater = (one: Payment, other: Payment): number =>
  one.paidOn === other.paidOn ? other.minute - one.minute : other.paidOn.localeCompare(one.paidOn);

/** The money that settles an invoice, the latest first. */
function moneyOn(books: Books, invoice: Invoice) {
  const entered = [...books.payments.keys()];
  return settlementsOf(books, invoice)
    .filter(({ isCertificate, amount }) => !isCertificate && isPositive(amount))
    .toSorted(
      (one, other) =>
        cameLater(of(books.payments, one.payment), of(books.payments, other.payment)) ||
        entered.indexOf(one.payment) - entered.indexOf(other.payment),
    );
}

function free(books: Books, invoice: Invoice, amount: Decimal): void {
  let left = amount;
  for (const settlement of moneyOn(books, invoice)) {
    if (!isPositive(left)) break;
    const part = least(left, settlement.amount);
    settlement.amount = minus(settlement.amount, part);
    left = minus(left, part);
    const { label, customer } = invoice;
    post(books, { kind: 'allocation', invoice: label, customer, amount: part });
    changeCredit(books, of(books.payments, settlement.payment), part);
  }
}

/** More is owed, and taxed at once. */
export function debit(books: Books, note: Note): void {
  const invoice = of(books.invoices, note.invoice);
  const vat = share(note.amount, '7', '107');
  const amounts = { base: minus(note.amount, vat), vat, total: note.amount };
  invoice.debited = sumOf([invoice.debited, amounts]);
  const { label, customer } = invoice;
  post(books, { kind: 'debitNote', invoice: label, customer, amount: note.amount });
  taxDebit(books, invoice, amounts);
}

/** Everything of a duplicate belongs to the customer that stays. */
export function merge(
  books: Books,
  { from, into }: { readonly from: string; readonly into: string },
): void {
  of(books.customers, from).mergedInto = into;
  const moved = [
    ...books.invoices.values(),
    ...books.payments.values(),
    ...books.account,
    ...books.contracts.values(),
  ];
  for (const one of moved) if (one.customer === from) one.customer = into;
}
