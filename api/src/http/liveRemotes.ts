import { type LiveRemote, type Runtime, SYSTEM } from '../kernel/index.ts';
import type { RemotePages, ServedRemote } from './remotePages.ts';

const originOf = ({ entry }: ServedRemote['row']): string | null =>
  URL.canParse(entry) ? new URL(entry).origin : null;

/** Every flag that the contributions ask for or the registry names; what it does not name is off. */
function flagsOf({ row, contributions }: ServedRemote): LiveRemote['flags'] {
  const { pages = [], widgets, panels, search, commands } = contributions ?? {};
  const asked = [pages, widgets, panels, search, commands]
    .flatMap((list): readonly { readonly flag?: string | undefined }[] => list ?? [])
    .flatMap(({ flag }) => flag ?? []);
  const names = new Set([...asked, ...Object.keys(row.flags ?? {})]);
  return [...names].sort().map((name) => ({ name, isOn: row.flags?.[name] === true }));
}

/**
 * Follows the registry: keeps which release of which remote is live and since when, and tells the open
 * browsers when a release has taken another's place (architecture 4).
 */
class LiveRemotes {
  readonly #runtime: Runtime;
  #remotes: readonly LiveRemote[] = [];
  #state: string | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    runtime.liveRemotes = () => this.#remotes;
  }

  /** What is served was read. */
  async found(served: readonly ServedRemote[]): Promise<void> {
    const state = JSON.stringify(served);
    if (state === this.#state) return;
    const isFirst = this.#state === undefined;
    this.#remotes = served.map((one) => {
      const { name, row, contributions } = one;
      const version = contributions?.version ?? null;
      const release = row.release ?? version ?? '';
      return { name, release, version, origin: originOf(row), flags: flagsOf(one) };
    });
    this.#state = state;
    if (!isFirst) this.#runtime.announce('remotes');
    await this.#keep();
  }

  /** Several servers see the same change: the first one writes it. */
  async #keep(): Promise<void> {
    const { app } = this.#runtime;
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

/** Begins to follow what the remotes' registry and contributions say. */
export function followReleases(pages: RemotePages, runtime: Runtime): void {
  const live = new LiveRemotes(runtime);
  pages.follow((served) => live.found(served));
}
