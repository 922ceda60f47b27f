import { changing } from '../machine/decisions.ts';
import { defineMachine } from '../machine/machine.ts';

/**
 * Parts sale, `part_sales` (domain-containers 2.13): drafted for a customer, confirmed by somebody else
 * with the stock of all lines held, delivered whole by scan, and given back in parts.
 */
export const partSaleMachine = defineMachine({
  id: 'partSale',
  page: 'parts-sales',
  states: {
    draft: { tone: 'neutral', step: 0, stamp: 'draft' },
    confirmed: { tone: 'processing', step: 1 },
    delivered: { tone: 'success', step: 2, closed: true },
    partlyReturned: { tone: 'warning' },
    returned: { tone: 'neutral', terminal: true },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['draft'],
  actions: {
    // Whoever sells writes and rewrites: one verb is enough for both.
    update: changing(['draft'], { verb: 'create' }),
    confirm: {
      from: ['draft'],
      to: ['confirmed'],
      verb: 'confirm',
      notOwn: true,
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    deliver: {
      from: ['confirmed'],
      to: ['delivered'],
      verb: 'deliver',
      emphasis: 'primary',
      undo: { action: 'return' },
    },
    return: {
      from: ['delivered', 'partlyReturned'],
      to: ['partlyReturned', 'returned'],
      verb: 'return',
      reason: 'required',
      undo: { irreversible: 'What came back is sold again by a new sale.' },
    },
    cancel: {
      from: ['draft', 'confirmed'],
      to: ['cancelled'],
      verb: 'cancel',
      ownerMay: ['draft'],
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'A cancelled sale keeps its number; a new one is made instead.' },
    },
    // A count found less than was held: it is decided on anew, and keeps its number.
    'release-held': {
      from: ['confirmed'],
      to: ['draft'],
      undo: { action: 'confirm' },
    },
  },
});

/** A sale whose stock is held until it is handed over. */
export const heldPartSaleStatuses = partSaleMachine.actions.deliver.from;
