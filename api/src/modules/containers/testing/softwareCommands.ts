import { softwareMachine } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import { softwareUpdateMachine } from '@boxyard/shared/domain/containers/softwareUpdateMachine.ts';
import {
  type Call,
  type Command,
  type CommandContext,
  commandOn,
  type Family,
  type Row,
  someIn,
} from '../../../workflow/testing/randomCommands.ts';
import type { World } from '../../../workflow/testing/world.ts';
import { prepareRollout } from '../index.ts';
import { plantModel } from './planted.ts';
import { packageForm } from './software.ts';

const RELEASES = '/product_softwares';
const UPDATES = '/product_software_updates';
const ROLLOUTS = '/software_rollouts';
const REASON = 'พบปัญหาหลังอัปเดต';
/** Releases of these models alone: a container of the first one is built without software. */
const RELEASED = 'select id from product_models order by id offset 1 limit 2';

/** Two more models, which have releases, beside the one that the family of containers has planted. */
export async function prepareSoftware({ test }: World): Promise<void> {
  await plantModel(test);
  await plantModel(test);
}

/** Makes a release of one or both models, or does something to one. */
export const softwareFamily: Family = {
  commands: [
    'software.create',
    'software.update',
    'software.publish',
    'software.stable',
    'software.withdraw',
  ],
  weight: 5,
  next: async (play) => {
    const { world, random } = play;
    const fields = await fieldsOf(play);
    if (play.isTurnOf('software.create', 0.35)) {
      const { body, extra } = packageForm(fields);
      return {
        name: 'software.create',
        person: play.by(world.admin),
        path: RELEASES,
        body,
        headers: extra.headers,
      };
    }
    const row = await someIn<Row>(play, {
      machine: 'software',
      source: 'select id, version, status from product_softwares',
      statuses: ['draft', 'beta', 'stable', 'superseded'],
    });
    if (!row) return null;
    const { admin, secondAdmin } = world;
    const calls: Readonly<Record<string, Call>> = {
      update: ['update', fields, admin],
      publish: ['publish', {}, admin],
      stable: ['stable', { overrideReason: random.chance(0.8) ? REASON : null }, secondAdmin],
      withdraw: ['withdraw', { reason: REASON }, secondAdmin],
    };
    const call = play.pick(
      { machine: 'software', state: row.status },
      possible(softwareMachine.actions, row.status, calls),
    );
    const command = commandOn(play, row, { machine: 'software', path: RELEASES, call });
    return call[0] === 'stable' ? { ...command, verb: 'patch' } : command;
  },
};

/** Brings a release to one container, or says how that went. */
export const softwareUpdateFamily: Family = {
  commands: [
    'softwareUpdate.create',
    'softwareUpdate.start',
    'softwareUpdate.apply',
    'softwareUpdate.fail',
    'softwareUpdate.retry',
    'softwareUpdate.rollback',
  ],
  weight: 8,
  next: async (play) => {
    if (play.isTurnOf('softwareUpdate.create', 0.35)) return queue(play);
    const row = await someIn<Row>(play, {
      machine: 'softwareUpdate',
      // What a rollout found unfit stays so; what somebody reported may succeed the next time.
      source: `select id, version, status from product_software_updates
        where status <> 'failed' or error = '${REASON}'`,
      statuses: ['queued', 'inProgress', 'applied', 'failed'],
    });
    return row ? step(play, row) : queue(play);
  },
};

/** Brings a release to several containers, or says of all of them how that went. */
export const softwareRolloutFamily: Family = {
  commands: ['softwareRollout.create', 'softwareRollout.report'],
  weight: 3,
  next: async (play) => {
    const { world, random, rows } = play;
    // The job of an earlier one.
    const waiting = await rows<{ id: string }>(
      'select id from software_rollouts where cardinality(waiting_ids) > 0 order by id',
    );
    for (const { id } of waiting) await prepareRollout(world.test.app, { id });
    const rollouts = await rows<{ id: string }>(
      'select id from software_rollouts order by id desc limit 5',
    );
    if (rollouts.length > 0 && !play.isTurnOf('softwareRollout.create', 0.5)) {
      const action = random.pick(Object.keys(STEPS));
      return {
        name: 'softwareRollout.report',
        person: play.by(world.secondAdmin),
        path: `${ROLLOUTS}/${random.pick(rollouts).id}/report`,
        body: { action, reason: REASON },
      };
    }
    const software = await someRelease(play, null);
    if (!software) return null;
    const containers = await free(play);
    const named = containers.slice(0, random.between(1, 4)).map(({ id }) => id);
    return {
      name: 'softwareRollout.create',
      person: play.by(world.admin),
      path: ROLLOUTS,
      body: {
        softwareId: software,
        productIds: named.length > 0 && random.chance(0.7) ? named : null,
        reason: random.chance(0.8) ? REASON : null,
      },
    };
  },
};

const possible = (
  actions: Readonly<Record<string, { readonly from: readonly string[] }>>,
  status: string,
  calls: Readonly<Record<string, Call>>,
): Call[] => {
  const all = Object.values(calls);
  const apt = all.filter(([action]) => actions[action]?.from.includes(status));
  return apt.length > 0 ? apt : all;
};

/** What a new release says of itself; everything is text beside a file. */
async function fieldsOf({ rows, random }: CommandContext): Promise<Record<string, string>> {
  const [models] = await rows<{ ids: string[] }>(`select array(${RELEASED}) as ids`);
  const [one = '', other = ''] = models?.ids ?? [];
  return {
    productModelIds: random.pick([one, one, other, `${one},${other}`]),
    versionNo: `${random.between(1, 4)}.${random.between(0, 40)}.${random.between(0, 9)}`,
    releaseNotes: 'แก้ไขระบบทอนเงิน',
    minHardwareRev: random.pick(['0', '1', '2']),
    isMandatory: 'false',
  };
}

interface Container extends Row {
  readonly modelId: string;
}

/** Containers of those models, mostly such that nothing is being brought to. */
const free = ({ rows, random }: CommandContext): Promise<Container[]> =>
  rows<Container>(
    `select id, version, status, product_model_id as "modelId" from products
     where product_model_id in (${RELEASED}) and (target_software_id is null or $1)
       and status in ('inProduction', 'awaitingReceipt', 'inWarehouse', 'withdrawn', 'installed')
     order by id desc limit 12`,
    [random.chance(0.05)],
  );

/** A release that a container may run, of this model or of any. */
async function someRelease(
  { rows, random }: CommandContext,
  modelId: string | null,
): Promise<string | undefined> {
  const found = await rows<{ id: string }>(
    `select s.id from product_softwares s where (s.status <> 'draft' and s.status <> 'withdrawn' or $2)
       and exists (select from product_software_models sm where sm.software_id = s.id
         and ($1::uuid is null or sm.product_model_id = $1))
     order by s.id desc limit 6`,
    [modelId, random.chance(0.04)],
  );
  return found.length === 0 ? undefined : random.pick(found).id;
}

async function queue(play: CommandContext): Promise<Command | null> {
  const { world, random } = play;
  const containers = await free(play);
  if (containers.length === 0) return null;
  const container = random.pick(containers);
  const softwareId = await someRelease(play, container.modelId);
  if (softwareId === undefined) return null;
  return {
    name: 'softwareUpdate.create',
    person: play.by(world.admin),
    path: `/products/${container.id}/software`,
    body: {
      version: play.version(container),
      softwareId,
      reason: random.chance(0.85) ? REASON : null,
    },
  };
}

/** The steps of an update, with what is sent. */
const STEPS = {
  start: {},
  apply: {},
  fail: { reason: REASON },
  retry: {},
  rollback: { reason: REASON },
} as const;

function step(play: CommandContext, row: Row): Command {
  const calls = Object.fromEntries(
    Object.entries(STEPS).map(([action, body]): [string, Call] => [
      action,
      [action, body, play.world.secondAdmin],
    ]),
  );
  const call = play.pick(
    { machine: 'softwareUpdate', state: row.status },
    possible(softwareUpdateMachine.actions, row.status, calls),
  );
  return commandOn(play, row, { machine: 'softwareUpdate', path: UPDATES, call });
}

/** What a refused command must leave as it was (I14). */
export const SOFTWARE_STATE = `
  select concat_ws('/', 'sw', id, version, status, version_no) as part from product_softwares
  union all select concat_ws('/', 'sm', software_id, product_model_id, is_stable) from product_software_models
  union all select concat_ws('/', 'su', id, version, status, attempts) from product_software_updates
  union all select concat_ws('/', 'sr', id, version, cardinality(waiting_ids)) from software_rollouts
  union all select concat_ws('/', 'ps', id, current_software_id, target_software_id, software_outdated) from products`;

/** Each statement answers the rows that break its rule, written without the code that keeps it. */
export const SOFTWARE_RULES: Readonly<Record<string, string>> = {
  'a model has one stable release at most, and a release is stable as long as it is that of a model (7.9)': `
    select product_model_id::text as id, count(*)::text as stable from product_software_models
    where is_stable group by product_model_id having count(*) > 1
    union all
    select s.id::text, s.status from product_softwares s
    where (s.status = 'stable') <> exists (
      select from product_software_models sm where sm.software_id = s.id and sm.is_stable)`,
  'a container runs what its last finished update or rollback says': `
    select p.id, p.current_software_id as runs, last.software_id as said from products p
    left join lateral (
      select case h.action when 'apply' then u.to_software_id else u.from_software_id end as software_id
      from history h join product_software_updates u on u.id = h.subject_id
      where h.subject_type = 'softwareUpdates' and u.product_id = p.id
        and (h.action = 'apply' or (h.action = 'rollback' and h.from_status = 'applied'))
      order by h.at desc, h.id desc limit 1) last on true
    where p.current_software_id is distinct from last.software_id`,
  'what is brought to a container is what its one open update brings': `
    select p.id, p.target_software_id, u.to_software_id from products p
    full join product_software_updates u on u.product_id = p.id and u.status in ('queued', 'inProgress')
    where p.target_software_id is distinct from u.to_software_id
      and (u.id is null or u.status in ('queued', 'inProgress'))`,
  'software is behind where it was recalled or is older than the stable one, and where it is missing': `
    select p.id, p.software_outdated, c.version_no as runs, s.version_no as stable from products p
    left join product_softwares c on c.id = p.current_software_id
    left join product_software_models sm on sm.product_model_id = p.product_model_id and sm.is_stable
    left join product_softwares s on s.id = sm.software_id
    where p.software_outdated <> coalesce(c.status = 'withdrawn'
      or string_to_array(c.version_no, '.')::int[] < string_to_array(s.version_no, '.')::int[]
      or (c.id is null and s.id is not null), false)`,
};
