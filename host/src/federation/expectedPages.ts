import type { PageContribution } from '@boxyard/shared/contract/remote.ts';
import { ROUTES } from '@boxyard/shared/domain/access/pages.ts';

/**
 * Pages of a remote by the table of routes. Only for a browser that has never reached the remote:
 * its addresses then say what is wrong instead of "not found". Loaded in that case alone.
 */
export function expectedPagesOf(remote: string): PageContribution[] {
  return ROUTES.filter((route) => route.remote === remote).map((route) => ({
    name: route.name,
    path: route.path,
    title: { en: route.title, th: route.titleTh },
    page: route.page,
    ...(route.needs === undefined ? {} : { needs: route.needs }),
    ...(route.parent === undefined ? {} : { parent: route.parent }),
    ...(route.requiresPrevious === undefined ? {} : { requiresPrevious: route.requiresPrevious }),
  }));
}
