// What `npm run deploy:remote` does to a folder of releases: `remotes.json`, and for each remote its
// releases and `history.json`. Kept apart from the command so that a test can deploy elsewhere.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import {
  type Claim,
  type Contributions,
  claimsOf,
  contributions,
  pageClaim,
  type Registry,
  registry,
} from '../../src/contract/remote.ts';
import { ROUTES } from '../../src/domain/access/pages.ts';

/** Tabs that are open finish on the release they began with (architecture 4). */
const KEPT_DAYS = 7;
const DAY = 86_400_000;
/** A deployment takes about a second: whoever holds the folder for longer has died. */
const LOCK_STALE = 60_000;

interface Served {
  /** `0.1.0-3f29a1c04b`: the version, and a hash of everything in it. */
  readonly release: string;
  readonly from: string;
  /** Since when another one is served. */
  readonly until?: string;
}

export interface Deployment {
  readonly to: string;
  /** Where the folder is served: `/remotes`, or an address of another origin. */
  readonly url: string;
  readonly now: Date;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const integrityOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`;

/** Readers see the old content or the new one, never a part. */
function writeWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

/** Files of a build, as paths from its folder, in the order of their names. */
const filesOf = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dist, name)).isFile())
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !name.endsWith('.map') && name !== 'mf-stats.json')
    .sort();

function contributionsOf(dist: string): Contributions {
  const file = join(dist, 'contributions.json');
  if (!existsSync(file)) throw new Error(`${dist} holds no build: run \`npm run build\` first`);
  const checked = contributions.safeParse(readJson(file));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new Error(`${file}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return checked.data;
}

function readRegistry(to: string): Registry {
  const file = join(to, 'remotes.json');
  if (!existsSync(file)) return {};
  const checked = registry.safeParse(readJson(file));
  if (!checked.success) throw new Error(`${file} is no registry: correct it or take it away`);
  return checked.data;
}

const historyOf = (to: string, name: string): Served[] => {
  const file = join(to, name, 'history.json');
  return existsSync(file) ? (readJson(file) as Served[]) : [];
};

/** Two teams that deploy at once wait for each other; otherwise the later would undo the earlier. */
function alone<T>(to: string, work: () => T): T {
  mkdirSync(to, { recursive: true });
  const lock = join(to, '.deploying');
  const isStale = () => existsSync(lock) && Date.now() - statSync(lock).mtimeMs > LOCK_STALE;
  for (const start = Date.now(); ; ) {
    if (isStale()) rmSync(lock, { recursive: true, force: true });
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (Date.now() - start > LOCK_STALE / 2) {
        throw new Error(`${to} is being deployed to by somebody else; try again in a minute`);
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Names are one space for all remotes: the host could not tell whose page or piece is meant. */
function refuseTaken(to: string, mine: Contributions): void {
  const refuse = (claims: readonly Claim[], owner: string): void => {
    const taken = new Set(claims.flatMap(({ keys }) => keys));
    const clash = claimsOf(mine).find(({ keys }) => keys.some((key) => taken.has(key)));
    if (!clash) return;
    throw new Error(`${mine.name}: ${clash.label} is a ${clash.what} of ${owner} already`);
  };
  for (const route of ROUTES) {
    if (route.remote !== mine.name) refuse([pageClaim(route)], route.remote);
  }
  for (const other of Object.keys(readRegistry(to))) {
    if (other === mine.name) continue;
    const served = historyOf(to, other).at(-1);
    if (served) refuse(claimsOf(contributionsOf(join(to, other, served.release))), other);
  }
}

/** Copies a build into its release folder, which appears whole or not at all; the same build twice is one. */
function writeRelease(dist: string, { name, version }: Contributions, to: string): string {
  const files = filesOf(dist);
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(integrityOf(join(dist, file)));
  const release = `${version}-${hash.digest('hex').slice(0, 10)}`;
  const folder = join(to, name, release);
  if (existsSync(folder)) return release;
  mkdirSync(join(to, name), { recursive: true });
  const draft = mkdtempSync(join(to, name, '.draft-'));
  for (const file of files) cpSync(join(dist, file), join(draft, file));
  const integrity = Object.fromEntries(files.map((file) => [file, integrityOf(join(dist, file))]));
  writeFileSync(join(draft, 'release.json'), json({ name, version, release, integrity }));
  renameSync(draft, folder);
  return release;
}

/** Releases that nobody has been served for a week are taken away. */
function prune(
  to: string,
  name: string,
  { history, now }: { history: readonly Served[]; now: Date },
) {
  const isNeeded = ({ until }: Served) =>
    until === undefined || now.getTime() - Date.parse(until) < KEPT_DAYS * DAY;
  const needed = new Set(history.filter(isNeeded).map(({ release }) => release));
  for (const { release } of history) {
    if (!needed.has(release)) rmSync(join(to, name, release), { recursive: true, force: true });
  }
  return history.filter(({ release }) => needed.has(release));
}

/** Points the registry to a release: the one moment at which anything changes for anybody. */
function serve(name: string, release: string, { to, url, now }: Deployment): void {
  const folder = join(to, name, release);
  const manifest = readJson(join(folder, 'mf-manifest.json')) as {
    metaData: { remoteEntry: { path: string; name: string } };
  };
  const { path, name: file } = manifest.metaData.remoteEntry;
  const base = `${url.replace(/\/$/, '')}/${name}/${release}`;
  const needed = ['mf-manifest.json', 'contributions.json', `${path}${file}`];
  const rows = readRegistry(to);
  const row = {
    ...rows[name],
    entry: `${base}/mf-manifest.json`,
    contributions: `${base}/contributions.json`,
    release,
    integrity: Object.fromEntries(needed.map((each) => [each, integrityOf(join(folder, each))])),
  };
  const at = now.toISOString();
  const before = historyOf(to, name);
  const closed = before.map((entry, index) =>
    index === before.length - 1 ? { ...entry, until: at } : entry,
  );
  const history = prune(to, name, { history: [...closed, { release, from: at }], now });
  writeWhole(join(to, name, 'history.json'), json(history));
  writeWhole(join(to, 'remotes.json'), json({ ...rows, [name]: row }));
}

/**
 * Releases the build in `dist` to a folder. Answers the release, and whether anything changed: what is
 * served already is left alone. Throws with a sentence when the build does not fit beside the others.
 */
export function deployRemote(
  dist: string,
  deployment: Deployment,
): { readonly name: string; readonly release: string; readonly isNew: boolean } {
  const mine = contributionsOf(dist);
  return alone(deployment.to, () => {
    refuseTaken(deployment.to, mine);
    const release = writeRelease(dist, mine, deployment.to);
    const isNew = historyOf(deployment.to, mine.name).at(-1)?.release !== release;
    if (isNew) serve(mine.name, release, deployment);
    return { name: mine.name, release, isNew };
  });
}

/** Serves again what was served before the current release; answers its name. */
export function rollBack(name: string, deployment: Deployment): string {
  return alone(deployment.to, () => {
    const history = historyOf(deployment.to, name);
    const current = history.at(-1)?.release;
    const before = history.findLast(({ release }) => release !== current);
    if (!before) throw new Error(`${name} has no earlier release in ${deployment.to}`);
    serve(name, before.release, deployment);
    return before.release;
  });
}
