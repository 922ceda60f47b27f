import { decimal } from '@boxyard/shared/domain';
import { expectData } from '../../../../workflow/testing/world.ts';
import { INVOICES, PAYMENTS } from '../world.ts';
import {
  allocated,
  balanceOf,
  creditOf,
  of,
  owed,
  paid,
  settlementsOf,
  statusOf,
  whtDue,
  whtPaid,
} from './books.ts';
import { isPositive, plus } from './money.ts';
import type { Stage } from './move.ts';
import type { Invoice } from './types.ts';

/** What the server says, beside what the model's books say. */

export interface Difference {
  readonly of: string;
  readonly field: string;
  readonly expected: string;
  readonly seen: string;
}

type Fields = Readonly<Record<string, string>>;

/** Fields that are not the same; one that is missing is `none`. */
export function compared(what: string, expected: Fields, seen: Fields): Difference[] {
  const fields = [...new Set([...Object.keys(expected), ...Object.keys(seen)])];
  return fields
    .map((field) => ({
      of: what,
      field,
      expected: expected[field] ?? 'none',
      seen: seen[field] ?? 'none',
    }))
    .filter((one) => one.expected !== one.seen);
}

type Row = Readonly<Record<string, string>> & { readonly id: string };

/** All rows of a list. */
export async function rowsFrom({ people }: Pick<Stage, 'people'>, path: string): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page += 1) {
    const sign = path.includes('?') ? '&' : '?';
    const { status, body } = await people.admin.get(`${path}${sign}limit=100&page=${page}`);
    all.push(...(expectData({ status, body }) as Row[]));
    if (all.length >= body.meta.totalItems) return all;
  }
}

const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]));

const picked = (row: Row | undefined, fields: readonly string[]): Fields =>
  row === undefined ? {} : Object.fromEntries(fields.map((field) => [field, String(row[field])]));

/** Sums under a key. */
export function grouped<T>(
  rows: readonly T[],
  keyOf: (row: T) => string,
  amountOf: (row: T) => string,
): Record<string, string> {
  const sums: Record<string, string> = {};
  for (const row of rows) sums[keyOf(row)] = plus(sums[keyOf(row)] ?? '0', amountOf(row));
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => !decimal.isZero(sum)));
}

/** Status, balance and tax to be withheld of all invoices, one customer's or everybody's. */
export async function compareInvoices(stage: Stage, customer?: string): Promise<Difference[]> {
  const { books } = stage;
  const whose = customer === undefined ? '' : `?customerId=${of(books.customers, customer).id}`;
  const listed = byId(await rowsFrom(stage, `${INVOICES}${whose}`));
  const expected = [...books.invoices.values()].filter(
    (one) => customer === undefined || one.customer === customer,
  );
  const count = compared(
    'invoices',
    { count: String(expected.length) },
    { count: String(listed.size) },
  );
  return expected.reduce<Difference[]>((found, invoice) => {
    const row = listed.get(invoice.id);
    const said = {
      status: statusOf(books, invoice),
      grandTotal: invoice.printed.total,
      paidAmount: paid(books, invoice),
      balance: owed(books, invoice),
      dueDate: invoice.dueDate,
    };
    found.push(...compared(invoice.label, said, picked(row, Object.keys(said))));
    return found;
  }, count);
}

/** What an invoice says of its tax, its notes and what pays it. */
export async function compareInvoice(stage: Stage, invoice: Invoice): Promise<Difference[]> {
  const { books, people } = stage;
  // The server has not written it: the list of all says so.
  if (invoice.id === '') return [];
  const doc = expectData(await people.admin.get(`${INVOICES}/${invoice.id}`));
  const said = {
    baseAmount: invoice.printed.base,
    vatAmount: invoice.printed.vat,
    whtAmount: invoice.wht,
    whtDue: whtDue(invoice),
    whtPaid: whtPaid(books, invoice),
    creditedAmount: invoice.credited,
    debitedAmount: invoice.debited.total,
  };
  const payments = grouped(
    settlementsOf(books, invoice),
    ({ payment }) => `paid by ${payment}`,
    ({ amount }) => amount,
  );
  const labels = new Map([...books.payments.values()].map(({ id, label }) => [id, label]));
  const seen = grouped(
    (doc.allocations as { payment: { id: string }; status: string; amount: string }[]).filter(
      ({ status }) => status === 'verified' || status === 'refundRequested',
    ),
    ({ payment }) => `paid by ${labels.get(payment.id)}`,
    ({ amount }) => amount,
  );
  return compared(
    invoice.label,
    { ...said, ...payments },
    { ...picked(doc, Object.keys(said)), ...seen },
  );
}

/** What a form proposes for payment: what is owed and may still be withheld. */
export async function compareOwed(stage: Stage, customer: string): Promise<Difference[]> {
  const { books } = stage;
  const { id } = of(books.customers, customer);
  const listed = byId(await rowsFrom(stage, `${INVOICES}/owed?customerId=${id}`));
  return [...books.invoices.values()]
    .filter((one) => one.customer === customer)
    .flatMap((invoice) => {
      const isOwed = isPositive(owed(books, invoice));
      const said = {
        balance: owed(books, invoice),
        whtDue: whtDue(invoice),
        whtPaid: whtPaid(books, invoice),
      };
      return compared(
        `${invoice.label} as owed`,
        isOwed ? said : {},
        picked(listed.get(invoice.id), Object.keys(said)),
      );
    });
}

/** State and credit of each payment of a customer. */
export async function comparePayments(stage: Stage, customer: string): Promise<Difference[]> {
  const { books } = stage;
  const { id } = of(books.customers, customer);
  const listed = byId(await rowsFrom(stage, `${PAYMENTS}?customerId=${id}`));
  return [...books.payments.values()]
    .filter((one) => one.customer === customer)
    .flatMap((payment) => {
      const said = { status: payment.state, amount: payment.amount, creditAmount: payment.credit };
      return compared(payment.label, said, picked(listed.get(payment.id), Object.keys(said)));
    });
}

/** What a payment settles and what of it was paid back. */
export async function comparePayment(stage: Stage, label: string): Promise<Difference[]> {
  const { books, people } = stage;
  const payment = of(books.payments, label);
  const doc = expectData(await people.admin.get(`${PAYMENTS}/${payment.id}`));
  const counts = payment.state === 'verified' || payment.state === 'refundRequested';
  const said = {
    refundedAmount: payment.refunded,
    ...(counts ? { allocatedAmount: allocated(books, payment) } : {}),
  };
  return compared(label, said, picked(doc, Object.keys(said)));
}

/** The account of a customer: every day's entries by kind and invoice, and what they come to. */
export async function compareAccount(stage: Stage, customer: string): Promise<Difference[]> {
  const { books, people } = stage;
  const { id } = of(books.customers, customer);
  const first = `${books.today.slice(0, 4)}-01-01`;
  const account = expectData(
    await people.admin.get(
      `/receivables/${id}/statement?startDate=${first}&endDate=${books.today}`,
    ),
  );
  const numbers = new Map([...books.invoices.values()].map(({ label, no }) => [label, no]));
  const said = grouped(
    books.account.filter((entry) => entry.customer === customer),
    ({ day, kind, invoice }) => `${day} ${kind} ${numbers.get(invoice ?? '') ?? ''}`,
    ({ amount }) => amount,
  );
  const seen = grouped(
    account.entries as { date: string; kind: string; invoiceNo: string | null; amount: string }[],
    ({ date, kind, invoiceNo }) =>
      `${date} ${kind} ${kind === 'credit' || kind === 'refund' ? '' : (invoiceNo ?? '')}`,
    ({ amount }) => amount,
  );
  return compared(
    `account of ${customer}`,
    { closing: balanceOf(books, customer), ...said },
    { closing: account.closing, ...seen },
  );
}

/** Balance and credit of every customer on the list of what is owed. */
export async function compareBalances(stage: Stage): Promise<Difference[]> {
  const { books } = stage;
  const listed = byId(await rowsFrom(stage, '/receivables'));
  return [...books.customers.values()]
    .filter(({ mergedInto }) => mergedInto === null)
    .flatMap(({ label, id }) => {
      const row = listed.get(id);
      const said = { balance: balanceOf(books, label), credit: creditOf(books, label) };
      const seen = { balance: row?.balance ?? '0.00', credit: row?.credit ?? '0.00' };
      return compared(`balance of ${label}`, said, seen);
    });
}
