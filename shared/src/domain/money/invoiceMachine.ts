import { changing } from '../machine/decisions.ts';
import { defineMachine, flagged, unflagged, voidStatuses } from '../machine/machine.ts';
import { compare, isZero } from '../values/decimal.ts';

/**
 * Invoice (docs/domain/containers.md "Money"). Documents given to it carry `isUnpaid` (nothing of it is paid or
 * credited), `hasTaxInvoice`, `asksRefundBack` (money that was paid out: nobody lets go of it alone),
 * `isAskedOnce` (nothing would ask for it again), `isOwnOpening` (an opening balance that the viewer took over) and
 * `chargedByIds` (whoever charged a job by it: nobody charges a customer alone).
 */
export const invoiceMachine = defineMachine({
  id: 'invoice',
  page: 'payment-data',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    issued: { tone: 'processing', step: 1 },
    partiallyPaid: { tone: 'warning', step: 2 },
    overdue: { tone: 'error' },
    paid: { tone: 'success', step: 3, closed: true },
    void: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft'],
  guards: {
    isUnpaid: flagged('isUnpaid'),
    hasNoTaxInvoice: unflagged('hasTaxInvoice'),
    isNoRefund: unflagged('asksRefundBack'),
    isAskedAgain: unflagged('isAskedOnce'),
    isTakenOverByOther: unflagged('isOwnOpening'),
  },
  guardCodes: {
    isUnpaid: 'INVOICE_PAID',
    hasNoTaxInvoice: 'TAX_INVOICE_ISSUED',
    isNoRefund: 'REFUND_ASKED_BACK',
    isAskedAgain: 'CREDIT_NOTE_INSTEAD',
    isTakenOverByOther: 'SELF_APPROVAL',
  },
  actions: {
    update: changing(['draft'], { verb: 'create-invoice' }),
    issue: {
      from: ['draft'],
      to: ['issued', 'overdue'],
      verb: 'issue-invoice',
      notBy: ['chargedByIds'],
      guards: ['isTakenOverByOther'],
      emphasis: 'primary',
      undo: { action: 'void' },
    },
    discount: {
      from: ['issued', 'overdue'],
      to: 'same',
      verb: 'discount-invoice',
      guards: ['isUnpaid', 'hasNoTaxInvoice', 'isNoRefund', 'isAskedAgain'],
      undo: { action: 'discount' },
    },
    notify: {
      from: ['issued', 'partiallyPaid', 'overdue'],
      to: 'same',
      verb: 'notify-invoice',
      undo: { irreversible: 'A message that was sent has been read.' },
    },
    // A message of what is about to be due or is late, by a person or by itself.
    remind: {
      from: ['issued', 'partiallyPaid', 'overdue'],
      to: 'same',
      verb: 'notify-invoice',
      undo: { irreversible: 'A message that was sent has been read.' },
    },
    defer: {
      from: ['issued', 'partiallyPaid', 'overdue'],
      to: {
        issued: ['issued'],
        partiallyPaid: ['partiallyPaid'],
        overdue: ['issued', 'partiallyPaid'],
      },
      verb: 'defer',
      reason: 'required',
      undo: { action: 'defer' },
    },
    void: {
      from: ['issued', 'overdue'],
      to: ['void'],
      verb: 'void-invoice',
      reason: 'required',
      emphasis: 'danger',
      guards: ['isUnpaid', 'hasNoTaxInvoice', 'isNoRefund', 'isAskedAgain'],
      undo: { irreversible: 'A void invoice keeps its number; a new one takes its place.' },
    },
    // What payments, credit notes and the calendar bring about.
    settle: {
      from: ['issued', 'partiallyPaid', 'overdue', 'paid'],
      to: {
        issued: ['issued', 'partiallyPaid', 'overdue', 'paid'],
        partiallyPaid: ['issued', 'partiallyPaid', 'overdue', 'paid'],
        overdue: ['overdue', 'paid'],
        paid: ['issued', 'partiallyPaid', 'overdue', 'paid'],
      },
      undo: { action: 'settle' },
    },
  },
});

/** `bill`: what a contract asks for; `other`: everything else. */
export const INVOICE_TYPES = ['bill', 'other'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

/** What an invoice is for. */
export const INVOICE_SOURCES = [
  'manual',
  'contractInstallment',
  'deposit',
  'warranty',
  'partsSale',
  'repair',
  'maintenance',
  'penalty',
  // Money that was paid back of a payment that itself went back afterwards.
  'refund',
  // Owed since before the business kept its books here (docs/domain/money.md "Opening balances").
  'opening',
] as const;
export type InvoiceSource = (typeof INVOICE_SOURCES)[number];

const BILLED: readonly InvoiceSource[] = ['contractInstallment', 'deposit'];

/** The type that follows from what an invoice is for; one made by hand says it itself. */
export const typeOfSource = (source: InvoiceSource): InvoiceType =>
  BILLED.includes(source) ? 'bill' : 'other';

/**
 * When VAT is due, which is when a tax invoice is (docs/domain/containers.md "Money"): goods with their delivery,
 * hire purchase with each due date though it may be unpaid, services and leases with the money;
 * `none` where no VAT is charged, as on a deposit that is given back.
 */
export const TAX_POINTS = ['delivery', 'dueDate', 'payment', 'none'] as const;
export type TaxPoint = (typeof TAX_POINTS)[number];

/** What decides how far an invoice is settled. */
export interface Settlement {
  /** What is still owed. */
  readonly balance: string;
  /** What was paid and credited so far. */
  readonly settled: string;
  readonly dueDate: string;
  readonly today: string;
}

export type OpenInvoiceStatus = 'issued' | 'partiallyPaid' | 'overdue' | 'paid';

/** The status of an issued invoice: late comes before partly paid (docs/domain/containers.md "Money"). */
export function settledStatus({ balance, settled, dueDate, today }: Settlement): OpenInvoiceStatus {
  if (compare(balance, 0) <= 0) return 'paid';
  if (dueDate < today) return 'overdue';
  return isZero(settled) ? 'issued' : 'partiallyPaid';
}

/** Statuses in which something is owed. */
export const owedStatuses = invoiceMachine.actions.notify.from;

/** Statuses of invoices that were issued and stand. */
export const countedStatuses = invoiceMachine.actions.settle.from;

/** Statuses of invoices that came to nothing: what they asked for may be billed anew. */
export const goneStatuses = voidStatuses(invoiceMachine);

/** Statuses from which an unpaid invoice becomes late. */
export const onTimeStatuses = ['issued', 'partiallyPaid'] as const satisfies OpenInvoiceStatus[];
