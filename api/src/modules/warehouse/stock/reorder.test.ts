import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { handedOut, makeWorld, newPart, stock, type World } from '../requisitions/testing/world.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const setRules = (rules: readonly object[], by = world.chief) =>
  by.put('/material_parts/stock-rules', { rules });

const rulesOf = async (partId: string, by = world.chief) =>
  expectData(await by.get(`/material_parts/${partId}`)).stockRules;

const suggested = async (partNo: string, query = '', by = world.chief) => {
  const { status, body } = await by.get(`/stock/reorder?limit=100&search=${partNo}${query}`);
  expect(status).toBe(200);
  return body.data;
};

const partNoOf = async (partId: string): Promise<string> =>
  expectData(await world.admin.get(`/material_parts/${partId}`)).partNo;

const fieldsOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort();

describe('rules of a part in a warehouse (domain-warehouse 1.4)', () => {
  it('are kept for that warehouse, with the level of its own stock', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 4 });
    await stock(world, part, { quantity: 100, bin: world.otherBin });
    const { warehouseId } = world;
    const levels = { minStock: 2, reorderPoint: 5, maxStock: 20, reorderQty: null };
    expectData(
      await setRules([
        { partId: part, warehouseId, ...levels, binId: world.bins['A-01'], abcClass: 'A' },
      ]),
    );
    expect(await rulesOf(part)).toMatchObject([
      {
        warehouse: { id: warehouseId },
        ...levels,
        bin: { code: 'A-01' },
        abcClass: 'A',
        level: 'low',
      },
    ]);
  });

  it('follow the stock of the warehouse though the company has plenty', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 100, bin: world.otherBin });
    await setRules([
      { partId: part, warehouseId: world.warehouseId, reorderPoint: 5, maxStock: 20 },
    ]);
    const level = async () => (await rulesOf(part))[0].level;
    expect(await level()).toBe('out');
    await stock(world, part, { quantity: 10 });
    expect(await level()).toBe('ok');
    await stock(world, part, { quantity: 11 });
    expect(await level()).toBe('over');
    await handedOut(world, [[part, 16]]);
    expect(await level()).toBe('low');
  });

  it('leave what is not named as it is, and go when nothing is left', async () => {
    const part = await newPart(world);
    const rule = { partId: part, warehouseId: world.warehouseId };
    await setRules([{ ...rule, reorderPoint: 5, maxStock: 20 }]);
    await setRules([{ ...rule, abcClass: 'C' }]);
    expect(await rulesOf(part)).toMatchObject([{ reorderPoint: 5, maxStock: 20, abcClass: 'C' }]);
    await setRules([{ ...rule, remove: true }]);
    expect(await rulesOf(part)).toEqual([]);
  });

  it('without a warehouse are the levels of the part', async () => {
    const part = await newPart(world);
    expectData(await setRules([{ partId: part, minStock: 1, reorderPoint: 3, maxStock: 9 }]));
    expect(expectData(await world.chief.get(`/material_parts/${part}`))).toMatchObject({
      minStock: 1,
      reorderPoint: 3,
      maxStock: 9,
      stockRules: [],
    });
  });

  it('are refused as a whole, every field named', async () => {
    const [part, other] = [await newPart(world), await newPart(world, 'serial')];
    const { warehouseId } = world;
    const { status, body } = await setRules([
      { partId: part, warehouseId, reorderPoint: 9, maxStock: 4 },
      { partId: other, warehouseId, reorderPoint: 1.5 },
      { partId: part, warehouseId, reorderPoint: 1 },
      { partId: part, warehouseId: world.places.RECEIVING },
      { partId: other, binId: world.otherBin },
      { partId: other, warehouseId: world.otherWarehouseId, binId: world.bins['A-01'] },
    ]);
    expect(status).toBe(422);
    expect(fieldsOf(body)).toEqual([
      'rules[0].reorderPoint MAX',
      'rules[1].reorderPoint WHOLE',
      'rules[2].partId DUPLICATE',
      'rules[3].warehouseId UNKNOWN_ID',
      'rules[4].binId UNKNOWN_KEY',
      'rules[5].binId UNKNOWN_ID',
    ]);
    expect(await rulesOf(part)).toEqual([]);
  });

  it('change by whoever saw them last', async () => {
    const part = await newPart(world);
    const rule = { partId: part, warehouseId: world.warehouseId };
    await setRules([{ ...rule, reorderPoint: 5 }]);
    await setRules([{ ...rule, reorderPoint: 6, version: 1 }]);
    const late = await setRules([{ ...rule, reorderPoint: 7, version: 1 }]);
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('of other warehouses are neither seen nor set', async () => {
    const part = await newPart(world);
    const bound = await test.as('warehouse-manager', { warehouseIds: [world.otherWarehouseId] });
    const rule = { partId: part, warehouseId: world.warehouseId, reorderPoint: 5 };
    expect((await setRules([rule], bound)).status).toBe(422);
    await setRules([rule]);
    expect(await rulesOf(part, bound)).toEqual([]);
    expect(await suggested(await partNoOf(part), '', bound)).toEqual([]);
  });
});

describe('what to reorder', () => {
  it('is suggested for each warehouse, and for the company what they leave', async () => {
    const part = await newPart(world);
    const partNo = await partNoOf(part);
    await setRules([
      { partId: part, reorderPoint: 10, maxStock: 50 },
      { partId: part, warehouseId: world.otherWarehouseId, reorderPoint: 5, maxStock: 20 },
    ]);
    await stock(world, part, { quantity: 3 });
    const rows: { ofWarehouse: boolean }[] = await suggested(partNo);
    const byKind = Object.fromEntries(rows.map((row) => [`${row.ofWarehouse}`, row]));
    expect(byKind).toMatchObject({
      true: { level: 'out', warehouse: { id: world.otherWarehouseId }, suggestedQty: 20 },
      // 3 there and 20 to come: nothing more is needed.
      false: { level: 'low', available: 3, suggestedQty: 0, warehousesQty: 20 },
    });
    expect(await suggested(partNo, `&warehouseId=${world.otherWarehouseId}`)).toHaveLength(1);
    expect(await suggested(partNo, '&level=low')).toMatchObject([{ ofWarehouse: false }]);
  });

  it('becomes a request for each warehouse at one click, and is covered then', async () => {
    const [part, other] = [await newPart(world), await newPart(world)];
    await test.app.pg.query(
      'update material_parts set purchase_unit_id = $2, purchase_factor = 12, last_purchase_price = 2.5, lead_time_days = 3 where id = $1',
      [part, world.box],
    );
    const { warehouseId, otherWarehouseId } = world;
    await setRules([
      { partId: part, warehouseId, reorderPoint: 10, maxStock: 30 },
      { partId: other, warehouseId, reorderPoint: 4 },
      { partId: part, warehouseId: otherWarehouseId, reorderPoint: 6 },
    ]);
    const rows = [
      ...(await suggested(await partNoOf(part))),
      ...(await suggested(await partNoOf(other))),
    ];
    expect(rows.map((row) => row.suggestedQty).sort((a, b) => a - b)).toEqual([4, 12, 36]);
    const { requests } = expectData(
      await world.picker.post('/stock/reorder/create-pr', {
        items: rows.map((row) => ({
          partId: row.part.id,
          warehouseId: row.warehouse.id,
          quantity: row.suggestedQty,
        })),
      }),
    );
    expect(requests).toHaveLength(2);
    const made = await Promise.all(
      requests.map(async ({ id }: { id: string }) =>
        expectData(await world.picker.get(`/purchase_requests/${id}`)),
      ),
    );
    const here = made.find((request) => request.warehouse.id === warehouseId);
    expect(here).toMatchObject({ status: 'pending', purpose: 'stock' });
    expect(
      here.items.find((item: { part: { id: string } }) => item.part.id === part),
    ).toMatchObject({
      quantity: 3,
      unit: { id: world.box },
      // What was paid last is for holders of view-cost.
      estimatedPrice: '0.0000',
    });
    const covered = await suggested(await partNoOf(part));
    expect(
      covered.map((row: { requested: number; suggestedQty: number }) => [
        row.requested,
        row.suggestedQty,
      ]),
    ).toEqual(
      expect.arrayContaining([
        [36, 0],
        [12, 0],
      ]),
    );
  });

  it('asks for nothing at all when one line cannot be asked for', async () => {
    const part = await newPart(world);
    const item = { partId: part, warehouseId: world.warehouseId, quantity: 2 };
    const { status, body } = await world.picker.post('/stock/reorder/create-pr', {
      items: [item, { ...item, quantity: 1.5 }],
    });
    expect([status, ...fieldsOf(body)]).toEqual([422, 'items[1].quantity WHOLE']);
    const { rows } = await test.app.pg.query(
      'select 1 from purchase_request_items where part_id = $1',
      [part],
    );
    expect(rows).toEqual([]);
  });
});

describe('months (domain-warehouse 3.6)', () => {
  const change = (
    verb: string,
    period: string,
    { by = world.admin, ...more }: { by?: Person } & Record<string, unknown> = {},
  ) =>
    by.post(`/stock/periods/${period}/${verb}`, {
      companyId: world.companyId,
      reason: 'Counted',
      ...more,
    });

  it('are held, closed and opened again by whoever may', async () => {
    const months = expectData(await world.admin.get('/stock/periods')).filter(
      (month: { company: { id: string } }) => month.company.id === world.companyId,
    );
    expect(months).toHaveLength(24);
    const [current, last, before] = months.map((month: { period: string }) => month.period);
    expect((await change('close', current)).status).toBe(409);
    expect(expectData(await change('hold', last)).status).toBe('hold');
    expect(expectData(await change('close', last))).toMatchObject({
      status: 'closed',
      reason: 'Counted',
    });
    expect((await change('close', before)).status).toBe(409);
    expect((await change('reopen', before)).status).toBe(409);
    expect(expectData(await change('reopen', last)).status).toBe('open');
    expect((await change('reopen', last, { reason: '' })).status).toBe(422);
    expect((await change('hold', '2026-13')).status).toBe(404);
  });

  it('of other companies are not found', async () => {
    const elsewhere = { companyId: '01890000-0000-7000-8000-00000000ffff' };
    expect((await change('hold', '2026-10', elsewhere)).status).toBe(404);
  });
});
