import { sql } from 'kysely';
import { SYSTEM } from '../kernel/actor.ts';
import { loadRefs } from '../modules/purchasing/refs.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createTestApp, type TestApp } from '../testing/index.ts';
import { createPool, keyedKyselyOf, kyselyOf, type Pool } from './pool.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 1, name: 'boxyard-test' });
  await pool.query('create table things (id int primary key, name text)');
  await pool.query("insert into things values (1, 'one')");
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const kept = async () => {
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement as string).filter((text) => text.includes('things'));
};

describe('statements of a connection', () => {
  it('are kept where records are read by key, and planned for their values in lists', async () => {
    const one = sql`select * from things where id = ${1}`;
    for (let n = 0; n < 4; n += 1) await one.execute(kyselyOf(pool));
    expect(await kept()).toEqual([]);
    for (let n = 0; n < 4; n += 1) await one.execute(keyedKyselyOf(pool));
    expect(await kept()).toEqual(['select * from things where id = $1']);
  });

  it('answer after a migration that changed what they answer', async () => {
    const db = keyedKyselyOf(pool);
    const read = async () => (await sql`select * from things where id = ${1}`.execute(db)).rows;
    for (let n = 0; n < 4; n += 1) await read();
    await pool.query("alter table things add column colour text default 'red'");
    expect(await read()).toEqual([{ id: 1, name: 'one', colour: 'red' }]);
    expect(await read()).toEqual([{ id: 1, name: 'one', colour: 'red' }]);
  });
});

describe('a statement that takes a list of ids', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test?.close());

  it('keeps one plan for every number of ids', async () => {
    const plans = await test.app.transaction({ actor: SYSTEM }, async (ctx) => {
      const { rows } = await ctx.pg.query<{ id: string }>('select id from users limit 2');
      const ids = rows.map(({ id }) => id);
      for (let n = 0; n < 12; n += 1) await loadRefs(ctx, { user: ids.slice(0, n % 3) });
      const { rows: found } = await ctx.pg.query<{ generic: number }>(
        "select generic_plans as generic from pg_prepared_statements where name = 'purchasing.refs'",
      );
      return found[0]?.generic ?? 0;
    });
    // The first five show PostgreSQL what planning for the values is worth.
    expect(plans).toBeGreaterThanOrEqual(7);
  });
});
