import { changing } from '../machine/decisions.ts';
import { defineMachine, flagged } from '../machine/machine.ts';

/**
 * Stock count, `audits` (domain-warehouse 2.13): planned, counted against a snapshot while stock goes
 * on moving, counted again where it differs too much, reviewed and posted. Documents given to it carry
 * `allCounted` (every line of the round has its count), `allDecided` (every difference is accepted
 * with a reason, or ignored), `countedByIds` and, since the review, `varianceValue`.
 */
export const auditMachine = defineMachine({
  id: 'audit',
  page: 'audit',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    counting: { tone: 'processing', step: 1 },
    counted: { tone: 'warning', step: 2 },
    recount: { tone: 'warning' },
    review: { tone: 'processing', step: 3 },
    approved: { tone: 'success', step: 4, terminal: true },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft', 'counting', 'counted', 'recount', 'review'],
  guards: { allCounted: flagged('allCounted'), allDecided: flagged('allDecided') },
  guardCodes: { allCounted: 'LINES_UNCOUNTED', allDecided: 'LINES_UNDECIDED' },
  actions: {
    update: changing(['draft'], { verb: 'create' }),
    // Takes the snapshot, and locks the bins where that was chosen.
    start: {
      from: ['draft'],
      to: ['counting'],
      verb: 'count',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    // Saves counts as they are made; it moves no version, so that several people count at once.
    count: {
      from: ['counting', 'recount'],
      to: 'same',
      verb: 'count',
      undo: { action: 'count' },
    },
    finish: {
      from: ['counting'],
      to: ['counted'],
      verb: 'count',
      guards: ['allCounted'],
      undo: { irreversible: 'What was counted wrongly is counted again by a recount.' },
    },
    'finish-recount': {
      from: ['recount'],
      to: ['review'],
      verb: 'count',
      guards: ['allCounted'],
      undo: { action: 'recount' },
    },
    recount: {
      from: ['counted', 'review'],
      to: ['recount'],
      verb: 'review',
      undo: { irreversible: 'A recount replaces the count of its lines; both stay on record.' },
    },
    review: {
      from: ['counted'],
      to: ['review'],
      verb: 'review',
      emphasis: 'primary',
      undo: { action: 'recount' },
    },
    decide: { from: ['review'], to: 'same', verb: 'review', undo: { action: 'decide' } },
    approve: {
      from: ['review'],
      to: ['approved'],
      verb: 'approve',
      notOwn: true,
      notBy: ['countedByIds'],
      limit: 'varianceValue',
      emphasis: 'primary',
      guards: ['allDecided'],
      undo: { irreversible: 'What was posted wrongly is put right by another count.' },
    },
    cancel: {
      from: ['counting', 'counted', 'recount', 'review'],
      to: ['cancelled'],
      verb: 'review',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A cancelled document keeps its number; a new one is made instead.' },
    },
  },
});
export type AuditStatus = keyof typeof auditMachine.states;

export const AUDIT_TYPES = ['full', 'cycle', 'spot', 'zeroConfirm'] as const;
export type AuditType = (typeof AUDIT_TYPES)[number];

/** What the count does to moves in its bins: nothing, a warning, or refusing them. */
export const AUDIT_FREEZES = ['none', 'softLock', 'hardLock'] as const;
export type AuditFreeze = (typeof AUDIT_FREEZES)[number];

export const AUDIT_REASONS = [
  'missingTransaction',
  'miscounted',
  'found',
  'lost',
  'stolen',
  'damaged',
  'expired',
  'misplaced',
  'dataEntry',
  'other',
] as const;
export type AuditReason = (typeof AUDIT_REASONS)[number];

export const AUDIT_DECISIONS = ['accept', 'recount', 'ignore'] as const;
export type AuditDecision = (typeof AUDIT_DECISIONS)[number];

/** A count under way holds its bins: no other may count them (it would post the same twice). */
export const openAuditStatuses = auditMachine.actions.cancel.from;

/** Whether a blind count still keeps to itself what the books say (I24). */
export const isHidden = (audit: { readonly isBlind: boolean; readonly status: string }): boolean =>
  audit.isBlind && !SHOWN.has(audit.status);
const SHOWN: ReadonlySet<string> = new Set<AuditStatus>(['review', 'approved']);

/** What the caller of `PUT /audits/{id}/status` asks for is one action, by where the count is. */
export function auditActionFor(
  current: string,
  wanted: Exclude<AuditStatus, 'draft'>,
): keyof typeof auditMachine.actions {
  switch (wanted) {
    case 'counting':
      return 'start';
    case 'counted':
      return 'finish';
    case 'recount':
      return 'recount';
    case 'review': {
      if (auditMachine.actions['finish-recount'].from.some((from) => from === current))
        return 'finish-recount';
      return auditMachine.actions.decide.from.some((from) => from === current)
        ? 'decide'
        : 'review';
    }
    case 'approved':
      return 'approve';
    case 'cancelled':
      return 'cancel';
  }
}
