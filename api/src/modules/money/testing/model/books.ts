import type { Decimal } from '@boxyard/shared/domain';
import { isPositive, minus, negative, plus, share, sum, sumOf } from './money.ts';
import type {
  Amounts,
  Contract,
  Customer,
  Entry,
  Invoice,
  Note,
  Payment,
  Settlement,
  TaxRow,
} from './types.ts';

/** Everything that the model knows of the money of a company's customers. */
export interface Books {
  /** The present business day. */
  today: string;
  /** Minutes of the present day that have passed: no two rounds of a day have the same one. */
  minute: number;
  readonly closed: Set<string>;
  readonly customers: Map<string, Customer>;
  readonly invoices: Map<string, Invoice>;
  readonly payments: Map<string, Payment>;
  readonly notes: Map<string, Note>;
  readonly contracts: Map<string, Contract>;
  readonly settlements: Settlement[];
  readonly register: TaxRow[];
  readonly account: Entry[];
}

export const emptyBooks = (today: string): Books => ({
  today,
  minute: 0,
  closed: new Set(),
  customers: new Map(),
  invoices: new Map(),
  payments: new Map(),
  notes: new Map(),
  contracts: new Map(),
  settlements: [],
  register: [],
  account: [],
});

/** Closing a month closes the earlier ones too. */
export const isClosed = (books: Books, month: string): boolean =>
  [...books.closed].some((period) => period >= month);

/** What was put into a map under this label. */
export function of<T>(map: ReadonlyMap<string, T>, label: string | undefined): T {
  const found = label === undefined ? undefined : map.get(label);
  if (found === undefined) throw new Error(`the model knows no ${label}`);
  return found;
}

/** VAT at 7 % and withheld tax of an invoice by its mode, without the discount. */
export function amountsOf(
  net: Decimal,
  { vatMode, whtRate }: Pick<Invoice, 'vatMode' | 'whtRate'>,
): { readonly printed: Amounts; readonly wht: Decimal } {
  const base = vatMode === 'inclusive' ? share(net, '100', '107') : net;
  const vat = {
    exclusive: share(net, '7', '100'),
    inclusive: minus(net, base),
    none: '0.00',
  }[vatMode];
  return {
    printed: { base, vat, total: plus(base, vat) },
    wht: share(base, whtRate, '100'),
  };
}

/** What is charged of an invoice after its notes: credit notes leave the same share of VAT. */
export function charged({ printed, debited, credited }: Invoice): Amounts {
  const all = sumOf([printed, debited]);
  const total = minus(all.total, credited);
  const vat = share(all.vat, total, all.total);
  return { base: minus(total, vat), vat, total };
}

/** Tax that the customer withholds of what is charged now (money.md "Withheld tax"). */
export const whtDue = (invoice: Invoice): Decimal =>
  share(invoice.wht, charged(invoice).total, invoice.printed.total);

export const settlementsOf = (books: Books, invoice: Invoice): readonly Settlement[] =>
  books.settlements.filter((one) => one.invoice === invoice.label && isPositive(one.amount));

export const paid = (books: Books, invoice: Invoice): Decimal =>
  sum(settlementsOf(books, invoice).map(({ amount }) => amount));

/** Withheld tax whose certificate has come. */
export const whtPaid = (books: Books, invoice: Invoice): Decimal =>
  sum(
    settlementsOf(books, invoice)
      .filter(({ isCertificate }) => isCertificate)
      .map(({ amount }) => amount),
  );

/** What an invoice owes (money.md "What an invoice owes"). */
export const owed = (books: Books, invoice: Invoice): Decimal =>
  invoice.isVoid ? '0.00' : minus(charged(invoice).total, paid(books, invoice));

/** Tax that is still to be withheld. */
export function withholdable(books: Books, invoice: Invoice): Decimal {
  const missing = minus(whtDue(invoice), whtPaid(books, invoice));
  if (!isPositive(missing)) return '0.00';
  const rest = owed(books, invoice);
  return isPositive(minus(missing, rest)) ? rest : missing;
}

export function statusOf(books: Books, invoice: Invoice): string {
  if (invoice.isVoid) return 'void';
  if (!isPositive(owed(books, invoice))) return 'paid';
  if (invoice.dueDate < books.today) return 'overdue';
  return isPositive(plus(paid(books, invoice), invoice.credited)) ? 'partiallyPaid' : 'issued';
}

/** What of a payment settles invoices. */
export const allocated = (books: Books, payment: Payment): Decimal =>
  sum(books.settlements.filter((one) => one.payment === payment.label).map((one) => one.amount));

/** Puts down a change of the account, on the day on which it is posted. */
export function post(
  books: Books,
  entry: Pick<Entry, 'kind' | 'invoice' | 'customer'> & { readonly amount: Decimal },
): void {
  books.account.push({ ...entry, day: books.today });
}

/** What a customer owes in all, less the credit. */
export const balanceOf = (books: Books, customer: string): Decimal =>
  sum(books.account.filter((entry) => entry.customer === customer).map(({ amount }) => amount));

export const creditOf = (books: Books, customer: string): Decimal =>
  sum(
    [...books.payments.values()]
      .filter((payment) => payment.customer === customer)
      .map(({ credit }) => credit),
  );

/** So much of a payment settles so much of an invoice from now on. */
export function settle(
  books: Books,
  payment: Payment,
  { invoice, amount }: { readonly invoice: Invoice; readonly amount: Decimal },
): void {
  books.settlements.push({
    payment: payment.label,
    invoice: invoice.label,
    isCertificate: payment.method === 'whtCert',
    amount,
  });
  post(books, {
    kind: 'allocation',
    invoice: invoice.label,
    customer: invoice.customer,
    amount: negative(amount),
  });
}

/** Changes the credit of a payment, by more or by less than nothing. */
export function changeCredit(books: Books, payment: Payment, amount: Decimal): void {
  payment.credit = plus(payment.credit, amount);
  post(books, {
    kind: 'credit',
    invoice: null,
    customer: payment.customer,
    amount: negative(amount),
  });
}
