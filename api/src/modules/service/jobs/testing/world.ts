import type { Person, TestApp } from '../../../../testing/index.ts';
import { attachPicture } from '../../../../testing/photo.ts';
import { actsOn } from '../../../../workflow/testing/actsOn.ts';
import { expectData, type World as Office } from '../../../../workflow/testing/world.ts';
import { plantContainer } from '../../../containers/testing/planted.ts';
import {
  makeWorld as makeShelf,
  type World as Shelf,
} from '../../../warehouse/requisitions/testing/world.ts';

export const PATH = '/material_repair_maintenances';

type Json = Readonly<Record<string, unknown>>;

export interface World extends Shelf {
  readonly productId: string;
  readonly otherTechnician: Person;
}

export interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly documentNo: string;
  readonly coverage: string;
  readonly product: { readonly id: string };
}

/** A warehouse with a container, and two technicians. */
export async function makeWorld(test: TestApp): Promise<World> {
  const shelf = await makeShelf(test);
  const { productId } = await plantContainer(test, shelf);
  return {
    ...shelf,
    productId,
    otherTechnician: await test.as('technician'),
  };
}

/** Says that a container does not pay out. */
export const jobBody = (productId: string, more: Json = {}): Json => ({
  kind: 'repair',
  productId,
  channel: 'phone',
  priority: 'normal',
  symptom: 'Does not pay out change',
  isDown: false,
  reportedByName: 'Malee',
  reportedByPhone: '0812345678',
  ...more,
});

/** Body that corrects a report: its container stays. */
export const reportBody = (more: Json = {}): Json => {
  const { kind: _, productId: __, channel: ___, ...reported } = jobBody('');
  return { ...reported, ...more };
};

export const report = async (world: World, more: Json = {}, by = world.secondAdmin): Promise<Doc> =>
  expectData(await by.post(PATH, jobBody(world.productId, more)));

const { act: send, done: sent } = actsOn(PATH);
export const act = send;
export const done = sent as unknown as (
  by: Person,
  doc: Doc,
  step: { readonly action: string; readonly [field: string]: unknown },
) => Promise<Doc>;

let hour = 0;
/** Sends technicians for an hour that nobody has been given yet. */
export const acceptBody = (
  world: Office,
  technicianIds: readonly string[],
  more: Json = {},
): Json => {
  hour += 2;
  const start = new Date(world.test.app.clock.now().getTime() + hour * 3_600_000);
  return {
    decision: 'accept',
    technicianIds,
    appointmentStart: start.toISOString(),
    appointmentEnd: new Date(start.getTime() + 3_600_000).toISOString(),
    ...more,
  };
};

export const scheduled = async (world: World, more: Json = {}): Promise<Doc> =>
  done(world.admin, await report(world, more), {
    action: 'manager-response',
    ...acceptBody(world, [world.technician.userId]),
  });

/** The technician has begun. */
export const begun = async (world: World, more: Json = {}): Promise<Doc> =>
  done(world.technician, await scheduled(world, more), { action: 'start' });

/** Gives a job a checklist, as a schedule does; answers the ids of its items. */
export async function giveChecks(
  { test }: Shelf,
  { id }: Pick<Doc, 'id'>,
  names: readonly string[] = ['Door closes'],
): Promise<readonly string[]> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `with named as (update jobs set check_count = cardinality($2::text[]) where id = $1)
     insert into job_checks (job_id, line_no, name)
     select $1, n, name from unnest($2::text[]) with ordinality as t(name, n) returning id`,
    [id, names],
  );
  return rows.map((row) => row.id);
}

export const summary = (result = 'fixed', more: Json = {}): Json => ({
  workDone: 'Cleaned the coin mechanism',
  result,
  ...more,
});

export const photograph = (by: Person, id: string) => attachPicture(by, `${PATH}/${id}`);

export const resolved = async (world: World, more: Json = {}): Promise<Doc> => {
  const doc = await begun(world, more);
  expectData(await photograph(world.technician, doc.id));
  return done(world.technician, doc, { action: 'technician-summary', ...summary() });
};

export const completed = async (world: World, more: Json = {}): Promise<Doc> =>
  done(world.admin, await resolved(world, more), { action: 'complete' });

export const closed = async (world: World): Promise<Doc> => {
  const written = await done(world.admin, await completed(world), {
    action: 'final-report',
    finalReport: 'The mechanism was dirty.',
  });
  return done(world.admin, written, { action: 'close' });
};

/** A line that asks for parts of the world's warehouse. */
export const partLine = (
  world: World,
  line: { readonly partId: string; readonly quantity: number; readonly [more: string]: unknown },
): Json => ({ warehouseId: world.warehouseId, ...line });

export const ask = (world: World, doc: Doc, ...items: readonly Json[]): Promise<Doc> =>
  done(world.admin, doc, { action: 'stock-summary', items });

/** The warehouse hands out everything that is held for the requisition of a line; answers the job. */
export async function issue(world: World, { id }: Doc, { line = 0, ...more }: Json = {}) {
  const { parts } = expectData(await world.admin.get(`${PATH}/${id}`));
  const path = `/material_dispatch/${parts[Number(line)].requisition.id}`;
  const { version } = expectData(await world.picker.get(path));
  const body = { version, recipientName: 'Technician', pickAll: true, ...more };
  expectData(await world.picker.post(`${path}/confirm-dispatch`, body));
  return expectData(await world.admin.get(`${PATH}/${id}`));
}
