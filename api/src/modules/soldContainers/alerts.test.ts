import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runNightly } from '../../jobs/tasks.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { makeWorld, type World } from '../../workflow/testing/world.ts';
import { type PlantedSold, plantSold } from './testing/planted.ts';

const HOUR = 3_600_000;
const TARGET = `C${'a'.repeat(32)}`;
interface Pushed {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly to: string; readonly messages: readonly { readonly text: string }[] };
}

let clock: ReturnType<typeof manualClock>;
let test: TestApp;
let world: World;
let officer: Person;
let manager: Person;
let line: Server;
let pushed: Pushed[] = [];
let answers: number[] = [];

beforeAll(async () => {
  // Speaks as LINE's Messaging API does.
  line = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      pushed.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
      response.writeHead(answers.shift() ?? 200, { 'content-type': 'application/json' });
      response.end('{"sentMessages":[]}');
    });
  });
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done));
  const { port } = line.address() as AddressInfo;
  clock = manualClock(new Date('2026-11-20T05:00:00Z'));
  test = await createTestApp({ clock, config: { lineApiUrl: `http://127.0.0.1:${port}` } });
  world = await makeWorld(test);
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ('North', 'sales', $1, now(), now()) returning id`,
    [test.companyId],
  );
  const teamId = String(rows[0]?.id);
  officer = await test.as('sales-officer', { teamId });
  manager = await test.as('sales-manager', { teamId });
});
afterAll(async () => {
  await test?.close();
  await new Promise((done) => line.close(done));
});
beforeEach(() => {
  pushed = [];
  answers = [];
});

const plant = () =>
  plantSold(test, {
    companyId: test.companyId,
    warehouseId: world.warehouseId,
    saleId: officer.userId,
  });
const set = (container: PlantedSold, path: string, body: object) =>
  manager.post(`/product_contracts/setting${path}`, { productId: container.productId, ...body });
const switchOn = (container: PlantedSold, version = 1) =>
  set(container, '/toggle_product_active', { version, active: true, reason: 'Filled and tested' });
/** Titles of what somebody was told of a container. */
const told = async (who: Person, { id }: PlantedSold) => {
  const { rows } = await test.app.pg.query<{ title: string }>(
    'select title_en as title from notifications where user_id = $1 and entity_id = $2 order by date, title_en',
    [who.userId, id],
  );
  return rows.map(({ title }) => title);
};
const sell = (container: PlantedSold, amounts: Readonly<Record<string, string>>) =>
  Promise.all(
    Object.entries(amounts).map(([day, amount]) =>
      test.app.pg.query(
        `insert into product_sales_days (product_id, contract_id, company_id, day, channel, status, count, quantity, amount, cost)
         values ($1, $2, $3, $4, 'cash', 'success', 1, 1, $5, 0)`,
        [container.productId, container.contractId, test.companyId, day, amount],
      ),
    ),
  );

describe('a silent container', () => {
  it('is told after a day, once for each silence, also after nights that were missed', async () => {
    const [one, off] = [await plant(), await plant()];
    await switchOn(one);
    clock.advance(23 * HOUR);
    await runNightly(test.app);
    expect(await told(officer, one)).toEqual([]);
    clock.advance(40 * 24 * HOUR);
    await runNightly(test.app);
    await runNightly(test.app);
    clock.advance(24 * HOUR);
    await runNightly(test.app);
    expect(await told(officer, one)).toEqual([`${one.serialNumber} is silent`]);
    expect(await told(manager, one)).toEqual([`${one.serialNumber} is silent`]);
    expect(await told(officer, off)).toEqual([]);
    // It sells, and falls silent again.
    await test.app.pg.query('update product_contracts set last_sale_at = $2 where id = $1', [
      one.id,
      clock.now(),
    ]);
    await runNightly(test.app);
    expect(await told(officer, one)).toHaveLength(1);
    clock.advance(25 * HOUR);
    await runNightly(test.app);
    expect(await told(officer, one)).toHaveLength(2);
    const { body } = await manager.get('/product_contracts?isSilent=true');
    expect(body.data.map((row: { id: string }) => row.id)).toEqual([one.id]);
  });
});

describe('a fall of sales', () => {
  it('to less than half of the week before is told, once a week', async () => {
    clock.set(new Date('2027-03-01T05:00:00Z'));
    const [fallen, half, idle] = [await plant(), await plant(), await plant()];
    for (const one of [fallen, half, idle]) await switchOn(one);
    clock.set(new Date('2027-03-16T05:00:00Z'));
    await sell(fallen, { '2027-03-02': '60.00', '2027-03-08': '40.00', '2027-03-09': '49.99' });
    await sell(half, { '2027-03-08': '100.00', '2027-03-15': '50.00', '2027-03-16': '0.00' });
    const drops = async (one: PlantedSold) =>
      (await told(officer, one)).filter((title) => title.includes('less than half'));
    await runNightly(test.app);
    await runNightly(test.app);
    clock.advance(24 * HOUR);
    await runNightly(test.app);
    expect(await drops(fallen)).toHaveLength(1);
    expect(await drops(half)).toEqual([]);
    expect(await drops(idle)).toEqual([]);
    clock.advance(7 * 24 * HOUR);
    await sell(fallen, { '2027-03-10': '100.00' });
    await runNightly(test.app);
    expect(await drops(fallen)).toHaveLength(2);
  });
});

describe('a message by LINE', () => {
  const enable = async (container: PlantedSold) => {
    const { status } = await set(container, '/toggle_line_setting', {
      version: 1,
      enabled: true,
      lineTarget: TARGET,
      lineToken: 'the-token',
    });
    expect(status).toBe(200);
  };

  it('reaches the owner with the token of the channel, and its key tells repeated ones apart', async () => {
    const one = await plant();
    await enable(one);
    await switchOn(one, 2);
    // The first answer is a failure of LINE: the queue sends it again.
    answers = [500];
    await test.runJobs().catch(() => undefined);
    await test.app.pg.query(
      'update graphile_worker._private_jobs set run_at = now(), locked_at = null',
    );
    await test.runJobs();
    expect(pushed).toHaveLength(2);
    const [first, second] = pushed;
    expect(first?.url).toBe('/v2/bot/message/push');
    expect(first?.headers.authorization).toBe('Bearer the-token');
    expect(first?.body).toEqual({
      to: TARGET,
      messages: [{ type: 'text', text: `ตู้ ${one.serialNumber} เปิดใช้งานแล้ว` }],
    });
    expect(first?.headers['x-line-retry-key']).toMatch(
      /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    );
    expect(second?.headers['x-line-retry-key']).toBe(first?.headers['x-line-retry-key']);
    expect(await told(manager, one)).toEqual([]);
  });

  it('that LINE refuses is told and not sent again', async () => {
    const one = await plant();
    await enable(one);
    await switchOn(one, 2);
    answers = [401];
    await test.runJobs();
    await test.runJobs();
    expect(pushed).toHaveLength(1);
    expect(await told(manager, one)).toEqual([`LINE refuses messages of ${one.serialNumber}`]);
  });

  it('that was accepted before is none', async () => {
    const one = await plant();
    await enable(one);
    await switchOn(one, 2);
    answers = [409];
    await test.runJobs();
    expect(await told(manager, one)).toEqual([]);
  });

  it('is not sent where it is switched off', async () => {
    const one = await plant();
    await switchOn(one);
    await test.runJobs();
    expect(pushed).toEqual([]);
  });

  it('stands on the customer’s page with what became of it, for whose container it is', async () => {
    const [one, other] = [await plant(), await plant()];
    const customerOf = async ({ id }: PlantedSold) =>
      (await manager.get(`/product_contracts/${id}`)).body.data.customer.id as string;
    const sent = async (who: Person, customerId: string) => {
      const { status, body } = await who.get(`/back-office/customers/${customerId}/messages`);
      return status === 200 ? body.data : status;
    };
    const customerId = await customerOf(one);
    await enable(one);
    await switchOn(one, 2);
    const message = {
      channel: 'line',
      about: { type: 'container', id: one.id, no: one.serialNumber },
      text: `ตู้ ${one.serialNumber} เปิดใช้งานแล้ว`,
      by: null,
    };
    expect(await sent(officer, customerId)).toMatchObject([{ ...message, status: 'queued' }]);
    await test.runJobs();
    expect(await sent(officer, customerId)).toMatchObject([{ ...message, status: 'sent' }]);
    await enable(other);
    await switchOn(other, 2);
    answers = [401];
    await test.runJobs();
    expect(await sent(manager, await customerOf(other))).toMatchObject([{ status: 'refused' }]);
    // The contract is a colleague's, though the customer is not.
    await test.app.pg.query('update product_contracts set sale_id = $2 where id = $1', [
      one.id,
      manager.userId,
    ]);
    expect(await sent(officer, customerId)).toEqual([]);
    expect(await sent(manager, customerId)).toHaveLength(1);
    expect(await sent(await test.as('sales-officer'), customerId)).toBe(404);
  });
});
