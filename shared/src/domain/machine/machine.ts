import { can, type GrantSet } from '../access/abilities.ts';
import { compare } from '../values/decimal.ts';

/**
 * A state machine as data: the server runs it, the browser draws its buttons from it, and a test
 * walks it (domain-conventions "State machines"). No status string is compared anywhere else.
 */
export type Tone = 'neutral' | 'processing' | 'success' | 'warning' | 'error';

export interface StateDef {
  readonly tone: Tone;
  /** No ordinary way out. */
  readonly terminal?: true;
  /** Nobody has to act on it, though an action leads out of it: what was paid, delivered or has expired. */
  readonly closed?: true;
  /** What stands across the PDF as long as, or since, the document does not count. */
  readonly stamp?: 'draft' | 'cancelled' | 'rejected' | 'reversed';
  /** Position in the course drawn on the document page; side states (rejected…) have none. */
  readonly step?: number;
}

/** Where an action leads from one state: to states that it names, or it leaves the state as it is. */
type Results<S extends string> = readonly S[] | 'same';

/** An action as its machine is written. */
export interface ActionSpec<S extends string> {
  readonly from: readonly S[];
  /**
   * Where it leads from each of these: the same from all of them, or by the state it starts from. The
   * server's effect picks one when there are several, and is refused any other.
   */
  readonly to: Results<S> | { readonly [From in S]?: Results<S> };
  /** Verb on the machine's page that permits the action. Absent: only the system does it. */
  readonly verb?: string;
  /** The document's creator may do it in these states without the verb. */
  readonly ownerMay?: readonly S[];
  /**
   * Only an owner of the document, or whoever holds `<page>:update-others`: somebody else's document
   * is not changed in passing (ADR 0014).
   */
  readonly own?: true;
  /** Whoever does it is an author of the document from then on, as its creator is (ADR 0014). */
  readonly authors?: true;
  /** Nobody decides on what they made: refused to every author without `<page>:approve-own`. */
  readonly notOwn?: true;
  /** People other than the creator who may not act either, by field: an id, or ids. */
  readonly notBy?: readonly string[];
  /** Field of the document that an approver's limit is held against. */
  readonly limit?: string;
  readonly reason?: 'required' | 'optional';
  readonly emphasis?: 'primary' | 'danger';
  /** Names of the machine's guards, checked in order. */
  readonly guards?: readonly string[];
  /**
   * Guard of a decision that somebody asks for while the document stays where it is: the state alone
   * does not say that it waits.
   */
  readonly asked?: string;
  /** What takes it back, or why nothing does. */
  readonly undo: { readonly action: string } | { readonly irreversible: string };
}

/** An action as it is read. */
export interface ActionDef<S extends string> extends Omit<ActionSpec<S>, 'to'> {
  /** Every state that it may lead to. */
  readonly to: readonly S[];
  /** The same by the state that it starts from; none for any other. */
  readonly targets: { readonly [From in S]?: readonly S[] };
}

export interface MachineDocument {
  readonly status: string;
  readonly createdBy: string | null;
  /** Who submitted it or changed what it says, besides its creator; written by authoring actions. */
  readonly authorIds?: readonly string[];
  readonly [field: string]: unknown;
}

/** Who looks at a document: enough to decide, nothing more. */
export interface Viewer {
  readonly userId: string;
  readonly grants: GrantSet;
  /** THB with 2 places; null means "any amount" only together with `all:manage`. */
  readonly approvalLimit: string | null;
  /** The largest discount that this person gives, in per cent with 2 places; null: no limit was given. */
  readonly discountLimitPercent: string | null;
}

/** Why an action may not be done now; each code has a text in both languages. */
export type Refusal =
  | { readonly code: 'INVALID_STATE' }
  | { readonly code: 'FORBIDDEN' }
  | { readonly code: 'SELF_APPROVAL' }
  | { readonly code: 'NOT_OWNER' }
  | { readonly code: 'GUARD'; readonly guard: string };

export interface Machine<S extends string = string, A extends string = string> {
  readonly id: string;
  /** Page whose verbs the actions name; the first of them where `pages` says more. */
  readonly page: string;
  /**
   * One machine for documents that stand on several pages: the page follows from a field of the
   * document, and with it whose verbs count. Every page has all verbs of the actions.
   */
  readonly pages?: {
    readonly by: string;
    readonly of: Readonly<Record<string, string>>;
    /** Pages whose readers see the documents of all of them, such as that of the containers concerned. */
    readonly readers?: readonly string[];
  };
  readonly states: Readonly<Record<S, StateDef>>;
  /**
   * States in which nothing of the document is decided or posted yet: whoever attached a file may
   * still remove it. Without them every state counts as decided.
   */
  readonly undecided?: readonly S[];
  readonly actions: Readonly<Record<A, ActionDef<S>>>;
  /** Pure conditions on the document beyond its state; true lets the action pass. */
  readonly guards?: Readonly<Record<string, (doc: MachineDocument) => boolean>>;
  /** Error code of a guard that refuses, where it has one of its own; else `GUARD`. */
  readonly guardCodes?: Readonly<Record<string, string>>;
}

/** A guard that passes when a field of the document is true. */
export const flagged = (field: string) => (doc: MachineDocument) => doc[field] === true;
/** A guard that passes unless a field of the document is true. */
export const unflagged = (field: string) => (doc: MachineDocument) => doc[field] !== true;

/** A machine as it is written; its states are those under `states`. */
interface MachineSpec<S extends string, A extends string>
  extends Omit<Machine<S, A>, 'actions' | 'undecided'> {
  readonly undecided?: readonly NoInfer<S>[];
  readonly actions: Readonly<Record<A, ActionSpec<NoInfer<S>>>>;
}

function readAction<S extends string>({ to, ...spec }: ActionSpec<S>): ActionDef<S> {
  const byState = (typeof to === 'string' || Array.isArray(to) ? null : to) as
    | {
        readonly [From in S]?: Results<S>;
      }
    | null;
  const leads = (from: S): readonly S[] => {
    const results = byState === null ? (to as Results<S>) : (byState[from] ?? []);
    return results === 'same' ? [from] : results;
  };
  const targets = Object.fromEntries(spec.from.map((from) => [from, leads(from)]));
  return {
    ...spec,
    to: [...new Set(spec.from.flatMap(leads))],
    targets: targets as ActionDef<S>['targets'],
  };
}

export const defineMachine = <const S extends string, const A extends string>({
  actions,
  ...machine
}: MachineSpec<S, A>): Machine<S, A> => ({
  ...machine,
  actions: Object.fromEntries(
    Object.entries<ActionSpec<S>>(actions).map(([name, action]) => [name, readAction(action)]),
  ) as unknown as Machine<S, A>['actions'],
});

/** States that an action may lead to from this one; none where it does not start. */
export const targetsOf = (def: ActionDef<string>, from: string): readonly string[] =>
  def.targets[from] ?? [];

/** The page on which a document stands. */
export function pageOf({ id, page, pages }: Machine, doc: MachineDocument): string {
  if (pages === undefined) return page;
  const own = pages.of[String(doc[pages.by])];
  // Without it nobody could say whose verbs count.
  if (own === undefined) throw new Error(`${id}: no page for ${pages.by} "${doc[pages.by]}"`);
  return own;
}

/** Every page on which documents of a machine stand. */
export const pagesOf = ({ page, pages }: Machine): readonly string[] =>
  pages === undefined ? [page] : [...new Set(Object.values(pages.of))];

/** Fields that name whose work a document is: its creator, or whoever took it over. */
const OWNER_FIELDS = [
  'createdBy',
  'requesterId',
  'assigneeId',
  'technicianId',
  'technicianIds',
] as const;

/** Verb of whoever may change documents of others, where an action is the owner's (`own`). */
export const UPDATE_OTHERS = 'update-others';

/** The first reason against `action`, or null when it may be done. */
export function refusalOf(
  machine: Machine,
  action: string,
  { doc, viewer }: { doc: MachineDocument; viewer: Viewer },
): Refusal | null {
  const def = machine.actions[action];
  if (!def || def.verb === undefined) return { code: 'FORBIDDEN' };
  const page = pageOf(machine, doc);
  const isOwner = doc.createdBy !== null && doc.createdBy === viewer.userId;
  const asOwner = isOwner && (def.ownerMay ?? []).includes(doc.status);
  if (!asOwner && !can(viewer.grants, `${page}:${def.verb}`)) return { code: 'FORBIDDEN' };
  if (!def.from.includes(doc.status)) return { code: 'INVALID_STATE' };
  const owns = OWNER_FIELDS.some((field) => [doc[field]].flat().includes(viewer.userId));
  if (def.own && !owns && !can(viewer.grants, `${page}:${UPDATE_OTHERS}`)) {
    return { code: 'NOT_OWNER' };
  }
  const barred = [
    ...(def.notOwn ? [doc.createdBy, ...(doc.authorIds ?? [])] : []),
    ...(def.notBy ?? []).flatMap((field) => doc[field]),
  ];
  if (barred.includes(viewer.userId) && !can(viewer.grants, `${page}:approve-own`)) {
    return { code: 'SELF_APPROVAL' };
  }
  for (const guard of def.guards ?? []) {
    if (!machine.guards?.[guard]?.(doc)) return { code: 'GUARD', guard };
  }
  return null;
}

/** Actions that would succeed now, in the machine's order: the `allowedActions` of an answer. */
export const allowedActions = (machine: Machine, doc: MachineDocument, viewer: Viewer): string[] =>
  Object.keys(machine.actions).filter(
    (action) => refusalOf(machine, action, { doc, viewer }) === null,
  );

/**
 * Whether this viewer's approval decides, or is only an endorsement that the next approver sees
 * (domain-conventions "Own work"). Without a limit only `all:manage` decides.
 */
export function decides(
  machine: Machine,
  action: string,
  { doc, viewer }: { doc: MachineDocument; viewer: Viewer },
): boolean {
  const field = machine.actions[action]?.limit;
  if (field === undefined) return true;
  if (viewer.approvalLimit === null) return can(viewer.grants, 'all:manage');
  const amount = doc[field];
  return compare(viewer.approvalLimit, typeof amount === 'string' ? amount : '0') >= 0;
}

/** Statuses in the machine's order, for tabs, filters and legends. */
export const statusesOf = (machine: Machine): string[] => Object.keys(machine.states);

/** Whether no ordinary action leaves this status. */
export const isTerminal = (machine: Machine, status: string): boolean =>
  machine.states[status]?.terminal === true;

export const DRAFT = 'draft';

/** Whether the document was never sent: it has no number and may be deleted. */
export const isDraft = (status: string): boolean => status === DRAFT;

/** Whether something of the document is decided or posted: its files are evidence from then on. */
export const isDecided = ({ undecided = [] }: Machine, status: string): boolean =>
  !undecided.includes(status);

/** What stands across the PDF of a document in this status; nothing once it counts. */
export const stampOf = (machine: Machine, status: string): StateDef['stamp'] =>
  machine.states[status]?.stamp;

/** Whether an action leaves this status, whoever may do it. */
export const startsFrom = <A extends string>(
  machine: Machine<string, A>,
  action: NoInfer<A>,
  status: string,
): boolean => machine.actions[action].from.includes(status);

/** Statuses that no ordinary action leaves. */
export const terminalStatuses = <S extends string>(machine: Machine<S>): S[] =>
  (Object.keys(machine.states) as S[]).filter((status) => machine.states[status].terminal);

/** Statuses from which a document still goes on. */
export const openStatuses = <S extends string>(machine: Machine<S>): S[] =>
  (Object.keys(machine.states) as S[]).filter((status) => !machine.states[status].terminal);

/** Statuses of what somebody still has to act on. */
export const ongoingStatuses = <S extends string>(machine: Machine<S>): S[] =>
  openStatuses(machine).filter((status) => !machine.states[status].closed);

/** Terminal statuses of what came to nothing: refused, given up or taken back. */
export const voidStatuses = <S extends string>(machine: Machine<S>): S[] =>
  terminalStatuses(machine).filter((status) => machine.states[status].stamp !== undefined);
