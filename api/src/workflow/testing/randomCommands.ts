import type { Random } from '../../demo/random.ts';
import type { Person } from '../../testing/index.ts';
import type { World } from './world.ts';

/** One thing that somebody asks of the server, named `<machine>.<action>`. */
export interface Command {
  readonly name: string;
  readonly person: Person;
  readonly path: string;
  readonly body: object;
  /** Of a body that is not JSON. */
  readonly headers?: Readonly<Record<string, string>>;
  /** POST unless said. */
  readonly verb?: 'post' | 'patch' | 'put';
}

/** A document, as far as whoever makes up a command for it has to know it. */
export interface Row {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}

/** An action on a document, what is sent with it, and who is likely to do it. */
export type Call = readonly [action: string, body: object, person: Person];

/** What the property test gives to whoever makes up commands. */
export interface CommandContext {
  readonly world: World;
  readonly random: Random;
  rows<R extends object>(text: string, values?: readonly unknown[]): Promise<R[]>;
  /** The likely person, and now and then somebody who may not. */
  by(likely: Person): Person;
  /** Whether a command of this name is made up now: because it is wanted, or by this chance. */
  isTurnOf(name: string, chance: number): boolean;
  /** One of these states; one in which the command that is wanted was possible before, if any. */
  stateOf(machine: string, states: readonly string[]): string;
  /**
   * One of what may be done to a document in this state: what is wanted, otherwise of two by chance
   * the one that was accepted more seldom so far.
   */
  pick<T extends { readonly 0: string }>(
    of: { readonly machine: string; readonly state: string },
    calls: readonly T[],
  ): T;
  /** The row's version, and now and then the one before it. */
  version(row: Row): number;
}

/** Commands of one family of documents, and how to make one of them up. */
export interface Family {
  readonly commands: readonly string[];
  /** How often it has its turn, against the others. */
  readonly weight: number;
  next(play: CommandContext): Command | null | Promise<Command | null>;
  /**
   * The next command towards something that nobody can ask for, by the name of the action that follows,
   * such as a contract that is complete once it is paid.
   */
  readonly towards?: Readonly<Record<string, (play: CommandContext) => Promise<Command | null>>>;
}

/**
 * A document of `source` (a table or subselect that says at least id, version and status) in one of
 * these states. Each state is as likely as the others, however few documents are in it, unless some
 * command is wanted; now and then it is a document in any state.
 */
export async function someIn<R extends Row>(
  { random, rows, stateOf }: CommandContext,
  {
    machine,
    source,
    statuses,
  }: { readonly machine: string; readonly source: string; readonly statuses: readonly string[] },
): Promise<R | undefined> {
  const where = random.chance(0.06) ? 'true' : `d.status = '${stateOf(machine, statuses)}'`;
  const found = await rows<R>(
    `select d.* from (${source}) d where ${where} order by d.id desc limit 15`,
  );
  return found.length === 0 ? undefined : random.pick(found);
}

/** Who of the test's people this is. */
export const personOf = (
  { world }: CommandContext,
  userId: string | null,
  otherwise: Person,
): Person =>
  [
    world.asker,
    world.officer,
    world.manager,
    world.receiver,
    world.keeper,
    world.admin,
    world.secondAdmin,
  ].find((one) => one.userId === userId) ?? otherwise;

/** Who decides: the likely person, unless it is their own work. */
export const deciderOf = (
  { world }: CommandContext,
  likely: Person,
  barred: readonly (string | null)[],
): Person => (barred.includes(likely.userId) ? world.admin : likely);

/** The command of an action: below its document by POST, a change of it by PATCH. */
export function commandOn(
  play: CommandContext,
  row: Row,
  {
    machine,
    path,
    call: [action, body, person],
    aliases = {},
  }: {
    readonly machine: string;
    readonly path: string;
    readonly call: Call;
    /** Last part of the path of actions that the specification calls otherwise there. */
    readonly aliases?: Readonly<Record<string, string>>;
  },
): Command {
  const sent = {
    name: `${machine}.${action}`,
    person: play.by(person),
    body: { version: play.version(row), ...body },
  };
  return action === 'update'
    ? { ...sent, path: `${path}/${row.id}`, verb: 'patch' }
    : { ...sent, path: `${path}/${row.id}/${aliases[action] ?? action}` };
}
