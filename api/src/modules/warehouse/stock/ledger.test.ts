import { newId, SYSTEM } from '../../../kernel/index.ts';
import { ensureSystemPlaces, postMoves, reverseMoves } from '../../../ledger/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { handedOut, makeWorld, newPart, stock, type World } from '../requisitions/testing/world.ts';

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

  it('values what goes out as less, and what stays within by its cost', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 5, unitCost: '4' });
    const request = expectData(
      await world.asker.post('/material_tranfers', {
        fromWarehouseId: world.warehouseId,
        toWarehouseId: world.otherWarehouseId,
        expectedDate: dayFrom(world, 1),
        items: [{ partId: part, quantity: 2 }],
      }),
    );
    const transfer = expectData(
      await world.admin.post(`/material_tranfers/${request.id}/approve`, {
        version: request.version,
      }),
    );
    const { status } = await world.keeper.post(`/material_tranfers/${transfer.id}/ship`, {
      version: transfer.version,
    });
    expect(status).toBe(200);
    const valuesOf = async (query: string) =>
      (await listed(`/stock/ledger?partId=${part}${query}`, world.chief)).data.map(
        ({ qtyIn, qtyOut, value }: Record<string, unknown>) => [qtyIn, qtyOut, value],
      );
    expect(await valuesOf('')).toEqual([
      [2, 2, '8.00'],
      [5, 0, '20.00'],
    ]);
    expect(await valuesOf(`&warehouseId=${world.warehouseId}`)).toEqual([
      [0, 2, '-8.00'],
      [5, 0, '20.00'],
    ]);
  });

  it('is exported', async () => {
    const part = await newPart(world, 'serial');
    await stock(world, part, { serials: ['LEDGER-1'] });
    const answer = await world.chief.get(`/stock/ledger?partId=${part}&format=csv`);
    expect(answer.status).toBe(200);
    expect(answer.raw.toString('utf8')).toContain('LEDGER-1');
  });
});

describe('how many moves a part has', () => {
  let part: string;
  let other: string;
  let ofBoth: Person;
  let ofSecond: Person;

  beforeAll(async () => {
    [part, other] = [await newPart(world), await newPart(world)];
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
       values ('SECOND', 'บริษัท สอง จำกัด', 'Second Limited', '0105552029682', 'headOffice', '00000', now(), now())
       returning id`,
    );
    const second = String(rows[0]?.id);
    ofSecond = await test.as('warehouse-manager', { companyId: second });
    ofBoth = await test.as('warehouse-manager');
    await test.app.db
      .insertInto('userCompanies')
      .values({ userId: ofBoth.userId, companyId: second })
      .execute();
    await stock(world, part, { quantity: 9 });
    await stock(world, part, { quantity: 5, bin: world.otherBin });
    await stock(world, other, { quantity: 5 });
    await handedOut(world, [[part, 2]]);
    await test.app.transaction({ actor: SYSTEM }, async ({ pg, clock }) => {
      const now = clock.now();
      const { RECEIVING, SUPPLIER } = await ensureSystemPlaces(pg, { companyId: second, now });
      const document = { docType: 'test', docId: newId(), now, postedBy: null };
      const one = { itemId: part, quantity: 1 };
      const from = world.bins['A-01'] ?? '';
      const { moves } = await postMoves(pg, {
        ...document,
        action: 'sell',
        moves: [
          { ...one, from, to: RECEIVING, docItemId: newId() },
          { ...one, from, to: RECEIVING, docItemId: newId() },
        ],
      });
      const moveIds = moves.slice(0, 1).map(({ id }) => id);
      await reverseMoves(pg, { ...document, action: 'return', moveIds });
      await postMoves(pg, {
        ...document,
        action: 'buy',
        moves: [{ ...one, from: SUPPLIER, to: RECEIVING, unitCost: '3' }],
      });
    });
  });

  const totalFor = async (by: Person, query = ''): Promise<number> =>
    (await listed(`/stock/ledger?partId=${part}${query}`, by)).meta.totalItems;
  const everybody = (): readonly (readonly [string, Person, number])[] => [
    ['of all companies', world.admin, 7],
    ['of the company', world.chief, 6],
    ['of the company, who sees own documents only', world.technician, 6],
    ['of the company it came to', ofSecond, 4],
    ['of both', ofBoth, 7],
    ['of one warehouse', elsewhere, 1],
  ];

  it('is the number of rows that somebody sees, whoever it is', async () => {
    for (const [who, by, moves] of everybody()) {
      const { data, meta } = await listed(`/stock/ledger?partId=${part}&limit=100`, by);
      expect([who, data.length, meta.totalItems]).toEqual([who, moves, moves]);
    }
    const both = await listed(`/stock/ledger?partId=${part},${other}&limit=100`, world.chief);
    expect([both.data.length, both.meta.totalItems]).toEqual([7, 7]);
    const none = await listed(`/stock/ledger?partId=${newId()}`, world.chief);
    expect([none.data.length, none.meta.totalItems]).toEqual([0, 0]);
  });

  it('is kept by the postings, and counted when more narrows the list than the part', async () => {
    const keep = (by: number) =>
      test.app.pg.query(
        'update part_valuations set own_moves = own_moves + $2 where item_id = $1 and company_id = $3',
        [part, by, test.companyId],
      );
    await keep(20_000);
    try {
      const found = await Promise.all(everybody().map(([, by]) => totalFor(by)));
      expect(found).toEqual([10_000, 10_000, 10_000, 4, 7, 1]);
      const { meta } = await listed(`/stock/ledger?partId=${part}`);
      expect(meta).toMatchObject({ totalIsLowerBound: true, totalPages: 1000 });
      const narrowed = {
        '&docType=dispatch': 1,
        [`&warehouseId=${world.otherWarehouseId}`]: 1,
        [`&search=${await numberOf(part)}`]: 6,
        '&startDate=2020-01-01': 6,
        '&endDate=2020-01-01': 0,
      };
      for (const [query, moves] of Object.entries(narrowed)) {
        expect([query, await totalFor(world.chief, query)]).toEqual([query, moves]);
      }
    } finally {
      await keep(-20_000);
    }
  });
});

describe('the course of a part', () => {
  it('has what came and went by month, and what was there at its end', async () => {
    const part = await newPart(world);
    await stock(world, part, { quantity: 10, unitCost: '4' });
    const courseOf = async (by = world.chief) =>
      expectData(await by.get(`/material_parts/${part}/course`));
    const { points } = await courseOf();
    expect(points).toHaveLength(12);
    expect(points.at(-1)).toMatchObject({ received: 10, issued: 0, closing: 10 });
    expect(points.at(-2)).toMatchObject({ received: 0, issued: 0, closing: 0 });
    // Nothing of it lies where this person may look.
    expect((await courseOf(elsewhere)).points.at(-1)).toMatchObject({ received: 0, closing: 0 });
    const unknown = await world.chief.get(`/material_parts/${newId()}/course`);
    expect(unknown.status).toBe(404);
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
