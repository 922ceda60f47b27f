import { changing, rejecting } from '../machine/decisions.ts';
import { defineMachine, flagged, isTerminal, startsFrom, unflagged } from '../machine/machine.ts';

/**
 * Purchasing machines (domain-warehouse 2.1–2.6). `pending, approved, booking, onGoing, expired`
 * are the specification's five purchase labels and mean the same on requests and orders.
 */
const purchaseStates = {
  draft: { tone: 'neutral', step: 0, stamp: 'draft' },
  pending: { tone: 'processing', step: 1, stamp: 'draft' },
  approved: { tone: 'success', step: 2 },
  booking: { tone: 'processing', step: 3 },
  onGoing: { tone: 'warning', step: 4 },
  completed: { tone: 'success', step: 5, terminal: true },
  expired: { tone: 'error', stamp: 'cancelled' },
  rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
  cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
} as const;

/** Purchase request. Documents given to it carry `hasOpenLines`: some line has no live order. */
export const purchaseRequestMachine = defineMachine({
  id: 'purchaseRequest',
  page: 'purchase-requests',
  states: purchaseStates,
  undecided: ['draft', 'pending'],
  guards: { hasOpenLines: flagged('hasOpenLines') },
  guardCodes: { hasOpenLines: 'HAS_LIVE_PO' },
  actions: {
    update: changing(['draft', 'pending'], { ownerMay: ['draft', 'pending'] }),
    submit: {
      from: ['draft'],
      to: ['pending'],
      verb: 'update',
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
      limit: 'estimatedTotal',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    reject: rejecting('The requester copies a rejected request into a new one.'),
    cancel: {
      from: ['draft', 'pending', 'approved', 'expired', 'booking', 'onGoing'],
      // What is ordered goes on; the rest is given up.
      to: {
        draft: ['cancelled'],
        pending: ['cancelled'],
        approved: ['approved', 'cancelled'],
        expired: ['cancelled'],
        booking: ['approved', 'booking', 'cancelled'],
        onGoing: ['onGoing', 'completed'],
      },
      verb: 'cancel',
      ownerMay: ['draft', 'pending'],
      reason: 'required',
      emphasis: 'danger',
      guards: ['hasOpenLines'],
      undo: { irreversible: 'A cancelled document keeps its number; a new one is made instead.' },
    },
    renew: {
      from: ['expired'],
      to: ['pending'],
      verb: 'update',
      authors: true,
      ownerMay: ['expired'],
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    // Cancelled: an order gave up the last of what was asked for (`requestStatus`).
    source: {
      from: ['approved', 'booking', 'onGoing', 'completed'],
      to: {
        approved: ['approved', 'booking'],
        booking: ['approved', 'booking', 'onGoing', 'completed', 'cancelled'],
        onGoing: ['booking', 'onGoing', 'completed'],
        completed: ['booking', 'onGoing', 'completed'],
      },
      undo: { action: 'source' },
    },
    expire: { from: ['pending', 'approved'], to: ['expired'], undo: { action: 'renew' } },
  },
});

/** Purchase order. Documents given to it carry `hasReceipts`: something was received. */
export const purchaseOrderMachine = defineMachine({
  id: 'purchaseOrder',
  page: 'purchase-orders',
  states: purchaseStates,
  undecided: ['draft', 'pending'],
  guards: { nothingReceived: unflagged('hasReceipts') },
  actions: {
    update: changing(['draft', 'pending']),
    submit: {
      from: ['draft'],
      to: ['pending'],
      verb: 'update',
      authors: true,
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    approve: {
      from: ['pending'],
      to: ['approved'],
      verb: 'approve',
      notOwn: true,
      limit: 'grandTotal',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    reject: rejecting('The order is copied into a new one.'),
    confirm: {
      from: ['approved', 'booking'],
      to: ['booking'],
      verb: 'update',
      emphasis: 'primary',
      undo: { action: 'revise' },
    },
    send: {
      from: ['approved', 'booking', 'onGoing'],
      to: 'same',
      verb: 'update',
      undo: {
        irreversible: 'A mail that was sent is not taken back; a revision is sent after it.',
      },
    },
    amend: {
      from: ['approved', 'booking', 'onGoing'],
      // With what the supplier confirmed it is booked.
      to: { approved: ['approved', 'booking'], booking: 'same', onGoing: 'same' },
      verb: 'update',
      undo: { action: 'amend' },
    },
    revise: {
      from: ['approved', 'booking'],
      to: ['pending'],
      verb: 'update',
      own: true,
      authors: true,
      guards: ['nothingReceived'],
      undo: { action: 'approve' },
    },
    cancel: {
      from: ['draft', 'pending', 'approved', 'booking', 'expired'],
      to: ['cancelled'],
      verb: 'cancel',
      ownerMay: ['draft', 'pending'],
      reason: 'required',
      emphasis: 'danger',
      guards: ['nothingReceived'],
      undo: { irreversible: 'A cancelled order keeps its number; a new one is made instead.' },
    },
    'close-short': {
      from: ['onGoing'],
      to: ['completed'],
      verb: 'cancel',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'The rest is ordered anew from the re-opened request lines.' },
    },
    extend: {
      from: ['expired'],
      to: ['pending', 'approved', 'booking'],
      verb: 'approve',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    receive: {
      from: ['approved', 'booking', 'onGoing', 'completed'],
      to: {
        approved: ['onGoing', 'completed'],
        booking: ['onGoing', 'completed'],
        onGoing: ['approved', 'booking', 'onGoing', 'completed'],
        completed: ['approved', 'booking', 'onGoing', 'completed'],
      },
      undo: { action: 'receive' },
    },
    expire: {
      from: ['pending', 'approved', 'booking'],
      to: ['expired'],
      undo: { action: 'extend' },
    },
  },
});

/** Statuses of orders that wait for goods. */
export const awaitingOrderStatuses = purchaseOrderMachine.actions.receive.from.filter(
  (status) => !isTerminal(purchaseOrderMachine, status),
);

/** Statuses of orders that are under way: decided on, or waiting for goods. */
export const openOrderStatuses = [
  ...purchaseOrderMachine.actions.approve.from,
  ...awaitingOrderStatuses,
];

/** Statuses in which an order holds what it ordered of a request (2.1). */
export const holdingOrderStatuses = [
  ...purchaseOrderMachine.actions.approve.from,
  ...purchaseOrderMachine.actions.receive.from,
];

/**
 * Receipt (purchase order acceptance): what came to the dock, at which price. Documents given to it
 * carry `importUntouched`: nobody has begun to count what came.
 */
export const receiptMachine = defineMachine({
  id: 'receipt',
  page: 'receipt',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    posted: { tone: 'success', step: 1 },
    reversed: { tone: 'error', terminal: true, stamp: 'reversed' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending'],
  guards: { importUntouched: flagged('importUntouched') },
  actions: {
    approve: {
      from: ['pending'],
      to: ['posted'],
      verb: 'approve',
      notOwn: true,
      emphasis: 'primary',
      undo: { action: 'reverse' },
    },
    // The submitter withdraws what waits, as requests and orders; who may post it may refuse it.
    cancel: {
      from: ['pending'],
      to: ['cancelled'],
      verb: 'approve',
      ownerMay: ['pending'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'Nothing was posted; the goods are received by a new receipt.' },
    },
    reverse: {
      from: ['posted'],
      to: ['reversed'],
      verb: 'reverse',
      reason: 'required',
      emphasis: 'danger',
      guards: ['importUntouched'],
      undo: { irreversible: 'The goods are received again by a new receipt.' },
    },
  },
});

/**
 * Goods import (material receive): counting and putting away what a source document announced.
 * Documents given to it carry `hasPutAway` (some lines are in stock already) and `isSentByMe`: the
 * viewer sent the goods on their way, and may not be the one who receives them (2.8);
 * `isReceivedByMe`: the viewer received them at the dock, so somebody else counts them.
 */
export const goodsImportMachine = defineMachine({
  id: 'goodsImport',
  page: 'import-warehouse',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    inspecting: { tone: 'warning', step: 1, stamp: 'draft' },
    completed: { tone: 'success', step: 2 },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    reversed: { tone: 'error', terminal: true, stamp: 'reversed' },
  },
  undecided: ['pending', 'inspecting'],
  guards: {
    counted: flagged('counted'),
    nothingPutAway: unflagged('hasPutAway'),
    isReceiver: unflagged('isSentByMe'),
    isOtherThanReceiver: unflagged('isReceivedByMe'),
  },
  guardCodes: { isReceiver: 'SENT_BY_YOU', isOtherThanReceiver: 'RECEIVED_BY_YOU' },
  actions: {
    update: {
      from: ['pending', 'inspecting'],
      to: ['inspecting'],
      verb: 'update',
      authors: true,
      guards: ['isReceiver', 'isOtherThanReceiver'],
      undo: { action: 'update' },
    },
    approve: {
      from: ['inspecting'],
      to: ['completed', 'inspecting'],
      verb: 'approve',
      notOwn: true,
      notBy: ['countedBy'],
      emphasis: 'primary',
      guards: ['isReceiver', 'counted'],
      undo: { action: 'reverse' },
    },
    // All of it or nothing (2.6): once a line is in stock, the rest is counted as damaged instead.
    reject: {
      from: ['pending', 'inspecting'],
      to: ['rejected'],
      verb: 'approve',
      notOwn: true,
      notBy: ['countedBy'],
      reason: 'required',
      emphasis: 'danger',
      guards: ['isReceiver', 'nothingPutAway'],
      undo: { irreversible: 'What was refused lies in quarantine and leaves it by a claim.' },
    },
    reverse: {
      from: ['completed'],
      to: ['reversed'],
      verb: 'reverse',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A new import of the same goods opens by itself.' },
    },
    // What announced the goods is taken back (2.5).
    withdraw: {
      from: ['pending'],
      to: ['reversed'],
      undo: { irreversible: 'Whatever announces the goods again opens a new import.' },
    },
  },
});

/** Nobody has begun to count: what announced the goods may still be taken back (2.5). */
export const isImportUntouched = (status: string): boolean =>
  startsFrom(goodsImportMachine, 'withdraw', status);
