import { createPool, type Pool } from '../db/pool.ts';
import { kyselyOn } from '../db/queryLayer.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Transaction, transact } from './transaction.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 2, name: 'boxyard-test', pipeline: true });
  await pool.query('create table things (id int primary key)');
});
beforeEach(async () => {
  await pool.query('truncate things');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const things = async (): Promise<number[]> =>
  (await pool.query<{ id: number }>('select id from things order by id')).rows.map(({ id }) => id);

const insert = ({ client }: Pick<Transaction, 'client'>, id: number) =>
  client.query('insert into things values ($1)', [id]);

describe('a transaction', () => {
  it('commits what was begun and never waited for, by the query layer as well', async () => {
    await transact(pool, async ({ client, background }) => {
      background(insert({ client }, 1));
      const later = kyselyOn(client)
        .insertInto('things' as never)
        .values({ id: 2 } as never);
      background(later.execute());
    });
    expect(await things()).toEqual([1, 2]);
  });

  it('leaves nothing behind when such a statement fails, and says which', async () => {
    const failing = transact(pool, async (transaction) => {
      await insert(transaction, 1);
      transaction.background(insert(transaction, 1));
      // Whoever goes on hears of the end only; the reason is the statement before.
      await insert(transaction, 2);
    });
    await expect(failing).rejects.toThrow(/duplicate key/);
    expect(await things()).toEqual([]);
  });

  it('refuses what comes after its end instead of writing it into another', async () => {
    let late: Transaction['client'] | undefined;
    await transact(pool, async (transaction) => {
      late = transaction.client;
      await insert(transaction, 1);
    });
    expect(() => late?.query('insert into things values (9)')).toThrow(/after the end/);
    const aborted = transact(pool, async ({ client }) => {
      late = client;
      throw new Error('no');
    });
    await expect(aborted).rejects.toThrow('no');
    expect(() => late?.query('insert into things values (9)')).toThrow(/after the end/);
    expect(await things()).toEqual([1]);
  });
});

describe('a connection that gathers', () => {
  it('sends what is ready in one turn by one write', async () => {
    const client = await pool.connect();
    const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream } })
      .connection;
    const writes: number[] = [];
    const socket = stream as unknown as { _writev: unknown; _write: unknown };
    for (const method of ['_writev', '_write'] as const) {
      const send = (socket[method] as (...args: unknown[]) => void).bind(socket);
      socket[method] = (...args: unknown[]) => {
        writes.push(1);
        send(...args);
      };
    }
    await Promise.all([1, 2, 3, 4].map((id) => insert({ client }, id)));
    const sent = writes.length;
    // Leaving is a write as well.
    client.release(true);
    expect(sent).toBe(1);
  });
});

describe('a prepared statement', () => {
  it('is asked for its columns once, and read alike each time', async () => {
    const client = await pool.connect();
    let described = 0;
    (client as unknown as { connection: NodeJS.EventEmitter }).connection.on(
      'rowDescription',
      () => {
        described += 1;
      },
    );
    const read = async (least: number) => {
      const { rows, fields } = await client.query({
        name: 'test.things',
        text: 'select id, id::bigint as big, null as none from things where id >= $1 order by id',
        values: [least],
      });
      return { rows, columns: fields.map(({ name }) => name) };
    };
    const columns = ['id', 'big', 'none'];
    expect(await read(1)).toEqual({ rows: [], columns });
    await Promise.all([1, 2].map((id) => insert({ client }, id)));
    const all = [1, 2].map((id) => ({ id, big: id, none: null }));
    const answers = await Promise.all([read(1), read(2), read(3)]);
    expect(answers.map(({ rows }) => rows)).toEqual([all, all.slice(1), []]);
    expect(answers.map((answer) => answer.columns)).toEqual([columns, columns, columns]);
    expect(described).toBe(1);
    client.release(true);
  });

  it('of a table that a migration changed is refused, not read by the old columns', async () => {
    const client = await pool.connect();
    const read = () => client.query({ name: 'test.all', text: 'select * from things' });
    await read();
    await pool.query('alter table things add column colour text');
    await expect(read()).rejects.toThrow(/cached plan/);
    client.release(true);
    await pool.query('alter table things drop column colour');
  });
});
