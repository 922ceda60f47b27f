import { approving, cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, flagged } from '../machine/machine.ts';

/**
 * Transfer of containers, `warehouse-transfers` (domain-containers 2.3): approved means on its way, and
 * the receipt at the other end says how it ends. Documents given to it carry `mayDecide` (the viewer's
 * side has still to agree, and somebody else agreed for the other), `isMine` (it leaves or reaches a
 * warehouse of the viewer), `untouched` (nobody has accepted anything), `hasLost`, and
 * `foundMissingByIds` (who counted a container as missing or said that it is lost, and who received the rest
 * without it): they do not say alone what became of it.
 */
export const containerTransferMachine = defineMachine({
  id: 'containerTransfer',
  page: 'container-transfer',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    pending: { tone: 'processing', step: 1, stamp: 'draft' },
    approved: { tone: 'warning', step: 2 },
    received: { tone: 'success', step: 3, terminal: true },
    partiallyReceived: { tone: 'error', step: 3 },
    returned: { tone: 'neutral', step: 3, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft', 'pending'],
  guards: {
    mayDecide: flagged('mayDecide'),
    isMine: flagged('isMine'),
    untouched: flagged('untouched'),
    hasLost: flagged('hasLost'),
  },
  guardCodes: {
    mayDecide: 'NOT_YOUR_WAREHOUSE',
    isMine: 'NOT_YOUR_WAREHOUSE',
    hasLost: 'NOTHING_MISSING',
  },
  actions: {
    update: changing(['draft', 'pending'], { ownerMay: ['draft', 'pending'] }),
    submit: {
      from: ['draft'],
      to: ['pending'],
      verb: 'create',
      authors: true,
      ownerMay: ['draft'],
      guards: ['isMine'],
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    // Between companies the first of two approvals leaves it pending.
    approve: {
      ...approving('cancel', { guards: ['mayDecide'] }),
      to: ['pending', 'approved'],
    },
    reject: rejecting('The containers are sent by a new transfer.', {
      verb: 'reject',
      guards: ['isMine'],
    }),
    cancel: cancelling(['draft', 'pending', 'approved'], {
      guards: ['untouched', 'isMine'],
    }),
    // What the receipt found.
    receive: {
      from: ['approved'],
      to: ['received', 'partiallyReceived', 'returned'],
      undo: { irreversible: 'What was received is sent back by a new transfer.' },
    },
    // Somebody says of a container on the road that it is lost; its receipt goes on without it.
    'report-lost': {
      from: ['approved'],
      to: 'same',
      undo: { irreversible: 'What became of it is said once the rest is received.' },
    },
    'resolve-loss': {
      from: ['partiallyReceived'],
      to: ['partiallyReceived', 'received'],
      verb: 'write-off',
      notBy: ['foundMissingByIds'],
      guards: ['isMine', 'hasLost'],
      reason: 'required',
      emphasis: 'primary',
      undo: {
        irreversible: 'What was found is sent by a new transfer; what is written off is gone.',
      },
    },
  },
});

export const TRANSFER_LINE_STATUSES = [
  'pending',
  'inTransit',
  'received',
  'rejected',
  'lost',
  'found',
  'writtenOff',
] as const;
export type TransferLineStatus = (typeof TRANSFER_LINE_STATUSES)[number];

/** It did not arrive, and nobody has said yet what became of it. */
export const isLostLine = ({ lineStatus }: { readonly lineStatus: TransferLineStatus }): boolean =>
  lineStatus === 'lost';

/** What became of a container that did not arrive: it stands at one of the two ends, or is written off. */
export const LOST_CONTAINER_OUTCOMES = ['atSource', 'atDestination', 'writtenOff'] as const;
export type LostContainerOutcome = (typeof LOST_CONTAINER_OUTCOMES)[number];

/** On the road: what may be late. */
export const movingContainerTransferStatuses = containerTransferMachine.actions.receive.from;
