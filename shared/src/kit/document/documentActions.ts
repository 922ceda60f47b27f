import {
  type ActionDef,
  decides,
  type Machine,
  type MachineDocument,
  type Refusal,
  refusalOf,
  type Viewer,
} from '../../domain/index.ts';

/** An action of a document as its button shows it. */
export interface ActionButton {
  readonly name: string;
  readonly def: ActionDef<string>;
  /** Why not, or null when it may be done. */
  readonly refusal: Refusal | { readonly code: 'SERVER' } | null;
  /** Above the viewer's limit: it will be an endorsement, not a decision (domain-conventions "Own work"). */
  readonly endorses: boolean;
}

type Record_ = Readonly<Record<string, unknown>>;

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;

const idsOf = (value: unknown): unknown => (Array.isArray(value) ? value.map(idOf) : idOf(value));

/** People whose work a document is, as answers name them (domain/machine, `OWNER_FIELDS`). */
const OWNERS = ['requester', 'assignee', 'technician'];

/** The record as the machine looks at it: people by their ids. */
export function machineDocument(machine: Machine, doc: Record_): MachineDocument {
  const people = Object.values(machine.actions).flatMap((action) => action.notBy ?? []);
  return {
    ...doc,
    ...Object.fromEntries(OWNERS.map((field) => [`${field}Id`, idOf(doc[field])])),
    ...Object.fromEntries(people.map((field) => [field, idsOf(doc[field])])),
    status: String(doc.status),
    createdBy: (idOf(doc.createdBy) as string | null | undefined) ?? null,
  };
}

/**
 * The buttons of a document: machine ∩ ability ∩ guards, and the server's word where it knows more
 * (architecture 2.5). What a person may never do, or what the state has long passed, is not drawn;
 * what is only barred now is drawn and says why.
 */
export function actionButtons(
  machine: Machine,
  doc: Record_ & { readonly allowedActions?: readonly string[] },
  viewer: Viewer,
): ActionButton[] {
  const seen = machineDocument(machine, doc);
  const allowed = doc.allowedActions;
  return Object.entries(machine.actions).flatMap(([name, def]) => {
    if (def.verb === undefined) return [];
    const local = refusalOf(machine, name, { doc: seen, viewer });
    const byServer = allowed === undefined ? local === null : allowed.includes(name);
    if (!byServer && (local?.code === 'FORBIDDEN' || local?.code === 'INVALID_STATE')) return [];
    const refusal = byServer ? null : (local ?? { code: 'SERVER' as const });
    const endorses = !decides(machine, name, { doc: seen, viewer });
    return [{ name, def, refusal, endorses }];
  });
}

/** Dangerous ones first, then the neutral, the one primary action last, at the right (design, "Document"). */
export function inOrder(buttons: readonly ActionButton[]): ActionButton[] {
  const rank = ({ def, refusal }: ActionButton): number => {
    if (def.emphasis === 'primary') return refusal === null ? 3 : 2;
    return def.emphasis === 'danger' ? 1 : 0;
  };
  return [...buttons].sort((a, b) => rank(a) - rank(b));
}

/** The one primary button: the first that may be done. */
export const primaryOf = (buttons: readonly ActionButton[]): ActionButton | undefined =>
  buttons.find(({ def, refusal }) => def.emphasis === 'primary' && refusal === null);

/** So many buttons stand beside the title; of more, the rest is in a menu. */
const MOST_SHOWN = 6;
const SHOWN_WITH_MENU = 5;

interface Rankable {
  readonly primary: boolean;
  /** Leads on, though it may be barred now. */
  readonly leads: boolean;
  /** Why it may not be done now. */
  readonly reason: string | null;
  readonly danger: boolean;
}

/** What stays beside the title: what leads on, then what may be done, what destroys, what is barred. */
export function shownOf<T extends Rankable>(offered: readonly T[]): readonly T[] {
  if (offered.length <= MOST_SHOWN) return offered;
  const rank = ({ leads, primary, reason, danger }: Rankable): number => {
    if (primary || leads) return 0;
    if (reason !== null) return 3;
    return danger ? 2 : 1;
  };
  const first = [...offered].sort((a, b) => rank(a) - rank(b)).slice(0, SHOWN_WITH_MENU);
  return offered.filter((one) => first.includes(one));
}

/** `close-short` → `closeShort`: how the contract's table writes an action's call. */
export const camelCase = (action: string): string =>
  action.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

export interface CourseStep {
  readonly status: string;
  readonly state: 'done' | 'current' | 'ahead';
}

/**
 * The document's course: the states with a step, and where it is in it; a side state stands apart.
 * Of states that share a step the document takes one: the one it is or was in, else the first.
 */
export function courseOf(
  machine: Machine,
  status: string,
  history: readonly { readonly to: string | null }[],
): { steps: CourseStep[]; aside: string | null } {
  const stepOf = (name: string): number | undefined => machine.states[name]?.step;
  const wasIn = new Set([status, ...history.map(({ to }) => to)]);
  const withStep = Object.keys(machine.states).filter((name) => stepOf(name) !== undefined);
  const steps = [...Map.groupBy(withStep, stepOf).values()]
    .map((alternatives) => alternatives.find((name) => wasIn.has(name)) ?? alternatives[0] ?? '')
    .sort((a, b) => (stepOf(a) ?? 0) - (stepOf(b) ?? 0));
  const here = stepOf(status);
  const reached =
    here ?? Math.max(-1, ...history.map(({ to }) => (to === null ? -1 : (stepOf(to) ?? -1))));
  return {
    steps: steps.map((name) => {
      const step = stepOf(name) ?? 0;
      const isLast = machine.states[name]?.terminal === true;
      if (here === step) return { status: name, state: isLast ? 'done' : 'current' };
      return { status: name, state: step <= reached ? 'done' : 'ahead' };
    }),
    aside: here === undefined ? status : null,
  };
}
