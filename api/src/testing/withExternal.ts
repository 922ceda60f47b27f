import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';
import { COPY_BY } from './database.ts';
import { makeQuickDir } from './quickDir.ts';
import { freePort } from './serverProcess.ts';

/**
 * Runs a command with DATABASE_URL naming a PostgreSQL that is not the project's own: the
 * system's newest where one of version 15 or newer is installed, otherwise a second
 * cluster of the packaged one. It is started for the purpose and gone afterwards.
 *
 *   node api/src/testing/withExternal.ts <program> <arguments…>
 */
interface External {
  readonly name: string;
  readonly url: string;
  stop(): Promise<void>;
}

const SYSTEM = '/usr/lib/postgresql';
const OLDEST = 15;
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
const START_MS = 240_000;

function systemBinaries(): { readonly version: number; readonly bin: string } | undefined {
  if (!existsSync(SYSTEM)) return undefined;
  return readdirSync(SYSTEM)
    .map((name) => ({ version: Number(name), bin: join(SYSTEM, name, 'bin') }))
    .filter(({ version, bin }) => version >= OLDEST && existsSync(join(bin, 'initdb')))
    .sort((a, b) => b.version - a.version)[0];
}

/** PostgreSQL refuses root: it runs as `nobody` then. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('no account to run PostgreSQL as');
  return { uid: Number(uid), gid: Number(gid) };
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const ended = (child: ReturnType<typeof spawn>): Promise<number> =>
  new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });

async function startSystem(
  { version, bin }: { version: number; bin: string },
  folder: string,
): Promise<External> {
  const as = unprivileged();
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (as) chownSync(data, as.uid, as.gid);
  const log = openSync(join(folder, 'log'), 'a');
  const options = { cwd: '/', ...as, stdio: ['ignore', log, log] as const };
  const initdb = ['-D', data, '-U', 'boxyard', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  if ((await ended(spawn(join(bin, 'initdb'), initdb, options as never))) !== 0) {
    throw new Error(readFileSync(join(folder, 'log'), 'utf8'));
  }
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...SETTINGS];
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    options as never,
  );
  closeSync(log);
  const exit = ended(child);
  const url = `postgresql://boxyard@127.0.0.1:${port}/postgres`;
  const deadline = Date.now() + START_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(readFileSync(join(folder, 'log'), 'utf8'));
    }
    await sleep(50);
  }
  return {
    name: `PostgreSQL ${version} of this system`,
    url,
    stop: async () => {
      child.kill('SIGINT');
      await exit;
    },
  };
}

async function start(folder: string): Promise<External> {
  const system = systemBinaries();
  if (system) return startSystem(system, folder);
  const { url, stop } = await startEmbedded(folder, SETTINGS);
  return { name: 'a second cluster of the packaged PostgreSQL', url, stop };
}

const { dir: folder, copyBy } = makeQuickDir('boxyard-external-');
chmodSync(folder, 0o711);
try {
  const external = await start(folder);
  process.stdout.write(`   on ${external.name}\n`);
  try {
    const [program = '', ...args] = process.argv.slice(2);
    // Requests go to two servers by turns.
    const env = {
      ...process.env,
      DATABASE_URL: external.url,
      BOXYARD_TEST_BY_TURNS: '1',
      [COPY_BY]: copyBy,
    };
    process.exitCode = await ended(spawn(program, args, { stdio: 'inherit', env }));
  } finally {
    await external.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
