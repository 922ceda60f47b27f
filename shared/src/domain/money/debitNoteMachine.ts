import { approving, rejecting } from '../machine/decisions.ts';
import { defineMachine } from '../machine/machine.ts';

/** Debit note for an invoice whose tax invoice was issued (docs/domain/containers.md "Money"). */
export const debitNoteMachine = defineMachine({
  id: 'debitNote',
  page: 'payment-data',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    approved: { tone: 'success', step: 1, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending'],
  actions: {
    approve: {
      ...approving('approve', { verb: 'approve-credit-note', limit: 'grandTotal' }),
      undo: { irreversible: 'A debit note that was issued is answered by a credit note.' },
    },
    reject: rejecting('A debit note that was refused is asked for again.', {
      verb: 'approve-credit-note',
    }),
    cancel: {
      from: ['pending'],
      to: ['cancelled'],
      verb: 'create-credit-note',
      own: true,
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'It had no number yet; a new one is made instead.' },
    },
  },
});

/** Why more is owed, as the Revenue Department asks a debit note to say. */
export const DEBIT_REASONS = ['morePrice', 'moreDelivered', 'undercharged'] as const;
export type DebitReason = (typeof DEBIT_REASONS)[number];
