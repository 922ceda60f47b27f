import { approving, cancelling, changing, rejecting } from '../machine/decisions.ts';
import { defineMachine } from '../machine/machine.ts';
import type { Condition } from '../stock/locations.ts';

/**
 * Transformation, `material_transform` (domain-warehouse 2.9): stock is taken apart, put together,
 * converted or repacked. Approved with what goes in held; confirmed with what really came out.
 */
export const transformationMachine = defineMachine({
  id: 'transformation',
  page: 'transformation',
  states: {
    pending: { tone: 'processing', step: 0, stamp: 'draft' },
    approved: { tone: 'warning', step: 1, stamp: 'draft' },
    completed: { tone: 'success', step: 2, terminal: true },
    rejected: { tone: 'error', terminal: true, stamp: 'rejected' },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
    reversed: { tone: 'error', terminal: true, stamp: 'reversed' },
  },
  undecided: ['pending'],
  actions: {
    // A count did not find what is held for it (2.13): decided on anew.
    'release-held': { from: ['approved'], to: ['pending'], undo: { action: 'approve' } },
    update: changing(['pending']),
    approve: approving('cancel'),
    reject: rejecting('The goods are transformed by a new document.'),
    confirm: {
      from: ['approved'],
      to: ['completed'],
      verb: 'confirm',
      emphasis: 'primary',
      undo: { action: 'reverse' },
    },
    cancel: cancelling(['pending', 'approved']),
    // Only while everything that came out is still on hand: the ledger refuses it otherwise.
    reverse: {
      from: ['completed'],
      to: ['reversed'],
      verb: 'reverse',
      reason: 'required',
      emphasis: 'danger',
      undo: { irreversible: 'The goods are transformed again by a new document.' },
    },
  },
});

/** What is done (domain-warehouse 1.12). */
export const TRANSFORM_TYPES = ['disassemble', 'assemble', 'convert', 'repack'] as const;
export type TransformType = (typeof TRANSFORM_TYPES)[number];

/** What becomes of a part that comes out: put into stock, set aside, or thrown away. */
export const DISPOSITIONS = ['stock', 'quarantine', 'scrap'] as const;
export type Disposition = (typeof DISPOSITIONS)[number];

/** Types of which one part goes in: that is what the document is about. */
const ONE_IN: readonly TransformType[] = ['disassemble', 'convert', 'repack'];
/** Types of which one part comes out, whatever is thrown away beside it. */
const ONE_OUT: readonly TransformType[] = ['assemble', 'convert'];

/** A transformation that is still to be decided or carried out. */
export const openTransformationStatuses = transformationMachine.actions.cancel.from;

/** What came out is booked. */
export const isTransformed = (status: string): boolean =>
  transformationMachine.actions.reverse.from.some((one) => one === status);

/** Whether what comes out is kept: what is scrapped is owned no longer. */
export const isKept = (disposition: Disposition): boolean => disposition !== 'scrap';

/** The line that the document is about: what is taken apart, or what is put together. */
export const isAboutOutput = (type: TransformType): boolean => !ONE_IN.includes(type);

/** A line that comes out, as far as the rules of 1.12 look at it. */
export interface OutputRules {
  readonly partId: string;
  readonly disposition: Disposition;
  readonly condition: Condition;
  /** Percent of the cost, 2 places. */
  readonly costShare: string;
}

interface RuleFault {
  readonly field: string;
  readonly code: string;
}

/** What is wrong with the lines of a transformation of this type, whatever the stock says. */
export function transformFaults(
  type: TransformType,
  {
    inputs,
    outputs,
  }: {
    readonly inputs: readonly { readonly partId: string }[];
    readonly outputs: readonly OutputRules[];
  },
): RuleFault[] {
  const faults: RuleFault[] = [];
  const goesIn = new Set(inputs.map(({ partId }) => partId));
  const kept = outputs.filter(({ disposition }) => isKept(disposition));
  inputs.forEach(({ partId }, index) => {
    if (ONE_IN.includes(type) && partId !== inputs[0]?.partId) {
      faults.push({ field: `inputs[${index}].partId`, code: 'ONE_INPUT' });
    }
  });
  outputs.forEach((output, index) => {
    const wrong = (field: string, code: string) =>
      faults.push({ field: `outputs[${index}].${field}`, code });
    if (goesIn.has(output.partId)) wrong('partId', 'SAME_PART');
    const isOther = isKept(output.disposition) && output.partId !== kept[0]?.partId;
    if (ONE_OUT.includes(type) && isOther) wrong('partId', 'ONE_OUTPUT');
    if (output.disposition === 'stock' && output.condition === 'defective') {
      wrong('condition', 'NOT_SOUND');
    }
  });
  // What is thrown away whole is destroyed, before witnesses (2.12).
  if (kept.length === 0) faults.push({ field: 'outputs', code: 'ALL_SCRAPPED' });
  return faults;
}
