import { defineMachine, flagged, unflagged } from '../machine/machine.ts';

/**
 * Where a container is: its lifecycle axis (domain-containers 2.1). Documents given to it carry
 * `hasParts` (something is built in), `isComplete` (the bill of materials is filled, or the reason
 * for deviating is written down), `isFree` (nothing is agreed about it), `hasSoftware` (it runs the
 * stable release of its model, where the model has one), `hasPlace` (where it was is known: in a warehouse,
 * at a site, handed out, or on its way back), `isOnTransfer` (a transfer says what becomes of it), `isGivenUp` (nothing is agreed
 * about it, or it is lost and no contract waits for it), `isLosable` (nothing is agreed about it, it is out
 * of the warehouses, or a contract keeps it at its customer), `isInspected` (it was found sound since it last left
 * a warehouse or stood there), `isPhotographed` (a photograph shows it outside), `isIdle` (nobody is
 * inspecting it and no software waits for it)and `isReleased` (no contract keeps it where it is). Two people write it
 * off: `isRetirementAsked` (somebody has proposed it since the container is where it is), `retirementAskedBy`
 * (that person) and `lostById` (who said last that it is lost) do not decide; `bookValue` is what an approver's
 * limit is held against.
 */
export const productMachine = defineMachine({
  id: 'product',
  page: 'container-warehouse',
  states: {
    inProduction: { tone: 'processing', step: 0, stamp: 'draft' },
    awaitingReceipt: { tone: 'processing', step: 1 },
    inWarehouse: { tone: 'success', step: 2 },
    inTransit: { tone: 'warning' },
    withdrawn: { tone: 'warning' },
    installed: { tone: 'success', step: 3 },
    returned: { tone: 'warning' },
    lost: { tone: 'error', closed: true },
    disassembled: { tone: 'neutral', terminal: true },
    retired: { tone: 'neutral', terminal: true },
  },
  undecided: ['inProduction'],
  guards: {
    isComplete: flagged('isComplete'),
    noParts: unflagged('hasParts'),
    isFree: flagged('isFree'),
    hasSoftware: flagged('hasSoftware'),
    hasPlace: flagged('hasPlace'),
    isNotOnTransfer: unflagged('isOnTransfer'),
    isGivenUp: flagged('isGivenUp'),
    isLosable: flagged('isLosable'),
    isInspected: flagged('isInspected'),
    isPhotographed: flagged('isPhotographed'),
    isIdle: flagged('isIdle'),
    isReleased: flagged('isReleased'),
    isRetirementAsked: flagged('isRetirementAsked'),
    isRetirementNotAsked: unflagged('isRetirementAsked'),
  },
  guardCodes: {
    isComplete: 'BOM_INCOMPLETE',
    noParts: 'PARTS_INSIDE',
    isFree: 'NOT_FREE',
    hasSoftware: 'SOFTWARE_MISSING',
    hasPlace: 'LOST_ON_ITS_WAY',
    isNotOnTransfer: 'LOST_ON_ITS_WAY',
    isGivenUp: 'NOT_FREE',
    isLosable: 'NOT_FREE',
    isInspected: 'NOT_INSPECTED',
    isPhotographed: 'SITE_PHOTO_REQUIRED',
    isIdle: 'WORK_OPEN',
    isReleased: 'UNDER_CONTRACT',
    isRetirementAsked: 'RETIREMENT_NOT_ASKED',
    isRetirementNotAsked: 'RETIREMENT_ASKED',
  },
  actions: {
    // Master data of the container; whoever works on it changes it.
    update: {
      from: ['inProduction', 'awaitingReceipt', 'inWarehouse', 'withdrawn', 'installed', 'lost'],
      to: 'same',
      verb: 'update',
      undo: { action: 'update' },
    },
    'update-parts': {
      from: ['inProduction', 'inWarehouse', 'withdrawn', 'installed'],
      to: 'same',
      verb: 'update-parts',
      undo: { action: 'update-parts' },
    },
    'edit-status': {
      from: ['inWarehouse'],
      to: 'same',
      verb: 'edit-status',
      guards: ['isFree'],
      reason: 'required',
      undo: { action: 'edit-status' },
    },
    // Queues a release; how the update goes on is said by its own machine.
    'update-software': {
      from: ['inProduction', 'awaitingReceipt', 'inWarehouse', 'withdrawn', 'installed'],
      to: 'same',
      verb: 'update-software',
      undo: { action: 'update-software' },
    },
    complete: {
      from: ['inProduction'],
      to: ['awaitingReceipt'],
      verb: 'complete',
      guards: ['isComplete', 'hasSoftware'],
      emphasis: 'primary',
      undo: { action: 'rework' },
    },
    // The receipt refused it: it goes back to the bench with a note.
    rework: { from: ['awaitingReceipt'], to: ['inProduction'], undo: { action: 'complete' } },
    // A transfer was approved: it is on its way until the receipt at the other end.
    depart: { from: ['inWarehouse'], to: ['inTransit'], undo: { action: 'receive' } },
    receive: {
      from: ['awaitingReceipt', 'returned', 'inTransit'],
      to: ['inWarehouse'],
      undo: { irreversible: 'What was received is moved by the document that follows.' },
    },
    // A requisition was released: it leaves the stock, and is somebody's to set up.
    withdraw: { from: ['inWarehouse'], to: ['withdrawn'], undo: { action: 'come-back' } },
    // Set up where it was sent to.
    install: {
      from: ['withdrawn'],
      to: ['installed'],
      verb: 'install',
      guards: ['isInspected', 'isPhotographed'],
      emphasis: 'primary',
      undo: { action: 'return' },
    },
    // Taken down again: a receipt waits for it, and somebody looks at it there.
    return: {
      from: ['installed'],
      to: ['returned'],
      verb: 'return',
      guards: ['isReleased'],
      reason: 'required',
      undo: { action: 'stay-out' },
    },
    // The document that handed it out takes it back.
    'come-back': {
      from: ['withdrawn', 'installed'],
      to: ['returned'],
      undo: { action: 'stay-out' },
    },
    // The receipt refused it: it stays where it was.
    'stay-out': {
      from: ['returned'],
      to: ['withdrawn', 'installed'],
      undo: { action: 'come-back' },
    },
    // A receipt did not find it.
    'go-missing': {
      from: ['returned', 'inTransit'],
      to: ['lost'],
      undo: { irreversible: 'What became of it is said on the document that moved it.' },
    },
    // What did not arrive stands at one of the two ends after all, or is written off.
    'turn-up': { from: ['lost'], to: ['inWarehouse'], undo: { action: 'depart' } },
    'write-off': {
      from: ['lost'],
      to: ['retired'],
      undo: { irreversible: 'Its value is written off; a serial number is never used again.' },
    },
    // On its way, its transfer says what became of it; handed out, its requisition waits for it.
    lose: {
      from: ['inWarehouse', 'inTransit', 'withdrawn', 'installed'],
      to: ['lost'],
      verb: 'retire',
      guards: ['isLosable'],
      reason: 'required',
      emphasis: 'danger',
      undo: { action: 'found' },
    },
    // A found container returns to its place before the loss: warehouse, customer, handed out, or on its way back.
    found: {
      from: ['lost'],
      to: ['inWarehouse', 'withdrawn', 'installed', 'returned'],
      verb: 'retire',
      guards: ['isNotOnTransfer', 'hasPlace'],
      reason: 'required',
      undo: { action: 'lose' },
    },
    disassemble: {
      from: ['inWarehouse'],
      to: ['disassembled'],
      verb: 'disassemble',
      guards: ['isFree', 'hasPlace', 'isIdle'],
      reason: 'required',
      emphasis: 'danger',
      undo: {
        irreversible:
          'What it was made of goes on by itself; it is built again as another container.',
      },
    },
    // Somebody else decides; as soon as the container goes elsewhere, nothing is proposed any more.
    'propose-retirement': {
      from: ['inWarehouse', 'lost'],
      to: 'same',
      verb: 'retire',
      guards: ['isRetirementNotAsked', 'isNotOnTransfer', 'isGivenUp'],
      reason: 'required',
      undo: { action: 'reject-retirement' },
    },
    'reject-retirement': {
      from: ['inWarehouse', 'lost'],
      to: 'same',
      verb: 'retire',
      guards: ['isRetirementAsked'],
      reason: 'required',
      undo: { action: 'propose-retirement' },
    },
    retire: {
      from: ['inWarehouse', 'lost'],
      to: ['retired'],
      verb: 'retire',
      notBy: ['retirementAskedBy', 'lostById'],
      guards: ['isRetirementAsked', 'isNotOnTransfer', 'isGivenUp'],
      asked: 'isRetirementAsked',
      limit: 'bookValue',
      emphasis: 'danger',
      undo: { irreversible: 'Its value is written off; a serial number is never used again.' },
    },
  },
});
