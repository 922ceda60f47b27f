import { MOST_AT_ONCE, MOST_OF_A_JOB } from '../../kernel/index.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { openPdfReader } from '../../testing/pdfReader.ts';
import { makeWorld, type World } from '../../workflow/testing/world.ts';
import { approvedOrder } from '../purchasing/testing/documents.ts';

const clock = manualClock(new Date('2026-10-20T03:00:00Z'));
const DAY = 86_400_000;
const LIST = 'reports.purchase';
const usual = { ...MOST_AT_ONCE };
const usualOfJob = { ...MOST_OF_A_JOB };

let test: TestApp;
let world: World;
let numbers: string[];
/** May export the report. */
let reader: Person;

beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  const orders = [await approvedOrder(world), await approvedOrder(world)];
  reader = await test.as('accounting-manager');
  numbers = orders.map(({ documentNo }) => documentNo);
});
afterEach(() => {
  Object.assign(MOST_AT_ONCE, usual);
  Object.assign(MOST_OF_A_JOB, usualOfJob);
});
const pdfs = openPdfReader();
const textOf = async (pdf: Buffer) => (await pdfs.pages(pdf)).join('\n');
afterAll(async () => {
  await pdfs.close();
  await test.close();
});

const ask = (by: Person, more: object = {}) =>
  by.post('/exports', { list: LIST, query: { format: 'csv' }, ...more });
const toldOf = async (by: Person) => {
  const answer = await by.get('/notifications');
  return answer.body.data.filter(({ action }: { action: string | null }) =>
    action?.startsWith('/profile'),
  );
};

it('refuses a file that would be longer than it may be, instead of cutting it', async () => {
  Object.assign(MOST_AT_ONCE, { csv: 1, xlsx: 1, pdf: 1 });
  for (const format of ['csv', 'xlsx', 'pdf']) {
    const answer = await reader.get(`/reports/purchase-report/export?format=${format}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'EXPORT_TOO_LARGE']);
    expect(answer.body.message).toContain('more than 1 rows');
  }
});

it('prepares it as a job, tells whoever asked, and gives it to nobody else', async () => {
  Object.assign(MOST_AT_ONCE, { csv: 1 });
  const asked = await ask(reader);
  expect([asked.status, asked.body.data.status]).toEqual([201, 'queued']);
  const { id } = asked.body.data;
  expect((await reader.get(`/exports/${id}/file`)).status).toBe(404);
  await test.runJobs();
  const [notice] = await toldOf(reader);
  expect(notice).toMatchObject({ title: 'Export ready', action: `/profile?export=${id}` });
  const file = await reader.get(`/exports/${id}/file`);
  expect(file.status).toBe(200);
  expect(file.headers['content-disposition']).toContain('purchase-report-2026-10-20.csv');
  for (const number of numbers) expect(file.raw.toString('utf8')).toContain(number);
  for (const other of [world.officer, world.admin]) {
    expect((await other.get(`/exports/${id}/file`)).status).toBe(404);
    expect((await other.get('/exports')).body.data.exports).toEqual([]);
  }
  const [listed] = (await reader.get('/exports')).body.data.exports;
  expect(listed).toMatchObject({ id, status: 'ready', size: file.raw.length });
});

it('needs what the list and its export need, at the time of the job too', async () => {
  const technician = await test.as('technician');
  // The purchasing manager reads the report, but takes no file of it away.
  for (const by of [technician, world.manager]) expect((await ask(by)).status).toBe(403);
  expect((await test.nobody.post('/exports', { list: LIST, query: {} })).status).toBe(401);
  const keys = { list: 'purchaseOrders.get', query: { format: 'csv' } };
  expect((await ask(reader, keys)).status).toBe(422);
  const wrong = await ask(reader, { query: { format: 'doc', colour: 'red' } });
  expect(wrong.status).toBe(422);
  expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual([
    'query.format',
    'query.colour',
    'query.format',
  ]);

  const leaving = await test.as('accounting-manager');
  const { id } = (await ask(leaving)).body.data;
  await test.app.pg.query(
    "update users set role_id = (select id from roles where name = 'technician') where id = $1",
    [leaving.userId],
  );
  test.app.forgetActors();
  await test.runJobs();
  const { rows } = await test.app.pg.query('select status, file_id from exports where id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ status: 'failed', file_id: null }]);
  expect(await toldOf(leaving)).toMatchObject([{ title: 'The export failed' }]);
});

it('gives a file that is ready to nobody who has lost since what they had when it was made', async () => {
  const { pg } = test.app;
  const person = await test.as('accounting-manager', { warehouseIds: [world.warehouseId] });
  const { id } = (await ask(person)).body.data;
  await test.runJobs();
  const fetched = async () => {
    test.app.forgetActors();
    const { status, body } = await person.get(`/exports/${id}/file`);
    return status === 200 ? 200 : [status, body.code, body.message];
  };
  const outdated = [
    409,
    'EXPORT_OUTDATED',
    'Your rights have changed since this file was made. Please have it made again.',
  ];
  const role = (name: string) =>
    pg.query('update users set role_id = (select id from roles where name = $2) where id = $1', [
      person.userId,
      name,
    ]);
  const warehouses = async (...ids: string[]) => {
    await pg.query('delete from user_warehouses where user_id = $1', [person.userId]);
    await pg.query(
      'insert into user_warehouses (user_id, warehouse_id) select $1, unnest($2::uuid[])',
      [person.userId, ids],
    );
  };
  expect(await fetched()).toBe(200);
  await role('technician');
  expect(await fetched()).toEqual(outdated);
  await role('accounting-manager');
  expect(await fetched()).toBe(200);
  await warehouses(world.otherWarehouseId);
  expect(await fetched()).toEqual(outdated);
  // Somebody who sees more than then sees all that it holds.
  await warehouses(world.otherWarehouseId, world.warehouseId);
  expect(await fetched()).toBe(200);
  await warehouses();
  expect(await fetched()).toBe(200);
  await pg.query('delete from user_companies where user_id = $1', [person.userId]);
  expect(await fetched()).toEqual(outdated);
});

it('ends where even a job makes no such file, and keeps a queue for everybody', async () => {
  Object.assign(MOST_OF_A_JOB, { csv: 1 });
  const person = await test.as('accounting-manager');
  const nine = <T>(call: () => Promise<T>) => Promise.all(Array.from({ length: 9 }, call));
  // Their connections are there, so that nine ask at the same moment.
  await nine(() => person.post('/notifications/read-all'));
  const asked = await nine(() => ask(person));
  expect(asked.map(({ status, body }) => body.code ?? status).sort()).toEqual([
    ...Array(5).fill(201),
    ...Array(4).fill('EXPORTS_WAITING'),
  ]);
  await test.runJobs();
  const statuses = (await person.get('/exports')).body.data.exports.map(
    ({ status }: { status: string }) => status,
  );
  expect(statuses).toEqual(Array.from({ length: 5 }, () => 'failed'));
});

it('is there for seven days', async () => {
  const person = await test.as('accounting-manager');
  const { id } = (await ask(person)).body.data;
  await test.runJobs();
  const { rows } = await test.app.pg.query<{ file_id: string }>(
    'select file_id from exports where id = $1',
    [id],
  );
  clock.advance(7 * DAY + 1000);
  await test.app.pg.query('update sessions set expires_at = $1', [
    new Date(clock.now().getTime() + DAY),
  ]);
  test.app.forgetActors();
  expect((await person.get('/exports')).body.data?.exports ?? []).toEqual([]);
  await test.app.addJob('tidy', {});
  await test.runJobs();
  const left = await test.app.pg.query('select id from exports where id = $1', [id]);
  expect(left.rows).toEqual([]);
  await test.app.files.check();
  await expect(test.app.files.get(rows[0]?.file_id ?? '')).rejects.toThrow();
});

it('prints a report group by group with its filters, sub-totals and totals', async () => {
  const by = await test.as('accounting-manager');
  const path = '/reports/purchase-report/export';
  const query = `format=pdf&groupBy=supplier&supplierId=${world.supplier}&startDate=2026-10-01`;
  const answer = await by.get(`${path}?${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = await textOf(answer.raw);
  for (const words of [
    'Purchase report',
    'Group by: Supplier',
    '1 Oct 2026 –',
    'Sub-total',
    'Total',
  ]) {
    expect(text).toContain(words);
  }
  for (const number of numbers) expect(text).toContain(number);
  const thai = await by.get(`${path}?${query}`, { headers: { 'accept-language': 'th' } });
  expect(await textOf(thai.raw)).toContain('รวมย่อย');
});

it('prints a list as it is on the screen: its filters, its columns, its rows, and no others', async () => {
  const query = `format=pdf&columns=documentNo,supplier,status&supplierId=${world.supplier}&status=approved`;
  const answer = await world.manager.get(`/purchase_orders?${query}`);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  const text = await textOf(answer.raw);
  const { body } = await world.manager.get(
    `/purchase_orders?limit=100&supplierId=${world.supplier}&status=approved`,
  );
  const shown = (body.data as { readonly documentNo: string }[]).map(
    ({ documentNo }) => documentNo,
  );
  expect(shown.length).toBeGreaterThan(0);
  for (const words of ['Purchase orders', 'Supplier:', 'Status: Approved', ...shown]) {
    expect(text).toContain(words);
  }
  const thai = await world.manager.get(`/purchase_orders?${query}`, {
    headers: { 'accept-language': 'th' },
  });
  expect(await textOf(thai.raw)).toContain('ใบสั่งซื้อ');
  // A filter by a record that this person may not read is not printed.
  const stranger = await test.as('purchasing-manager', { companyId: await anotherCompany() });
  const none = await textOf((await stranger.get(`/purchase_orders?${query}`)).raw);
  for (const number of shown) expect(none).not.toContain(number);
});

async function anotherCompany(): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
      values ('ELSE', 'อื่น', 'Else', '0105552001299', 'headOffice', '00000', now(), now()) returning id`,
  );
  return String(rows[0]?.id);
}
