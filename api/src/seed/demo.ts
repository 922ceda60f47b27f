import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { compose } from '../compose.ts';
import type { Config } from '../config.ts';
import { hashPassword, manualClock } from '../kernel/index.ts';

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

/** The accounts' password: DEMO_PASSWORD, or one made up at the first start and kept. */
export function demoPassword(config: Config): string {
  if (config.demoPassword !== null) return config.demoPassword;
  const file = join(config.dataDir, 'demo.password');
  if (!existsSync(file)) {
    const word = () => WORDS[randomInt(WORDS.length)];
    writeFileSync(file, `${word()}-${word()}-${randomInt(1000, 9999)}`, { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

type State = 'empty' | 'creating' | 'complete' | 'real';

/** What the database holds, before anything is brought up to date. */
async function stateOf(client: pg.Client): Promise<State> {
  const tables = await client.query("select to_regclass('public.settings') as settings");
  if (tables.rows[0]?.settings === null) return 'empty';
  const mark = await client.query("select value from settings where key = 'demonstration'");
  if (mark.rowCount === 1) return mark.rows[0].value === 'complete' ? 'complete' : 'creating';
  const users = await client.query('select 1 from users limit 1');
  return users.rowCount === 0 ? 'empty' : 'real';
}

/** Half a story is none: what an interrupted start left is cleared, and nothing else ever is. */
async function clear(client: pg.Client): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade');
  await client.query('drop schema public cascade');
  await client.query('create schema public');
}

const mark = (client: pg.Client, value: 'creating' | 'complete') =>
  client.query(
    `insert into settings (company_id, key, value, updated_at) values (null, 'demonstration', $1, now())
      on conflict (company_id, key) do update set value = excluded.value`,
    [JSON.stringify(value)],
  );

export interface DemoOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly log: FastifyBaseLogger;
}

/**
 * Demonstration data on an empty database, made by the real services at the hours of the story
 *. True when the database holds demonstration data.
 */
export async function ensureDemo({ config, databaseUrl, log }: DemoOptions): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const state = await stateOf(client);
    if (state === 'real') return false;
    if (state === 'complete') {
      await renewPassword(client, config);
      return true;
    }
    if (state === 'creating') await clear(client);
    await create(client, { config, databaseUrl, log });
    return true;
  } finally {
    await client.end();
  }
}

async function create(client: pg.Client, { config, databaseUrl, log }: DemoOptions): Promise<void> {
  const { createDemo } = await import('../demo/index.ts');
  const clock = manualClock(new Date());
  const composed = await compose({
    config: { ...config, smtpUrl: null, demo: false },
    databaseUrl,
    clock,
    log,
    passwordCost: COST,
    relaxedCommit: true,
  });
  try {
    await mark(client, 'creating');
    await createDemo(composed.runtime.app, { clock, password: demoPassword(config) });
    await mark(client, 'complete');
    // Commits of the story did not wait for the disk; from here on everything is on it.
    await client.query('checkpoint').catch(() => undefined);
    await client.query('analyze');
  } finally {
    await composed.close();
  }
}

/** A DEMO_PASSWORD other than last time's is given to the accounts. */
async function renewPassword(client: pg.Client, config: Config): Promise<void> {
  const password = demoPassword(config);
  const file = join(config.dataDir, 'demo.password');
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  if (known === password) return;
  await client.query("update users set password_hash = $1 where email like '%@demo.test'", [
    await hashPassword(password, COST),
  ]);
  writeFileSync(file, password, { mode: 0o600 });
}
