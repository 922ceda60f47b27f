import {
  DOCUMENT_FAMILIES,
  type DocumentFamilyName,
  type Machine,
  openStatuses,
} from '@boxyard/shared/domain';
import {
  type Call,
  type CommandContext,
  commandOn,
  type Family,
  personOf,
  type Row,
  someIn,
} from './randomCommands.ts';

interface OwnedRow extends Row {
  readonly createdBy: string | null;
}

interface RandomFamily {
  readonly family: DocumentFamilyName;
  readonly path: string;
  readonly table: string;
  /** What makes one, or changes it. */
  readonly body: (play: CommandContext, action: 'create' | 'update') => object | Promise<object>;
  /** What is sent with the other actions, besides the version. */
  readonly sent?: Readonly<
    Record<string, object | ((play: CommandContext, row: Row) => object | Promise<object>)>
  >;
  /** Calls of actions that are not `POST <path>/<id>/<action>`; `at` comes after the id. */
  readonly calls?: Readonly<Record<string, { readonly verb?: 'put'; readonly at: string }>>;
  readonly weight?: number;
  /** Actions that whoever takes the others may not take: somebody else than who works on it. */
  readonly judging?: readonly string[];
  /** Makes a document ready for an action, beside its state; answers it where it has changed. */
  readonly before?: (play: CommandContext, row: Row, action: string) => Promise<Row | undefined>;
}

/** Sent where an action asks for a cause. */
const REASON = 'บันทึกผิด';

/**
 * Random commands on a family whose actions need nothing but its state: one administrator makes, and
 * another decides.
 */
export function randomFamily({
  family,
  path,
  table,
  body,
  sent = {},
  calls: ownCalls = {},
  weight = 4,
  judging = [],
  before,
}: RandomFamily): Family {
  const machine: Machine = DOCUMENT_FAMILIES[family].machine;
  const actions = Object.entries(machine.actions).filter(([, { verb }]) => verb !== undefined);
  const reasoned = new Set(actions.flatMap(([action, { reason }]) => (reason ? [action] : [])));
  const create = `${machine.id}.create`;
  return {
    commands: [create, ...actions.map(([action]) => `${machine.id}.${action}`)],
    weight,
    next: async (play) => {
      const { admin, secondAdmin } = play.world;
      if (play.isTurnOf(create, 0.4))
        return { name: create, person: play.by(admin), path, body: await body(play, 'create') };
      const row = await someIn<OwnedRow>(play, {
        machine: machine.id,
        source: `select id, version, status, created_by as "createdBy" from ${table}`,
        statuses: openStatuses(machine),
      });
      if (!row) return null;
      const owner = personOf(play, row.createdBy, admin);
      const other = owner === admin ? secondAdmin : admin;
      const judge = other === admin ? secondAdmin : admin;
      const byOf = (action: string) => {
        if (action === 'update') return owner;
        return judging.includes(action) ? judge : other;
      };
      const change = await body(play, 'update');
      const callOf = (action: string): Call => [
        action,
        {
          ...(action === 'update' ? change : {}),
          ...(reasoned.has(action) ? { reason: REASON } : {}),
        },
        byOf(action),
      ];
      const possible = actions.filter(([, { from }]) => from.includes(row.status));
      const [first] = actions;
      const calls = (possible.length > 0 ? possible : first ? [first] : []).map(([action]) =>
        callOf(action),
      );
      const [action, given, person] = play.pick({ machine: machine.id, state: row.status }, calls);
      const ready = (await before?.(play, row, action)) ?? row;
      const more = sent[action];
      const also = typeof more === 'function' ? await more(play, ready) : more;
      const call: Call = [action, { ...given, ...also }, person];
      const command = commandOn(play, ready, { machine: machine.id, path, call });
      const own = ownCalls[action];
      if (!own) return command;
      return {
        ...command,
        path: `${path}/${row.id}${own.at}`,
        ...(own.verb ? { verb: own.verb } : {}),
      };
    },
  };
}
