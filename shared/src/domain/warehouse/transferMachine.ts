import { approving, cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, flagged } from '../machine/machine.ts';

/**
 * Parts transfer, `material_tranfers` (domain-warehouse 2.8): asked for, approved with the stock held
 * at the source, shipped into transit, and received by the goods import that shipping makes. Documents
 * given to it carry `isFromMine` (the viewer may take from the source), `importUntouched` (nobody has
 * begun to count at the other end), `hasMissing` (something in transit that no import waits for) and
 * `foundMissingByIds` (who counted it so): they do not say alone what became of it.
 */
export const transferMachine = defineMachine({
  id: 'transfer',
  page: 'parts-transfer',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    approved: { tone: 'processing', step: 1 },
    inTransit: { tone: 'warning', step: 2 },
    partlyReceived: { tone: 'error' },
    completed: { tone: 'success', step: 3, closed: true },
    recalled: { tone: 'warning' },
    returned: { tone: 'neutral', closed: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending'],
  guards: {
    isFromMine: flagged('isFromMine'),
    importUntouched: flagged('importUntouched'),
    hasMissing: flagged('hasMissing'),
  },
  guardCodes: { isFromMine: 'NOT_YOUR_WAREHOUSE', hasMissing: 'NOTHING_MISSING' },
  actions: {
    update: changing(['pending']),
    approve: approving('cancel', { guards: ['isFromMine'] }),
    reject: rejecting('The parts are asked for by a new transfer.', { guards: ['isFromMine'] }),
    ship: {
      from: ['approved'],
      to: ['inTransit'],
      verb: 'ship',
      guards: ['isFromMine'],
      emphasis: 'primary',
      undo: { irreversible: 'What is on its way comes back by a recall and its goods import.' },
    },
    cancel: cancelling(['pending', 'approved']),
    recall: {
      from: ['inTransit'],
      to: ['recalled'],
      verb: 'cancel',
      reason: 'required',
      emphasis: 'danger',
      guards: ['isFromMine', 'importUntouched'],
      undo: { irreversible: 'The parts are sent again by a new transfer.' },
    },
    'resolve-loss': {
      from: ['inTransit', 'partlyReceived', 'recalled'],
      to: {
        inTransit: ['inTransit', 'partlyReceived', 'completed'],
        partlyReceived: ['partlyReceived', 'completed'],
        recalled: ['recalled', 'returned'],
      },
      verb: 'write-off',
      notBy: ['foundMissingByIds'],
      reason: 'required',
      guards: ['hasMissing'],
      emphasis: 'primary',
      undo: { irreversible: 'What turns up after it was written off is found by a count.' },
    },
    // What the goods import did: put away, refused, or taken back.
    receive: {
      from: ['inTransit', 'partlyReceived', 'completed', 'recalled', 'returned'],
      to: {
        inTransit: ['inTransit', 'partlyReceived', 'completed', 'returned'],
        partlyReceived: ['inTransit', 'partlyReceived', 'completed', 'returned'],
        completed: ['inTransit', 'partlyReceived', 'completed'],
        recalled: ['recalled', 'returned'],
        returned: ['inTransit', 'partlyReceived', 'recalled', 'returned'],
      },
      undo: { irreversible: 'The goods import is reversed, and the transfer follows it.' },
    },
  },
});

/** Who answers for goods that got lost on their way (2.8). */
export const LOSS_LIABLE = ['carrier', 'staff', 'company'] as const;
export type LossLiable = (typeof LOSS_LIABLE)[number];

/** What became of goods that were missing: they turned up, or are written off. */
export const LOSS_OUTCOMES = ['found', 'lost'] as const;
export type LossOutcome = (typeof LOSS_OUTCOMES)[number];

/** Goods are on the road: what may be late, and what a warehouse still waits for. */
export const movingTransferStatuses = transferMachine.actions['resolve-loss'].from;

/** A transfer that is not over: what blocks a part and a warehouse from being put out of use. */
export const openTransferStatuses = [
  ...transferMachine.actions.cancel.from,
  ...movingTransferStatuses,
] as const;
