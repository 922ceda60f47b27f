import { CREDIT_NOTES, DEBIT_NOTES } from '../world.ts';
import { type Books, charged, of, paid } from './books.ts';
import { askOfTheNext } from './contractDeeds.ts';
import { credit, debit, freedBy } from './deeds.ts';
import { act, invoicesOf, notesOf, REASON, someOf } from './drawing.ts';
import { isMore, isPositive, plus, sum } from './money.ts';
import {
  ADMINS,
  APPROVERS,
  type Draw,
  type Expected,
  type Kind,
  MAKERS,
  type Move,
  partOf,
  type Stage,
} from './move.ts';
import { isTaxed, registered } from './register.ts';
import type { Invoice, Note } from './types.ts';

/** Credit and debit notes: asked for, then issued or refused by somebody else. */

const PATHS = { creditNote: CREDIT_NOTES, debitNote: DEBIT_NOTES } as const;

/** Nothing of it is paid or taxed: it is made void instead. */
const isVoidable = (books: Books, invoice: Invoice): boolean =>
  !isTaxed(books, invoice) && !isPositive(paid(books, invoice));

function mayCredit(books: Books, invoice: Invoice, amount: string): Expected {
  if (invoice.isVoid) return 'VOID_INSTEAD';
  if (isVoidable(books, invoice) && !invoice.isAskedBack && !invoice.isAskedOnce)
    return isPositive(invoice.credited) ? 'unclear' : 'VOID_INSTEAD';
  if (isMore(amount, charged(invoice).total)) return 'OVER_INVOICE';
  const waiting = [...books.notes.values()].filter(
    (one) => one.invoice === invoice.label && one.state === 'pending',
  );
  const all = sum([amount, ...waiting.map((one) => one.amount)]);
  return isMore(all, charged(invoice).total) ? 'unclear' : 'done';
}

/** Only what is taxed as a whole is debited: payments bring no tax invoice any more (ADR 0054). */
function mayDebit(books: Books, invoice: Invoice): Expected {
  if (invoice.isVoid) return 'INVOICE_VOID';
  if (invoice.taxPoint === 'none') return 'INVOICE_INSTEAD';
  const all = charged(invoice).total;
  // Nothing of it is charged any more: whether that is taxed as a whole, the rules do not say.
  if (!isPositive(all)) return 'unclear';
  return isMore(all, registered(books, invoice).total) ? 'INVOICE_INSTEAD' : 'done';
}

const asked = (kind: Note['kind']) => ({
  send: ({ people, books }: Stage, { by, invoice, amount, more }: Move) =>
    people[by].post(PATHS[kind], {
      invoiceId: of(books.invoices, invoice).id,
      cause: more?.cause,
      reason: REASON,
      amount,
    }),
  apply: (
    books: Books,
    { makes = '', invoice = '', amount = '0.00', by }: Move,
    { id }: Readonly<Record<string, unknown>>,
  ) => {
    const label = makes;
    const state = 'pending';
    books.notes.set(label, {
      label,
      id: String(id),
      kind,
      invoice,
      amount,
      askedBy: by,
      state,
      no: null,
    });
  },
});

const maker = ({ random }: Draw) => random.pick(random.chance(0.85) ? MAKERS : APPROVERS);

const creditAsked: Kind = {
  kind: 'ask credit note',
  weight: 6,
  draw: (draw) => {
    const { books, random } = draw;
    const invoice = someOf(
      draw,
      invoicesOf(draw),
      (one) => mayCredit(books, one, '0.01') === 'done',
    );
    if (!invoice) return null;
    const all = charged(invoice).total;
    const amount = random.chance(0.05)
      ? plus(all, '0.01')
      : random.pick([partOf(draw, all), partOf(draw, all), partOf(draw, all), all]);
    if (!isPositive(amount)) return null;
    const more = { cause: 'overcharged' };
    return { by: maker(draw), invoice: invoice.label, makes: draw.label('cn'), amount, more };
  },
  expects: (books, { invoice, amount = '0.00' }) =>
    mayCredit(books, of(books.invoices, invoice), amount),
  ...asked('creditNote'),
};

const debitAsked: Kind = {
  kind: 'ask debit note',
  weight: 4,
  draw: (draw) => {
    const invoice = someOf(draw, invoicesOf(draw), (one) => mayDebit(draw.books, one) === 'done');
    if (!invoice) return null;
    const amount = partOf(draw, '900.00');
    const more = { cause: 'undercharged' };
    return { by: maker(draw), invoice: invoice.label, makes: draw.label('dn'), amount, more };
  },
  expects: (books, { invoice }) => mayDebit(books, of(books.invoices, invoice)),
  ...asked('debitNote'),
};

const isPending = ({ state }: Note): boolean => state === 'pending';

/** What the approval of a note says after who approves it. */
function mayIssue(books: Books, { kind, invoice: label, amount, cause }: Note): Expected {
  const invoice = of(books.invoices, label);
  if (invoice.isVoid) return 'INVOICE_VOID';
  if (kind === 'debitNote') return mayDebit(books, invoice);
  if (isMore(amount, charged(invoice).total)) return 'OVER_INVOICE';
  // The end of a contract asks for one where nobody has paid or taxed what is late.
  const isOnlyWay = cause !== undefined || invoice.isAskedBack;
  if (isVoidable(books, invoice) && !isOnlyWay) return 'unclear';
  return freedBy(books, invoice, amount).isMoney ? 'done' : 'CERTIFICATE_FIRST';
}

const approved: Kind = {
  kind: 'approve note',
  weight: 12,
  draw: (draw) => {
    const note = someOf(draw, notesOf(draw), isPending);
    const approvers = note?.cause ? [...APPROVERS, ...ADMINS] : APPROVERS;
    return note ? { by: draw.random.pick(approvers), note: note.label } : null;
  },
  expects: (books, { note, by }) => {
    const one = of(books.notes, note);
    if (!isPending(one)) return 'INVALID_STATE';
    return one.askedBy === by ? 'SELF_APPROVAL' : mayIssue(books, one);
  },
  send: ({ people, books }, { by, note }) => {
    const { kind, id } = of(books.notes, note);
    return act(people[by], PATHS[kind], { id, action: 'approve' });
  },
  apply: (books, { note }, { documentNo }) => {
    const one = of(books.notes, note);
    one.state = 'approved';
    one.no = String(documentNo);
    if (one.kind === 'creditNote') credit(books, one);
    else debit(books, one);
    askOfTheNext(books, one);
  },
};

const rejected: Kind = {
  kind: 'reject note',
  weight: 2,
  draw: approved.draw,
  expects: (books, { note }) => (isPending(of(books.notes, note)) ? 'unclear' : 'INVALID_STATE'),
  send: ({ people, books }, { by, note }) => {
    const { kind, id } = of(books.notes, note);
    return act(people[by], PATHS[kind], { id, action: 'reject', reason: REASON });
  },
  apply: (books, { note }) => {
    of(books.notes, note).state = 'rejected';
  },
};

export const NOTE_MOVES: readonly Kind[] = [creditAsked, debitAsked, approved, rejected];
