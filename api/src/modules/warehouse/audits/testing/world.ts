import { newId } from '../../../../kernel/index.ts';
import type { Person, TestApp } from '../../../../testing/index.ts';
import { expectData } from '../../../../workflow/testing/world.ts';
import { makeWorld as makeStore, type World as Store } from '../../requisitions/testing/world.ts';

/** People and bins that the tests of counts work with. */
export interface World extends Store {
  /** Plans, reviews; not who approves. */
  readonly planner: Person;
  readonly counter: Person;
  readonly recounter: Person;
  /** Approves up to a large amount; neither planned nor counted. */
  readonly approver: Person;
  /** Approves up to 100,000 THB. */
  readonly chiefTwo: Person;
}

export async function makeWorld(test: TestApp): Promise<World> {
  const store = await makeStore(test);
  return {
    ...store,
    planner: await test.as('warehouse-manager'),
    counter: await test.as('warehouse-staff'),
    recounter: await test.as('warehouse-staff'),
    approver: await test.as('accounting-manager'),
    chiefTwo: await test.as('warehouse-manager'),
  };
}

let made = 0;
/** A bin that no other test has. */
export async function newBin(world: World, warehouseId = world.warehouseId): Promise<string> {
  const id = newId();
  made += 1;
  await world.test.app.pg.query(
    'insert into bins (id, warehouse_id, code, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    [id, warehouseId, `Z-${String(made).padStart(4, '0')}`, world.test.app.clock.now()],
  );
  return id;
}

type Json = Readonly<Record<string, unknown>>;

export const auditBody = (world: World, binIds: readonly string[], more: Json = {}): Json => ({
  warehouseId: world.warehouseId,
  type: 'cycle',
  isBlind: true,
  freeze: 'none',
  binIds,
  ...more,
});

export const plan = async (world: World, binIds: readonly string[], more: Json = {}) =>
  expectData(await world.planner.post('/audits', auditBody(world, binIds, more)));

interface Doc {
  readonly id: string;
  readonly version: number;
}

/** Asks for a status of a count as it was last seen. */
export const put = (by: Person, doc: Doc, { status, ...body }: Json & { status: string }) =>
  by.put(`/audits/${doc.id}/status`, { version: doc.version, status, ...body });

/** The same where it has to succeed; the count as it is then. */
export const moved = async (by: Person, doc: Doc, call: Json & { status: string }) =>
  expectData(await put(by, doc, call));

export interface Count {
  readonly itemId?: string;
  readonly found?: Json;
  readonly quantity: number | null;
  readonly round?: number;
  /** How long ago it was counted. */
  readonly ageMs?: number;
  readonly id?: string;
}

interface Sending {
  readonly world: World;
  readonly by: Person;
  readonly doc: Doc;
}

/** Sends counts as a telephone does. */
export const send = ({ world, by, doc }: Sending, counts: readonly Count[]) => {
  const now = world.test.app.clock.now().getTime();
  return by.patch(`/audits/${doc.id}/counts`, {
    sentAt: new Date(now).toISOString(),
    counts: counts.map(({ ageMs = 0, round = 1, id = newId(), ...count }) => ({
      ...count,
      id,
      round,
      countedAt: new Date(now - ageMs).toISOString(),
    })),
  });
};

export const outcomes = async (sending: Sending, counts: readonly Count[]) =>
  expectData(await send(sending, counts)).results.map(
    (result: { outcome: string }) => result.outcome,
  );

export const seen = async (world: World, doc: Doc, by = world.planner) =>
  expectData(await by.get(`/audits/${doc.id}`));

export const variance = async (world: World, doc: Doc, by = world.planner) =>
  expectData(await by.get(`/audits/${doc.id}/variance`));

interface Line {
  readonly id: string;
  readonly part: { readonly id: string };
  readonly bin: { readonly id: string };
  readonly serialNo: string | null;
}

/** The line of a part, in a bin or of a serial number where there are several. */
export const lineOf = (
  doc: { readonly items: readonly Line[] },
  partId: string,
  more: { bin?: string; serial?: string } = {},
): string =>
  doc.items.find(
    (line) =>
      line.part.id === partId &&
      (more.bin === undefined || line.bin.id === more.bin) &&
      (more.serial === undefined || line.serialNo === more.serial),
  )?.id ?? '';

/** Started: every line still to be counted. */
export const started = async (world: World, binIds: readonly string[], more: Json = {}) =>
  moved(world.counter, await plan(world, binIds, more), { status: 'counting' });

/** Counted whole by one person, in what quantities the caller says; under review. */
export async function reviewed(
  world: World,
  binIds: readonly string[],
  {
    counts,
    ...more
  }: { counts: (doc: Awaited<ReturnType<typeof started>>) => readonly Count[] } & Json,
) {
  const doc = await started(world, binIds, more);
  expectData(await send({ world, by: world.counter, doc }, counts(doc)));
  const counted = await moved(world.counter, doc, { status: 'counted' });
  return moved(world.planner, counted, { status: 'review' });
}
