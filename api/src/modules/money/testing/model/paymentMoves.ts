import { PAYMENTS } from '../world.ts';
import { type Books, of, owed, withholdable } from './books.ts';
import { verify } from './deeds.ts';
import {
  act,
  dayAfter,
  daysAgo,
  daysBetween,
  invoicesOf,
  paymentsOf,
  REASON,
  someOf,
  withSlip,
} from './drawing.ts';
import { isMore, isPositive, least, minus, plus } from './money.ts';
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
    number = null,
    year = null,
  }: Pick<Payment, 'id' | 'method'> & Partial<Pick<Payment, 'chequeDate' | 'number' | 'year'>>,
): void => {
  books.payments.set(makes, {
    label: makes,
    id,
    customer,
    method,
    amount: comesIn,
    paidOn: dayAfter(books.today, -days),
    chequeDate,
    minute: books.minute,
    number,
    year,
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

/** A payment whose number is used again, now and then. */
const numbered = ({ books, random }: Draw, method: Payment['method']): Payment | undefined => {
  const all = [...books.payments.values()].filter((one) => one.method === method);
  return all.length > 0 && random.chance(0.15) ? random.pick(all) : undefined;
};

/** What proves a payment proves no other, unless that one came to nothing. */
const isKnown = (books: Books, isSame: (one: Payment) => boolean): Expected =>
  [...books.payments.values()].some(
    (one) => one.state !== 'rejected' && one.state !== 'reversed' && isSame(one),
  )
    ? 'DUPLICATE_PAYMENT'
    : 'done';

const yearOf = ({ today }: Books, earlier: unknown): string =>
  dayAfter(today, -Number(earlier)).slice(0, 4);

const cheque: Kind = {
  kind: 'cheque',
  weight: 4,
  draw: (draw) => {
    const what = forAnInvoice(draw);
    if (!what) return null;
    const later = draw.random.pick([-2, 0, 3, 9]);
    const like = numbered(draw, 'cheque');
    const number = like?.number ?? String(10_000_000 + draw.random.between(0, 9_999_999));
    const drawn = { ...draftOf(draw), ...what, more: { later, number } };
    if (!like || like.customer === draw.customer || draw.random.chance(0.5)) return drawn;
    // The same amount and day, too: another customer's, and the same one.
    const same = daysBetween(draw.books.today, like.chequeDate ?? draw.books.today);
    const amount = least(what.amount ?? '0.00', like.amount);
    return { ...drawn, amount, comesIn: like.amount, more: { later: same, number } };
  },
  expects: (books, { customer, comesIn, more }) =>
    isKnown(
      books,
      (one) =>
        one.method === 'cheque' &&
        one.number === more?.number &&
        (one.customer === customer ||
          (one.amount === comesIn &&
            one.chequeDate === dayAfter(books.today, Number(more?.later)))),
    ),
  send: (stage, move) =>
    stage.people[move.by].post(`${PAYMENTS}/manual`, {
      customerId: customerIdOf(stage, move),
      method: 'cheque',
      paidAt: daysAgo(stage, move.days ?? 0),
      amount: move.comesIn,
      bankAccountId: stage.bankAccountId,
      payerBank: 'KBANK',
      chequeNo: move.more?.number,
      chequeDate: dayAfter(stage.books.today, Number(move.more?.later)),
      allocations: allocationsOf(stage, move),
    }),
  apply: (books, move, { id }) =>
    enter(books, move, {
      id: String(id),
      method: 'cheque',
      chequeDate: dayAfter(books.today, Number(move.more?.later)),
      number: String(move.more?.number),
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
    const number = numbered(draw, 'whtCert')?.number ?? `50-${draw.label('')}`;
    const more = { number, earlier: random.pick([0, 0, 3, 30]) };
    return { ...draftOf(draw), invoice: invoice.label, amount, more };
  },
  expects: (books, { customer, invoice, amount = '0.00', more }) => {
    const known = isKnown(
      books,
      (one) =>
        one.method === 'whtCert' &&
        one.number === more?.number &&
        one.customer === customer &&
        one.year === yearOf(books, more?.earlier),
    );
    const one = of(books.invoices, invoice);
    const isClear = known === 'done' && !isMore(amount, owed(books, one));
    if (isMore(amount, withholdable(books, one))) return isClear ? 'OVER_WITHHELD' : 'refused';
    return known;
  },
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
        whtCertNo: move.more?.number,
        whtCertDate: dayAfter(stage.books.today, -Number(move.more?.earlier)),
        allocations: allocationsOf(stage, move),
      },
    });
  },
  apply: (books, move, { id }) =>
    enter(books, move, {
      id: String(id),
      method: 'whtCert',
      number: String(move.more?.number),
      year: yearOf(books, move.more?.earlier),
    }),
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
