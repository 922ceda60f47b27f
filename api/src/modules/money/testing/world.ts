import type { Person, TestApp } from '../../../testing/index.ts';
import { actsOn } from '../../../workflow/testing/actsOn.ts';
import {
  dayFrom,
  expectData,
  makeWorld as makeOffice,
  type World as Office,
} from '../../../workflow/testing/world.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';

/** A night's work that tests of what is late begin with. */
export { markOverdueInvoices } from '../overdue.ts';

export const INVOICES = '/invoices';
export const PAYMENTS = '/payments';
export const CREDIT_NOTES = '/credit_notes';
export const DEBIT_NOTES = '/debit_notes';
export const BILLING_NOTES = '/billing_notes';

type Json = Readonly<Record<string, unknown>>;

export interface World extends Office {
  readonly customerId: string;
  readonly bankAccountId: string;
  /** Enters what comes in. */
  readonly clerk: Person;
  /** Verifies it. */
  readonly accountant: Person;
}

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string | null;
  readonly dueDate: string;
  readonly grandTotal: string;
  readonly balance: string;
  readonly amount: string;
}

/** An account of the company with everything that is printed of one. */
export async function plantAccount(test: TestApp, companyId: string): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into bank_accounts (company_id, bank, account_no, account_name, prompt_pay_id, biller_id,
        is_default, created_at, updated_at)
      values ($1, 'KBANK', lpad((random() * 1e10)::bigint::text, 10, '0'), 'Test Company',
        '0105552001116', '010555200111601',
        not exists (select 1 from bank_accounts b where b.company_id = $1 and b.is_default), now(), now())
      returning id`,
    [companyId],
  );
  return String(rows[0]?.id);
}

/** A customer with a mailbox, an account, and the people of accounting. */
export async function makeWorld(test: TestApp): Promise<World> {
  const office = await makeOffice(test);
  const customerId = await plantCustomer(test, office);
  await test.app.pg.query(`update customers set email = 'owes@customer.example' where id = $1`, [
    customerId,
  ]);
  return {
    ...office,
    customerId,
    bankAccountId: await plantAccount(test, office.companyId),
    clerk: await test.as('accounting-officer'),
    accountant: await test.as('accounting-manager'),
  };
}

/** What drafts an invoice of 1,070.00 for goods. */
export const invoiceBody = (world: Pick<World, 'customerId'> & Office, more: Json = {}): Json => ({
  companyId: world.companyId,
  customerId: world.customerId,
  dueDate: dayFrom(world, 30),
  taxPoint: 'payment',
  vatMode: 'exclusive',
  items: [{ description: 'Installation', quantity: 2, unitPrice: '500.0000', isService: true }],
  ...more,
});

/** The same to change one. */
export const changeBody = (world: Pick<World, 'customerId'> & Office, more: Json = {}): Json => {
  const { companyId: _company, ...body } = invoiceBody(world, more);
  return body;
};

export const onInvoices = actsOn(INVOICES);
export const onPayments = actsOn(PAYMENTS);
export const onCreditNotes = actsOn(CREDIT_NOTES);
export const onDebitNotes = actsOn(DEBIT_NOTES);
export const onBillingNotes = actsOn(BILLING_NOTES);

export const draft = async (world: World, more: Json = {}): Promise<Doc> =>
  expectData(await world.clerk.post(INVOICES, invoiceBody(world, more)));

/** Issued, and owed from then on. */
export const issued = async (world: World, more: Json = {}): Promise<Doc> =>
  onInvoices.done(world.clerk, await draft(world, more), { action: 'issue' }) as Promise<Doc>;

export const invoiceNow = async (world: World, id: string): Promise<Doc & Json> =>
  expectData(await world.admin.get(`${INVOICES}/${id}`));

/** Cash over the counter, which shows no slip. */
export const paymentBody = (world: World, more: Json = {}): Json => ({
  customerId: world.customerId,
  method: 'cash',
  paidAt: world.test.app.clock.now().toISOString(),
  amount: '1070.00',
  ...more,
});

export const pay = async (world: World, more: Json = {}): Promise<Doc> =>
  expectData(await world.clerk.post(`${PAYMENTS}/manual`, paymentBody(world, more)));

/** Paid and verified: so much of an invoice, all of it unless said. */
export const paid = async (world: World, invoice: Doc, amount = invoice.grandTotal): Promise<Doc> =>
  onPayments.done(
    world.accountant,
    await pay(world, { amount, allocations: [{ invoiceId: invoice.id, amount }] }),
    { action: 'verify' },
  ) as Promise<Doc>;

export const creditBody = (invoice: Doc, more: Json = {}): Json => ({
  invoiceId: invoice.id,
  cause: 'overcharged',
  reason: 'Charged for one too many',
  amount: '107.00',
  ...more,
});

/** Asked for, on an invoice that is taxed. */
export const creditAsked = async (world: World, more: Json = {}): Promise<Doc> => {
  const invoice = await issued(world, { taxPoint: 'delivery' });
  return expectData(await world.clerk.post(CREDIT_NOTES, creditBody(invoice, more)));
};

export const debitBody = (invoice: Doc, more: Json = {}): Json => ({
  invoiceId: invoice.id,
  cause: 'undercharged',
  reason: 'Charged for one too few',
  amount: '214.00',
  ...more,
});

/** Asked for, on an invoice that is taxed as a whole. */
export const debitAsked = async (world: World, more: Json = {}): Promise<Doc> => {
  const invoice = await issued(world, { taxPoint: 'delivery' });
  return expectData(await world.clerk.post(DEBIT_NOTES, debitBody(invoice, more)));
};

export const billingBody = (world: World, invoices: readonly Doc[], more: Json = {}): Json => ({
  customerId: world.customerId,
  collectOn: dayFrom(world, 30),
  lines: invoices.map(({ id }) => ({ invoiceId: id })),
  ...more,
});

/** A draft of a billing note over these invoices. */
export const billed = async (world: World, invoices: readonly Doc[]): Promise<Doc> =>
  expectData(await world.clerk.post(BILLING_NOTES, billingBody(world, invoices)));
