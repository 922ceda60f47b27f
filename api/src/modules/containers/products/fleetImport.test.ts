import { startWatch } from '../../../testing/stopwatch.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { makeWorld, type World } from '../testing/world.ts';

/** Containers that a business owns already, from a spreadsheet (docs/domain/containers.md "Container"). */
let world: World;
let model: string;
withTestServer(
  '2026-12-02T03:00:00Z',
  async (test) => {
    world = await makeWorld(test);
    const { rows } = await test.app.pg.query<{ code: string }>(
      'select code from product_models where id = $1',
      [world.modelId],
    );
    model = String(rows[0]?.code);
  },
  { atEnd: true },
);

const HEAD = [
  'Serial number',
  'Model',
  'Warehouse',
  'Holder',
  'Address',
  'Latitude',
  'Longitude',
  'Cost',
  'Condition',
  'Manufactured on',
  'Parts inside',
  'Company',
];
type Row = Partial<Record<(typeof HEAD)[number], string>>;
const csv = (rows: readonly Row[]) =>
  [HEAD, ...rows.map((row) => HEAD.map((name) => row[name as keyof Row] ?? ''))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(','))
    .join('\r\n');
const check = (rows: readonly Row[], who = world.admin) =>
  who.post(
    '/imports/containers',
    Buffer.from(
      `--import\r\ncontent-disposition: form-data; name="file"; filename="fleet.csv"\r\n\r\n${csv(rows)}\r\n--import--\r\n`,
    ),
    { headers: { 'content-type': 'multipart/form-data; boundary=import' } },
  );
const commit = async (rows: readonly Row[]) => {
  const checked = expectData(await check(rows));
  return expectData(
    await world.admin.post(`/imports/${checked.id}/commit`, { version: checked.version }),
  );
};
const warehouseCode = async (): Promise<string> => {
  const { rows } = await world.test.app.pg.query<{ code: string }>(
    'select code from warehouses where id = $1',
    [world.warehouseId],
  );
  return String(rows[0]?.code);
};
const companyCode = async (): Promise<string> => {
  const { rows } = await world.test.app.pg.query<{ code: string }>(
    'select code from companies where id = $1',
    [world.companyId],
  );
  return String(rows[0]?.code);
};
const container = async (serialNumber: string) => {
  const { body } = await world.admin.get(`/products?search=${serialNumber}&limit=10`);
  const [found] = body.data as { readonly id: string }[];
  return expectData(await world.admin.get(`/products/${found?.id}`));
};
/** A part that is counted, and one whose pieces have numbers. */
const parts = async () => {
  const { rows } = await world.test.app.pg.query<{ no: string; tracking: string }>(
    `select part_no as no, tracking_type as tracking from material_parts where is_active order by part_no`,
  );
  const of = (tracking: string) => rows.find((row) => row.tracking === tracking)?.no ?? '';
  return { plain: of('none'), serial: of('serial'), lot: of('lot') };
};

it('takes containers in where they are, with what is inside at its cost', async () => {
  const { plain } = await parts();
  await commit([
    {
      'Serial number': 'own-000001',
      Model: model,
      Warehouse: await warehouseCode(),
      Cost: '90,000.50',
      Condition: 'ดี',
      'Manufactured on': '2024-05-01',
      'Parts inside': `${plain} x 2`,
    },
    {
      'Serial number': 'OWN-000002',
      Model: model,
      Company: await companyCode(),
      Holder: 'โรงพยาบาลกลาง',
      Address: '514 ถนนหลวง กรุงเทพฯ',
      Latitude: '13.7463',
      Longitude: '100.5101',
      Cost: '1000',
    },
  ]);
  expect(await container('OWN-000001')).toMatchObject({
    status: 'inWarehouse',
    saleStatus: 'available',
    condition: 'good',
    costAmount: '90000.50',
    warehouse: { id: world.warehouseId },
    parts: [expect.objectContaining({ quantity: 2 })],
  });
  expect(await container('OWN-000002')).toMatchObject({
    status: 'installed',
    saleStatus: 'notForSale',
    warehouse: null,
    site: { holder: 'โรงพยาบาลกลาง', lat: 13.7463 },
    contractPending: true,
  });
  // Tabs of each axis count what the other filters leave; its own does not cut them.
  const { body } = await world.admin.get(
    '/products?contractPending=true&saleStatus=sold&search=OWN-0000&limit=10',
  );
  expect(body.data).toEqual([]);
  expect(body.meta.counts).toMatchObject({ installed: 0, inWarehouse: 0 });
  expect(body.meta.axes).toMatchObject({
    saleStatus: { notForSale: 1, available: 0, sold: 0 },
    serviceStatus: { normal: 0 },
  });
  const pending = await world.admin.get('/products?contractPending=true&search=OWN-0000&limit=10');
  expect(pending.body.data.map((row: { serialNumber: string }) => row.serialNumber)).toEqual([
    'OWN-000002',
  ]);
  expect(pending.body.meta).toMatchObject({
    counts: { installed: 1, inWarehouse: 0 },
    axes: { saleStatus: { notForSale: 1 }, serviceStatus: { normal: 1 } },
  });
});

it('takes a part out of a container that came by import', async () => {
  const { plain } = await parts();
  await commit([
    {
      'Serial number': 'OWN-000010',
      Model: model,
      Warehouse: await warehouseCode(),
      'Parts inside': `${plain} x 1`,
    },
  ]);
  const doc = await container('OWN-000010');
  const { rows } = await world.test.app.pg.query<{ id: string }>(
    `select id from bins where warehouse_id = $1 and code <> 'CONTAINERS' order by code limit 1`,
    [world.warehouseId],
  );
  const taken = expectData(
    await world.chief.put(`/products/${doc.id}/material_parts`, {
      version: doc.version,
      reason: 'Worn',
      remove: [
        {
          id: doc.parts[0].id,
          quantity: 1,
          binId: rows[0]?.id,
          condition: 'used',
          disposition: 'restock',
        },
      ],
    }),
  );
  expect(taken.parts).toEqual([]);
});

it('names each wrong cell, and takes in the others: a thousand rows within twenty seconds', async () => {
  const warehouse = await warehouseCode();
  const { plain, lot } = await parts();
  const good = (index: number): Row => ({
    'Serial number': `FLEET-${String(index).padStart(5, '0')}`,
    Model: model,
    Warehouse: warehouse,
    Cost: '50000',
    'Parts inside': `${plain} x 3`,
  });
  const wrong: Row[] = [
    { ...good(1), 'Serial number': 'x' },
    { ...good(2), 'Serial number': '' },
    { ...good(3), 'Serial number': 'OWN-000001' },
    { ...good(4), 'Serial number': 'FLEET-00100' },
    { ...good(5), Model: 'NONE' },
    { ...good(6), Warehouse: 'NOWHERE' },
    { ...good(7), Warehouse: '' },
    { ...good(8), Cost: 'cheap' },
    { ...good(9), 'Manufactured on': '2031-01-01' },
    { ...good(10), 'Parts inside': 'NO-SUCH x 1' },
    { ...good(11), 'Parts inside': lot === '' ? 'NO-SUCH x 2' : `${lot} x 1` },
    { ...good(12), Condition: 'shiny' },
  ];
  const rows = [...Array.from({ length: 988 }, (_, index) => good(index + 100)), ...wrong];
  const watch = startWatch();
  const checked = expectData(await check(rows));
  const columns = checked.faults.map(({ row, column }: { row: number; column: string }) => [
    row,
    column,
  ]);
  expect(columns).toEqual([
    [990, 'serialNumber'],
    [991, 'serialNumber'],
    [992, 'serialNumber'],
    [993, 'serialNumber'],
    [994, 'model'],
    [995, 'warehouse'],
    [996, 'warehouse'],
    [997, 'cost'],
    [998, 'manufacturedAt'],
    [999, 'parts'],
    [1000, 'parts'],
    [1001, 'condition'],
  ]);
  const done = expectData(
    await world.admin.post(`/imports/${checked.id}/commit`, { version: checked.version }),
  );
  expect(done).toMatchObject({ importedRows: 988, badRows: 12 });
  const seconds = watch();
  process.stdout.write(`fleet import: 1,000 rows in ${seconds.toFixed(1)} s\n`);
  // A promise for a quiet machine: other work beside the database would be measured with it.
  if (process.env.TEST_FULL === '1') expect(seconds).toBeLessThan(20);
  const { body } = await world.admin.get('/products/counting');
  expect(body.data.byLifecycle.inWarehouse).toBeGreaterThanOrEqual(988);

  const again = expectData(await check(rows.slice(0, 3)));
  expect(again.faults.map(({ code }: { code: string }) => code)).toEqual(
    Array(3).fill('DUPLICATE'),
  );
});

it('is for whoever has the verb, and for their own warehouses', async () => {
  const row = { 'Serial number': 'OTHER-00001', Model: model, Warehouse: await warehouseCode() };
  const staff = await world.test.as('warehouse-staff', { companyId: world.companyId });
  expect((await check([row], staff)).status).toBe(403);
  const elsewhere = await world.test.as('warehouse-manager', {
    companyId: world.companyId,
    warehouseIds: [world.otherWarehouseId],
  });
  const checked = expectData(await check([row], elsewhere));
  expect(checked.faults[0]).toMatchObject({ column: 'warehouse', code: 'UNKNOWN_VALUE' });
});

it('takes a day in the ways in which people write it', async () => {
  const at = { Model: model, Warehouse: await warehouseCode() };
  const days = [
    '5/1/2569',
    '05/01/2026',
    '5 ม.ค. 69',
    '2026-01-05',
    '2026-01-05 12:00:00',
    '2026/1/5',
    '2569-1-5',
    '๕ มกราคม ๒๕๖๙',
    '5-Jan-26',
    '\u200B5.1.2569',
  ];
  const checked = expectData(
    await check(
      days.map((day, index) => ({
        ...at,
        'Serial number': `DAY-00000${index}`,
        'Manufactured on': day,
      })),
    ),
  );
  expect(checked.faults).toEqual([]);
  expectData(await world.admin.post(`/imports/${checked.id}/commit`, { version: checked.version }));
  const { rows } = await world.test.app.pg.query<{ day: string }>(
    "select distinct manufactured_at::text as day from products where serial_number like 'DAY-%'",
  );
  expect(rows).toEqual([{ day: '2026-01-05' }]);
});

it('takes no day that is none, and no word for nothing', async () => {
  const at = { Model: model, Warehouse: await warehouseCode() };
  const wrong = [
    'n/a',
    '-',
    '—',
    'ไม่มี',
    'NULL',
    '31/2/2569',
    '29/2/2568',
    '46000',
    '5/1/25690',
    '0/0/0',
  ];
  const checked = expectData(
    await check(
      wrong.map((day, index) => ({
        ...at,
        'Serial number': `NODAY-0000${index}`,
        'Manufactured on': day,
        ...(index < 5 ? { Cost: day, Condition: day } : {}),
      })),
    ),
  );
  expect(checked.goodRows).toBe(0);
  const columns = checked.faults.map(({ row, column }: { row: number; column: string }) => [
    row,
    column,
  ]);
  for (const row of wrong.keys()) expect(columns).toContainEqual([row + 2, 'manufacturedAt']);
  for (const row of [2, 3, 4, 5, 6]) {
    expect(columns).toContainEqual([row, 'cost']);
    expect(columns).toContainEqual([row, 'condition']);
  }
});

it('answers hostile cells one by one, and at once', async () => {
  const { plain, serial } = await parts();
  const at = { Model: model, Warehouse: await warehouseCode() };
  const watch = startWatch();
  const checked = expectData(
    await check([
      { ...at, 'Serial number': 'BAD-000001', 'Manufactured on': '2026-02-31' },
      { ...at, 'Serial number': 'BAD-000002', 'Manufactured on': '0000-01-01' },
      { ...at, 'Serial number': 'BAD-000003', 'Parts inside': `${plain} x ${'9'.repeat(40)}` },
      { ...at, 'Serial number': 'BAD-000004', 'Parts inside': `${serial} [${'A'.repeat(10_000)}]` },
      { ...at, 'Serial number': 'BAD-000005', 'Parts inside': `${serial} [ก ข#:+(1)]` },
      { ...at, 'Serial number': 'BAD-000006', 'Parts inside': `${serial} [A 1]` },
      { ...at, 'Serial number': 'BAD-000007', 'Parts inside': `${serial} [A:1]` },
      { ...at, 'Serial number': 'BAD-000008', 'Parts inside': `${serial} [-]` },
      ...Array.from({ length: 10 }, (_, index) => ({
        ...at,
        'Serial number': `BAD-00001${index}`,
        'Parts inside': '['.repeat(30_000),
      })),
      {
        Model: model,
        Company: await companyCode(),
        'Serial number': 'BAD-000020',
        Holder: 'H'.repeat(300),
        Address: 'A'.repeat(10_000),
      },
      { ...at, 'Serial number': 'FINE-00001', 'Parts inside': `${serial} x 1 [ fine-1 ]` },
    ]),
  );
  // A promise for a quiet machine: other work beside the database would be measured with it.
  if (process.env.TEST_FULL === '1') expect(watch()).toBeLessThan(4);
  expect(checked.goodRows).toBe(1);
  const faults = new Set(
    checked.faults.map(({ column, code }: { column: string; code: string }) => `${column} ${code}`),
  );
  expect([...faults].sort()).toEqual([
    'address TOO_LONG',
    'holder TOO_LONG',
    'manufacturedAt DATE',
    'parts CODE',
    'parts MAX',
    'parts TOO_LONG',
    'parts UNKNOWN_VALUE',
  ]);
  const done = expectData(
    await world.admin.post(`/imports/${checked.id}/commit`, { version: checked.version }),
  );
  expect(done.importedRows).toBe(1);
  expect((await container('FINE-00001')).parts).toMatchObject([{ quantity: 1 }]);
});
