import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { composeRuntime } from '../compose.ts';
import type { Config } from '../config.ts';
import { preparingAll } from '../db/queryLayer.ts';
import { statementsAsked } from '../db/statement.ts';
import type { Progress } from '../demo/index.ts';
import { hashPassword, manualClock, readOrCreateText } from '../kernel/index.ts';

/** Of the demonstration only: its accounts are many and their password is printed. */
const COST = { memoryCost: 19 * 1024, timeCost: 2 };
const WORDS = [
  'amber',
  'basil',
  'cedar',
  'coral',
  'delta',
  'ember',
  'fjord',
  'grove',
  'hazel',
  'lotus',
  'maple',
  'ocean',
  'pearl',
  'river',
  'tulip',
  'velvet',
] as const;

const MARK = 'demonstration';
const KEPT = 'demonstrationPassword';
/** How many statements it took; e2e/shell/demonstration.spec.ts keeps it from growing. */
const COUNTED = 'demonstrationStatements';

/**
 * The accounts' password: DEMO_PASSWORD, or the one that they have, or one made up at the first start.
 * It is kept with them, so that all servers of a database print the same.
 */
async function passwordOf(client: pg.Client, { demoPassword, dataDir }: Config): Promise<string> {
  if (demoPassword !== null) return demoPassword;
  const kept = await settingOf(client, KEPT);
  if (typeof kept === 'string') return kept;
  const word = () => WORDS[randomInt(WORDS.length)];
  return readOrCreateText(
    join(dataDir, 'demo.password'),
    () => `${word()}-${word()}-${randomInt(1000, 9999)}`,
  );
}

async function settingOf(client: pg.Client, key: string): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(
    'select value from settings where company_id is null and key = $1',
    [key],
  );
  return rows[0]?.value;
}

const keep = (client: pg.Client, key: string, value: string | number) =>
  client.query(
    `insert into settings (company_id, key, value, updated_at) values (null, $1, $2, now())
      on conflict (company_id, key) do update set value = excluded.value`,
    [key, JSON.stringify(value)],
  );

type State = 'empty' | 'creating' | 'complete' | 'real';

/** What the database holds, before anything is brought up to date. */
async function stateOf(client: pg.Client): Promise<State> {
  const tables = await client.query("select to_regclass('public.settings') as settings");
  if (tables.rows[0]?.settings === null) return 'empty';
  const mark = await settingOf(client, MARK);
  if (mark !== undefined) return mark === 'complete' ? 'complete' : 'creating';
  const users = await client.query('select 1 from users limit 1');
  return users.rowCount === 0 ? 'empty' : 'real';
}

/** Half a story is none: what an interrupted start left is cleared, and nothing else ever is. */
async function clear(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
}

export interface DemoOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: FastifyBaseLogger;
  /** Hears how far the story is, month by month. */
  readonly progress?: (done: Progress) => void;
}

/**
 * Demonstration data on an empty database, made by the real services at the hours of the story.
 * Answers the accounts' password; null where the data is real. Under the lock of a start.
 */
export async function ensureDemo(options: DemoOptions): Promise<string | null> {
  const { config, databaseUrl } = options;
  const client = new pg.Client({ connectionString: databaseUrl });
  // Whoever stops the start stops the database: said by the statement that it breaks, not by a crash.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const state = await stateOf(client);
    if (state === 'real') return null;
    if (state === 'complete') return await renewPassword(client, config);
    if (state === 'creating') await clear(client);
    return await create(client, options);
  } finally {
    await client.end();
  }
}

/** Stories are told side by side, and what one call reads is read at once. */
const CONNECTIONS = { write: 4, read: 4 };

const create = (client: pg.Client, options: DemoOptions): Promise<string> =>
  preparingAll(async () => {
    const { config, databaseUrl, log, progress = () => undefined } = options;
    const { createDemo } = await import('../demo/index.ts');
    const clock = manualClock(new Date());
    const runtime = await composeRuntime({
      config: { ...config, smtpUrl: null, demo: false },
      databaseUrl,
      clock,
      log,
      passwordCost: COST,
      connections: CONNECTIONS,
      isFilling: true,
    });
    try {
      const password = await passwordOf(client, config);
      await keep(client, MARK, 'creating');
      const before = statementsAsked();
      await createDemo(runtime.app, { clock, password, progress });
      await keep(client, COUNTED, statementsAsked() - before);
      await keep(client, KEPT, password);
      // Commits of the story did not wait for the disk: before it counts as complete all of it is there.
      await client.query('checkpoint').catch(() => undefined);
      await keep(client, MARK, 'complete');
      await client.query('analyze');
      return password;
    } finally {
      await runtime.close();
    }
  });

/** A DEMO_PASSWORD other than last time's is given to the accounts. */
async function renewPassword(client: pg.Client, config: Config): Promise<string> {
  const password = await passwordOf(client, config);
  if ((await settingOf(client, KEPT)) === password) return password;
  await client.query("update users set password_hash = $1 where email like '%@demo.test'", [
    await hashPassword(password, COST),
  ]);
  await keep(client, KEPT, password);
  return password;
}
