import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { migrate, migrations } from './migrate.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const extra = (sql: string) => [...migrations(), { name: '9000_test.sql', sql, checksum: sql }];

describe('migrations', () => {
  it('run once', async () => {
    expect(await migrate(pool)).toEqual([]);
  });

  it('leave nothing of one that fails', async () => {
    const half = 'create table half (id int); select 1 / 0';
    await expect(migrate(pool, extra(half))).rejects.toThrow(
      '9000_test.sql failed: division by zero',
    );
    const { rows } = await pool.query("select to_regclass('half') as half");
    expect(rows[0].half).toBeNull();
  });

  it('run one at a time when several servers start together', async () => {
    const list = extra('create table once (id int)');
    const ran = await Promise.all([migrate(pool, list), migrate(pool, list), migrate(pool, list)]);
    expect(ran.flat()).toEqual(['9000_test.sql']);
  });

  it('refuse a file changed after it ran, and a database newer than the server', async () => {
    await expect(migrate(pool, extra('create table other (id int)'))).rejects.toThrow(
      'was changed after it ran',
    );
    await expect(migrate(pool)).rejects.toThrow('9000_test.sql, which this version does not know');
  });
});

describe('new_id()', () => {
  it('makes version 7 ids of now, in the order of their making within a millisecond', async () => {
    const { rows } = await pool.query<{ id: string; ms: string }>(
      `select id, ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint::text as ms
       from (select new_id() as id, (select count(*) from generate_series(1, 200 + n)) as pause
         from generate_series(1, 200) n) made`,
    );
    const { rows: clock } = await pool.query<{ ms: string }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as ms',
    );
    const ids = rows.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(rows.map(({ ms }) => ms)).size).toBeLessThan(ids.length);
    for (const { id, ms } of rows) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(Math.abs(Number(ms) - Number(clock[0]?.ms))).toBeLessThan(60_000);
    }
  });
});
