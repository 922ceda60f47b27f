import type { PageContribution } from '@boxyard/shared/contract/remote.ts';
import { fillPath } from '@boxyard/shared/runtime/routes.ts';

export interface Crumb {
  readonly text: string;
  /** Absent: a text, not a link (the area, and the page itself). */
  readonly to?: string;
}

interface Context {
  readonly page: PageContribution;
  readonly pageOf: (name: string) => PageContribution | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: string;
  /** Title of a route in the language shown, or what the page calls its record. */
  readonly titleOf: (page: PageContribution) => string;
  /** Name of an area by the first segment of the path. */
  readonly areaOf: (segment: string) => string | null;
}

/**
 * Area, parent chain, page (specification 2, Shell): titles or names of the routes, parameters
 * replaced by their current values, the query kept unless the route says not.
 */
export function crumbsOf({ page, pageOf, params, search, titleOf, areaOf }: Context): Crumb[] {
  const chain: PageContribution[] = [];
  const seen = new Set([page.name]);
  for (let up = page.parent; up !== undefined && !seen.has(up); ) {
    const parent = pageOf(up);
    if (!parent) break;
    seen.add(up);
    chain.unshift(parent);
    up = parent.parent;
  }
  const area = areaOf(page.path.split('/')[1] ?? '');
  return [
    ...(area === null ? [] : [{ text: area }]),
    ...chain.map((parent) => ({
      text: titleOf(parent) || parent.name,
      to: fillPath(parent.path, params) + (parent.keepQuery === false ? '' : search),
    })),
    { text: titleOf(page) || page.name },
  ];
}
