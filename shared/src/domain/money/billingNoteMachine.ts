import { changing } from '../machine/decisions.ts';
import { defineMachine, flagged, voidStatuses } from '../machine/machine.ts';

/**
 * Billing note (docs/domain/containers.md "Money"): several invoices of one customer are presented
 * together, and the customer says when they are paid. Documents given to it carry `isSettled`:
 * nothing of its invoices is owed any more.
 */
export const billingNoteMachine = defineMachine({
  id: 'billingNote',
  page: 'payment-data',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    issued: { tone: 'processing', step: 1 },
    acknowledged: { tone: 'processing', step: 2 },
    collected: { tone: 'success', step: 3, terminal: true },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft'],
  guards: { isSettled: flagged('isSettled') },
  guardCodes: { isSettled: 'STILL_OWED' },
  actions: {
    update: changing(['draft'], { verb: 'create-invoice' }),
    issue: {
      from: ['draft'],
      to: ['issued'],
      verb: 'issue-invoice',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    acknowledge: {
      from: ['issued'],
      to: ['acknowledged'],
      verb: 'issue-invoice',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    collect: {
      from: ['issued', 'acknowledged'],
      to: ['collected'],
      verb: 'issue-invoice',
      guards: ['isSettled'],
      undo: { irreversible: 'What it asked for is paid; what is owed again stands on a new note.' },
    },
    cancel: {
      from: ['issued', 'acknowledged'],
      to: ['cancelled'],
      verb: 'issue-invoice',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'It keeps its number; its invoices may stand on a new note.' },
    },
  },
});

/** Statuses in which no other note may hold its invoices. */
export const openNoteStatuses = ['draft', ...billingNoteMachine.actions.cancel.from] as const;

/** Statuses of notes that came to nothing. */
export const goneNoteStatuses = voidStatuses(billingNoteMachine);
