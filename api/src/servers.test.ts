import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { aloneOn } from './db/alone.ts';
import { createEmptyDatabase, type TestDatabase } from './testing/database.ts';
import { freePort, ready, serverProcesses } from './testing/serverProcess.ts';

// The suites of a run share two cores.
jest.setTimeout(120_000);

const dir = mkdtempSync(join(tmpdir(), 'boxyard-servers-'));
const SECRET = 'a test secret: 0123456789 abcdefghijklm';
const { launch, killAll } = serverProcesses({ DATA_DIR: dir, AUTH_SECRET: SECRET });
const databases: TestDatabase[] = [];

const emptyDatabase = async (): Promise<string> => {
  const database = await createEmptyDatabase();
  databases.push(database);
  return database.url;
};

async function rowsOf<R extends pg.QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

afterAll(async () => {
  killAll();
  await Promise.all(databases.map((database) => database.drop()));
  rmSync(dir, { recursive: true, force: true });
});

describe('servers on one database', () => {
  it('start together on an empty one, on one folder, and both answer', async () => {
    const url = await emptyDatabase();
    const both = await Promise.all(
      [1, 2, 3].map(async () => launch(await freePort(), { DATABASE_URL: url })),
    );
    await Promise.all(both.map(ready));
    const roles = await rowsOf<{ name: string }>(url, 'select name from roles');
    expect(new Set(roles.map(({ name }) => name)).size).toBe(roles.length);
    for (const server of both) server.child.kill('SIGTERM');
    expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    expect(both.map(({ output }) => /could not start|failed/.test(output()))).not.toContain(true);
  });

  it('wait for one that prepares the data, demonstration and all, and stop while they wait', async () => {
    const url = await emptyDatabase();
    const waits = () => {
      throw new Error('nobody else is there');
    };
    await aloneOn(url, {
      waits,
      work: async () => {
        const env = { DATABASE_URL: url, BOXYARD_DEMO: 'on' };
        const second = launch(await freePort(), env);
        await second.said('waiting for it');
        expect(await rowsOf(url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual(
          [],
        );
        second.child.kill('SIGTERM');
        expect(await second.ended).toBe(0);
      },
    });
    expect(await rowsOf(url, `select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
  });
});
