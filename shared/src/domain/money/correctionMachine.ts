import { approving, rejecting } from '../machine/decisions.ts';
import { defineMachine } from '../machine/machine.ts';

/**
 * Credit and debit notes correct an invoice whose tax invoice was issued (docs/domain/containers.md
 * "Money"): asked for, then issued by a second person.
 *
 * @param issued why one that was issued is not taken back
 * @param refused what is done about one that was refused
 */
export const correctionMachine = <const I extends string>(
  id: I,
  { issued, refused }: { readonly issued: string; readonly refused: string },
) =>
  defineMachine({
    id,
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
        undo: { irreversible: issued },
      },
      reject: rejecting(refused, { verb: 'approve-credit-note' }),
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
