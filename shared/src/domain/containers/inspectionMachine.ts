import { defineMachine, openStatuses } from '../machine/machine.ts';

/**
 * Inspection of a container, `product_follow_ups` (domain-containers 1.1): planned for a day and a
 * person, begun at the container, completed with what was found. Whether it is late follows from its
 * day; nobody sets it.
 */
export const inspectionMachine = defineMachine({
  id: 'inspection',
  page: 'container-inspection',
  states: {
    planned: { tone: 'neutral', step: 0, stamp: 'draft' },
    inProgress: { tone: 'processing', step: 1, stamp: 'draft' },
    completed: { tone: 'success', step: 2, terminal: true },
    cancelled: { tone: 'neutral', terminal: true, stamp: 'cancelled' },
  },
  undecided: ['planned', 'inProgress'],
  actions: {
    // Whoever plans the visits moves them, whoever had planned one.
    update: {
      from: ['planned'],
      to: 'same',
      verb: 'update',
      authors: true,
      undo: { action: 'update' },
    },
    start: {
      from: ['planned'],
      to: ['inProgress'],
      verb: 'complete',
      emphasis: 'primary',
      undo: { action: 'cancel' },
    },
    // What was seen so far is kept, so that a flat battery costs nothing.
    record: {
      from: ['inProgress'],
      to: 'same',
      verb: 'complete',
      undo: { action: 'record' },
    },
    complete: {
      from: ['inProgress'],
      to: ['completed'],
      verb: 'complete',
      emphasis: 'primary',
      undo: {
        irreversible: 'What was found stays as it was found; the next inspection says more.',
      },
    },
    cancel: {
      from: ['planned', 'inProgress'],
      to: ['cancelled'],
      verb: 'cancel',
      ownerMay: ['planned'],
      reason: 'required',
      emphasis: 'danger',
      undo: {
        irreversible: 'A cancelled inspection keeps its number; a new one is planned instead.',
      },
    },
  },
});

/** Statuses in which an inspection is still to be done: it may be late. */
export const openInspectionStatuses = openStatuses(inspectionMachine);

/** Why somebody goes and looks (domain-containers 1.1). */
export const INSPECTION_TYPES = [
  'inspection',
  'siteVisit',
  'call',
  'preDelivery',
  'postReturn',
  'warrantyCheck',
] as const;
export type InspectionType = (typeof INSPECTION_TYPES)[number];

/** What was found of one item of the checklist: sound, faulty, or there is nothing to look at. */
export const CHECK_RESULTS = ['pass', 'fail', 'na'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

/** What came of the whole. */
export const INSPECTION_RESULTS = ['pass', 'partial', 'fail'] as const;
export type InspectionResult = (typeof INSPECTION_RESULTS)[number];

/**
 * Results that the items allow: with nothing faulty it passed; with something faulty whoever looked
 * says whether the container may go on working (`partial`) or not (`fail`).
 */
export const resultsAllowed = (
  items: readonly { readonly result: CheckResult | null }[],
): readonly InspectionResult[] =>
  items.some(({ result }) => result === 'fail') ? ['partial', 'fail'] : ['pass'];

export interface CheckLimits {
  readonly minValue: string | null;
  readonly maxValue: string | null;
}

/** Whether a reading is outside of what the checklist allows. */
export const isOutside = (measured: string, { minValue, maxValue }: CheckLimits): boolean =>
  (minValue !== null && Number(measured) < Number(minValue)) ||
  (maxValue !== null && Number(measured) > Number(maxValue));

/** A reading as people type it. */
export const READING = /^-?\d{1,6}(\.\d{1,3})?$/;

/** `2 – 6.5 °C`, `≥ 2 °C`, `≤ 6.5 °C`, or the unit alone. */
export function formatLimits({
  minValue,
  maxValue,
  unit,
}: CheckLimits & { readonly unit?: string | null }): string {
  const both = minValue !== null && maxValue !== null;
  const limits = both
    ? [`${minValue} – ${maxValue}`]
    : [minValue !== null && `≥ ${minValue}`, maxValue !== null && `≤ ${maxValue}`];
  return [...limits, unit].filter(Boolean).join(' ');
}
