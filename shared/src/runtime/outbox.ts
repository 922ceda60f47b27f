import { create } from 'zustand';
import { readJson, remove, STORAGE_KEYS, writeJson } from './storage.ts';

/** Why the server did not take a call that had waited. */
export interface QueuedRefusal {
  readonly code: string;
  readonly message: string;
  readonly errors: readonly {
    readonly field: string;
    readonly code: string;
    readonly message: string;
    readonly params?: Readonly<Record<string, unknown>>;
  }[];
}

/** A change that somebody sent without a network (ADR 0051). */
export interface QueuedCall {
  /** Its `Idempotency-Key`: however often it is sent, it is done once. */
  readonly id: string;
  readonly endpoint: string;
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly body: unknown;
  /** What the list of waiting changes calls it. */
  readonly title: string;
  /** The page where it was typed. */
  readonly path: string;
  /** The draft that holds what was typed, until it is sent. */
  readonly draftKey?: string | undefined;
  /** The record as it was when somebody began to change it. */
  readonly base?: Readonly<Record<string, unknown>> | undefined;
  /** The unfinished form on the server that it was made of. */
  readonly formDraftId?: string | undefined;
  readonly at: number;
  readonly refusal?: QueuedRefusal;
}

interface Stored {
  readonly owner: string;
  readonly calls: readonly QueuedCall[];
}

const owner = (): string | null => readJson<{ id?: string }>(STORAGE_KEYS.profileUser)?.id ?? null;

/** Somebody else's changes are neither shown nor sent. */
function stored(): readonly QueuedCall[] {
  const found = readJson<Stored>(STORAGE_KEYS.outbox);
  return found && found.owner === owner() ? found.calls : [];
}

export const outboxStore = create<{
  readonly calls: readonly QueuedCall[];
  /** The one that is on its way. */
  readonly sending: string | null;
  /** What the server answered to calls of this document, for the form that still stands there. */
  readonly answers: Readonly<Record<string, unknown>>;
}>(() => ({ calls: stored(), sending: null, answers: {} }));

/** Kept before it is shown; false: the browser does not keep it. */
function keep(calls: readonly QueuedCall[]): boolean {
  const person = owner();
  if (person === null) return false;
  writeJson(STORAGE_KEYS.outbox, { owner: person, calls });
  const isKept = JSON.stringify(stored()) === JSON.stringify(calls);
  if (isKept) outboxStore.setState({ calls });
  return isKept;
}

/** Another tab may have changed what waits: its list counts. */
export const readOutbox = (): void => outboxStore.setState({ calls: stored() });

/** Lets a change wait for the network, at the end of what waits; false: it could not be kept. */
export const enqueue = (call: Omit<QueuedCall, 'at' | 'refusal'>): boolean =>
  keep([...stored().filter(({ id }) => id !== call.id), { ...call, at: Date.now() }]);

/** Takes a change back, or a refusal off the list. What is on its way stays. */
export function cancelQueued(id: string): void {
  if (outboxStore.getState().sending === id) return;
  keep(stored().filter((call) => call.id !== id));
}

export const markSending = (id: string | null): void => outboxStore.setState({ sending: id });

/** The server has done it. */
export function answerQueued(id: string, answer: unknown): void {
  outboxStore.setState(({ answers }) => ({ answers: { ...answers, [id]: answer } }));
  keep(stored().filter((call) => call.id !== id));
}

/** The server has refused it: it stays on the list, and is not sent again. */
export function refuseQueued(id: string, refusal: QueuedRefusal): void {
  keep(stored().map((call) => (call.id === id ? { ...call, refusal } : call)));
}

/** Explicit sign-out. */
export function dropOutbox(): void {
  remove(STORAGE_KEYS.outbox);
  outboxStore.setState({ calls: [] });
}

/** Sign-in: another person's changes go. */
export function keepOutboxOf(person: string): void {
  if (readJson<Stored>(STORAGE_KEYS.outbox)?.owner !== person) dropOutbox();
}
