import { defineMachine, flagged } from '../machine/machine.ts';

/**
 * Payment by a customer (docs/domain/containers.md "Money"): it counts once a second person has verified it.
 * Documents given to it carry `hasCredit` (some of it settles no invoice) and `refundAskedBy`.
 */
export const paymentMachine = defineMachine({
  id: 'payment',
  page: 'payment-data',
  states: {
    pending: { tone: 'processing', step: 0 },
    verified: { tone: 'success', step: 1 },
    refundRequested: { tone: 'warning' },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    reversed: { tone: 'error', terminal: true, stamp: 'reversed' },
  },
  undecided: ['pending'],
  guards: { hasCredit: flagged('hasCredit') },
  guardCodes: { hasCredit: 'NO_CREDIT' },
  actions: {
    verify: {
      from: ['pending'],
      to: ['verified'],
      verb: 'verify',
      notOwn: true,
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
      to: ['verified'],
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
      undo: { irreversible: 'A cheque that bounced, or money that went back, is entered anew.' },
    },
  },
});

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
