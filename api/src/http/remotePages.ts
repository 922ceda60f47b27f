import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Contributions,
  claimsOf,
  contributions,
  type PageContribution,
  type Registry,
} from '@boxyard/shared/contract';
import { PAGE_VERBS, ROUTES } from '@boxyard/shared/domain';
import type { FastifyBaseLogger } from 'fastify';
import { viewAbilities } from '../kernel/index.ts';
import type { RemoteRegistry } from './remoteRegistry.ts';
import type { StaticPlaces } from './static.ts';

const TIMEOUT = 4000;
/** Pages of the host itself. */
const HOST_PAGES = ['dashboard'];
const OWN_FILE = /^\/remotes\/(remote-[a-z][a-z0-9-]*)\/(.+)$/;

/** A page that no table of ours knows: it gets a menu of its own. */
export interface NewPage {
  readonly remote: string;
  /** Whose `:view` opens it, and what its menu is called. */
  readonly page: string;
  readonly path: string;
  readonly title: { readonly en: string; readonly th: string };
}

const isPlain = ({ path }: PageContribution): boolean => !/[:*]/.test(path);

/** Whose page it is by the project's own table of routes; what is the host's belongs to it. */
const ownersByTable = (): Map<string, string> =>
  new Map(
    ROUTES.flatMap(({ name, path, remote }): [string, string][] => [
      [name, remote],
      [path, remote],
    ]),
  );

/**
 * Names are one space: a remote that brings a page or a piece which another has already is refused as a
 * whole, with a sentence that says which (README "new in the registry").
 */
export function judge(found: readonly Contributions[]): {
  readonly accepted: readonly Contributions[];
  readonly refused: ReadonlyMap<string, string>;
} {
  const owners = ownersByTable();
  const refused = new Map<string, string>();
  const accepted = found.filter((contributed) => {
    const { name: remote } = contributed;
    const claims = claimsOf(contributed);
    const ownerOf = (key: string) => owners.get(key) ?? remote;
    const taken = claims.find(({ keys }) => keys.some((key) => ownerOf(key) !== remote));
    if (taken) {
      const owner = taken.keys.map(ownerOf).find((one) => one !== remote);
      refused.set(remote, `its ${taken.what} ${taken.label} belongs to ${owner}`);
      return false;
    }
    for (const key of claims.flatMap(({ keys }) => keys)) owners.set(key, remote);
    return true;
  });
  return { accepted, refused };
}

/** Pages whose `:view` no table knows, each with the address that its menu opens. */
export function newPagesOf(accepted: readonly Contributions[]): NewPage[] {
  const known = new Set<string>();
  return accepted.flatMap(({ name: remote, pages }) =>
    pages.filter(isPlain).flatMap(({ page, path, title }): NewPage[] => {
      if (page === null || known.has(page) || Object.hasOwn(PAGE_VERBS, page)) return [];
      known.add(page);
      return [{ remote, page, path, title }];
    }),
  );
}

/** The contributions with those pages only whose flag, if they have one, is on. */
export const switchedOn = (
  contributed: Contributions,
  flags: Registry[string]['flags'] = {},
): Contributions => ({
  ...contributed,
  pages: contributed.pages.filter(({ flag }) => flag === undefined || flags[flag] === true),
});

/** Pages whose list the server answers: what may be shown where no remote is built (tests). */
function answered(): Set<string> {
  const pages = [...viewAbilities().values()].flat().map((ability) => ability.split(':')[0] ?? '');
  return new Set([...pages.filter((page) => Object.hasOwn(PAGE_VERBS, page)), ...HOST_PAGES]);
}

/** A remote that is served, and what it says of itself as far as that was ever read. */
export interface ServedRemote {
  readonly name: string;
  readonly row: Registry[string];
  readonly contributions: Contributions | undefined;
}

interface Sources {
  readonly registry: RemoteRegistry;
  readonly places: StaticPlaces;
  readonly log: FastifyBaseLogger;
}

/**
 * The pages that work, by the remotes' own word: contributions are data, read from wherever the
 * registry says. What cannot be read now counts as it was read last.
 */
export class RemotePages {
  readonly #sources: Sources;
  readonly #good = new Map<string, Contributions>();
  readonly #said = new Map<string, string>();
  #names: ReadonlySet<string> = answered();
  #fresh: readonly NewPage[] = [];
  #listener: (served: readonly ServedRemote[]) => Promise<void> = async () => undefined;

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** The menu shows no others. */
  get names(): ReadonlySet<string> {
    return this.#names;
  }

  get fresh(): readonly NewPage[] {
    return this.#fresh;
  }

  /** Tells what each reading has found; the reading waits for what follows from it. */
  follow(listener: (served: readonly ServedRemote[]) => Promise<void>): void {
    this.#listener = listener;
  }

  /** `brought` answers the menus that remotes once brought: those of one not heard of yet stay. */
  async read(brought: () => Promise<readonly string[]>): Promise<void> {
    const rows = Object.entries(await this.#sources.registry.read()).filter(
      ([, row]) => row.enabled !== false,
    );
    const read = await Promise.all(rows.map(([name, row]) => this.#contributionsOf(name, row)));
    const found = read.filter((one) => one !== undefined);
    const isAwaited = rows.some(
      ([name, row]) => !this.#good.has(name) && /^https?:/.test(row.contributions),
    );
    const kept = isAwaited ? await brought() : [];
    const { accepted, refused } = judge(found);
    for (const [name, reason] of refused) this.#say(name, `refused: ${reason}`);
    for (const { name } of accepted) this.#said.delete(name);
    const flagsOf = new Map(rows.map(([name, { flags }]) => [name, flags]));
    const shown = accepted.map((one) => switchedOn(one, flagsOf.get(one.name)));
    const pages = shown.flatMap((one) => one.pages.map(({ page }) => page));
    this.#fresh = newPagesOf(shown);
    this.#names =
      found.length === 0
        ? answered()
        : new Set([...pages.filter((page) => page !== null), ...HOST_PAGES, ...kept]);
    // Told last: whoever hears of it asks for the menus anew.
    await this.#listener(
      rows.map(([name, row], index) => ({ name, row, contributions: read[index] })),
    );
  }

  async #contributionsOf(name: string, row: Registry[string]): Promise<Contributions | undefined> {
    try {
      const checked = contributions.safeParse(await this.#json(row.contributions));
      if (!checked.success) {
        const [issue] = checked.error.issues;
        throw new Error(`${row.contributions}: ${issue?.path.join('.')}: ${issue?.message}`);
      }
      if (checked.data.name !== name) {
        throw new Error(`${row.contributions} is of ${checked.data.name}, not of ${name}`);
      }
      this.#good.set(name, checked.data);
    } catch (error) {
      // What was never built here is simply not there.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#say(name, String(error));
    }
    return this.#good.get(name);
  }

  async #json(address: string): Promise<unknown> {
    if (/^https?:/.test(address)) {
      const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT) });
      if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
      return answer.json();
    }
    const [, remote, file] = OWN_FILE.exec(address) ?? [];
    if (remote === undefined || file === undefined || file.includes('..')) {
      throw new Error(`${address} is no address of a remote's file`);
    }
    const folder = this.#sources.places.remote(remote, file);
    return JSON.parse(await readFile(join(folder, file), 'utf8'));
  }

  /** Once for each thing that is wrong, not every few seconds. */
  #say(remote: string, what: string): void {
    if (this.#said.get(remote) === what) return;
    this.#said.set(remote, what);
    this.#sources.log.warn({ remote }, `${remote}: ${what}`);
  }
}
