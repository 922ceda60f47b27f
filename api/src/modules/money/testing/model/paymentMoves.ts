import { PAYMENTS } from '../world.ts';
import { type Books, of, owed, withholdable } from './books.ts';
import { verify } from './deeds.ts';
import {
  act,
  dayAfter,
  daysAgo,
  invoicesOf,
  paymentsOf,
  REASON,
  someOf,
  withSlip,
} from './drawing.ts';
import { isMore, isPositive, minus, plus } from './money.ts';
import {
  APPROVERS,
  type Draw,
  type Expected,
  type Kind,
  MAKERS,
  type Move,
  partOf,
  type Stage,
} from './move.ts';
import type { Payment } from './types.ts';

/** What comes in, and its verification by somebody else. */

const customerIdOf = ({ books }: Stage, { customer }: Move): string =>
  of(books.customers, customer).id;

const allocationsOf = ({ books }: Stage, { invoice, amount }: Move) =>
  invoice === undefined ? [] : [{ invoiceId: of(books.invoices, invoice).id, amount }];

const enter = (
  books: Books,
  { makes = '', customer = '', by, days = 0, invoice, amount = '0.00', comesIn = amount }: Move,
  {
    id,
    method,
    chequeDate = null,
  }: {
    readonly id: string;
    readonly method: Payment['method'];
    readonly chequeDate?: string | null;
  },
): void => {
  books.payments.set(makes, {
    label: makes,
    id,
    customer,
    method,
    amount: comesIn,
    paidOn: dayAfter(books.today, -days),
    chequeDate,
    named: invoice === undefined ? [] : [{ invoice, amount }],
    enteredBy: by,
    state: 'pending',
    credit: '0.00',
    refunded: '0.00',
    refundAsked: null,
    askedBy: null,
  });
};

/** An invoice of which something is owed, and what comes in for it: a part, all of it, too much. */
function forAnInvoice(draw: Draw): Pick<Move, 'invoice' | 'amount' | 'comesIn'> | null {
  const { books, random } = draw;
  const open = invoicesOf(draw).filter((one) => isPositive(owed(books, one)));
  if (open.length === 0) return null;
  const invoice = random.pick(open);
  const all = owed(books, invoice);
  const rest = withholdable(books, invoice);
  const money = isMore(all, rest) ? minus(all, rest) : all;
  const amount = random.pick([all, money, money, partOf(draw, all), partOf(draw, money)]);
  const comesIn = random.chance(0.2) ? plus(amount, partOf(draw, '500.00')) : amount;
  return { invoice: invoice.label, amount, comesIn };
}

const draftOf = (draw: Draw): Omit<Move, 'kind'> => ({
  by: draw.random.chance(0.9) ? draw.random.pick(MAKERS) : draw.random.pick(APPROVERS),
  customer: draw.customer,
  makes: draw.label('py'),
  days: draw.random.pick([0, 0, 0, 1, 5, 20]),
});

const paidCash: Kind = {
  kind: 'pay',
  weight: 10,
  draw: (draw) => {
    const what = forAnInvoice(draw);
    return what && { ...draftOf(draw), ...what };
  },
  expects: () => 'done',
  send: (stage, move) =>
    stage.people[move.by].post(`${PAYMENTS}/manual`, {
      customerId: customerIdOf(stage, move),
      method: 'cash',
      paidAt: daysAgo(stage, move.days ?? 0),
      amount: move.comesIn,
      allocations: allocationsOf(stage, move),
    }),
  apply: (books, move, { id }) => enter(books, move, { id: String(id), method: 'cash' }),
};

const paidAhead: Kind = {
  ...paidCash,
  kind: 'pay ahead',
  weight: 1,
  draw: (draw) => ({ ...draftOf(draw), comesIn: partOf(draw, '3000.00') }),
};

const cheque: Kind = {
  kind: 'cheque',
  weight: 4,
  draw: (draw) => {
    const what = forAnInvoice(draw);
    const later = draw.random.pick([-2, 0, 3, 9]);
    return what && { ...draftOf(draw), ...what, more: { later } };
  },
  expects: () => 'done',
  send: (stage, move) =>
    stage.people[move.by].post(`${PAYMENTS}/manual`, {
      customerId: customerIdOf(stage, move),
      method: 'cheque',
      paidAt: daysAgo(stage, move.days ?? 0),
      amount: move.comesIn,
      bankAccountId: stage.bankAccountId,
      payerBank: 'KBANK',
      chequeNo: String(10_000_000 + stage.serial()),
      chequeDate: dayAfter(stage.books.today, Number(move.more?.later)),
      allocations: allocationsOf(stage, move),
    }),
  apply: (books, move, { id }) =>
    enter(books, move, {
      id: String(id),
      method: 'cheque',
      chequeDate: dayAfter(books.today, Number(move.more?.later)),
    }),
};

const certificate: Kind = {
  kind: 'certify',
  weight: 6,
  draw: (draw) => {
    const { books, random } = draw;
    const due = invoicesOf(draw).filter((one) => isPositive(withholdable(books, one)));
    if (due.length === 0) return null;
    const invoice = random.pick(due);
    const all = withholdable(books, invoice);
    const amount = random.chance(0.1)
      ? plus(all, '0.01')
      : random.pick([all, all, partOf(draw, all)]);
    return { ...draftOf(draw), invoice: invoice.label, amount };
  },
  expects: (books, { invoice, amount = '0.00' }) =>
    isMore(amount, withholdable(books, of(books.invoices, invoice))) ? 'OVER_WITHHELD' : 'done',
  send: (stage, move) => {
    const serial = stage.serial();
    return withSlip(stage.people[move.by], {
      path: `${PAYMENTS}/manual`,
      slip: `certificate ${serial}`,
      body: {
        customerId: customerIdOf(stage, move),
        method: 'whtCert',
        paidAt: daysAgo(stage, move.days ?? 0),
        amount: move.amount,
        whtCertNo: `50-${serial}`,
        whtCertDate: stage.books.today,
        allocations: allocationsOf(stage, move),
      },
    });
  },
  apply: (books, move, { id }) => enter(books, move, { id: String(id), method: 'whtCert' }),
};

function mayVerify(books: Books, payment: Payment, by: string): Expected {
  if (payment.state !== 'pending') return 'INVALID_STATE';
  if (payment.enteredBy === by) return 'SELF_APPROVAL';
  if (payment.chequeDate !== null && payment.chequeDate > books.today) return 'CHEQUE_NOT_DUE';
  const isOver = payment.named.some(({ invoice, amount }) =>
    isMore(amount, withholdable(books, of(books.invoices, invoice))),
  );
  return payment.method === 'whtCert' && isOver ? 'OVER_WITHHELD' : 'done';
}

const verified: Kind = {
  kind: 'verify',
  weight: 20,
  draw: (draw) => {
    const by = draw.random.pick(APPROVERS);
    const payment = someOf(
      draw,
      paymentsOf(draw),
      (one) =>
        one.state === 'pending' &&
        (mayVerify(draw.books, one, by) === 'done' || draw.random.chance(0.2)),
    );
    return payment ? { by, payment: payment.label } : null;
  },
  expects: (books, { by, payment }) => mayVerify(books, of(books.payments, payment), by),
  send: ({ people, books }, { by, payment }) =>
    act(people[by], PAYMENTS, { id: of(books.payments, payment).id, action: 'verify' }),
  apply: (books, { payment }) => verify(books, of(books.payments, payment)),
};

const rejected: Kind = {
  kind: 'reject payment',
  weight: 1,
  draw: (draw) => {
    const payment = someOf(draw, paymentsOf(draw), ({ state }) => state === 'pending');
    return payment ? { by: draw.random.pick(APPROVERS), payment: payment.label } : null;
  },
  expects: (books, { payment }) =>
    of(books.payments, payment).state === 'pending' ? 'done' : 'INVALID_STATE',
  send: ({ people, books }, { by, payment }) =>
    act(people[by], PAYMENTS, {
      id: of(books.payments, payment).id,
      action: 'reject',
      reason: REASON,
    }),
  apply: (books, { payment }) => {
    of(books.payments, payment).state = 'rejected';
  },
};

export const PAYMENT_MOVES: readonly Kind[] = [
  paidCash,
  paidAhead,
  cheque,
  certificate,
  verified,
  rejected,
];
