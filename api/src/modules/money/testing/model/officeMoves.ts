import { expectData } from '../../../../workflow/testing/world.ts';
import { INVOICES } from '../world.ts';
import { type Books, isClosed, of } from './books.ts';
import { merge } from './deeds.ts';
import { dayAfter, invoicesOf, REASON, someOf } from './drawing.ts';
import { ADMINS, APPROVERS, type Kind, type Stage } from './move.ts';
import { replaceTaxInvoice, rowsOf } from './register.ts';
import type { TaxRow } from './types.ts';

/** Buyers that are corrected, customers that are merged, months that are closed, days that pass. */

/** So many customers stay: each of a round's moves is another one's. */
export const CUSTOMERS_LEFT = 8;

const renamed: Kind = {
  kind: 'rename',
  weight: 1,
  draw: ({ customer, label }) => ({ by: 'admin', customer, more: { name: label('Buyer ') } }),
  expects: () => 'done',
  // Its record alone: what a form of customers asks for besides has no part in their money.
  send: async ({ test, books }, { customer, more }) => {
    const { id } = of(books.customers, customer);
    await test.app.pg.query('update customers set name = $2, company_name = $2 where id = $1', [
      id,
      more?.name,
    ]);
    return { status: 200, body: { data: { id } } };
  },
  apply: (books, { customer, more }) => {
    of(books.customers, customer).name = String(more?.name);
  },
};

const taxInvoicesOf = (books: Books, label = ''): readonly TaxRow[] =>
  rowsOf(books, of(books.invoices, label)).filter(({ kind }) => kind === 'taxInvoice');

const nameOf = (books: Books, invoice = ''): string =>
  of(books.customers, of(books.invoices, invoice).customer).name;

/** The tax invoice of the server that stands in the model's row: both are in order of issue. */
async function taxInvoiceId({ people, books }: Stage, label = '', index = 0): Promise<string> {
  const { id } = of(books.invoices, label);
  const { taxInvoices } = expectData(await people.admin.get(`${INVOICES}/${id}`));
  const inOrder = (taxInvoices as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return String(inOrder[index]?.id);
}

const replaced: Kind = {
  kind: 'replace tax invoice',
  weight: 3,
  draw: (draw) => {
    const { books, random } = draw;
    const isWrong = ({ buyer, isCancelled }: TaxRow, label: string) =>
      !isCancelled && buyer !== nameOf(books, label);
    const invoice = someOf(draw, invoicesOf(draw), ({ label }) =>
      taxInvoicesOf(books, label).some((row) => isWrong(row, label)),
    );
    const rows = invoice ? taxInvoicesOf(books, invoice.label) : [];
    const row = someOf(draw, rows, (one) => isWrong(one, invoice?.label ?? ''));
    if (!invoice || !row) return null;
    const index = rows.indexOf(row);
    return { by: random.pick(APPROVERS), invoice: invoice.label, more: { index } };
  },
  expects: (books, { invoice, more }) => {
    const row = taxInvoicesOf(books, invoice)[Number(more?.index)];
    if (!row) return 'refused';
    if (row.isCancelled) return 'TAX_INVOICE_CANCELLED';
    return row.buyer === nameOf(books, invoice) ? 'NOTHING_TO_CORRECT' : 'done';
  },
  send: async (stage, { by, invoice, more }) => {
    const id = await taxInvoiceId(stage, invoice, Number(more?.index));
    return stage.people[by].post(`/tax_invoices/${id}/replace`, { reason: REASON });
  },
  apply: (books, { invoice, more }) => {
    const row = taxInvoicesOf(books, invoice)[Number(more?.index)];
    const buyer = nameOf(books, invoice);
    if (row) replaceTaxInvoice(books, of(books.invoices, invoice), { row, buyer });
  },
};

const merged: Kind = {
  kind: 'merge',
  weight: 1,
  isAlone: true,
  draw: ({ books, random, customer }) => {
    const others = [...books.customers.values()].filter(
      ({ label, mergedInto }) => mergedInto === null && label !== customer,
    );
    if (others.length < CUSTOMERS_LEFT) return null;
    return { by: random.pick(ADMINS), customer, more: { into: random.pick(others).label } };
  },
  expects: () => 'done',
  send: async ({ people, books }, { by, customer, more }) => {
    const path = `/back-office/customers/${of(books.customers, customer).id}`;
    const { version } = expectData(await people[by].get(path));
    const intoId = of(books.customers, String(more?.into)).id;
    return people[by].post(`${path}/merge`, { version, intoId, reason: REASON });
  },
  apply: (books, { customer = '', more }) =>
    merge(books, { from: customer, into: String(more?.into) }),
};

const closed: Kind = {
  kind: 'close month',
  weight: 1,
  isAlone: true,
  draw: ({ books, random }) => {
    const before = dayAfter(`${books.today.slice(0, 7)}-01`, -1).slice(0, 7);
    const period = random.chance(0.9) ? before : books.today.slice(0, 7);
    if (isClosed(books, period) && random.chance(0.95)) return null;
    return { by: random.pick(APPROVERS), more: { period } };
  },
  expects: (books, { more }) => {
    const period = String(more?.period);
    if (period >= books.today.slice(0, 7)) return 'PERIOD_NOT_OVER';
    return isClosed(books, period) ? 'PERIOD_CLOSED' : 'done';
  },
  send: ({ people, companyId }, { by, more }) =>
    people[by].post('/tax_periods', { companyId, period: more?.period }),
  apply: (books, { more }) => {
    books.closed.add(String(more?.period));
  },
};

const passed: Kind = {
  kind: 'days pass',
  weight: 6,
  isAlone: true,
  draw: ({ random }) => ({ by: 'admin', days: random.pick([1, 1, 2, 4, 7, 11, 16]) }),
  expects: () => 'done',
  send: async (stage, { days = 1 }) => {
    await stage.pass(days);
    return { status: 200, body: { data: {} } };
  },
  // The stage puts down the new day, since the night's work belongs to it.
  apply: () => undefined,
};

export const OFFICE_MOVES: readonly Kind[] = [renamed, replaced, merged, closed, passed];
