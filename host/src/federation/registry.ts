import { addListRows } from '@boxyard/shared/client/prefetchList.ts';
import {
  type Claim,
  CONTRACT_MAJOR,
  type Contributions,
  claimsOf,
  contributions as contributionsSchema,
  type PageContribution,
  type Registry,
  registry as registrySchema,
  type Start,
  withoutClaimed,
} from '@boxyard/shared/contract/remote.ts';
import { setFlags } from '@boxyard/shared/runtime/flags.ts';
import { keepLastGood, readLastGood } from '@boxyard/shared/runtime/lastGood.ts';
import { takeStart } from '@boxyard/shared/runtime/start.ts';
import { withOverrides } from '../overrides/overrides.ts';
import { RemoteFailure, withTimeout } from './failure.ts';
import { integrityOf, isAltered, offerManifests, type Published } from './published.ts';

/** One remote of the registry, as far as it is known without running any of its code. */
export interface RemoteInfo extends Published {
  readonly name: string;
  readonly contributionsUrl: string;
  /** Whom its users tell; without it the administrator. */
  readonly contact?: string | undefined;
  readonly contributions: Contributions;
  /** Which build the registry names; remotes that were not deployed have none. */
  readonly release?: string;
  /** Set when the contributions are the last good copy, or of another contract. */
  readonly failure: RemoteFailure | undefined;
}

/** What a remote's release is called: the registry's word, else its version. */
export const releaseOf = ({ release, contributions }: RemoteInfo): string =>
  release ?? contributions.version;

/** How long boot waits for small JSON before it goes on without. */
const JSON_TIMEOUT = 4000;
/** The same where the last good copy serves: a slow remote must not keep the others waiting. */
const COPY_TIMEOUT = 1000;

const checkRegistry = (value: unknown): Registry | undefined => {
  const parsed = registrySchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
};

const checkContributions = (value: unknown): Contributions | undefined => {
  const parsed = contributionsSchema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
};

async function fetchJson(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.json();
}

/** `remotes.json`: which remotes exist. Never cached by the browser; the last good copy is kept. */
export async function fetchRegistry(): Promise<Registry> {
  try {
    const signal = AbortSignal.timeout(JSON_TIMEOUT);
    const found = checkRegistry(await fetchJson('/remotes.json', { cache: 'no-store', signal }));
    if (!found) throw new Error('/remotes.json is not a registry');
    keepLastGood('remotes', found);
    return found;
  } catch (error) {
    const kept = readLastGood('remotes', checkRegistry);
    if (kept) return kept;
    throw error;
  }
}

/** Pages that the table of routes knows of a remote never seen by this browser. */
async function expectedPages(name: string): Promise<PageContribution[]> {
  const { expectedPagesOf } = await import('./expectedPages.ts');
  return expectedPagesOf(name);
}

const releasedAs = ({ release }: Registry[string]): Pick<RemoteInfo, 'release'> =>
  release === undefined ? {} : { release };

/** What was read as a remote's contributions, if it is that; the good copy is kept. */
function acceptContributions(name: string, value: unknown): Contributions {
  // The major is looked at first: another contract may well have another shape.
  const major = (value as { contract?: unknown } | null)?.contract;
  if (typeof major !== 'number') throw new RemoteFailure(name, 'malformed');
  if (major !== CONTRACT_MAJOR) throw new RemoteFailure(name, 'contract');
  const found = checkContributions(value);
  if (found?.name !== name) throw new RemoteFailure(name, 'contract');
  keepLastGood(`contributions:${name}`, found);
  return found;
}

/** What a remote contributes now; it is kept also when nobody waits for it any more. */
async function readContributions(name: string, row: Registry[string]): Promise<Contributions> {
  const url = row.contributions;
  const integrity = integrityOf(row, url);
  const value = await fetchJson(url, {
    cache: 'no-cache',
    ...(integrity === undefined ? {} : { integrity }),
  }).catch(async (error: unknown) => {
    if (error instanceof SyntaxError) throw new RemoteFailure(name, 'malformed', error);
    const isOther = await isAltered(url, integrity);
    throw new RemoteFailure(name, isOther ? 'integrity' : 'unreachable', error);
  });
  return acceptContributions(name, value);
}

/**
 * What a remote contributes, as the server has read it (`given`) or as it is fetched; on failure the last
 * good copy, with the failure beside it.
 */
async function fetchContributions(
  name: string,
  row: Registry[string],
  given?: unknown,
): Promise<RemoteInfo> {
  const { entry, contributions: contributionsUrl, integrity, contact } = row;
  const info = { name, entry, contributionsUrl, integrity, contact, ...releasedAs(row) };
  const kept = readLastGood(`contributions:${name}`, checkContributions);
  try {
    if (given !== undefined) {
      return { ...info, contributions: acceptContributions(name, given), failure: undefined };
    }
    const found = await withTimeout(
      readContributions(name, row),
      kept ? COPY_TIMEOUT : JSON_TIMEOUT,
      () => new RemoteFailure(name, 'timeout'),
    );
    return { ...info, contributions: found, failure: undefined };
  } catch (error) {
    const failure =
      error instanceof RemoteFailure ? error : new RemoteFailure(name, 'unreachable', error);
    const contributions = kept ?? {
      name,
      version: '',
      contract: CONTRACT_MAJOR,
      pages: await expectedPages(name),
    };
    return { ...info, contributions, failure };
  }
}

/**
 * Names are one space: a remote that brings a page or a piece which another has already is refused, and
 * keeps only what nobody disputes, which says so. Who stands first in the registry keeps it.
 */
function refuseCollisions(remotes: readonly RemoteInfo[]): RemoteInfo[] {
  const owners = new Map<string, string>();
  return remotes.map((info) => {
    const claims = claimsOf(info.contributions);
    const takenBy = ({ keys }: Claim) => keys.map((key) => owners.get(key)).find(Boolean);
    const disputed = claims.filter((claim) => takenBy(claim) !== undefined);
    const [first] = disputed;
    const told = first && `${info.name}: ${first.what} ${first.label} belongs to ${takenBy(first)}`;
    const contributions =
      first === undefined
        ? info.contributions
        : withoutClaimed(info.contributions, (claim) => takenBy(claim) !== undefined);
    for (const key of claimsOf(contributions).flatMap(({ keys }) => keys)) {
      owners.set(key, info.name);
    }
    if (told === undefined) return info;
    console.error(told);
    const failure = new RemoteFailure(info.name, 'collision', new Error(told));
    return { ...info, contributions, failure };
  });
}

/** The flags of all remotes, each under its remote's name. */
const flagsOf = (rows: Registry): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([name, { flags = {} }]) =>
      Object.entries(flags).map(([flag, isOn]) => [`${name}:${flag}`, isOn]),
    ),
  );

/** What a remote asks of its own flags, as everybody else has to ask it. */
function withFlagsNamed({ name, contributions, ...info }: RemoteInfo): RemoteInfo {
  const named = <T extends { readonly flag?: string | undefined }>(list: readonly T[]): T[] =>
    list.map((one) => (one.flag === undefined ? one : { ...one, flag: `${name}:${one.flag}` }));
  const { pages, widgets, panels, search, commands } = contributions;
  return {
    ...info,
    name,
    contributions: {
      ...contributions,
      pages: named(pages),
      ...(widgets ? { widgets: named(widgets) } : {}),
      ...(panels ? { panels: named(panels) } : {}),
      ...(search ? { search: named(search) } : {}),
      ...(commands ? { commands: named(commands) } : {}),
    },
  };
}

/** The remotes of a registry; what the server has read of one counts where it is the one it has read. */
async function discover(rows: Registry, start: Start | null): Promise<RemoteInfo[]> {
  const registry = withOverrides(rows);
  setFlags(flagsOf(registry));
  const enabled = Object.entries(registry).filter(([, row]) => row.enabled !== false);
  return refuseCollisions(
    await Promise.all(
      enabled.map(([name, row]) => {
        const isSame = row.contributions === rows[name]?.contributions;
        return fetchContributions(name, row, isSame ? start?.contributions[name] : undefined);
      }),
    ),
  ).map(withFlagsNamed);
}

/**
 * Everything the host knows before any remote's code runs: registry, then every contribution in
 * parallel. A remote that cannot be reached costs its own pages only (architecture 2.1).
 */
export const discoverRemotes = async (): Promise<RemoteInfo[]> =>
  discover(await fetchRegistry(), null);

/** The same at the start of the shell, from what the server knew of the address (docs/adr/0059). */
export async function discoverAtStart(): Promise<RemoteInfo[]> {
  const start = await takeStart();
  const rows = checkRegistry(start?.remotes);
  if (start === null || rows === undefined) return discoverRemotes();
  keepLastGood('remotes', rows);
  offerManifests(start.manifests);
  addListRows(start.lists ?? {});
  return discover(rows, start);
}

/** Asks one remote again, after a failure, and where the registry has it now. */
export async function rediscover(info: RemoteInfo): Promise<RemoteInfo> {
  const { name, entry, contributionsUrl: contributions, integrity, contact } = info;
  const rows = withOverrides(await fetchRegistry().catch((): Registry => ({})));
  return fetchContributions(name, rows[name] ?? { entry, contributions, integrity, contact });
}
