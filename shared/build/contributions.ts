// From a remote's contributions.ts (pure data: route names, or whole pages where a remote brings its
// own) to the JSON that the host reads before any code of the remote runs (architecture 2).
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contract, type Endpoint } from '../src/contract/index.ts';
import {
  CONTRACT_MAJOR,
  type Contributions,
  claimsOf,
  contributions,
  type FirstList,
  type NamedList,
  type PageContribution,
  type PageEntry,
  type SearchContribution,
} from '../src/contract/remote.ts';
import { ROUTES, type RouteDef } from '../src/domain/access/pages.ts';
import { machineOf } from '../src/domain/machines.ts';
import { firstTabOf } from '../src/kit/list/firstTab.ts';

const readBefore = new Set<string>();

/** What the table of routes says about a name, in the words of the remote contract. */
function fromRoute(route: RouteDef): object {
  const { name, path, title, titleTh, page, skipAbility } = route;
  const { needs, requiresPrevious, layout, parent, access } = route;
  return {
    name,
    path,
    title: { en: title, th: titleTh },
    page,
    ...(access === 'public' ? {} : { roles: access }),
    ...(skipAbility ? { skipAbility } : {}),
    ...(needs ? { needs } : {}),
    ...(requiresPrevious ? { requiresPrevious } : {}),
    ...(layout ? { layout } : {}),
    ...(parent ? { parent } : {}),
  };
}

const rows: Readonly<Record<string, Endpoint>> = contract;

/** What a page's first list begins with, as the kit works it out from the same machine. */
function completeList({ call, machine: id, firstTab, unless }: NamedList): FirstList {
  const row = rows[call];
  const machine = id === undefined ? undefined : machineOf(id);
  if (id !== undefined && machine === undefined) throw new Error(`no machine is named "${id}"`);
  const own = { ...(machine ? { machine } : {}), ...(firstTab ? { firstTab } : {}) };
  const begins = row?.kind === 'list' ? firstTabOf(row.list, own) : undefined;
  return { call, ...(begins ? { begins: [...begins] } : {}), ...(unless ? { unless } : {}) };
}

function complete(remote: string, entry: PageEntry): unknown {
  if (typeof entry !== 'string' && entry.path !== undefined) return entry;
  const { name, flag, list }: Exclude<PageEntry, string | PageContribution> =
    typeof entry === 'string' ? { name: entry } : entry;
  const route = ROUTES.find((candidate) => candidate.name === name);
  if (!route) throw new Error(`${remote}/contributions.ts: no route is named "${name}"`);
  if (route.remote !== remote) {
    throw new Error(`${remote}/contributions.ts: "${name}" belongs to ${route.remote}`);
  }
  return {
    ...fromRoute(route),
    ...(flag === undefined ? {} : { flag }),
    ...(list === undefined ? {} : { list: completeList(list) }),
  };
}

interface SchemaDef {
  readonly innerType?: { readonly _zod: { readonly def: SchemaDef } };
  readonly shape?: Readonly<Record<string, { readonly _zod: { readonly def: SchemaDef } }>>;
  readonly element?: { readonly _zod: { readonly def: SchemaDef } };
}

/** Whether a row has a field at a path; what may be null is looked through. */
function hasField(def: SchemaDef, [first, ...rest]: readonly string[]): boolean {
  if (def.innerType) return hasField(def.innerType._zod.def, [first ?? '', ...rest]);
  const field = def.element && /^\d+$/.test(first ?? '') ? def.element : def.shape?.[first ?? ''];
  return field !== undefined && (rest.length === 0 || hasField(field._zod.def, rest));
}

/** What is wrong with a search provider that its schema cannot see; null when nothing is. */
function searchFault({ list, ability, fields, opens }: SearchContribution): string | null {
  const row = rows[list];
  if (row?.kind !== 'list') return `the contract has no list "${list}"`;
  if (row.list.searchable === false) return `"${list}" takes no search`;
  if (row.access.kind === 'ability' && !row.access.anyOf.includes(ability)) {
    return `"${list}" asks for ${row.access.anyOf.join(' or ')}, not for ${ability}`;
  }
  const paths = Object.values(fields).flatMap((list) => list ?? []);
  if (opens.beside) paths.push(opens.beside.field);
  const unknown = paths.find((path) => !hasField(row.row._zod.def as SchemaDef, path.split('.')));
  return unknown === undefined ? null : `"${list}" has no field "${unknown}"`;
}

/** What is wrong with a page's first list: an address alone has to say what it asks for. */
function listFault({ path, list }: PageContribution): string | null {
  if (list === undefined) return null;
  const row = rows[list.call];
  if (row?.kind !== 'list') return `the contract has no list "${list.call}"`;
  const needy = [path, row.path].find((one) => one.includes(':'));
  return needy === undefined ? null : `"${needy}" needs more than its query`;
}

/** Sentences about what is well-formed and leads nowhere. */
function faultsOf(found: Contributions): string[] {
  const paths = new Map(
    [...ROUTES, ...found.pages].map(({ name, path }): [string, string] => [name, path]),
  );
  const hasParam = (page: string, param: string) =>
    paths.get(page)?.split('/').includes(`:${param}`) === true;
  const isPlain = (page: string) => !/[:*]/.test(paths.get(page) ?? '');
  const noPage = (page: string) => (paths.has(page) ? null : `no route is named "${page}"`);
  const targetFault = (opens: SearchContribution['opens']): string | null => {
    const { page, param, query, beside } = opens;
    if ((param === undefined) === (query === undefined))
      return 'either "param" or "query" is named';
    const missing = [param, beside?.param].find((one) => one !== undefined && !hasParam(page, one));
    if (missing !== undefined) return `"${page}" has no :${missing}`;
    return query !== undefined && !isPlain(page) ? `"${page}" needs a record` : null;
  };
  const each = <T extends { readonly name: string }>(
    list: readonly T[] | undefined,
    fault: (one: T) => string | null,
  ): string[] =>
    (list ?? []).flatMap((one) => {
      const said = fault(one);
      return said === null ? [] : [`"${one.name}": ${said}`];
    });
  const keys = claimsOf(found).flatMap((claim) => claim.keys.map((key) => ({ key, claim })));
  const twice = keys.find(({ key }, index) => keys.findIndex((one) => one.key === key) !== index);
  return [
    ...(twice ? [`${twice.claim.what} ${twice.claim.label} is named twice`] : []),
    ...each(found.pages, listFault),
    ...each(found.panels, ({ on }) => noPage(on)),
    ...each(found.search, (one) => noPage(one.opens.page) ?? targetFault(one.opens)),
    ...each(found.search, searchFault),
    ...each(
      found.commands,
      ({ page }) => noPage(page) ?? (isPlain(page) ? null : `"${page}" needs a record`),
    ),
  ];
}

/** Reads, completes and checks the contributions of the remote in `dir`; throws with a sentence. */
export async function readContributions(dir: string, name: string): Promise<Contributions> {
  const file = join(dir, 'contributions.ts');
  // Node keeps a module for good: in a watch build only another address brings the changed file.
  const again = readBefore.has(file) ? `?${(await stat(file)).mtimeMs}` : '';
  readBefore.add(file);
  const { pages, widgets, panels, search, commands } = (await import(
    `${pathToFileURL(file).href}${again}`
  )) as Partial<Contributions> & { readonly pages: readonly PageEntry[] };
  const manifest = await readFile(join(dir, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };

  const checked = contributions.safeParse({
    name,
    version,
    contract: CONTRACT_MAJOR,
    pages: pages.map((page) => complete(name, page)),
    ...{ widgets, panels, search, commands },
  });
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw new Error(`${name}/contributions.ts: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const [fault] = faultsOf(checked.data);
  if (fault !== undefined) throw new Error(`${name}/contributions.ts: ${fault}`);
  return checked.data;
}
