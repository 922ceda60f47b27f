import { type Machine, startsFrom } from '@boxyard/shared/domain';
import type { Person } from '../../../testing/index.ts';

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
export interface Walk<D extends Doc> {
  readonly machine: Machine;
  /** Makes a document that is in a state, for each state of the machine. */
  readonly make: Readonly<Record<string, () => Promise<D>>>;
  /** Calls an action, for each one that people do. */
  readonly perform: Readonly<Record<string, Perform<D>>>;
  /** The document as the administrator sees it. */
  readonly seen: (id: string) => Promise<D & { readonly allowedActions: readonly string[] }>;
  /** Everything is done by them, so that only the state decides. */
  readonly admin: () => Person;
  /** Sees everything and may do nothing. */
  readonly auditor: () => Person;
}

/** The first state of `make` from which each action leads on. */
export const firstStates = <D extends Doc>({
  machine,
  make,
  perform,
}: Walk<D>): [action: string, state: string][] =>
  Object.keys(perform).map((action) => [
    action,
    Object.keys(make).find((state) => startsFrom(machine, action, state)) ?? '',
  ]);

/** Every state × action of a machine (domain-warehouse 7): ability, version, replayed key. */
export function itWalks<D extends Doc>(walk: Walk<D>): void {
  const { machine, make, perform, seen, admin, auditor } = walk;
  const made = (state: string) => (make[state] as () => Promise<D>)();
  const doing = (action: string) => perform[action] as Perform<D>;

  it('is made in every state of its machine, and each action of a person is called', () => {
    expect(Object.keys(make).sort()).toEqual(Object.keys(machine.states).sort());
    const byPeople = Object.entries(machine.actions)
      .filter(([, def]) => def.verb !== undefined)
      .map(([action]) => action);
    expect(Object.keys(perform).sort()).toEqual(byPeople.sort());
  });

  const pairs = Object.keys(make).flatMap((state) =>
    Object.keys(perform).map((action): [string, string] => [state, action]),
  );

  it.each(pairs)(
    '%s: %s is done or refused with 409, as the machine says',
    async (state, action) => {
      const doc = await made(state);
      expect(doc.status).toBe(state);
      const shown = await seen(doc.id);
      const answer = await doing(action)(admin(), shown);
      const isLegal = startsFrom(machine, action, state);
      expect(shown.allowedActions.includes(action)).toBe(isLegal);
      if (isLegal) {
        expect([answer.status, answer.body.code]).toEqual([200, undefined]);
        expect(machine.actions[action]?.to).toContain(answer.body.data.status);
        expect(answer.body.data.version).toBe(shown.version + 1);
        return;
      }
      expect([answer.status, answer.body.code]).toEqual([409, 'INVALID_STATE']);
      expect(answer.body.details.current).toBe(state);
      expect((await seen(doc.id)).version).toBe(shown.version);
    },
  );

  const legal = firstStates(walk);

  it.each(legal)('%s is refused without the ability', async (action, state) => {
    expect((await doing(action)(auditor(), await made(state))).status).toBe(403);
  });

  it.each(legal)('%s with a stale version changes nothing', async (action, state) => {
    const doc = await made(state);
    const answer = await doing(action)(admin(), { ...doc, version: doc.version + 7 });
    expect([answer.status, answer.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await seen(doc.id)).status).toBe(state);
  });

  it.each(legal)('%s sent twice with one key happens once', async (action, state) => {
    const doc = await made(state);
    const key = `${action}-${doc.id}`;
    const once = await doing(action)(admin(), doc, { key });
    const twice = await doing(action)(admin(), doc, { key });
    expect(once.status).toBe(200);
    expect(twice.body).toEqual(once.body);
    expect((await seen(doc.id)).version).toBe(once.body.data.version);
  });
}
