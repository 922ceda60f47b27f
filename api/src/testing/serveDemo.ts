import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';

/**
 * Servers for the journeys, each with a database of its own: one PostgreSQL, one database that the
 * demonstration fills, and a clone of it for each server. Ends with SIGTERM; the caller removes the
 * folder.
 *
 *   node api/src/testing/serveDemo.ts <folder> <first port> <count>
 *
 * The folder keeps the filled database under the name DEMO_KEY, so that a later run with the same key
 * starts within seconds. A count of 0 only fills it.
 */
const [folder = '', firstPort = '4310', count = '1'] = process.argv.slice(2);
const MAIN = join(import.meta.dirname, '..', 'main.ts');
const READY_MS = 1_200_000;
const key = `demo_${(process.env.DEMO_KEY ?? 'once').replace(/\W/g, '').slice(0, 40)}`;

mkdirSync(folder, { recursive: true });
// Else a root's PostgreSQL, which runs as another user, cannot reach it and settles elsewhere.
chmodSync(folder, 0o711);
/** Files of the filled database, and the secret that its sessions are signed with: of its own key. */
const template = join(folder, `template-${key}`);
const cluster = join(folder, 'cluster');
mkdirSync(cluster, { recursive: true, mode: 0o711 });
// Nothing here has to outlive the run.
const database = await startEmbedded(cluster, [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
]);
const children: ChildProcess[] = [];

const urlOf = (name: string): string => {
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  return url.href;
};

async function sql(...statements: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  let rows = 0;
  try {
    for (const statement of statements) rows = (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
  return rows;
}

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
}

function serve(
  name: string,
  { port, dir }: { readonly port: number; readonly dir: string },
): Server {
  mkdirSync(dir, { recursive: true });
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dir,
      // Empty but for the journeys that release a remote (e2e/fixtures/releases.ts).
      REMOTES_DIR: join(dir, 'remotes'),
      DATABASE_URL: urlOf(name),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return { child, port };
}

/** Fails where something listens on a port already: it would answer for the server that is to come. */
async function expectFree(port: number): Promise<void> {
  const probe = createServer();
  const listening = once(probe, 'listening');
  probe.listen(port);
  await listening.catch((cause: unknown) => {
    throw new Error(`port ${port} is taken: end what listens there, or set E2E_PORT`, { cause });
  });
  probe.close();
  await once(probe, 'close');
}

async function isReady({ child, port }: Server): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error(`the server at port ${port} did not start`);
}

async function end({ child }: Pick<Server, 'child'>): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.kill('SIGTERM');
  await ended;
}

/** Fills the database that the others are cloned from, by a server that then ends. */
async function fill(): Promise<void> {
  const filled = await sql(`select 1 from pg_database where datname = '${key}'`);
  if (filled > 0) return;
  await sql(`drop database if exists draft with (force)`, 'create database draft');
  rmSync(template, { recursive: true, force: true });
  const server = serve('draft', { port: Number(firstPort), dir: template });
  await isReady(server);
  await end(server);
  await sql(`alter database draft rename to ${key}`);
}

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all(children.map((child) => end({ child })));
  await database.stop();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

try {
  for (let index = 0; index < Math.max(1, Number(count)); index += 1)
    await expectFree(Number(firstPort) + index);
  await fill();
  const servers: Server[] = [];
  for (let index = 0; index < Number(count); index += 1) {
    const name = `journeys_${index}`;
    await sql(
      `drop database if exists ${name} with (force)`,
      `create database ${name} template ${key}`,
    );
    const dir = join(folder, `server-${index}`);
    mkdirSync(dir, { recursive: true });
    // Those of an earlier run belong to another database.
    rmSync(join(dir, 'files'), { recursive: true, force: true });
    if (existsSync(template))
      for (const entry of readdirSync(template))
        cpSync(join(template, entry), join(dir, entry), { recursive: true });
    // For journeys that put rows into it (e2e/fixtures/database.ts).
    writeFileSync(join(dir, 'database'), urlOf(name), { mode: 0o600 });
    servers.push(serve(name, { port: Number(firstPort) + index, dir }));
  }
  await Promise.all(servers.map(isReady));
  process.stdout.write('ready\n');
  if (servers.length === 0) await stop();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  await stop();
  process.exit(1);
}
