import { defineMachine, flagged, unflagged } from '../machine/machine.ts';

/**
 * Payment by a customer (docs/domain/containers.md "Money"): it counts once a second person has verified it.
 * Documents given to it carry `hasCredit` (some of it settles no invoice), `isDeposit` (a deposit that
 * a settlement gave back: no money came in), `isChequeLater` (its cheque is due on a later day) and
 * `refundAskedBy`.
 */
export const paymentMachine = defineMachine({
  id: 'payment',
  page: 'payment-data',
  states: {
    pending: { tone: 'processing', step: 0 },
    verified: { tone: 'success', step: 1, closed: true },
    refundRequested: { tone: 'warning' },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    reversed: { tone: 'error', terminal: true, stamp: 'reversed' },
  },
  undecided: ['pending'],
  guards: {
    hasCredit: flagged('hasCredit'),
    isMoney: unflagged('isDeposit'),
    isChequeDue: unflagged('isChequeLater'),
  },
  guardCodes: { hasCredit: 'NO_CREDIT', isMoney: 'DEPOSIT_SETTLED', isChequeDue: 'CHEQUE_NOT_DUE' },
  actions: {
    verify: {
      from: ['pending'],
      to: ['verified'],
      verb: 'verify',
      notOwn: true,
      guards: ['isChequeDue'],
      emphasis: 'primary',
      undo: { action: 'reverse' },
    },
    reject: {
      from: ['pending'],
      to: ['rejected'],
      verb: 'reject',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A payment that was rejected is entered again.' },
    },
    allocate: {
      from: ['verified'],
      to: 'same',
      verb: 'allocate',
      guards: ['hasCredit'],
      undo: { action: 'reverse' },
    },
    'request-refund': {
      from: ['verified'],
      to: ['refundRequested'],
      verb: 'allocate',
      reason: 'required',
      guards: ['hasCredit'],
      undo: { action: 'decline-refund' },
    },
    'approve-refund': {
      from: ['refundRequested'],
      to: ['verified'],
      verb: 'refund',
      notBy: ['refundAskedBy'],
      emphasis: 'primary',
      undo: { irreversible: 'Money that was paid out has left the account.' },
    },
    'decline-refund': {
      from: ['refundRequested'],
      to: ['verified'],
      verb: 'refund',
      reason: 'required',
      emphasis: 'danger',
      undo: { action: 'request-refund' },
    },
    reverse: {
      from: ['verified'],
      to: ['reversed'],
      verb: 'reverse',
      reason: 'required',
      emphasis: 'danger',
      guards: ['isMoney'],
      undo: { irreversible: 'A cheque that bounced, or money that went back, is entered anew.' },
    },
  },
});

/** Statuses of a payment that counts. */
export const VERIFIED_PAYMENT_STATUSES = ['verified', 'refundRequested'] as const;

/** How a customer pays. A certificate of withheld tax counts as money (docs/domain/containers.md "Money"). */
export const RECEIPT_METHODS = [
  'transfer',
  'promptpay',
  'cash',
  'cheque',
  'card',
  'billPayment',
  'whtCert',
] as const;
export type ReceiptMethod = (typeof RECEIPT_METHODS)[number];

/** The same with what nobody enters: the deposit of a contract, given back by its settlement (docs/adr/0043). */
export const PAYMENT_METHODS = [...RECEIPT_METHODS, 'deposit'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

interface Evidence {
  readonly bankAccount?: true;
  readonly reference?: true;
  readonly slip?: true;
  readonly cheque?: true;
  readonly certificate?: true;
}

/** What a payment of each method has to show. */
export const EVIDENCE: Readonly<Record<ReceiptMethod, Evidence>> = {
  transfer: { bankAccount: true, reference: true, slip: true },
  promptpay: { bankAccount: true, slip: true },
  cash: {},
  cheque: { bankAccount: true, cheque: true },
  card: { bankAccount: true, reference: true },
  billPayment: { bankAccount: true, reference: true },
  whtCert: { certificate: true, slip: true },
};
