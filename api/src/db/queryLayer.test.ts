import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createPool, type Pool } from './pool.ts';

// Loaded anew: what a process keeps prepared is limited, and suites before this one may have used it up.
const fresh = './queryLayer.ts?anew';
const { keyedKyselyOf, kyselyOf } = (await import(fresh)) as typeof import('./queryLayer.ts');

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

const prepared = async () => {
  const { rows } = await pool.query('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement as string).filter((text) => text.includes('things'));
};

describe('statements of a connection', () => {
  it('are prepared where records are read by key, and planned for their values in lists', async () => {
    const one = sql`select * from things where id = ${1}`;
    for (let n = 0; n < 4; n += 1) await one.execute(kyselyOf(pool));
    expect(await prepared()).toEqual([]);
    for (let n = 0; n < 4; n += 1) await one.execute(keyedKyselyOf(pool));
    expect(await prepared()).toEqual(['select * from things where id = $1']);
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

describe('columns', () => {
  it.each([
    ['planned for their values', kyselyOf],
    ['prepared', keyedKyselyOf],
  ])(
    'of statements that are %s have the names of the code, their JSON its own',
    async (_, over) => {
      const db = over(pool);
      const read = async () => {
        const { rows } =
          await sql`select id as thing_id, '{"a_b": 1}'::jsonb as as_it_is from things`.execute(db);
        return rows;
      };
      const answers = [];
      for (let n = 0; n < 5; n += 1) answers.push(await read());
      expect(answers).toEqual(Array(5).fill([{ thingId: 1, asItIs: { a_b: 1 } }]));
    },
  );
});
