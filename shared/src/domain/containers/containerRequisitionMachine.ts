import { cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, flagged, unflagged } from '../machine/machine.ts';

/**
 * Requisition of containers, `withdraw_products` (domain-containers 2.2): asked for by model, approved
 * with a container for each line, released by scan, and over when every container stands at its place
 * or is back. Documents given to it carry `hasOut` (something of it is out of the warehouse) and
 * `isForContracts` (its lines are those of contracts).
 */
export const containerRequisitionMachine = defineMachine({
  id: 'containerRequisition',
  page: 'container-requisition',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    pending: { tone: 'processing', step: 1, stamp: 'draft' },
    approved: { tone: 'processing', step: 2 },
    released: { tone: 'warning', step: 3 },
    completed: { tone: 'success', step: 4, closed: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft', 'pending'],
  guards: {
    hasOut: flagged('hasOut'),
    isForContracts: flagged('isForContracts'),
    isNotForContracts: unflagged('isForContracts'),
  },
  guardCodes: {
    hasOut: 'NOTHING_OUT',
    isForContracts: 'LINES_OF_MODELS',
    isNotForContracts: 'LINES_OF_CONTRACTS',
  },
  actions: {
    update: changing(['draft', 'pending'], {
      ownerMay: ['draft', 'pending'],
      guards: ['isNotForContracts'],
    }),
    // Which contracts it is for; what each of them asks for is changed in the contract.
    'update-contracts': {
      ...changing(['draft', 'pending'], {
        ownerMay: ['draft', 'pending'],
        guards: ['isForContracts'],
      }),
      undo: { action: 'update-contracts' },
    },
    submit: {
      from: ['draft'],
      to: ['pending'],
      verb: 'create',
      authors: true,
      ownerMay: ['draft'],
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    approve: {
      from: ['pending'],
      to: ['approved'],
      verb: 'approve',
      notOwn: true,
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    reject: rejecting('The containers are asked for by a new requisition.'),
    release: {
      from: ['approved'],
      to: ['released'],
      verb: 'release',
      emphasis: 'primary',
      undo: { action: 'return' },
    },
    cancel: cancelling(['draft', 'pending', 'approved'], { ownerMay: ['pending'] }),
    // The contract of a line came to nothing; without lines it is over.
    drop: {
      from: ['pending', 'approved'],
      to: { pending: ['pending', 'cancelled'], approved: ['approved', 'cancelled'] },
      undo: { irreversible: 'The contract asks for a container again.' },
    },
    // Containers come back one by one; each waits in a receipt.
    return: {
      from: ['released', 'completed'],
      to: 'same',
      verb: 'return',
      guards: ['hasOut'],
      reason: 'required',
      undo: { irreversible: 'What was sent back is released again by a new requisition.' },
    },
    // Everything that was released stands at its place or is back.
    complete: {
      from: ['released', 'completed'],
      to: ['released', 'completed'],
      undo: { action: 'return' },
    },
  },
});

/** What containers are asked for (domain-containers 1.2). */
export const REQUISITION_TYPES = ['contract', 'general', 'repair', 'demo'] as const;
export type RequisitionType = (typeof REQUISITION_TYPES)[number];
/** The types whose lines are models; those of a requisition for contracts are contracts. */
export const ASKED_REQUISITION_TYPES = [
  'general',
  'repair',
  'demo',
] as const satisfies RequisitionType[];

export const REQUISITION_LINE_STATUSES = [
  'pending',
  'allocated',
  'released',
  'returned',
  'removed',
] as const;
export type RequisitionLineStatus = (typeof REQUISITION_LINE_STATUSES)[number];

/** A line that still asks for a container: its contract, where it has one, has not come to nothing. */
export const isOpenLine = ({
  lineStatus,
}: {
  readonly lineStatus: RequisitionLineStatus;
}): boolean => lineStatus !== 'removed';
