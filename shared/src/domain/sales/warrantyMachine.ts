import { approving, cancelling, rejecting } from '../machine/decisions.ts';
import { defineMachine } from '../machine/machine.ts';

/**
 * Warranty of a container (docs/domain/containers.md "Warranty"): it follows from a contract or from an
 * accepted offer, and lives by time and by what was paid. Only `void` is somebody's own decision.
 */
export const warrantyMachine = defineMachine({
  id: 'warranty',
  page: 'warranty',
  states: {
    scheduled: { tone: 'processing', step: 0 },
    active: { tone: 'success', step: 1 },
    suspended: { tone: 'warning' },
    expired: { tone: 'neutral', step: 2, terminal: true },
    voided: { tone: 'error', terminal: true, stamp: 'cancelled' },
  },
  actions: {
    // Its first day has come, and it is paid.
    start: { from: ['scheduled'], to: ['active'], undo: { action: 'void' } },
    // The contract was ended, or the payment was reversed.
    suspend: { from: ['active'], to: ['suspended'], undo: { action: 'resume' } },
    resume: { from: ['suspended'], to: ['active'], undo: { action: 'suspend' } },
    expire: {
      from: ['active', 'suspended'],
      to: ['expired'],
      undo: { irreversible: 'What is over is continued by a renewal.' },
    },
    void: {
      from: ['scheduled', 'active', 'suspended'],
      to: ['voided'],
      verb: 'void',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A warranty that was voided is given again by a renewal.' },
    },
  },
});

/** Warranties that count, now or later: their periods never overlap on one container. */
export const CURRENT_WARRANTY_STATUSES = ['scheduled', 'active', 'suspended'] as const;

/** Request for a warranty, `purchase-warranty-req`: asked for, quoted, approved, accepted and paid. */
export const warrantyRequestMachine = defineMachine({
  id: 'warrantyRequest',
  page: 'warranty',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    quoted: { tone: 'processing', step: 1, stamp: 'draft' },
    approved: { tone: 'success', step: 2 },
    invoiced: { tone: 'warning', step: 3 },
    fulfilled: { tone: 'success', step: 4, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending', 'quoted'],
  actions: {
    // Whoever names the price does not approve it.
    quote: {
      from: ['pending', 'quoted'],
      to: ['quoted'],
      verb: 'quote',
      authors: true,
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    approve: {
      ...approving('cancel'),
      from: ['quoted'],
      to: ['approved'],
    },
    reject: {
      ...rejecting('The customer is offered a warranty by a new request.'),
      from: ['pending', 'quoted'],
      to: ['rejected'],
    },
    // The customer accepts: the warranty is made, and its invoice unless it is free.
    accept: {
      from: ['approved'],
      to: ['invoiced', 'fulfilled'],
      verb: 'renew',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    // Its invoice is paid.
    fulfil: {
      from: ['invoiced'],
      to: ['fulfilled'],
      undo: {
        irreversible: 'It is paid; the warranty itself is voided, or suspended with the payment.',
      },
    },
    cancel: cancelling(['pending', 'quoted', 'approved', 'invoiced'], {
      verb: 'approve',
      ownerMay: ['pending', 'quoted'],
    }),
  },
});

/** Requests that still lead to a warranty: one per container. */
export const OPEN_WARRANTY_REQUESTS = ['pending', 'quoted', 'approved', 'invoiced'] as const;
