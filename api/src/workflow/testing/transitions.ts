import { isDecided, type Machine, startsFrom } from '@boxyard/shared/domain';
import { attachPicture, type Person } from '../../testing/index.ts';

interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

type Extra = { readonly key: string } | undefined;
/** Calls an action on a document as it was last seen. */
export type Perform<D extends Doc> = (
  by: Person,
  doc: D,
  extra?: Extra,
) => ReturnType<Person['post']>;

/** A kind of document as its transitions are walked. */
export interface TransitionTable<D extends Doc> {
  readonly machine: Machine;
  /** Makes a document that is in a state, for each state of the machine. */
  readonly make: Readonly<Record<string, () => Promise<D>>>;
  /** Calls an action, for each one that people do. */
  readonly perform: Readonly<Record<string, Perform<D>>>;
  /** The document as the administrator sees it. */
  readonly seen: (
    id: string,
    doc: D,
  ) => Promise<D & { readonly allowedActions: readonly string[] }>;
  /** Where a document is, by its own calls. */
  readonly path: (doc: D) => string;
  /** Everything is done by them, so that only the state decides. */
  readonly admin: () => Person;
  /** Sees everything and may do nothing. */
  readonly auditor: () => Person;
  /** Calls that stand for several actions, of which the state means one. */
  readonly meant?: Readonly<Record<string, readonly string[]>>;
  /** Actions of people that are no call on a document of this kind; tested by themselves. */
  readonly apart?: readonly string[];
  /** Code of the guard that refuses an action though its state allows it. */
  readonly refusal?: (action: string, doc: D) => string | null;
  /** States in which nothing is attached to it any more. */
  readonly closedToFiles?: readonly string[];
  /** Nothing is attached to it. */
  readonly withoutFiles?: true;
  /** Where an action is tried, if its guard refuses it in the first state that allows it. */
  readonly triedIn?: Readonly<Record<string, string>>;
}

/** The calls of a family of documents: actions below a document by POST, its change by PATCH. */
export const callsOn = <D extends Doc>(path: string) => {
  type Body = object | ((doc: D) => object);
  const sent = (body: Body, doc: D) => ({
    version: doc.version,
    ...(typeof body === 'function' ? body(doc) : body),
  });
  return {
    call:
      (action: string, body: Body = {}): Perform<D> =>
      (by, doc, extra) =>
        by.post(`${path}/${doc.id}/${action}`, sent(body, doc), extra),
    change:
      (body: Body): Perform<D> =>
      (by, doc, extra) =>
        by.patch(`${path}/${doc.id}`, sent(body, doc), extra),
  };
};

const actionsOf = <D extends Doc>({ meant }: TransitionTable<D>, call: string): readonly string[] =>
  meant?.[call] ?? [call];

const isLegal = <D extends Doc>(
  walk: TransitionTable<D>,
  { call, state }: { call: string; state: string },
) => actionsOf(walk, call).some((action) => startsFrom(walk.machine, action, state));

/** The first state of `make` from which each action leads on. */
export const firstStates = <D extends Doc>(
  walk: TransitionTable<D>,
): [action: string, state: string][] =>
  Object.keys(walk.perform).map((call) => [
    call,
    walk.triedIn?.[call] ??
      Object.keys(walk.make).find((state) => isLegal(walk, { call, state })) ??
      '',
  ]);

/** Every state × action of a machine (domain-warehouse 7): ability, version, replayed key. */
export function testTransitions<D extends Doc>(walk: TransitionTable<D>): void {
  const { machine, make, perform, admin, auditor, apart = [], refusal } = walk;
  const made = (state: string) => (make[state] as () => Promise<D>)();
  /** One document of each state for all that is refused: what is refused leaves it as it was. */
  const standing = new Map<string, Promise<D>>();
  const kept = (state: string): Promise<D> => {
    const doc = standing.get(state) ?? made(state);
    standing.set(state, doc);
    return doc;
  };
  const doing = (call: string) => perform[call] as Perform<D>;
  const seen = (doc: D) => walk.seen(doc.id, doc);

  it('is made in every state of its machine, and each action of a person is called', () => {
    expect(Object.keys(make).sort()).toEqual(Object.keys(machine.states).sort());
    const byPeople = Object.entries(machine.actions)
      .filter(([, def]) => def.verb !== undefined)
      .map(([action]) => action);
    const called = Object.keys(perform).flatMap((call) => actionsOf(walk, call));
    expect([...called, ...apart].sort()).toEqual(byPeople.sort());
  });

  const pairs = Object.keys(make).flatMap((state) =>
    Object.keys(perform).map((call): [string, string] => [state, call]),
  );

  it.each(pairs)('%s: %s is done or refused with 409, as the machine says', async (state, call) => {
    const starts = isLegal(walk, { call, state });
    const doc = await (starts ? made(state) : kept(state));
    expect(doc.status).toBe(state);
    const shown = await seen(doc);
    const answer = await doing(call)(admin(), shown);
    const guard = starts ? (refusal?.(call, shown) ?? null) : 'INVALID_STATE';
    const actions = actionsOf(walk, call);
    expect(actions.some((action) => shown.allowedActions.includes(action))).toBe(guard === null);
    const after = await seen(doc);
    if (guard === null) {
      expect([answer.status, answer.body.code]).toEqual([200, undefined]);
      const { status, version } = answer.body.data;
      const targets = actions.flatMap((action) => machine.actions[action]?.targets[state] ?? []);
      expect(targets).toContain(status);
      expect(version).toBe(shown.version + 1);
      expect([after.status, after.version]).toEqual([status, version]);
      return;
    }
    expect([answer.status, answer.body.code]).toEqual([409, guard]);
    expect(answer.body.details.current).toBe(state);
    expect(after.version).toBe(shown.version);
  });

  if (!walk.withoutFiles) testFiles(walk, kept);
  testAuthors(walk);

  const legal = firstStates(walk);

  it.each(legal)('%s is refused without the ability', async (call, state) => {
    expect((await doing(call)(auditor(), await kept(state))).status).toBe(403);
  });

  it.each(legal)('%s with a stale version changes nothing', async (call, state) => {
    const doc = await kept(state);
    const answer = await doing(call)(admin(), { ...doc, version: doc.version + 7 });
    expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    const { status, version } = await seen(doc);
    expect([status, version]).toEqual([state, doc.version]);
  });

  it.each(legal)('%s sent twice with one key happens once', async (call, state) => {
    const doc = await made(state);
    const key = `${call}-${doc.id}`;
    const once = await doing(call)(admin(), doc, { key });
    const twice = await doing(call)(admin(), doc, { key });
    expect(once.status).toBe(200);
    expect(twice.body).toEqual(once.body);
    expect((await seen(doc)).version).toBe(once.body.data.version);
  });
}

/**
 * Whoever changed or submitted a document decides nothing of it (ADR 0014): each action that makes an
 * author is done by a person, who then tries each decision that the document waits for.
 */
function testAuthors<D extends Doc>(walk: TransitionTable<D>): void {
  const { machine, make, perform, admin, refusal } = walk;
  const decisions = Object.keys(perform).filter((call) =>
    actionsOf(walk, call).every((action) => machine.actions[action]?.notOwn),
  );
  const authoring = Object.keys(perform).filter((call) =>
    actionsOf(walk, call).some((action) => machine.actions[action]?.authors),
  );
  const seen = (doc: D) => walk.seen(doc.id, doc);
  /** What the document may be decided on by, once the action is done; the document as it is then. */
  const waitingFor = (doc: D) =>
    decisions.filter((call) => isLegal(walk, { call, state: doc.status }));
  const pairs = authoring.flatMap((call) =>
    Object.keys(make)
      .filter((state) =>
        actionsOf(walk, call).some((action) =>
          machine.actions[action]?.targets[state]?.some((target) =>
            decisions.some((decision) => isLegal(walk, { call: decision, state: target })),
          ),
        ),
      )
      .map((state): [string, string] => [call, state]),
  );
  if (pairs.length === 0) return;

  it.each(pairs)('whoever does %s in %s decides nothing of it', async (call, state) => {
    const doc = await (make[state] as () => Promise<D>)();
    const shown = await seen(doc);
    const answer = await (perform[call] as Perform<D>)(admin(), shown);
    if (refusal?.(call, shown)) return;
    expect([answer.status, answer.body.code]).toEqual([200, undefined]);
    const changed = await seen(doc);
    for (const decision of waitingFor(changed)) {
      expect(changed.allowedActions).not.toContain(decision);
      const tried = await (perform[decision] as Perform<D>)(admin(), changed);
      expect([decision, tried.status, tried.body.code]).toEqual([decision, 409, 'SELF_APPROVAL']);
    }
    expect((await seen(doc)).version).toBe(changed.version);
  });
}

/** What is attached comes off again until something is decided. */
function testFiles<D extends Doc>(
  { machine, make, path, admin, closedToFiles = [] }: TransitionTable<D>,
  kept: (state: string) => Promise<D>,
): void {
  it.each(Object.keys(make))(
    '%s: a file comes off again unless something is decided',
    async (state) => {
      const at = path(await kept(state));
      const { status, body } = await attachPicture(admin(), at);
      if (closedToFiles.includes(state)) {
        expect([status, body.code]).toEqual([409, 'INVALID_STATE']);
        return;
      }
      expect([status, body.code]).toEqual([201, undefined]);
      const [file] = body.data.slice(-1);
      const removed = await admin().delete(`${at}/attachments/${file.id}`);
      const expected = isDecided(machine, state) ? [409, 'INVALID_STATE'] : [200, undefined];
      expect([removed.status, removed.body.code]).toEqual(expected);
    },
  );
}

interface Undoing<D extends Doc> {
  /** All that an action and its undo have to leave as it was. */
  readonly state: () => Promise<unknown>;
  /** Takes back what the administrator did. */
  readonly by: () => Person;
  /** Actions that leave all of it as it is. */
  readonly still: readonly string[];
  /** How an undo is called, where the walk's own call would do something else. */
  readonly perform?: Readonly<Record<string, Perform<D>>>;
  /** Actions whose undo takes back all that was done since their document was asked for. */
  readonly sinceMade?: Readonly<Record<string, () => Promise<D>>>;
}

/** Each action of people that declares an `undo`, taken back by it; what the walk keeps apart is tested by itself. */
export function testReversals<D extends Doc>(
  walk: TransitionTable<D>,
  { state, by, still, perform: undoing = {}, sinceMade = {} }: Undoing<D>,
): void {
  const first = new Map(firstStates(walk));
  const undone = Object.entries(walk.machine.actions).flatMap(([action, { undo, verb }]) =>
    'action' in undo && verb !== undefined && walk.perform[action] !== undefined
      ? [[action, undo.action] as const]
      : [],
  );

  it.each(undone)(
    '%s, taken back by %s, leaves stock, holds and value as they were',
    async (action, undo) => {
      const start = await state();
      const make = sinceMade[action] ?? walk.make[first.get(action) ?? ''];
      const doc = await (make as () => Promise<D>)();
      const before = await state();
      const answer = await (walk.perform[action] as Perform<D>)(walk.admin(), doc);
      expect([answer.status, answer.body.code]).toEqual([200, undefined]);
      expect([action, (await state()) === before]).toEqual([action, still.includes(action)]);
      const call = (undoing[undo] ?? walk.perform[undo]) as Perform<D>;
      const back = await call(by(), answer.body.data);
      expect([back.status, back.body.code]).toEqual([200, undefined]);
      expect(await state()).toBe(action in sinceMade ? start : before);
    },
  );
}
