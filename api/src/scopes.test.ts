import { contract, type Endpoint } from '@boxyard/shared/contract';
import './modules/index.ts';
import { warehouseBody } from './modules/masterData/testing/office.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';
import { SEEDED } from './testing/permissionTable.ts';
import { type Planted, plant } from './testing/planted.ts';
import { allWorkItems, visibilityOf } from './workflow/index.ts';
import { expectData, makeWorld, type World } from './workflow/testing/world.ts';

/**
 * What lists, the dashboard and live events tell somebody is what they may open (domain-conventions "Scope": one
 * scope function). One document of every family lies in each of two warehouses.
 */

let test: TestApp;
let world: World;
let here: Planted;
let there: Planted;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  const third = await world.admin.post('/sub-warehouses', warehouseBody(world.companyId));
  const beyond = expectData(third).id;
  here = await plant(world, { warehouseId: world.warehouseId, to: world.otherWarehouseId, no: 1 });
  there = await plant(world, { warehouseId: world.otherWarehouseId, to: beyond, no: 2 });
});
afterAll(async () => test?.close());

const calls = Object.entries(contract) as [string, Endpoint][];
const roles = SEEDED.filter(({ dataScope }) => dataScope !== 'all').map(({ name }) => name);

const paths: Readonly<Record<string, string>> = Object.fromEntries(
  allWorkItems().map(({ subject }) => {
    const get = calls.find(([name]) => name === `${subject}.get`);
    if (!get) throw new Error(subject);
    return [subject, get[1].path];
  }),
);
const open = (who: Person, subject: string, id: string) =>
  who.get(String(paths[subject]).replace(':supplierId', world.supplier).replace(':id', id));

describe('what waits for somebody on the dashboard', () => {
  /** Steps that somebody was told of: what nobody hears of proves nothing. */
  const told = new Set<string>();
  const steps = allWorkItems().flatMap(({ steps: due, ...family }) =>
    due.map(
      (step) => [`${family.machine.id}: ${step.key} (${step.status})`, family, step] as const,
    ),
  );

  it.each(steps)(
    '%s opens for everybody who is told of it, and may be done',
    async (_key, family, step) => {
      const id = String(here.get(family.subject));
      const { rows: was } = await test.app.pg.query<{ status: string }>(
        `select status from ${family.table} where id = $1`,
        [id],
      );
      await test.app.pg.query(`update ${family.table} set status = $2 where id = $1`, [
        id,
        step.status,
      ]);
      if (family.table === 'goods_imports') {
        await test.app.pg.query('update goods_imports set counted = true where id = $1', [id]);
      }
      for (const role of roles) {
        const person = await test.as(role);
        const { body } = await person.get('/dashboard/work');
        const items = (body.data?.myWork ?? []).filter(
          (item: { id: string; key: string }) => item.id === id && item.key === step.key,
        );
        if (items.length === 0) continue;
        told.add(`${family.machine.id}.${step.key}.${step.status}`);
        if (step.path !== undefined) {
          const { body: offered } = await person.get(
            `/purchase_order_acceptances/receivable?ids=${id}`,
          );
          expect([role, offered.data?.length]).toEqual([role, 1]);
          continue;
        }
        const { status, body: opened } = await open(person, family.subject, id);
        expect([role, status]).toEqual([role, 200]);
        if (step.ability === undefined && step.clears === undefined) {
          expect([role, opened.data.allowedActions]).toEqual([
            role,
            expect.arrayContaining([step.action]),
          ]);
        }
      }
      await test.app.pg.query(`update ${family.table} set status = $2 where id = $1`, [
        id,
        was[0]?.status,
      ]);
    },
  );

  it('tells somebody of most steps', () => {
    expect(told.size).toBeGreaterThan(steps.length / 2);
  });
});

/** The path of a supplier's or a part's list; other records of other warehouses answer 404. */
const asked = (path: string): string =>
  path.startsWith('/suppliers/:')
    ? path.replace(/:\w+/, world.creditSupplier)
    : path.replace(/:\w+/, world.part);
const isReached = ({ path }: Endpoint): boolean =>
  !path.replace(/^\/(suppliers|material_parts)\/:\w+/, '').includes(':');

describe('a row that a list is asked for by its id', () => {
  const lists = calls.filter(([, endpoint]) => endpoint.kind === 'list' && isReached(endpoint));

  it.each(lists)('%s answers that row', async (name, { path }) => {
    const { status, body } = await world.admin.get(`${asked(path)}?limit=10`);
    // Some lists want to be told of which warehouse.
    if (status === 422) return;
    expect([name, status]).toEqual([name, 200]);
    const id = body.data[0]?.id ?? world.part;
    const answer = await world.admin.get(`${asked(path)}?ids=${id}`);
    const found = answer.body.data?.map((row: { id: string }) => row.id);
    expect([name, answer.status, found]).toEqual([name, 200, body.data[0] ? [id] : []]);
  });
});

describe('a text that no row holds', () => {
  const lists = calls.filter(([, endpoint]) => endpoint.kind === 'list' && isReached(endpoint));

  it.each(lists)('%s finds nothing by it, or is not searched', async (name, endpoint) => {
    const isSearched = endpoint.kind === 'list' && endpoint.list.searchable !== false;
    const { status, body } = await world.admin.get(`${asked(endpoint.path)}?search=zz%20qx%20zz`);
    if (isSearched) {
      // Some lists want to be told of which warehouse.
      if (status === 422) expect([name, body.errors[0].field]).not.toEqual([name, 'search']);
      else expect([name, status, body.data]).toEqual([name, 200, []]);
    } else {
      expect([name, status, body.errors?.map((fault: { field: string }) => fault.field)]).toEqual([
        name,
        422,
        expect.arrayContaining(['search']),
      ]);
    }
  });
});

/** What lies in no warehouse, as money does, is cut by company and owner alone. */
const NOWHERE: ReadonlySet<string> = new Set([
  ...allWorkItems().flatMap(({ subject, scope }) =>
    scope.warehouse === undefined ? [subject] : [],
  ),
  // A warranty waits for nobody.
  'warranties',
]);

describe('somebody with a warehouse limit', () => {
  const limited = new Map<string, Person>();
  beforeAll(async () => {
    for (const role of SEEDED.map(({ name }) => name).filter((name) => name !== 'system-admin')) {
      limited.set(role, await test.as(role, { warehouseIds: [world.warehouseId] }));
    }
  });
  const lists = calls.filter(
    ([, { method, kind }]) => method === 'GET' && (kind === 'list' || kind === 'one'),
  );
  const reached = lists.filter(([, endpoint]) => isReached(endpoint));

  it.each(reached)('%s tells nothing of another warehouse’s documents', async (name, endpoint) => {
    const path = asked(endpoint.path);
    const exported =
      endpoint.kind === 'list' && endpoint.list.exportColumns !== undefined ? ['?format=csv'] : [];
    for (const [role, person] of limited) {
      for (const query of [endpoint.kind === 'list' ? '?limit=100' : '', ...exported]) {
        const { raw } = await person.get(`${path}${query}`);
        const text = raw.toString('utf8');
        for (const [subject, id] of there) {
          if (NOWHERE.has(subject)) continue;
          expect([name, role, subject, text.includes(id)]).toEqual([name, role, subject, false]);
        }
      }
    }
  });

  it('finds the documents of their own by the same lists', async () => {
    const admin = limited.get('company-admin');
    const auditor = limited.get('auditor');
    const log = await auditor?.get('/activity-logs?limit=100');
    expect(log?.raw.includes(String(here.get('purchaseOrders')))).toBe(true);
    const owed = await auditor?.get(`/suppliers/${world.creditSupplier}/credit-purchases`);
    expect(owed?.status).toBe(200);
    expect(admin).toBeDefined();
  });

  it('opens no entry of the log about another warehouse', async () => {
    const { rows } = await test.app.pg.query<{ id: string }>(
      'select id from activity_logs where subject_id = $1 limit 1',
      [there.get('purchaseOrders')],
    );
    const answer = await limited.get('auditor')?.get(`/activity-logs/${rows[0]?.id}`);
    expect(answer?.status).toBe(404);
  });
});

describe('who sees a record that an event is about', () => {
  const families = allWorkItems().map(({ subject }) => subject);

  it.each(families)('%s: whoever may open it, and nobody else', async (subject) => {
    for (const role of roles) {
      const people = [
        await test.as(role),
        await test.as(role, { warehouseIds: [world.warehouseId] }),
        await test.as(role, { companyId: null }),
      ];
      for (const person of people) {
        for (const planted of [here, there]) {
          const id = String(planted.get(subject));
          const sees = await visibilityOf(test.app.pg, { subject, id });
          const { status } = await open(person, subject, id);
          if (status === 403) continue;
          expect([role, subject, sees?.(await person.actor())]).toEqual([
            role,
            subject,
            status === 200,
          ]);
        }
      }
    }
  });
});
