import { contract } from '@boxyard/shared/contract';
import { can } from '@boxyard/shared/domain';
import { definedLists } from './kernel/index.ts';
import './modules/index.ts';
import { FIGURES, type FigureKind } from './modules/dashboard/index.ts';
import { warehouseBody } from './modules/masterData/testing/office.ts';
import { createTestApp, manualClock, type Person, type TestApp } from './testing/index.ts';
import { SEEDED } from './testing/permissionTable.ts';
import { plant } from './testing/planted.ts';
import { dayFrom, expectData, makeWorld, type World } from './workflow/testing/world.ts';

/**
 * Rules of every figure of the dashboard, over one document of every family in each of two warehouses: it is
 * what the list or report says that it leads to, in the reader's scope and with the reader's rights.
 */

// Planted in the month that is asked about, more than a week before.
const clock = manualClock(new Date('2026-11-03T03:00:00Z'));
const DAY_MS = 86_400_000;
let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  await plant(world, { warehouseId: world.warehouseId, to: world.otherWarehouseId, no: 1 });
  const third = await world.admin.post('/sub-warehouses', warehouseBody(world.companyId));
  const to = expectData(third).id;
  await plant(world, { warehouseId: world.otherWarehouseId, to, no: 2 });
  const day = dayFrom(world, 0);
  clock.advance(12 * DAY_MS);
  /** Puts a record of a table, the first or the last, where a figure counts it. */
  const put = (which: 'min' | 'max', table: string, set: string) =>
    test.app.pg.query(
      `update ${table} set ${set} where id = (select ${which}(id::text)::uuid from ${table})`,
    );
  const later = dayFrom(world, 7);
  const overdue = `status = 'overdue', document_date = '${day}', due_date = '${day}'`;
  await put('min', 'invoices', `${overdue}, document_no = coalesce(document_no, 'IV-1')`);
  await put('max', 'invoices', `${overdue}, document_no = coalesce(document_no, 'IV-2')`);
  await put('min', 'warranties', `status = 'active', start_date = '${day}', end_date = '${later}'`);
  await put('min', 'contracts', `status = 'pending', document_date = '${day}'`);
  await put('max', 'contracts', `status = 'onGoing', document_date = '${day}'`);
  await put('min', 'payments', `status = 'pending', document_date = '${day}'`);
  await put('max', 'payments', `status = 'verified', document_date = '${day}'`);
  await put('min', 'products', `status = 'inWarehouse', sale_status = 'available'`);
  await put(
    'max',
    'products',
    `status = 'installed', service_status = 'underRepair', site = '{"holder": "Shop", "address": "Rama IV", "lat": null, "lng": null}'`,
  );
  await put('max', 'products', `software_outdated = true`);
  await put('min', 'container_transfers', `status = 'approved', document_date = '${day}'`);
  await put('min', 'purchase_requests', `status = 'pending'`);
  await put('min', 'purchase_orders', `status = 'pending'`);
  await put('min', 'goods_imports', `status = 'pending'`);
  await put('min', 'requisitions', `status = 'approved'`);
  await put('min', 'part_transfers', `status = 'inTransit'`);
  await test.app.pg.query(`update products set created_at = $1`, [
    new Date('2026-10-01T00:00:00Z'),
  ]);
  const effectiveFrom = `${day.slice(0, 7)}-01`;
  const target = { value: '50000.00', effectiveFrom, userId: world.admin.userId };
  expectData(await world.admin.post(`/settings/${test.companyId}/sales.target`, target));
});
afterAll(async () => test?.close());

interface Told {
  readonly key: string;
  readonly value: string | null;
  readonly previous: string | null;
  readonly hasFailed: boolean;
  readonly path: string;
}
const told = async (person: Person, key: string): Promise<Told | undefined> =>
  expectData(await person.get(`/dashboard/summary?keys=${key}`)).figures[0];

/** The address of a page, asked of the call behind it. */
async function answerBehind(person: Person, kind: FigureKind, path: string) {
  const name = 'report' in kind ? kind.report : 'list' in kind ? kind.list : null;
  if (name === null) throw new Error(`${kind.key} is of two lists`);
  const query = new URLSearchParams(path.split('?')[1]);
  query.delete('tab');
  const { status, body } = await person.get(`${contract[name].path}?${query}`);
  expect([kind.key, status]).toEqual([kind.key, 200]);
  return body.meta as {
    readonly totalItems: number;
    readonly summary?: Record<string, unknown> & {
      readonly values?: Record<string, string | null>;
      readonly before?: { readonly period?: Record<string, string | null> };
    };
  };
}

describe.each(FIGURES.map((kind) => ({ key: kind.key, kind })))('$key', ({ kind }) => {
  it('is what the list or report says that it leads to', async () => {
    const figure = await told(world.admin, kind.key);
    if (!figure) throw new Error('an administrator sees every figure');
    expect([figure.key, figure.hasFailed]).toEqual([kind.key, false]);
    if ('part' in kind) {
      const [part, whole] = await Promise.all(
        [kind.part, kind.whole].map((key) => told(world.admin, key)),
      );
      expect(Number(whole?.value)).toBeGreaterThan(0);
      expect(figure.path).toBe(part?.path);
      expect(Number(figure.value)).toBeCloseTo(
        (100 * Number(part?.value)) / Number(whole?.value),
        1,
      );
      return;
    }
    const { totalItems, summary } = await answerBehind(world.admin, kind, figure.path);
    if ('report' in kind) {
      expect(figure.value).toBe(summary?.values?.[kind.measure]);
      if (kind.from === undefined) {
        expect(figure.previous).toBe(summary?.before?.period?.[kind.measure]);
      }
      return;
    }
    expect(figure.value).toBe(String(kind.sum === undefined ? totalItems : summary?.[kind.sum]));
  });

  it('is told to nobody who may not open it, and no money to whoever may not see the finances', async () => {
    for (const { name } of SEEDED) {
      const person = await test.as(name);
      const { grants } = await person.actor();
      const figure = await told(person, kind.key);
      if (figure === undefined) continue;
      expect([name, can(grants, `${kind.page}:view`)]).toEqual([name, true]);
      const guard = kind.needs ?? (kind.unit === 'money' ? 'dashboard:view-finance' : null);
      if (guard !== null) expect([name, can(grants, guard)]).toEqual([name, true]);
    }
  });

  it('holds nothing of other companies', async () => {
    const stranger = await test.as('accounting-manager', { companyId: null });
    const roleOf = await test.as('warehouse-manager', { companyId: null });
    for (const person of [stranger, roleOf]) {
      const figure = await told(person, kind.key);
      if (figure !== undefined) expect([kind.key, Number(figure.value)]).toEqual([kind.key, 0]);
    }
  });
});

const compared = FIGURES.flatMap((kind) =>
  'list' in kind && kind.past !== undefined && kind.past.where === undefined
    ? [{ key: kind.key, kind, past: kind.past }]
    : [],
);

describe.each(compared)('$key', ({ key, kind, past }) => {
  it('is compared with what was so a week ago', async () => {
    const query = new URLSearchParams(kind.query(dayFrom(world, 0)));
    const { body } = await world.admin.get(`${contract[kind.list].path}?${query}`);
    const [first] = body.data as { readonly id: string }[];
    if (first === undefined) throw new Error(`nothing is counted by ${key}`);
    const before = Number((await told(await freshReader(), key))?.previous);
    const yesterday = new Date(clock.now().getTime() - DAY_MS);
    if (past.axes === undefined) {
      await test.app.pg.query(
        `insert into history (subject_type, subject_id, at, action, from_status, to_status)
         values ($1, $2, $3, 'update', 'elsewhere', $4)`,
        [kind.list.split('.')[0], first.id, yesterday, past.statuses?.[0]],
      );
    } else {
      const [axis, statuses] = Object.entries(past.axes)[0] ?? [];
      await test.app.pg.query(
        `insert into product_status_log (product_id, axis, from_status, to_status, at)
         values ($1, $2, 'elsewhere', $3, $4)`,
        [first.id, axis, statuses?.[0], yesterday],
      );
    }
    // A container that came yesterday was not there a week ago.
    const after = Number((await told(await freshReader(), key))?.previous);
    await test.app.pg.query(`delete from product_status_log where from_status = 'elsewhere'`);
    expect([key, after]).toEqual([key, before - 1]);
  });
});

/** Figures are kept for a minute, by person. */
const freshReader = () => test.as('system-admin');

it('costs its own place only where it cannot be read, and is read again when it is asked for', async () => {
  const list = definedLists.get('parts.list');
  if (!list) throw new Error('no list of parts');
  const broken = jest.spyOn(list, 'figures').mockRejectedValue(new Error('no answer'));
  const reader = await test.as('warehouse-manager');
  const { figures } = expectData(await reader.get('/dashboard/summary'));
  const failed = (figures as Told[]).filter(({ hasFailed }) => hasFailed).map(({ key }) => key);
  expect(failed).toEqual(['partsOut', 'partsLow']);
  expect((figures as Told[]).length).toBeGreaterThan(4);
  broken.mockRestore();
  expect(await told(reader, 'partsOut')).toMatchObject({ hasFailed: false });
});
