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
  readonly sent?: Readonly<Record<string, object | ((play: CommandContext, row: Row) => object)>>;
  /** Calls of actions that are not `POST <path>/<id>/<action>`; `at` comes after the id. */
  readonly calls?: Readonly<Record<string, { readonly verb?: 'put'; readonly at: string }>>;
  readonly weight?: number;
  /** Makes a document ready for an action, beside its state. */
  readonly before?: (play: CommandContext, row: Row, action: string) => Promise<void>;
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
      const change = await body(play, 'update');
      const alsoSent = (action: string): object => {
        const more = sent[action];
        return typeof more === 'function' ? more(play, row) : (more ?? {});
      };
      const callOf = (action: string): Call => [
        action,
        {
          ...(action === 'update' ? change : {}),
          ...(reasoned.has(action) ? { reason: REASON } : {}),
          ...alsoSent(action),
        },
        action === 'update' ? owner : other,
      ];
      const possible = actions.filter(([, { from }]) => from.includes(row.status));
      const [first] = actions;
      const calls = (possible.length > 0 ? possible : first ? [first] : []).map(([action]) =>
        callOf(action),
      );
      const call = play.pick({ machine: machine.id, state: row.status }, calls);
      await before?.(play, row, call[0]);
      const command = commandOn(play, row, { machine: machine.id, path, call });
      const own = ownCalls[call[0]];
      if (!own) return command;
      return {
        ...command,
        path: `${path}/${row.id}${own.at}`,
        ...(own.verb ? { verb: own.verb } : {}),
      };
    },
  };
}
