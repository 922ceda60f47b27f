import { defineMachine, flagged, unflagged } from '../machine/machine.ts';

/**
 * Bidding round (domain-warehouse 1.8, 2.3): suppliers quote under seal until it closes, lines are
 * awarded, orders are made. Documents given to it carry `hasWinners` (something is awarded),
 * `hasUnordered` (something awarded is in no live order) and `hasOrdered` (something is in one).
 */
export const biddingMachine = defineMachine({
  id: 'bidding',
  page: 'suppliers',
  states: {
    open: { tone: 'processing', step: 0 },
    closed: { tone: 'warning', step: 1 },
    awarded: { tone: 'success', step: 2 },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['open'],
  guards: {
    hasWinners: flagged('hasWinners'),
    hasUnordered: flagged('hasUnordered'),
    nothingOrdered: unflagged('hasOrdered'),
  },
  guardCodes: {
    hasWinners: 'NOTHING_AWARDED',
    hasUnordered: 'ALL_ORDERED',
    nothingOrdered: 'AWARD_ORDERED',
  },
  actions: {
    update: {
      from: ['open'],
      to: 'same',
      verb: 'open-bidding',
      own: true,
      authors: true,
      undo: { action: 'update' },
    },
    // The closing time has an action of its own: whoever quotes relies on it (2.3).
    reschedule: {
      from: ['open'],
      to: 'same',
      verb: 'open-bidding',
      own: true,
      reason: 'required',
      undo: { action: 'reschedule' },
    },
    close: {
      from: ['open'],
      to: ['closed'],
      verb: 'open-bidding',
      emphasis: 'danger',
      undo: { irreversible: 'The seal is broken; who wants other prices opens a new round.' },
    },
    cancel: {
      from: ['open', 'closed'],
      to: ['cancelled'],
      verb: 'open-bidding',
      reason: 'required',
      emphasis: 'danger',
      // One award that was taken back opens a round again of which other lines are ordered.
      guards: ['nothingOrdered'],
      undo: { irreversible: 'A cancelled round keeps its number; a new one is opened instead.' },
    },
    award: {
      from: ['open', 'closed'],
      to: {
        open: ['open', 'closed', 'awarded'],
        closed: ['closed', 'awarded'],
      },
      verb: 'award',
      undo: { action: 'withdraw-award' },
    },
    'withdraw-award': {
      from: ['open', 'closed', 'awarded'],
      to: { open: ['open', 'closed'], closed: 'same', awarded: ['open', 'closed'] },
      verb: 'award',
      undo: { action: 'award' },
    },
    // Nobody offers the rest, or it is not wanted at these prices.
    conclude: {
      from: ['closed'],
      to: ['awarded'],
      verb: 'award',
      guards: ['hasWinners'],
      emphasis: 'primary',
      undo: { action: 'withdraw-award' },
    },
    'create-po': {
      from: ['awarded'],
      to: 'same',
      verb: 'award',
      guards: ['hasUnordered'],
      emphasis: 'primary',
      undo: {
        irreversible: 'Each order is cancelled by itself; then what was won is ordered anew.',
      },
    },
  },
});

/**
 * A supplier's quotation in a round (domain-warehouse 1.8). Documents given to it carry `roundOpen`,
 * `roundDecided` (awarded or given up), `isSealed`, `hasItems`, `hasWinners` and `enteredBy`: everybody who has entered something of it, who may
 * therefore not award it (2.3).
 */
export const quotationMachine = defineMachine({
  id: 'quotation',
  page: 'suppliers',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    submitted: { tone: 'processing', step: 1 },
    won: { tone: 'success', step: 2 },
    partiallyWon: { tone: 'success' },
    lost: { tone: 'neutral' },
    expired: { tone: 'error', stamp: 'cancelled' },
    withdrawn: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft', 'submitted'],
  guards: {
    roundOpen: flagged('roundOpen'),
    roundUndecided: unflagged('roundDecided'),
    hasItems: flagged('hasItems'),
    nothingWon: unflagged('hasWinners'),
    // Whoever changes prices knows them: nobody to whom they are sealed (2.3).
    unsealed: unflagged('isSealed'),
  },
  guardCodes: {
    roundOpen: 'ROUND_CLOSED',
    roundUndecided: 'ROUND_CLOSED',
    hasItems: 'LINES_REQUIRED',
    nothingWon: 'IS_WINNER',
    unsealed: 'SEALED',
  },
  actions: {
    // What was submitted before is kept as an earlier revision.
    update: {
      from: ['draft', 'submitted', 'expired'],
      to: ['draft'],
      verb: 'enter-quotation',
      authors: true,
      guards: ['unsealed', 'roundOpen', 'nothingWon'],
      undo: { action: 'update' },
    },
    submit: {
      from: ['draft'],
      to: ['submitted'],
      verb: 'enter-quotation',
      authors: true,
      guards: ['unsealed', 'roundOpen', 'hasItems'],
      emphasis: 'primary',
      undo: { action: 'update' },
    },
    withdraw: {
      from: ['draft', 'submitted'],
      to: ['withdrawn'],
      verb: 'enter-quotation',
      reason: 'required',
      emphasis: 'danger',
      guards: ['nothingWon'],
      undo: { irreversible: 'As long as the round is open, the supplier quotes anew.' },
    },
    extend: {
      from: ['expired'],
      to: ['submitted'],
      verb: 'enter-quotation',
      guards: ['unsealed', 'roundUndecided'],
      emphasis: 'primary',
      undo: { action: 'expire' },
    },
    win: {
      from: ['submitted'],
      to: 'same',
      verb: 'award',
      notOwn: true,
      notBy: ['enteredBy'],
      // A refusal of an award says which prices are lower.
      guards: ['unsealed'],
      undo: { action: 'lose' },
    },
    lose: {
      from: ['submitted', 'won', 'partiallyWon', 'expired'],
      to: {
        submitted: 'same',
        won: 'same',
        partiallyWon: 'same',
        expired: ['submitted', 'expired'],
      },
      verb: 'award',
      undo: { action: 'win' },
    },
    decide: {
      from: ['submitted'],
      to: ['won', 'partiallyWon', 'lost'],
      undo: { action: 'reopen' },
    },
    reopen: {
      from: ['won', 'partiallyWon', 'lost'],
      to: ['submitted'],
      undo: { action: 'decide' },
    },
    expire: { from: ['submitted'], to: ['expired'], undo: { action: 'extend' } },
  },
});

/** A round that goes on until its lines are ordered: what it asks for is committed (2.1). */
export const liveBiddingStatuses = biddingMachine.actions.cancel.from;

/** Quotations that stand in a comparison: what came in and was not taken back. */
export const comparedQuotationStatuses = quotationMachine.actions.lose.from.concat('lost');

/** Every line is decided; the round still holds its request until orders are made. */
export const [BIDDING_AWARDED] = biddingMachine.actions.conclude.to;
