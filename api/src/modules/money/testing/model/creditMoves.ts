import { INVOICES, PAYMENTS } from '../world.ts';
import { type Books, of, owed } from './books.ts';
import { rowsFrom } from './compare.ts';
import { payBack, reverse, useCredit } from './deeds.ts';
import { act, invoicesOf, paymentsOf, REASON, someOf } from './drawing.ts';
import { isMore, isPositive, least, plus } from './money.ts';
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

/** What becomes of a payment afterwards: it goes back, its credit is used or paid back. */

const paymentOf = (draw: Draw, isLikely: (one: Payment) => boolean) =>
  someOf(draw, paymentsOf(draw), isLikely);

const on = (
  { people, books }: Stage,
  { by, payment }: Move,
  body: { readonly action: string } & Readonly<Record<string, unknown>>,
) => act(people[by], PAYMENTS, { id: of(books.payments, payment).id, ...body });

/** What is left of a payment, where it may be used. */
function creditState({ state, credit }: Payment): Expected {
  if (state !== 'verified') return 'INVALID_STATE';
  return isPositive(credit) ? 'done' : 'NO_CREDIT';
}

/** What of it was paid back becomes an invoice. */
const reversal = (draw: Draw, payment: Payment | undefined): Omit<Move, 'kind'> | null =>
  payment
    ? {
        by: draw.random.pick(APPROVERS),
        payment: payment.label,
        ...(isPositive(payment.refunded) ? { makes: draw.label('iv') } : {}),
      }
    : null;

/** The invoice that a reversal has made: the one of the customer that the books do not know yet. */
async function askedBack({ people, books }: Stage, customer: string) {
  const { id } = of(books.customers, customer);
  const known = new Set([...books.invoices.values()].map((one) => one.id));
  const rows = await rowsFrom({ people }, `${INVOICES}?customerId=${id}&sourceType=refund`);
  const made = rows.find((row) => !known.has(row.id));
  return { id: made?.id, documentNo: made?.documentNo };
}

const reversed: Kind = {
  kind: 'reverse',
  weight: 3,
  draw: (draw) =>
    reversal(
      draw,
      paymentOf(draw, ({ state }) => state === 'verified'),
    ),
  expects: (books, { payment }) =>
    of(books.payments, payment).state === 'verified' ? 'done' : 'INVALID_STATE',
  send: async (stage, move) => {
    const answer = await on(stage, move, { action: 'reverse', reason: REASON });
    if (answer.status >= 300 || move.makes === undefined) return answer;
    const { customer } = of(stage.books.payments, move.payment);
    return { status: answer.status, body: { data: await askedBack(stage, customer) } };
  },
  apply: (books, { payment, makes }, { id, documentNo }) => {
    const one = of(books.payments, payment);
    const asksBack =
      makes === undefined || !isPositive(one.refunded)
        ? undefined
        : { label: makes, id: String(id), no: String(documentNo) };
    reverse(books, one, asksBack);
  },
};

const reversedRefunded: Kind = {
  ...reversed,
  kind: 'reverse refunded',
  draw: (draw) => {
    const refunded = paymentsOf(draw).filter(
      (one) => one.state === 'verified' && isPositive(one.refunded),
    );
    return refunded.length > 0 ? reversal(draw, draw.random.pick(refunded)) : null;
  },
};

const isWrongUse = (books: Books, { payment, invoice, amount = '0.00' }: Move): boolean => {
  const from = of(books.payments, payment);
  const to = of(books.invoices, invoice);
  return isMore(amount, from.credit) || to.customer !== from.customer;
};

const used: Kind = {
  kind: 'use credit',
  weight: 8,
  draw: (draw) => {
    const { books, random } = draw;
    const payment = paymentOf(draw, (one) => creditState(one) === 'done');
    const open = invoicesOf(draw).filter((one) => isPositive(owed(books, one)));
    const strange = [...books.invoices.values()].filter(
      ({ customer }) => customer !== draw.customer,
    );
    const isStrange = random.chance(0.05) && strange.length > 0;
    if (!payment || (open.length === 0 && !isStrange)) return null;
    const invoice = random.pick(isStrange ? strange : open);
    const most = least(payment.credit, owed(books, invoice));
    const amount = random.chance(0.05)
      ? plus(payment.credit, '0.01')
      : random.pick([most, most, partOf(draw, most)]);
    if (!isPositive(amount)) return null;
    return { by: random.pick(MAKERS), payment: payment.label, invoice: invoice.label, amount };
  },
  expects: (books, move) => {
    const state = creditState(of(books.payments, move.payment));
    if (state !== 'done') return state;
    if (isWrongUse(books, move)) return 'refused';
    const rest = owed(books, of(books.invoices, move.invoice));
    return isMore(move.amount ?? '0.00', rest) ? 'unclear' : 'done';
  },
  send: (stage, move) =>
    on(stage, move, {
      action: 'allocate',
      allocations: [{ invoiceId: of(stage.books.invoices, move.invoice).id, amount: move.amount }],
    }),
  apply: (books, { payment, invoice, amount = '0.00' }) =>
    useCredit(books, of(books.payments, payment), { invoice: of(books.invoices, invoice), amount }),
};

const refundAsked: Kind = {
  kind: 'ask refund',
  weight: 4,
  draw: (draw) => {
    const payment = paymentOf(draw, (one) => creditState(one) === 'done');
    if (!payment) return null;
    const amount = draw.random.chance(0.1)
      ? plus(payment.credit, '0.01')
      : draw.random.pick([payment.credit, partOf(draw, payment.credit)]);
    if (!isPositive(amount)) return null;
    return { by: draw.random.pick([...MAKERS, ...APPROVERS]), payment: payment.label, amount };
  },
  expects: (books, { payment, amount = '0.00' }) => {
    const from = of(books.payments, payment);
    const state = creditState(from);
    return state === 'done' && isMore(amount, from.credit) ? 'refused' : state;
  },
  send: (stage, move) =>
    on(stage, move, { action: 'request-refund', reason: REASON, refundAmount: move.amount }),
  apply: (books, { payment, amount = '0.00', by }) => {
    Object.assign(of(books.payments, payment), {
      state: 'refundRequested',
      refundAsked: amount,
      askedBy: by,
    });
  },
};

const refunded: Kind = {
  kind: 'pay back',
  weight: 6,
  draw: (draw) => {
    const payment = paymentOf(draw, ({ state }) => state === 'refundRequested');
    return payment ? { by: draw.random.pick(APPROVERS), payment: payment.label } : null;
  },
  expects: (books, { payment, by }) => {
    const { state, askedBy } = of(books.payments, payment);
    if (state !== 'refundRequested') return 'INVALID_STATE';
    return askedBy === by ? 'SELF_APPROVAL' : 'done';
  },
  send: (stage, move) => on(stage, move, { action: 'approve-refund' }),
  apply: (books, { payment }) => payBack(books, of(books.payments, payment)),
};

const declined: Kind = {
  kind: 'decline refund',
  weight: 2,
  draw: refunded.draw,
  expects: (books, { payment }) =>
    of(books.payments, payment).state === 'refundRequested' ? 'done' : 'INVALID_STATE',
  send: (stage, move) => on(stage, move, { action: 'decline-refund', reason: REASON }),
  apply: (books, { payment }) => {
    Object.assign(of(books.payments, payment), { state: 'verified', refundAsked: null });
  },
};

export const CREDIT_MOVES: readonly Kind[] = [
  reversed,
  reversedRefunded,
  used,
  refundAsked,
  refunded,
  declined,
];
