import type { PageContribution } from '../contract/remote.ts';
import { mayDo } from './ability.tsx';
import { isFlagOn } from './flags.ts';

/** Every page of the application by route name: the host's own and the contributed ones. */
const pages = new Map<string, PageContribution>();

export function registerPages(contributed: readonly PageContribution[]): void {
  for (const page of contributed) pages.set(page.name, page);
}

export const pageOf = (name: string): PageContribution | undefined => pages.get(name);
export const allPages = (): readonly PageContribution[] => [...pages.values()];

type Query = Readonly<Record<string, string | undefined>>;

/** A path pattern with its parameters filled in: `/parts/:id` → `/parts/42`. */
export const fillPath = (pattern: string, params: Readonly<Record<string, string | undefined>>) =>
  pattern.replace(/:([A-Za-z]\w*)\??/g, (whole, name: string) => {
    const value = params[name];
    return value === undefined ? whole : encodeURIComponent(value);
  });

/** The address of a page by its route name: `pathOf('purchase-request', {id})`. */
export function pathOf(
  name: string,
  params: Readonly<Record<string, string>> = {},
  query: Query = {},
): string {
  const page = pages.get(name);
  if (!page) throw new Error(`no route is named "${name}"`);
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value) search.set(key, value);
  const text = search.toString();
  return fillPath(page.path, params) + (text === '' ? '' : `?${text}`);
}

/**
 * Whether a page's abilities are held: `<page>:view`, unless the page skips the check, and what it
 * needs besides (specification 2, Guard rules). False for a page that is not installed or whose flag
 * is off.
 */
export function mayOpen(name: string): boolean {
  const page = pages.get(name);
  if (!page || !isFlagOn(page.flag)) return false;
  const view = page.skipAbility === true || page.page === null || mayDo(`${page.page}:view`);
  return view && (page.needs === undefined || mayDo(page.needs));
}
