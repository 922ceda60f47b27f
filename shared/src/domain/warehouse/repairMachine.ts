import { approving, cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, unflagged } from '../machine/machine.ts';

/**
 * Own repair of a part, `material_repair` (domain-warehouse 2.11): approved with the part held,
 * taken to the bench, given back as refurbished or written off. Documents given to it carry
 * `hasOpenParts` (a requisition for it is still under way).
 */
export const repairMachine = defineMachine({
  id: 'repair',
  page: 'repair',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    approved: { tone: 'processing', step: 1 },
    onGoing: { tone: 'warning', step: 2 },
    completed: { tone: 'success', step: 3, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending'],
  guards: { noOpenParts: unflagged('hasOpenParts') },
  guardCodes: { noOpenParts: 'PARTS_OPEN' },
  actions: {
    // A count did not find what is held for it (2.13): decided on anew.
    'release-held': { from: ['approved'], to: ['pending'], undo: { action: 'approve' } },
    update: changing(['pending', 'approved', 'onGoing']),
    approve: approving('cancel'),
    reject: rejecting('The part is repaired by a new document.'),
    start: {
      from: ['approved'],
      to: ['onGoing'],
      verb: 'update',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    // Used parts are drawn by a requisition of their own.
    parts: {
      from: ['onGoing'],
      to: 'same',
      verb: 'update',
      undo: { irreversible: 'The requisition is cancelled, or its parts given back, on its page.' },
    },
    complete: {
      from: ['onGoing'],
      to: ['completed'],
      verb: 'complete',
      guards: ['noOpenParts'],
      emphasis: 'primary',
      undo: { irreversible: 'The part is put away or destroyed by the document that follows.' },
    },
    cancel: cancelling(['pending', 'approved', 'onGoing'], { guards: ['noOpenParts'] }),
  },
});

/** Where the part came from (domain-warehouse 1.12). */
export const REPAIR_SOURCES = [
  'warehouse',
  'dispatchReturn',
  'claimRejected',
  'containerRemoval',
] as const;
export type RepairSource = (typeof REPAIR_SOURCES)[number];

/** What came of it. */
export const REPAIR_OUTCOMES = ['fixed', 'refurbished', 'unrepairable'] as const;
export type RepairOutcome = (typeof REPAIR_OUTCOMES)[number];

/** Whether the part goes back into stock; otherwise it is written off by a destruction. */
export const isSaved = (outcome: RepairOutcome): boolean => outcome !== 'unrepairable';

/** A repair that goes on until the part has left the bench. */
export const openRepairStatuses = repairMachine.actions.cancel.from;

/** Nobody has decided yet: the part and where it lies may still be exchanged. */
export const mayExchangePart = (status: string): boolean =>
  repairMachine.actions.approve.from.some((one) => one === status);

/** The part lies on the bench. */
export const isOnBench = (status: string): boolean =>
  repairMachine.actions.complete.from.some((one) => one === status);
