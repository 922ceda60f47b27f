// From a remote's contributions.ts (pure data: route names, or whole pages where a remote brings its
// own) to the JSON that the host reads before any code of the remote runs (architecture 2).
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CONTRACT_MAJOR,
  type Contributions,
  contributions,
  type PageContribution,
} from '../src/contract/remote.ts';
import { ROUTES, type RouteDef } from '../src/domain/access/pages.ts';

const readBefore = new Set<string>();

/** What the table of routes says about a name, in the words of the remote contract. */
function fromRoute(route: RouteDef): unknown {
  const { name, path, title, titleTh, page, skipAbility } = route;
  const { needs, requiresPrevious, layout, parent } = route;
  return {
    name,
    path,
    title: { en: title, th: titleTh },
    page,
    ...(skipAbility ? { skipAbility } : {}),
    ...(needs ? { needs } : {}),
    ...(requiresPrevious ? { requiresPrevious } : {}),
    ...(layout ? { layout } : {}),
    ...(parent ? { parent } : {}),
  };
}

function complete(remote: string, page: string | PageContribution): unknown {
  if (typeof page !== 'string') return page;
  const route = ROUTES.find((candidate) => candidate.name === page);
  if (!route) throw new Error(`${remote}/contributions.ts: no route is named "${page}"`);
  if (route.remote !== remote) {
    throw new Error(`${remote}/contributions.ts: "${page}" belongs to ${route.remote}`);
  }
  return fromRoute(route);
}

/** Reads, completes and checks the contributions of the remote in `dir`; throws with a sentence. */
export async function readContributions(dir: string, name: string): Promise<Contributions> {
  const file = join(dir, 'contributions.ts');
  // Node keeps a module for good: in a watch build only another address brings the changed file.
  const again = readBefore.has(file) ? `?${(await stat(file)).mtimeMs}` : '';
  readBefore.add(file);
  const { pages } = (await import(`${pathToFileURL(file).href}${again}`)) as {
    pages: readonly (string | PageContribution)[];
  };
  const manifest = await readFile(join(dir, 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };

  const checked = contributions.safeParse({
    name,
    version,
    contract: CONTRACT_MAJOR,
    pages: pages.map((page) => complete(name, page)),
  });
  if (!checked.success) {
    const issue = checked.error.issues[0];
    throw new Error(`${name}/contributions.ts: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const names = checked.data.pages.map((page) => page.name);
  const twice = names.find((page, index) => names.indexOf(page) !== index);
  if (twice) throw new Error(`${name}/contributions.ts names "${twice}" twice`);
  return checked.data;
}
