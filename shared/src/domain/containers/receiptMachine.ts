import { defineMachine, unflagged } from '../machine/machine.ts';

/**
 * Receipt of containers into a warehouse, `warehouse-receives` (domain-containers 2.4). Whoever sent
 * them does not receive them (`senderIds`): who made, changed or approved the transfer that brings them,
 * on either side, or called them back. Documents given to it carry `isReturn`: refused on their way,
 * they come back to where they were sent from, and are taken.
 */
export const containerReceiptMachine = defineMachine({
  id: 'containerReceipt',
  page: 'import-warehouse-inventory',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    approved: { tone: 'success', step: 1, terminal: true },
    partiallyApproved: { tone: 'warning', step: 1, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending'],
  guards: { mayRefuse: unflagged('isReturn') },
  guardCodes: { mayRefuse: 'RETURN_IS_TAKEN' },
  actions: {
    // What was found so far; whoever counted does not approve it.
    update: {
      from: ['pending'],
      to: 'same',
      verb: 'update',
      authors: true,
      notBy: ['senderIds'],
      undo: { action: 'update' },
    },
    approve: {
      from: ['pending'],
      to: ['approved', 'partiallyApproved', 'rejected'],
      verb: 'approve',
      notOwn: true,
      notBy: ['senderIds'],
      emphasis: 'primary',
      undo: { irreversible: 'What was received is sent back by a new transfer.' },
    },
    // Whoever sent them has called them back.
    recall: {
      from: ['pending'],
      to: ['cancelled'],
      undo: { irreversible: 'The containers are sent again by a new transfer.' },
    },
    reject: {
      from: ['pending'],
      to: ['rejected'],
      verb: 'reject',
      notOwn: true,
      notBy: ['senderIds'],
      guards: ['mayRefuse'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'What was refused goes back and is sent again by a new document.' },
    },
  },
});
