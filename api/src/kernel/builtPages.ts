import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contributions } from '@boxyard/shared/contract';
import { PAGE_VERBS } from '@boxyard/shared/domain';
import { viewAbilities } from './viewAbilities.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Pages of the host itself. */
const HOST_PAGES = ['dashboard'];

/** Pages of the remotes that are built here, by their own word; null where none is built. */
function contributed(root: string): Set<string> | null {
  const files = readdirSync(root)
    .filter((name) => name.startsWith('remote-'))
    .map((name) => join(root, name, 'dist', 'contributions.json'))
    .filter((file) => existsSync(file));
  if (files.length === 0) return null;
  const pages = files.flatMap((file) => {
    try {
      const read = contributions.safeParse(JSON.parse(readFileSync(file, 'utf8')));
      return read.success
        ? read.data.pages.flatMap(({ page }) => (page === null ? [] : [page]))
        : [];
    } catch {
      return [];
    }
  });
  return new Set([...pages, ...HOST_PAGES]);
}

/** Pages whose list the server answers: what may be shown where no remote is built (tests). */
function answered(): Set<string> {
  const pages = [...viewAbilities().values()].flat().map((ability) => ability.split(':')[0] ?? '');
  return new Set([...pages.filter((page) => Object.hasOwn(PAGE_VERBS, page)), ...HOST_PAGES]);
}

const BELIEVED_MS = 5000;

/**
 * The pages that work: the menu shows no others. Read from the remotes' contributions, and again
 * after a while, since a remote is deployed alone.
 */
export function builtPagesReader(root = ROOT): () => ReadonlySet<string> {
  let known: ReadonlySet<string> | undefined;
  let readAt = 0;
  return () => {
    if (known === undefined || performance.now() - readAt > BELIEVED_MS) {
      known = contributed(root) ?? answered();
      readAt = performance.now();
    }
    return known;
  };
}
