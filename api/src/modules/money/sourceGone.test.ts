import { withTestServer } from '../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../workflow/testing/world.ts';
import { plantCustomer } from '../partners/testing/planted.ts';
import { LINES, plantStatement } from './statements/testing/statements.ts';
import {
  BILLING_NOTES,
  billed,
  CREDIT_NOTES,
  creditBody,
  DEBIT_NOTES,
  type Doc,
  debitBody,
  draft,
  INVOICES,
  invoiceNow,
  issued,
  makeWorld,
  onInvoices,
  onPayments,
  PAYMENTS,
  paid,
  pay,
  paymentBody,
  plantAccount,
  type World,
} from './testing/world.ts';

/**
 * What waits for somebody, while what it refers to comes to nothing: each step then says so, or does
 * what is left to do. None fails.
 */

let world: World;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const REASON = 'As the customer wished';
const query = (text: string, values: readonly unknown[]) => world.test.app.pg.query(text, values);
const voided = async ({ id }: Doc) =>
  onInvoices.done(world.accountant, (await invoiceNow(world, id)) as Doc, {
    action: 'void',
    reason: REASON,
  });
const reversed = async ({ id }: Doc) =>
  onPayments.done(world.accountant, expectData(await world.clerk.get(`${PAYMENTS}/${id}`)), {
    action: 'reverse',
    reason: REASON,
  });
const step = (path: string, { id, version }: Doc, body: object = {}) =>
  world.accountant.post(`${path}`.replace(':id', id), { version, ...body });
const noted = async (path: string, body: object) => expectData(await world.clerk.post(path, body));

/** A customer who is given up as another one's duplicate. */
async function merged(customerId: string): Promise<void> {
  const { version } = expectData(await world.admin.get(`/back-office/customers/${customerId}`));
  expectData(
    await world.admin.post(`/back-office/customers/${customerId}/merge`, {
      version,
      intoId: world.customerId,
      reason: 'The same customer',
    }),
  );
}
const other = () => plantCustomer(world.test, world);

/** A line of the bank over five baht. */
async function bankLine(): Promise<Doc> {
  await query('delete from bank_lines where company_id = $1', [world.companyId]);
  await query('delete from bank_statements where company_id = $1', [world.companyId]);
  const { lineId } = await plantStatement(world.test, world.companyId);
  return expectData(await world.clerk.get(`${LINES}/${lineId}`));
}

type Answer = { readonly status: number; readonly body: { readonly code?: string } };
interface Case {
  /** Makes what waits, lets its basis go, and takes the step. */
  readonly run: () => Promise<Answer>;
  readonly says: readonly [number, string?];
}

const CASES: Readonly<Record<string, Case>> = {
  'a payment, its invoice was voided: it is credit': {
    run: async () => {
      const invoice = await issued(world);
      const allocations = [{ invoiceId: invoice.id, amount: '1070.00' }];
      const payment = await pay(world, { allocations });
      await voided(invoice);
      const answer = await step(`${PAYMENTS}/:id/verify`, payment);
      expect(expectData(answer)).toMatchObject({ creditAmount: '1070.00' });
      return answer;
    },
    says: [200],
  },
  'a payment, its customer was merged into another: it is theirs': {
    run: async () => {
      const customerId = await other();
      const invoice = await issued({ ...world, customerId });
      const payment = await pay(
        { ...world, customerId },
        { allocations: [{ invoiceId: invoice.id, amount: '1070.00' }] },
      );
      await merged(customerId);
      const answer = await step(`${PAYMENTS}/:id/verify`, payment);
      expect(expectData(answer)).toMatchObject({
        customer: { id: world.customerId },
        creditAmount: '0.00',
      });
      return answer;
    },
    says: [200],
  },
  'a payment that is entered for a customer who was merged': {
    run: async () => {
      const customerId = await other();
      await merged(customerId);
      return world.clerk.post(`${PAYMENTS}/manual`, paymentBody(world, { customerId }));
    },
    says: [422],
  },
  'credit, the invoice that it is to settle was voided': {
    run: async () => {
      const invoice = await issued(world);
      const payment = (await onPayments.done(world.accountant, await pay(world), {
        action: 'verify',
      })) as Doc;
      await voided(invoice);
      return step(`${PAYMENTS}/:id/allocate`, payment, {
        allocations: [{ invoiceId: invoice.id, amount: '1.00' }],
      });
    },
    says: [409, 'OVER_BALANCE'],
  },
  'a credit note, its invoice was voided': {
    run: async () => {
      const invoice = await issued(world);
      const payment = await paid(world, invoice);
      const note = await noted(CREDIT_NOTES, creditBody(invoice));
      await reversed(payment);
      await voided(invoice);
      return step(`${CREDIT_NOTES}/:id/approve`, note);
    },
    says: [409, 'INVOICE_VOID'],
  },
  'a credit note, another one has credited all of it': {
    run: async () => {
      const invoice = await issued(world, { taxPoint: 'delivery' });
      const first = await noted(CREDIT_NOTES, creditBody(invoice, { amount: '1070.00' }));
      const second = await noted(CREDIT_NOTES, creditBody(invoice));
      expectData(await step(`${CREDIT_NOTES}/:id/approve`, first));
      return step(`${CREDIT_NOTES}/:id/approve`, second);
    },
    says: [409, 'OVER_INVOICE'],
  },
  'a debit note, what taxed its invoice went back': {
    run: async () => {
      const invoice = await issued(world);
      const payment = await paid(world, invoice);
      const note = await noted(DEBIT_NOTES, debitBody(invoice));
      await reversed(payment);
      return step(`${DEBIT_NOTES}/:id/approve`, note);
    },
    says: [409, 'INVOICE_INSTEAD'],
  },
  'a debit note, its invoice was voided': {
    run: async () => {
      const invoice = await issued(world);
      const payment = await paid(world, invoice);
      const note = await noted(DEBIT_NOTES, debitBody(invoice));
      await reversed(payment);
      await voided(invoice);
      return step(`${DEBIT_NOTES}/:id/approve`, note);
    },
    says: [409, 'INVOICE_VOID'],
  },
  'a draft of a billing note, its invoice was voided': {
    run: async () => {
      const invoice = await issued(world);
      const note = await billed(world, [invoice]);
      await voided(invoice);
      return step(`${BILLING_NOTES}/:id/issue`, note);
    },
    says: [422],
  },
  'a billing note that was given, its invoice was voided: it is closed': {
    run: async () => {
      const invoice = await issued(world);
      const note = expectData(
        await step(`${BILLING_NOTES}/:id/issue`, await billed(world, [invoice])),
      );
      await voided(invoice);
      return step(`${BILLING_NOTES}/:id/collect`, note);
    },
    says: [200],
  },
  'a billing note, its invoice is owed again': {
    run: async () => {
      const invoice = await issued(world);
      const note = expectData(
        await step(`${BILLING_NOTES}/:id/issue`, await billed(world, [invoice])),
      );
      await reversed(await paid(world, invoice));
      return step(`${BILLING_NOTES}/:id/collect`, note);
    },
    says: [409, 'STILL_OWED'],
  },
  'a draft, its customer is out of use': {
    run: async () => {
      const customerId = await other();
      const doc = await draft({ ...world, customerId });
      await query('update customers set is_active = false where id = $1', [customerId]);
      return step(`${INVOICES}/:id/issue`, doc);
    },
    says: [422],
  },
  'a draft, its account was closed: it names the usual one': {
    run: async () => {
      const bankAccountId = await plantAccount(world.test, world.companyId);
      const doc = await draft(world, { bankAccountId });
      await query('update bank_accounts set is_active = false where id = $1', [bankAccountId]);
      const answer = await step(`${INVOICES}/:id/issue`, doc);
      expect(expectData(answer)).toMatchObject({ bankAccount: { id: world.bankAccountId } });
      return answer;
    },
    says: [200],
  },
  'a refund, its customer was merged: it is paid out': {
    run: async () => {
      const customerId = await other();
      const payment = (await onPayments.done(
        world.accountant,
        await pay({ ...world, customerId }),
        { action: 'verify' },
      )) as Doc;
      const asked = (await onPayments.done(world.clerk, payment, {
        action: 'request-refund',
        reason: REASON,
        refundAmount: '70.00',
      })) as Doc;
      await merged(customerId);
      return step(`${PAYMENTS}/:id/approve-refund`, asked);
    },
    says: [200],
  },
  'a line of the bank, the invoice that it names was voided': {
    run: async () => {
      const invoice = await issued(world);
      await voided(invoice);
      const line = await bankLine();
      return world.clerk.post(`${LINES}/${line.id}/confirm`, {
        version: line.version,
        customerId: world.customerId,
        allocations: [{ invoiceId: invoice.id, amount: '5.00' }],
      });
    },
    says: [409, 'OVER_BALANCE'],
  },
  'a line of the bank, its payment was rejected': {
    run: async () => {
      const line = await bankLine();
      const payment = await pay(world, { amount: '5.00' });
      await onPayments.done(world.accountant, payment, { action: 'reject', reason: REASON });
      return world.clerk.post(`${LINES}/${line.id}/link`, {
        version: line.version,
        paymentId: payment.id,
      });
    },
    says: [409, 'PAYMENT_NOT_COUNTED'],
  },
  'a void invoice that is to be deferred': {
    run: async () => {
      const invoice = await issued(world);
      await voided(invoice);
      const now = (await invoiceNow(world, invoice.id)) as Doc;
      return step(`${INVOICES}/:id/defer`, now, { reason: REASON, dueDate: dayFrom(world, 45) });
    },
    says: [409, 'INVALID_STATE'],
  },
};

it.each(Object.entries(CASES))('%s', async (_name, { run, says }) => {
  const { status, body } = await run();
  expect(status === 409 ? [status, body.code] : [status]).toEqual(says);
});
