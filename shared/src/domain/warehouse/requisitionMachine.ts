import { approving, cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, flagged, unflagged } from '../machine/machine.ts';

/**
 * Parts requisition, `material_dispatch` (domain-warehouse 2.7): asked for, approved with the stock
 * held, picked by scan, handed out, and given back. Documents given to it carry `hasShortLines` (some
 * line holds less than was approved), `dispatchedToday` and `hasUsed` (a job used some of it).
 */
export const requisitionMachine = defineMachine({
  id: 'requisition',
  page: 'parts-requisition',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    approved: { tone: 'processing', step: 1 },
    picking: { tone: 'warning', step: 2 },
    dispatched: { tone: 'success', step: 3, closed: true },
    partlyReturned: { tone: 'warning' },
    returned: { tone: 'neutral', terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
    reversed: { tone: 'error', terminal: true, stamp: 'reversed' },
  },
  undecided: ['pending'],
  guards: {
    hasShortLines: flagged('hasShortLines'),
    dispatchedToday: flagged('dispatchedToday'),
    isUnused: unflagged('hasUsed'),
  },
  guardCodes: { dispatchedToday: 'NOT_SAME_DAY', isUnused: 'PARTS_USED' },
  actions: {
    update: changing(['pending']),
    approve: approving('cancel-all', { notBy: ['requester'] }),
    reject: rejecting('The parts are asked for by a new requisition.', { notBy: ['requester'] }),
    // What came in since, another warehouse or another part: holds more for lines that lack stock.
    allocate: {
      from: ['approved', 'picking'],
      to: 'same',
      verb: 'approve',
      guards: ['hasShortLines'],
      undo: { action: 'cancel-items' },
    },
    'confirm-items': {
      from: ['approved', 'picking'],
      to: ['approved', 'picking'],
      verb: 'pick',
      undo: { action: 'confirm-items' },
    },
    'cancel-items': {
      from: ['approved', 'picking'],
      to: {
        approved: ['approved', 'cancelled'],
        picking: ['approved', 'picking', 'cancelled'],
      },
      verb: 'pick',
      undo: { irreversible: 'What was given up is asked for by a new requisition.' },
    },
    'cancel-all': cancelling(['pending', 'approved', 'picking']),
    'confirm-dispatch': {
      from: ['approved', 'picking'],
      to: ['dispatched'],
      verb: 'dispatch',
      emphasis: 'primary',
      undo: { action: 'reverse' },
    },
    return: {
      from: ['dispatched', 'partlyReturned'],
      to: ['partlyReturned', 'returned'],
      verb: 'return',
      undo: { irreversible: 'What came back is handed out again by a new requisition.' },
    },
    reverse: {
      from: ['dispatched'],
      to: ['reversed'],
      verb: 'reverse',
      reason: 'required',
      emphasis: 'danger',
      guards: ['dispatchedToday', 'isUnused'],
      undo: { irreversible: 'The parts are handed out again by a new requisition.' },
    },
    // A count found less than was held: the youngest holds end (2.13).
    'release-held': {
      from: ['approved', 'picking'],
      to: { approved: 'same', picking: ['approved', 'picking'] },
      undo: { action: 'allocate' },
    },
    expire: {
      from: ['approved', 'picking'],
      to: ['pending'],
      undo: { action: 'approve' },
    },
  },
});

/** What parts are drawn for (domain-warehouse 1.12). */
export const REQUISITION_PURPOSES = [
  'repairJob',
  'maintenance',
  'production',
  'sale',
  'internal',
] as const;
export type RequisitionPurpose = (typeof REQUISITION_PURPOSES)[number];

/** The only purpose that may fill a technician's van: everything else is used up or sold (2.7). */
export const mayFillVan = (purpose: RequisitionPurpose): boolean => purpose === 'internal';

/** Where handed-out goods go in the ledger unless they stay ours in a van (matrix 3.2). */
export const placeOfPurpose = (purpose: RequisitionPurpose): 'SOLD' | 'CONSUMED' =>
  purpose === 'sale' ? 'SOLD' : 'CONSUMED';

/** A requisition holds stock for its lines from approval to hand-over. */
export const holdingRequisitionStatuses = requisitionMachine.actions.expire.from;

/** A requisition that goes on until its parts are handed over: what a leaver passes on, what blocks a part. */
export const openRequisitionStatuses = requisitionMachine.actions['cancel-all'].from;
