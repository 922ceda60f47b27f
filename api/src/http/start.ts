import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Contributions,
  contract,
  contributions,
  type Endpoint,
  type PageContribution,
  type Preload,
  type Registry,
  type Start,
} from '@boxyard/shared/contract';
import type { RemoteRegistry } from './remoteRegistry.ts';
import type { StaticPlaces } from './static.ts';

const OWN_FILE = /^\/remotes\/(remote-[a-z][a-z0-9-]*)\/(.+)$/;

/** What `shared/build/preloads.cjs` writes of the host. */
interface HostFiles {
  readonly layers: Readonly<Record<string, readonly string[]>>;
}

/** The same of a remote. */
interface RemoteFiles {
  readonly texts: Readonly<Record<'en' | 'th', readonly string[]>>;
  readonly pages: Readonly<
    Record<string, { readonly files: readonly string[]; readonly asks: readonly string[] }>
  >;
}

interface Manifest {
  readonly metaData: { readonly remoteEntry: { readonly path: string; readonly name: string } };
}

/** A file as it was read last, for as long as it stays as it is. */
interface Kept {
  readonly mark: string;
  readonly hash: string;
  readonly json: unknown;
  /** Read as contributions, once somebody has asked for that. */
  contributions?: Contributions | null;
}

type Row = Registry[string];

/** Whether a router path (`/suppliers/:id`) is that of an address. */
const leadsTo = (pattern: string, pathname: string): boolean => {
  const wanted = pattern.split('/');
  const given = pathname.replace(/\/+$/, '').split('/');
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  );
};

function contributionsIn(file: Kept): Contributions | null {
  file.contributions ??= contributions.safeParse(file.json).data ?? null;
  return file.contributions;
}

const rows: Readonly<Record<string, Endpoint>> = contract;

/** What a browser needs to ask for a list before the code that knows it has come (docs/adr/0074). */
function listOf(call: string | undefined): NonNullable<Start['lists']> {
  const row = call === undefined ? undefined : rows[call];
  if (call === undefined || row?.kind !== 'list') return {};
  const { exportColumns: _, ...list } = row.list;
  const { path, client } = row;
  return { [call]: { path, list, ...(client === undefined ? {} : { client }) } };
}

const isStyle = (file: string): boolean => file.endsWith('.css');

const preload = (href: string, more: Partial<Preload> = {}): Preload => ({
  href,
  as: isStyle(href) ? 'style' : 'script',
  ...more,
});

/**
 * What the server knows of an address before any code runs (docs/adr/0059), read from the very files that
 * a browser would read one after another. A remote that is elsewhere, cannot be read, or is not what the
 * registry says, is left to the browser, which finds out and says so on that remote's pages.
 */
export class StartFiles {
  readonly #registry: RemoteRegistry;
  readonly #places: StaticPlaces;
  readonly #kept = new Map<string, Kept>();

  constructor(registry: RemoteRegistry, places: StaticPlaces) {
    this.#registry = registry;
    this.#places = places;
  }

  async of(address: string): Promise<Start> {
    const [pathname = ''] = address.split(/[?#]/);
    const remotes = await this.#registry.read();
    const found: Record<string, unknown> = {};
    let page: { readonly row: Row; readonly route: PageContribution } | undefined;
    for (const [name, row] of Object.entries(remotes)) {
      if (row.enabled === false) continue;
      const file = await this.#published(row, row.contributions);
      const contributed = file && contributionsIn(file);
      if (contributed?.name !== name) continue;
      found[name] = contributed;
      const route = contributed.pages.find(({ path }) => leadsTo(path, pathname));
      if (route) page ??= { row, route };
    }
    const files = page ? await this.#filesOf(page.row, page.route.name) : null;
    return {
      remotes,
      contributions: found,
      manifests: files?.manifests ?? {},
      files: files?.files ?? [],
      texts: files?.texts ?? { en: [], th: [] },
      lists: listOf(page?.route.list?.call),
    };
  }

  /** What a page of a remote needs: its entry, its chunks, and the host's layers that they ask for. */
  async #filesOf(
    row: Row,
    route: string,
  ): Promise<Omit<Start, 'remotes' | 'contributions' | 'lists'> | null> {
    const folder = row.entry.slice(0, row.entry.lastIndexOf('/') + 1);
    const manifest = (await this.#published(row, row.entry))?.json as Partial<Manifest> | undefined;
    const { path = '', name } = manifest?.metaData?.remoteEntry ?? {};
    if (name === undefined) return null;
    const integrity = row.integrity?.[path + name];
    const entry = preload(folder + path + name, {
      cors: true,
      ...(integrity === undefined ? {} : { integrity }),
    });
    const own = (await this.#own(`${folder}preloads.json`))?.json as RemoteFiles | undefined;
    const host = (await this.#json(join(this.#places.host, 'preloads.json')))?.json as
      | HostFiles
      | undefined;
    const needed = own?.pages[route];
    const inFolder = (list: readonly string[] = []) => list.map((file) => preload(folder + file));
    const asked = ['theme', ...(needed?.asks ?? [])].flatMap((one) => host?.layers[one] ?? []);
    return {
      manifests: { [row.entry]: manifest },
      files: [
        entry,
        ...[...new Set(asked)].map((file) => preload(`/${file}`)),
        ...inFolder(needed?.files),
      ],
      texts: { en: inFolder(own?.texts.en), th: inFolder(own?.texts.th) },
    };
  }

  /** A file of a remote, if it is the one that was published. */
  async #published(row: Row, address: string): Promise<Kept | undefined> {
    const file = await this.#own(address);
    if (file === undefined || row.integrity === undefined) return file;
    const folder = row.entry.slice(0, row.entry.lastIndexOf('/') + 1);
    return row.integrity[address.slice(folder.length)] === file.hash ? file : undefined;
  }

  /** A file of a remote that this server serves. */
  async #own(address: string): Promise<Kept | undefined> {
    const [, remote, file] = OWN_FILE.exec(address) ?? [];
    if (remote === undefined || file === undefined || file.includes('..')) return undefined;
    return this.#json(join(this.#places.remote(remote, file), file));
  }

  async #json(file: string): Promise<Kept | undefined> {
    try {
      const { mtimeMs, size, ino } = await stat(file);
      const mark = `${mtimeMs}:${size}:${ino}`;
      const before = this.#kept.get(file);
      if (before?.mark === mark) return before;
      const content = await readFile(file);
      const hash = `sha384-${createHash('sha384').update(content).digest('base64')}`;
      const kept = { mark, hash, json: JSON.parse(content.toString()) as unknown };
      this.#kept.set(file, kept);
      return kept;
    } catch {
      // Not there, or no JSON: the browser will see the same.
      return undefined;
    }
  }
}

/** JSON as the content of a script element: nothing in it can end the element. */
export const inScript = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The answer as a document carries it: data that no policy has to allow, and the files to fetch. */
export function startHead(start: Start): string {
  const links = start.files.map(({ href, as, cors, integrity }) =>
    [
      `<link rel="preload" as="${as}" href="${escaped(href)}"`,
      cors ? ' crossorigin' : '',
      integrity === undefined ? '' : ` integrity="${escaped(integrity)}"`,
      ' />',
    ].join(''),
  );
  return `${links.join('')}<script type="application/json" id="start">${inScript(start)}</script>`;
}
