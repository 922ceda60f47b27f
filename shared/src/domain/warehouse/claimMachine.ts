import { defineMachine } from '../machine/machine.ts';

/**
 * Claim of parts to their supplier, `material_repair_claims` (domain-warehouse 2.10): the goods are
 * put aside when it is opened, leave for the supplier, and come back by a goods import, or their value
 * does. One way only. Documents given to it carry `holdsGoods` (what it put aside is still there).
 */
export const claimMachine = defineMachine({
  id: 'claim',
  page: 'claim',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    sent: { tone: 'warning', step: 1 },
    confirmed: { tone: 'processing', step: 2 },
    completed: { tone: 'success', step: 3, closed: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['pending'],
  guards: { holdsGoods: (doc) => doc.holdsGoods === true },
  guardCodes: { holdsGoods: 'GOODS_LOST' },
  actions: {
    // A count did not find what was put aside for it (2.13).
    'release-held': {
      from: ['pending'],
      to: 'same',
      undo: { irreversible: 'What is still there is claimed by a new document.' },
    },
    update: {
      from: ['pending', 'sent', 'confirmed'],
      to: {
        pending: 'same',
        sent: 'same',
        // The credit note that was waited for closes it.
        confirmed: ['confirmed', 'completed'],
      },
      verb: 'update',
      authors: true,
      undo: { action: 'update' },
    },
    send: {
      from: ['pending'],
      to: ['sent'],
      verb: 'update',
      guards: ['holdsGoods'],
      emphasis: 'primary',
      undo: { irreversible: 'What is at the supplier comes back by the supplier’s answer.' },
    },
    confirm: {
      from: ['pending', 'sent'],
      to: ['confirmed', 'completed'],
      verb: 'confirm',
      guards: ['holdsGoods'],
      emphasis: 'primary',
      undo: { irreversible: 'What the supplier gave is claimed again by a new document.' },
    },
    reject: {
      from: ['pending', 'sent'],
      to: ['rejected'],
      verb: 'confirm',
      guards: ['holdsGoods'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'The goods lie in quarantine; a new claim may be opened for them.' },
    },
    cancel: {
      from: ['pending'],
      to: ['cancelled'],
      verb: 'cancel',
      ownerMay: ['pending'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A cancelled document keeps its number; a new one is made instead.' },
    },
    // What the goods import did: put away, refused, or taken back.
    receive: {
      from: ['confirmed', 'completed'],
      to: ['confirmed', 'completed'],
      undo: { irreversible: 'The goods import is reversed, and the claim follows it.' },
    },
  },
});

/** What the supplier gives for a line (domain-warehouse 1.12). */
export const CLAIM_RESOLUTIONS = ['replace', 'repair', 'refund', 'creditNote', 'none'] as const;
export type ClaimResolution = (typeof CLAIM_RESOLUTIONS)[number];

/** The supplier pays instead of giving goods. */
export const isPaid = (resolution: ClaimResolution | null): boolean =>
  resolution === 'refund' || resolution === 'creditNote';

/** The supplier gives goods, another piece or the same one mended. */
export const isGiven = (resolution: ClaimResolution | null): boolean =>
  resolution === 'replace' || resolution === 'repair';

/** What becomes of goods that the supplier refused to answer for (2.10, next step chooser). */
export const CLAIM_NEXT_STEPS = ['keep', 'use', 'repair', 'destroy'] as const;
export type ClaimNextStep = (typeof CLAIM_NEXT_STEPS)[number];

/** A claim that is not over: what blocks a part and a warehouse from being put out of use. */
export const openClaimStatuses = claimMachine.actions.update.from;

/** The supplier has the goods and has not answered: what may be late. */
export const claimsAtSupplier = claimMachine.actions.confirm.from.filter(
  (status) => !claimMachine.actions.send.from.some((one) => one === status),
);

/** Nothing has left yet: whose goods they are to answer for may still be corrected. */
export const isUnsent = (status: string): boolean =>
  claimMachine.actions.send.from.some((one) => one === status);

/** The supplier has answered. */
export const isAnswered = (status: string): boolean =>
  claimMachine.actions.receive.from.some((one) => one === status);
