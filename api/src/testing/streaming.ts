import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts';

const FAST = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];

/** Asking for the pause returns before it has begun. */
const PAUSE = `
  do $$ begin
    perform pg_wal_replay_pause();
    while pg_get_wal_replay_pause_state() <> 'paused' loop perform pg_sleep(0.001); end loop;
  end $$`;

/** A primary and a standby that follows it by streaming. */
export interface Streaming {
  readonly primary: string;
  readonly standby: string;
  /** The standby takes the log and does not show it. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** It is gone, as after a power cut. */
  stopStandby(): Promise<void>;
  close(): Promise<void>;
}

/** Where a cluster lies: beside its data folder, where root may not run PostgreSQL. */
function dataOf(folder: string): string {
  const hint = join(folder, 'postgres.location');
  return join(existsSync(hint) ? readFileSync(hint, 'utf8').trim() : folder, 'postgres');
}

async function onStandby(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** The standby begins as a copy of the primary at rest: the packaged PostgreSQL has no pg_basebackup. */
export async function startStreaming(): Promise<Streaming> {
  const folders = ['primary', 'standby'].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), `boxyard-${name}-`));
    chmodSync(folder, 0o711);
    return folder;
  });
  const [one = '', two = ''] = folders;
  for (const folder of folders) await (await startEmbedded(folder, FAST)).stop();
  const data = dataOf(two);
  rmSync(data, { recursive: true });
  execFileSync('cp', ['-a', dataOf(one), data]);
  writeFileSync(join(data, 'standby.signal'), '');
  writeFileSync(join(two, 'postgres.secret'), readFileSync(join(one, 'postgres.secret')));
  const primary = await startEmbedded(one, FAST);
  let standby: EmbeddedDatabase;
  try {
    const { port, username, password, searchParams } = new URL(primary.url);
    standby = await startEmbedded(two, [
      ...FAST,
      `primary_conninfo=host=127.0.0.1 port=${port || searchParams.get('port')} user=${username} password=${password}`,
      'hot_standby_feedback=on',
    ]);
  } catch (error) {
    await primary.stop();
    throw error;
  }
  const { url } = standby;
  return {
    primary: primary.url,
    standby: url,
    pause: () => onStandby(url, PAUSE),
    resume: () => onStandby(url, 'select pg_wal_replay_resume()'),
    stopStandby: () => standby.stop(),
    close: async () => {
      await standby.stop();
      await primary.stop();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}
