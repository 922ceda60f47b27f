import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contributions, type Registry } from '@boxyard/shared/contract';
import { SYSTEM } from '../kernel/actor.ts';
import type { LiveRemote } from '../kernel/app.ts';
import type { Runtime } from '../kernel/runtime.ts';
import type { RemoteRegistry } from './remoteRegistry.ts';
import type { StaticPlaces } from './static.ts';

const TIMEOUT = 4000;
/** What lies elsewhere is asked for at once when its row changes, and otherwise this often. */
const ELSEWHERE_EVERY = 60_000;

type Row = Registry[string];
interface Known {
  readonly row: string;
  readonly at: number;
  readonly text: string | null;
}
interface Parts {
  readonly runtime: Runtime;
  readonly places: StaticPlaces;
}

const originOf = ({ entry }: Row): string | null =>
  URL.canParse(entry) ? new URL(entry).origin : null;

/**
 * Follows the registry: keeps which release of which remote is live and since when, and tells the open
 * browsers when a release has taken another's place (architecture 4).
 */
class LiveRemotes {
  readonly #parts: Parts;
  readonly #known = new Map<string, Known>();
  #remotes: readonly LiveRemote[] = [];
  #state: string | undefined;
  #next: Registry | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    parts.runtime.liveRemotes = () => this.#remotes;
  }

  /** The registry was read; while one reading is worked on, only the latest of the others waits. */
  found(rows: Registry): void {
    this.#next = rows;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
  }

  async settled(): Promise<void> {
    await this.#running;
  }

  async #work(): Promise<void> {
    const { log } = this.#parts.runtime.app;
    for (let rows = this.#next; rows; rows = this.#next) {
      this.#next = undefined;
      await this.#look(rows).catch((error: unknown) => log.warn({ err: error }, 'live remotes'));
    }
  }

  async #look(rows: Registry): Promise<void> {
    const served = Object.entries(rows).filter(([, row]) => row.enabled !== false);
    const texts = await Promise.all(served.map(([name, row]) => this.#contributions(name, row)));
    const state = JSON.stringify([served, texts]);
    if (state === this.#state) return;
    const isFirst = this.#state === undefined;
    this.#remotes = served.map(([name, row], index) => {
      const version = versionOf(texts[index] ?? null);
      const release = row.release ?? version ?? '';
      return { name, release, version, origin: originOf(row) };
    });
    this.#state = state;
    if (!isFirst) this.#parts.runtime.announce('remotes');
    await this.#keep();
  }

  async #contributions(name: string, row: Row): Promise<string | null> {
    const local = /^\/remotes\/([^/]+)\/([\w./-]+)$/.exec(row.contributions);
    if (local) {
      const [, folder = '', file = ''] = local;
      if (file.includes('..')) return null;
      const path = join(this.#parts.places.remote(folder, file), file);
      return readFile(path, 'utf8').catch(() => null);
    }
    const known = this.#known.get(name);
    const key = JSON.stringify(row);
    if (known?.row === key && performance.now() - known.at < ELSEWHERE_EVERY) return known.text;
    const text = await fetchText(row.contributions);
    // A remote that is away for a while has not been released anew.
    const kept = text ?? (known?.row === key ? known.text : null);
    this.#known.set(name, { row: key, at: performance.now(), text: kept });
    return kept;
  }

  /** Several servers see the same change: the first one writes it. */
  async #keep(): Promise<void> {
    const { app } = this.#parts.runtime;
    if (this.#remotes.length === 0) return;
    await app.transaction({ actor: SYSTEM }, async ({ pg, clock }) => {
      await pg.query('lock table remote_releases in share row exclusive mode');
      await pg.query(
        `insert into remote_releases (remote, release, since)
            select n.remote, n.release, $3
              from unnest($1::text[], $2::text[]) as n (remote, release)
              left join lateral (
                select release from remote_releases r where r.remote = n.remote
                order by r.id desc limit 1
              ) as last on true
              where last.release is distinct from n.release`,
        [
          this.#remotes.map(({ name }) => name),
          this.#remotes.map(({ release }) => release),
          clock.now(),
        ],
      );
    });
  }
}

async function fetchText(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT) });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

function versionOf(text: string | null): string | null {
  try {
    const read = contributions.safeParse(JSON.parse(text ?? ''));
    return read.success ? read.data.version : null;
  } catch {
    return null;
  }
}

/** Begins to follow what the registry says. */
export function followReleases(registry: RemoteRegistry, parts: Parts): LiveRemotes {
  const live = new LiveRemotes(parts);
  registry.follow((rows) => live.found(rows));
  return live;
}
