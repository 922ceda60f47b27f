import { approving, cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, flagged } from '../machine/machine.ts';

/**
 * Destruction, `material_destroy` (domain-warehouse 2.12): asked for, approved with the stock held,
 * carried out before witnesses with photographs. Documents given to it carry `bookValue`, `witnesses`
 * (the ids of the people named), `hasAfterPhoto` (one was attached since the approval) and
 * `isCorrectable` (something of it was not found again).
 */
export const destructionMachine = defineMachine({
  id: 'destruction',
  page: 'destruction',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    approved: { tone: 'warning', step: 1, stamp: 'draft' },
    completed: { tone: 'success', step: 2, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending'],
  guards: {
    hasAfterPhoto: flagged('hasAfterPhoto'),
    isCorrectable: flagged('isCorrectable'),
  },
  guardCodes: { hasAfterPhoto: 'AFTER_PHOTO_REQUIRED' },
  actions: {
    // A count did not find what is held for it (2.13): decided on anew.
    'release-held': { from: ['approved'], to: ['pending'], undo: { action: 'approve' } },
    update: changing(['pending']),
    // Creator, approver and witness are three different people.
    approve: approving('cancel', { notBy: ['witnesses'], limit: 'bookValue' }),
    reject: rejecting('The goods are destroyed by a new document.'),
    complete: {
      from: ['approved'],
      to: ['completed'],
      verb: 'complete',
      guards: ['hasAfterPhoto'],
      emphasis: 'primary',
      undo: {
        irreversible: 'What is destroyed is gone; a wrong entry is corrected by found stock.',
      },
    },
    cancel: cancelling(['pending', 'approved']),
    // Not a reversal: the goods were never destroyed, they are found on the shelf.
    correct: {
      from: ['completed'],
      to: 'same',
      verb: 'correct',
      notOwn: true,
      reason: 'required',
      emphasis: 'danger',
      guards: ['isCorrectable'],
      undo: { irreversible: 'What was found again is destroyed by a new document.' },
    },
  },
});

/** Why goods are destroyed (domain-warehouse 1.12). */
export const DESTRUCTION_REASONS = [
  'expired',
  'damaged',
  'obsolete',
  'unrepairable',
  'auditLoss',
] as const;
export type DestructionReason = (typeof DESTRUCTION_REASONS)[number];

/** How they are destroyed. */
export const DESTRUCTION_METHODS = [
  'dismantle',
  'crush',
  'incinerate',
  'recycle',
  'landfill',
  'hazardous',
] as const;
export type DestructionMethod = (typeof DESTRUCTION_METHODS)[number];

/** A destruction that is still to be decided or carried out. */
export const openDestructionStatuses = destructionMachine.actions.cancel.from;

/** The loss is booked: its photographs and witnesses are evidence from then on. */
export const isDestroyed = (status: string): boolean =>
  destructionMachine.actions.complete.to.some((one) => one === status);
