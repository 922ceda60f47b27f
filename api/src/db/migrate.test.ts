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
