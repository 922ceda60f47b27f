import { approving, rejecting } from '../machine/decisions.ts';
import { defineMachine } from '../machine/machine.ts';

/** Credit note for an invoice whose tax invoice was issued (docs/domain/containers.md "Money"). */
export const creditNoteMachine = defineMachine({
  id: 'creditNote',
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
      undo: { irreversible: 'A credit note that was issued is answered by a new invoice.' },
    },
    reject: rejecting('A credit note that was refused is asked for again.', {
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

/** Why less is owed, as the Revenue Department asks a credit note to say. */
export const CREDIT_REASONS = ['returned', 'priceReduced', 'overcharged', 'terminated'] as const;
export type CreditReason = (typeof CREDIT_REASONS)[number];
