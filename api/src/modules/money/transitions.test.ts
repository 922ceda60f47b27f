import { billingNoteMachine } from '@boxyard/shared/domain/money/billingNoteMachine.ts';
import { creditNoteMachine } from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import { debitNoteMachine } from '@boxyard/shared/domain/money/debitNoteMachine.ts';
import { invoiceMachine } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import type { Person } from '../../testing/index.ts';
import { withTestServer } from '../../workflow/testing/testServer.ts';
import {
  callsOn,
  type TransitionTable,
  testReversals,
  testTransitions,
} from '../../workflow/testing/transitions.ts';
import { dayFrom, expectData } from '../../workflow/testing/world.ts';
import { moneyState } from './testing/state.ts';
import {
  BILLING_NOTES,
  billed,
  billingBody,
  CREDIT_NOTES,
  changeBody,
  creditAsked,
  DEBIT_NOTES,
  type Doc,
  debitAsked,
  draft,
  INVOICES,
  invoiceNow,
  issued,
  makeWorld,
  onBillingNotes,
  onCreditNotes,
  onDebitNotes,
  onInvoices,
  onPayments,
  PAYMENTS,
  paid,
  pay,
  type World,
} from './testing/world.ts';

/** Every state × action × ability of invoices, payments, credit and debit notes. */

let world: World;
let auditor: Person;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    world = await makeWorld(test);
    auditor = await test.as('auditor');
  },
  { atEnd: true },
);

const REASON = 'Entered by mistake';
const walked = (path: string) => ({
  path: ({ id }: Doc) => `${path}/${id}`,
  seen: async (id: string) => expectData(await world.admin.get(`${path}/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
});

const settled = async (amount?: string): Promise<Doc> => {
  const invoice = await issued(world);
  await paid(world, invoice, amount);
  return invoiceNow(world, invoice.id);
};

describe('invoices', () => {
  const { call, change } = callsOn<Doc>(INVOICES);
  const make: TransitionTable<Doc>['make'] = {
    draft: () => draft(world),
    issued: () => issued(world),
    partiallyPaid: () => settled('70.00'),
    overdue: async () => {
      const invoice = await issued(world);
      await world.test.app.pg.query(
        `update invoices set due_date = $2, status = 'overdue' where id = $1`,
        [invoice.id, dayFrom(world, -3)],
      );
      return invoiceNow(world, invoice.id);
    },
    paid: () => settled(),
    void: async () =>
      onInvoices.done(world.admin, await issued(world), {
        action: 'void',
        reason: REASON,
      }) as Promise<Doc>,
  };
  const walk: TransitionTable<Doc> = {
    ...walked(INVOICES),
    machine: invoiceMachine,
    make,
    perform: {
      update: change(() => changeBody(world)),
      issue: call('issue'),
      discount: (by, doc, extra) =>
        by.put(
          `${INVOICES}/${doc.id}`,
          {
            version: doc.version,
            discount: { type: 'amount', value: '50.00', reason: 'A loyal customer' },
          },
          extra,
        ),
      notify: call('other/notify'),
      remind: call('remind'),
      defer: call('defer', () => ({ reason: REASON, dueDate: dayFrom(world, 45) })),
      void: call('void', { reason: REASON }),
    },
  };
  testTransitions<Doc>(walk);
  testReversals(walk, {
    state: () => moneyState(world.test),
    by: () => world.accountant,
    still: ['update'],
    perform: {
      // A draft is its author's.
      update: (_by, doc) => change(() => changeBody(world))(world.admin, doc),
      discount: (by, doc) =>
        by.put(`${INVOICES}/${doc.id}`, {
          version: doc.version,
          discount: { type: 'amount', value: '0.00', reason: REASON },
        }),
      defer: call('defer', () => ({ reason: REASON, dueDate: dayFrom(world, 30) })),
    },
  });
});

describe('payments', () => {
  const { call } = callsOn<Doc>(PAYMENTS);
  const verified = async () =>
    onPayments.done(world.accountant, await pay(world), { action: 'verify' }) as Promise<Doc>;
  const asked = async () =>
    onPayments.done(world.clerk, await verified(), {
      action: 'request-refund',
      reason: REASON,
      refundAmount: '70.00',
    }) as Promise<Doc>;
  const open = new Map<string, Doc>();
  let spare: Doc;
  beforeAll(async () => {
    spare = await issued(world);
  });
  const walk: TransitionTable<Doc> = {
    ...walked(PAYMENTS),
    machine: paymentMachine,
    make: {
      pending: () => pay(world),
      verified: async () => {
        const payment = await verified();
        open.set(payment.id, await issued(world));
        return payment;
      },
      refundRequested: asked,
      rejected: async () =>
        onPayments.done(world.accountant, await pay(world), {
          action: 'reject',
          reason: REASON,
        }) as Promise<Doc>,
      reversed: async () =>
        onPayments.done(world.accountant, await verified(), {
          action: 'reverse',
          reason: REASON,
        }) as Promise<Doc>,
    },
    perform: {
      verify: call('verify'),
      reject: call('reject', { reason: REASON }),
      allocate: call('allocate', ({ id }) => ({
        allocations: [{ invoiceId: open.get(id)?.id ?? id, amount: '100.00' }],
      })),
      'request-refund': call('request-refund', { reason: REASON, refundAmount: '70.00' }),
      'approve-refund': call('approve-refund'),
      'decline-refund': call('decline-refund', { reason: REASON }),
      reverse: call('reverse', { reason: REASON }),
    },
  };
  testTransitions<Doc>(walk);
  testReversals(walk, {
    state: () => moneyState(world.test),
    by: () => world.accountant,
    still: [],
    // A payment that goes back takes with it what was settled of its credit.
    sinceMade: {
      allocate: async () => {
        const payment = await verified();
        open.set(payment.id, spare);
        return payment;
      },
    },
  });
});

describe('credit notes', () => {
  const { call } = callsOn<Doc>(CREDIT_NOTES);
  const ended = (action: string) => async () =>
    onCreditNotes.done(action === 'cancel' ? world.clerk : world.admin, await creditAsked(world), {
      action,
      ...(action === 'approve' ? {} : { reason: REASON }),
    }) as Promise<Doc>;
  testTransitions<Doc>({
    ...walked(CREDIT_NOTES),
    machine: creditNoteMachine,
    make: {
      pending: () => creditAsked(world),
      approved: ended('approve'),
      rejected: ended('reject'),
      cancelled: ended('cancel'),
    },
    perform: {
      approve: call('approve'),
      reject: call('reject', { reason: REASON }),
      cancel: call('cancel', { reason: REASON }),
    },
  });
});

describe('debit notes', () => {
  const { call } = callsOn<Doc>(DEBIT_NOTES);
  const ended = (action: string) => async () =>
    onDebitNotes.done(action === 'cancel' ? world.clerk : world.admin, await debitAsked(world), {
      action,
      ...(action === 'approve' ? {} : { reason: REASON }),
    }) as Promise<Doc>;
  testTransitions<Doc>({
    ...walked(DEBIT_NOTES),
    machine: debitNoteMachine,
    make: {
      pending: () => debitAsked(world),
      approved: ended('approve'),
      rejected: ended('reject'),
      cancelled: ended('cancel'),
    },
    perform: {
      approve: call('approve'),
      reject: call('reject', { reason: REASON }),
      cancel: call('cancel', { reason: REASON }),
    },
  });
});

describe('billing notes', () => {
  const { call, change } = callsOn<Doc>(BILLING_NOTES);
  const invoiceOf = new Map<string, Doc>();
  const noted = async () => {
    const invoice = await issued(world);
    const note = await billed(world, [invoice]);
    invoiceOf.set(note.id, invoice);
    return note;
  };
  const acknowledged = () => ({
    acknowledgedOn: dayFrom(world, 0),
    acknowledgedBy: 'Khun Malee',
    collectOn: dayFrom(world, 15),
  });
  const does = async (note: Doc, body: Readonly<Record<string, unknown> & { action: string }>) =>
    onBillingNotes.done(world.clerk, note, body) as Promise<Doc>;
  /** Its invoice is paid, so that it may be closed. */
  const given = async () => {
    const note = await does(await noted(), { action: 'issue' });
    await paid(world, invoiceOf.get(note.id) as Doc);
    return note;
  };
  testTransitions<Doc>({
    ...walked(BILLING_NOTES),
    machine: billingNoteMachine,
    make: {
      draft: noted,
      issued: given,
      acknowledged: async () => does(await given(), { action: 'acknowledge', ...acknowledged() }),
      collected: async () => does(await given(), { action: 'collect' }),
      cancelled: async () => does(await given(), { action: 'cancel', reason: REASON }),
    },
    perform: {
      update: change(({ id }) =>
        billingBody(world, [invoiceOf.get(id) as Doc], { remark: 'By post' }),
      ),
      issue: call('issue'),
      acknowledge: call('acknowledge', acknowledged),
      collect: call('collect'),
      cancel: call('cancel', { reason: REASON }),
    },
  });
});
