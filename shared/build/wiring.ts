// What joins the parts by name or path, checked before anything runs: one wrong path would otherwise
// fail every test that starts a server, and none of them would say which file it is in.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGE_VERBS, type RouteDef } from '../src/domain/access/pages.ts';

const root = join(import.meta.dirname, '..', '..');
const AREAS = join('shared', 'src', 'contract', 'areas');
const ROUTES_FILE = 'shared/src/domain/access/routes.json';

interface Call {
  readonly method: string;
  readonly path: string;
}
type Calls = Readonly<Record<string, Call>>;
/** The file that a call of the contract is written in. */
type FileOf = (call: string) => string;

/** Small letters, digits, hyphens and underscores between slashes; parameters begin with a colon. */
const CALL_PATH = /^(\/(:[A-Za-z]\w*|[\w-]+))+$/;
const ROUTE_PATH = /^\/$|^(\/(:[A-Za-z]\w*\??|[\w-]+|\*))+$/;

/** `/a/:id` and `/a/:other` are one path. */
const shapeOf = (path: string): string => path.replace(/:\w+\??/g, ':');

const twice = <T>(all: readonly T[], keyOf: (one: T) => string): [T, T][] =>
  all.flatMap((one, index) => {
    const first = all.findIndex((other) => keyOf(other) === keyOf(one));
    const other = all[first];
    return first < index && other !== undefined ? [[one, other] as [T, T]] : [];
  });

/** Sentences about calls that no server could be started with. */
export function callFaults(calls: Calls, handlers: object, fileOf: FileOf): string[] {
  const rows = Object.entries(calls).map(([name, row]) => ({ name, ...row }));
  const said = ({ name, method, path }: (typeof rows)[number]) =>
    `${fileOf(name)}: "${name}" (${method} ${path})`;
  return [
    ...rows
      .filter(({ path }) => !CALL_PATH.test(path))
      .map((row) => `${said(row)}: the path is malformed; it is like /material_parts/:id/history`),
    ...twice(rows, ({ method, path }) => `${method} ${shapeOf(path)}`).map(
      ([row, first]) =>
        `${said(row)}: "${first.name}" in ${fileOf(first.name)} has the same method and path`,
    ),
    ...rows
      .filter(({ name }) => !Object.hasOwn(handlers, name))
      .map((row) => `${said(row)}: no handler of api/src/modules answers it`),
    ...Object.keys(handlers)
      .filter((name) => !Object.hasOwn(calls, name))
      .map((name) => `api/src/modules: the handler "${name}" answers no call of the contract`),
  ];
}

/** Sentences about routes that lead nowhere or to two pages. */
export function routeFaults(routes: readonly RouteDef[], pages: object = PAGE_VERBS): string[] {
  const names = new Set(routes.map(({ name }) => name));
  const said = ({ name, path }: RouteDef) => `${ROUTES_FILE}: "${name}" (${path})`;
  const links = (route: RouteDef) =>
    [route.parent, route.requiresPrevious?.name, route.requiresPrevious?.fallback].filter(
      (one): one is string => one !== undefined && !one.startsWith('/'),
    );
  return [
    ...routes
      .filter(({ path }) => !ROUTE_PATH.test(path))
      .map((route) => `${said(route)}: the path is malformed; it begins with a slash`),
    ...twice(routes, ({ path }) => shapeOf(path)).map(
      ([route, first]) => `${said(route)}: "${first.name}" has the same path`,
    ),
    ...twice(routes, ({ name }) => name).map(([route]) => `${said(route)}: the name is taken`),
    ...routes
      .filter(({ page }) => page !== null && !Object.hasOwn(pages, page))
      .map((route) => `${said(route)}: permissions.json has no page "${route.page}"`),
    ...routes.flatMap((route) =>
      links(route)
        .filter((name) => !names.has(name))
        .map((name) => `${said(route)}: no route is named "${name}"`),
    ),
  ];
}

/** Finds the file of a call by the areas that the files export. */
async function contractFiles(): Promise<FileOf> {
  const files = readdirSync(join(root, AREAS)).filter((name) => /^\w+\.ts$/.test(name));
  const places = new Map<string, string>();
  for (const file of files) {
    const module = (await import(pathToFileURL(join(root, AREAS, file)).href)) as object;
    for (const [name, area] of Object.entries(module)) {
      if (!name.endsWith('Area')) continue;
      for (const call of Object.keys(area as object)) places.set(call, `${AREAS}/${file}`);
    }
  }
  return (call) => places.get(call) ?? AREAS;
}

/** The first file of the project in an error's stack. */
function placeOf(error: Error): string {
  const [, place] = /(?:file:\/\/)?((?:\/|[A-Z]:)[^\s()]*:\d+)(?::\d+)?\)?/.exec(
    (error.stack ?? '').replaceAll(/.*node_modules.*/g, ''),
  ) ?? [undefined, ''];
  return place?.replace(`${root}/`, '') ?? '';
}

const orSentence = async (work: () => Promise<string[]>): Promise<string[]> =>
  work().catch((error: Error) => [`${placeOf(error)}: ${error.message}`]);

/** Everything that is wrong between contract, server, routes and remotes. */
export async function wiringFaults(): Promise<string[]> {
  const remotes = readdirSync(root).filter((name) => name.startsWith('remote-'));
  const calls = await orSentence(async () => {
    const { contract } = await import('../src/contract/index.ts');
    const modules = join(root, 'api', 'src', 'modules', 'index.ts');
    const { handlers } = (await import(pathToFileURL(modules).href)) as { handlers: object };
    return callFaults(contract as unknown as Calls, handlers, await contractFiles());
  });
  const routes = await orSentence(async () => {
    const { ROUTES } = await import('../src/domain/access/pages.ts');
    return routeFaults(ROUTES);
  });
  if (calls.length + routes.length > 0) return [...calls, ...routes];
  const { readContributions } = await import('./contributions.ts');
  const contributed = await Promise.all(
    remotes.map((name) =>
      // Its sentences name the file.
      readContributions(join(root, name), name).then(
        () => [],
        (error: Error) => [error.message],
      ),
    ),
  );
  return contributed.flat();
}
