import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { expectData } from '../../purchasing/testing/world.ts';
import { handedOut, makeWorld, newPart, stock, type World } from '../requisitions/testing/world.ts';

// The suites of a run share two cores.
jest.setTimeout(60_000);

let test: TestApp;
let world: World;
let elsewhere: Person;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  elsewhere = await test.as('warehouse-staff', { warehouseIds: [world.otherWarehouseId] });
});
afterAll(() => test.close());

const listed = async (path: string, by = world.chief) => {
  const { status, body } = await by.get(path);
  expect(status).toBe(200);
  return body;
};
const numberOf = async (partId: string): Promise<string> =>
  expectData(await world.admin.get(`/material_parts/${partId}`)).partNo;
/** Moves a part's postings to an earlier day, as a delivery of that day would have been. */
const backdate = async (partId: string, day: string) => {
  await test.app.pg.query('set session_replication_role = replica');
  await test.app.pg.query('update stock_entries set effective_date = $2 where item_id = $1', [
    partId,
    day,
  ]);
  await test.app.pg.query('set session_replication_role = origin');
};

describe('the ledger of all parts (domain-warehouse 4.1)', () => {
  it('is filtered by part, warehouse and kind, and found by the part’s name', async () => {
    const [one, two] = [await newPart(world), await newPart(world)];
    await stock(world, one, { quantity: 5, unitCost: '10' });
    await stock(world, two, { quantity: 7, bin: world.otherBin });
    await handedOut(world, [[one, 2]]);
    const all = await listed(`/stock/ledger?partId=${one},${two}&limit=10`);
    const flows = all.data.map((row: { part: { id: string }; qtyIn: number; qtyOut: number }) => [
      row.part.id,
      row.qtyIn,
      row.qtyOut,
    ]);
    expect(flows).toEqual([
      [one, 0, 2],
      [two, 7, 0],
      [one, 5, 0],
    ]);
    const there = await listed(
      `/stock/ledger?partId=${one},${two}&warehouseId=${world.otherWarehouseId}`,
    );
    expect(there.data).toHaveLength(1);
    const given = await listed(`/stock/ledger?docType=dispatch&search=${await numberOf(one)}`);
    expect(given.data).toMatchObject([{ part: { id: one }, document: { type: 'dispatch' } }]);
  });

  it('shows only what is somebody’s own, and costs to whoever may see them', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 5 });
    expect((await listed(`/stock/ledger?partId=${part}`, elsewhere)).data).toEqual([]);
    const [row] = (await listed(`/stock/ledger?partId=${part}`, world.technician)).data;
    expect([row.unitCost, row.value]).toEqual([null, null]);
  });

  it('is exported', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['LEDGER-1'] });
    const answer = await world.chief.get(`/stock/ledger?partId=${part}&format=csv`);
    expect(answer.status).toBe(200);
    expect(answer.raw.toString('utf8')).toContain('LEDGER-1');
  });
});

describe('balances of a day (domain-warehouse 3.6, 4.1)', () => {
  it('are today’s less what came later, with their value', async () => {
    const part = await newPart(world);
    const search = `search=${await numberOf(part)}`;
    await stock(world, part, { quantity: 10, unitCost: '4' });
    await backdate(part, '2026-01-10');
    await stock(world, part, { quantity: 10, unitCost: '8', bin: world.otherBin });
    const now = await listed(`/stock/balances?${search}`);
    expect(now.data).toMatchObject([
      { id: part, quantity: 20, averageCost: '6.0000', value: '120.00' },
    ]);
    expect(now.data[0].warehouses).toHaveLength(2);
    expect(now.meta.summary).toEqual({ parts: 1, totalValue: '120.00' });
    const then = await listed(`/stock/balances?${search}&asOf=2026-01-31`);
    expect(then.data).toMatchObject([{ quantity: 10, averageCost: '4.0000', value: '40.00' }]);
    expect(then.meta.summary).toEqual({ parts: 1, totalValue: '40.00' });
    expect((await listed(`/stock/balances?${search}&asOf=2026-01-09`)).data).toEqual([]);
  });

  it('are cut to a warehouse, a bin and a person’s places', async () => {
    const part = await newPart(world);
    const search = `search=${await numberOf(part)}`;
    await stock(world, part, { quantity: 3, unitCost: '5' });
    await stock(world, part, { quantity: 4, unitCost: '5', bin: world.otherBin });
    const at = async (query: string, by?: Person) =>
      (await listed(`/stock/balances?${search}&${query}`, by)).data.map(
        ({ quantity, value }: { quantity: number; value: string }) => [quantity, value],
      );
    expect(await at(`warehouseId=${world.warehouseId}`)).toEqual([[3, '15.00']]);
    expect(await at(`binId=${world.otherBin}`)).toEqual([[4, '20.00']]);
    expect(await at(`binId=${world.bins['B-01']}`)).toEqual([]);
    expect((await at('', elsewhere))[0]?.[0]).toBe(4);
  });

  it('refuse a day that is none', async () => {
    const { status, body } = await world.chief.get('/stock/balances?asOf=31/01/2026');
    expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, 'asOf', 'DATE']);
  });
});

describe('the list of parts in a warehouse (domain-warehouse 4.1)', () => {
  it('is filtered by the levels of that warehouse’s rules', async () => {
    const [low, out, plenty] = [await newPart(world), await newPart(world), await newPart(world)];
    const { warehouseId } = world;
    await stock(world, low, { quantity: 4 });
    // The company has plenty of what is out here.
    await stock(world, out, { quantity: 100, bin: world.otherBin });
    await stock(world, plenty, { quantity: 50 });
    await world.chief.put('/material_parts/stock-rules', {
      rules: [low, out, plenty].map((partId) => ({
        partId,
        warehouseId,
        reorderPoint: 5,
        maxStock: 60,
      })),
    });
    const at = async (level: string) =>
      (await listed(`/material_parts?warehouseId=${warehouseId}&stock=${level}&limit=100`)).data
        .filter(({ id }: { id: string }) => [low, out, plenty].includes(id))
        .map(({ id, stockLevel }: { id: string; stockLevel: string }) => [id, stockLevel]);
    expect(await at('low')).toEqual([[low, 'low']]);
    expect(await at('out')).toEqual([[out, 'out']]);
    expect(await at('ok')).toEqual([[plenty, 'ok']]);
  });

  it('has prices of parts by their ids', async () => {
    const part = await newPart(world);
    await test.app.pg.query('update material_parts set standard_price = 12.5 where id = $1', [
      part,
    ]);
    const { data } = await listed(`/material_parts/price?ids=${part}`, world.technician);
    expect(data).toMatchObject([{ id: part, standardPrice: '12.5000', lastPurchasePrice: null }]);
  });
});
