import { tasks } from '../jobs/tasks.ts';
import { type PlantedSold, plantSold } from '../modules/soldContainers/testing/planted.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../testing/index.ts';
import { makeWorld, type World } from '../workflow/testing/world.ts';

const DAY = 86_400_000;
const NOW = new Date('2026-11-20T05:00:00Z');
/** Sales of each planted container in the days before. */
const PER_DAY = 12;

let clock: ReturnType<typeof manualClock>;
let test: TestApp;
let world: World;
let manager: Person;

beforeAll(async () => {
  clock = manualClock(NOW);
  test = await createTestApp({ clock, config: { demo: true } });
  world = await makeWorld(test);
  manager = await test.as('system-admin');
});
afterAll(async () => test?.close());

const query = (text: string, values: readonly unknown[] = []) =>
  test.app.pg.query(text, [...values]);

/** A container under contract that sold until so many days ago. */
async function plantSelling(silentDays: number): Promise<PlantedSold> {
  const sold = await plantSold(test, {
    companyId: test.companyId,
    warehouseId: world.warehouseId,
    from: '2026-10-01T00:00:00+07:00',
  });
  const last = new Date(NOW.getTime() - silentDays * DAY);
  const days = Math.floor((last.getTime() - Date.parse('2026-10-01T00:00:00+07:00')) / DAY);
  await query(
    `insert into product_sales_days (product_id, contract_id, company_id, day, channel, status, count, quantity, amount, cost)
     select $1, $2, $3, '2026-10-01'::date + n, 'cash', 'success', $5::int, $5::int, 170, 90 from generate_series(0, $4 - 1) n`,
    [sold.productId, sold.contractId, test.companyId, days, PER_DAY],
  );
  await query(
    'update product_contracts set is_active = true, active_since = in_force_from, last_sale_at = $2 where id = $1',
    [sold.id, last],
  );
  return sold;
}

const silent = async () => {
  const { body } = await manager.get('/product_contracts?isSilent=true&limit=100');
  return (body.data as readonly { readonly id: string }[]).map(({ id }) => id);
};
const soldSince = async ({ contractId }: PlantedSold) => {
  const { rows } = await query(
    `select (select count(*)::int from product_transactions where contract_id = $1) as rows,
       (select sum(count)::int from product_sales_days where contract_id = $1 and day >= '2026-11-20') as days,
       (select max(occurred_at) from product_transactions where contract_id = $1) as last`,
    [contractId],
  );
  return rows[0] as { rows: number; days: number | null; last: Date | null };
};
const run = () => tasks.sellOn?.(test.app, {});

it('sells on where the data is a demonstration: three days later only the silent one is silent', async () => {
  const [selling, quiet] = [await plantSelling(0), await plantSelling(4)];
  expect(await silent()).toEqual([quiet.id]);

  clock.advance(3 * DAY);
  await run();
  // Real data is nobody's story.
  expect((await soldSince(selling)).rows).toBe(0);
  expect((await silent()).sort()).toEqual([selling.id, quiet.id].sort());

  await query(
    `insert into settings (company_id, key, value, updated_at) values (null, 'demonstration', '"complete"', now())`,
  );
  await run();
  const { rows, days, last } = await soldSince(selling);
  expect(rows).toBeGreaterThan(2.5 * PER_DAY);
  expect(rows).toBeLessThan(3.5 * PER_DAY);
  expect(days).toBe(rows);
  expect(last?.getTime()).toBeLessThanOrEqual(clock.now().getTime());
  expect((await soldSince(quiet)).rows).toBe(0);
  expect(await silent()).toEqual([quiet.id]);

  // Nothing is sold twice, and the next hours go on where these ended.
  await run();
  expect((await soldSince(selling)).rows).toBe(rows);
  clock.advance(DAY);
  await run();
  expect((await soldSince(selling)).rows).toBeGreaterThan(rows + 0.5 * PER_DAY);
});
