import { reportsArea } from '@boxyard/shared/contract/areas/reports.ts';
import type { PageEntry } from '@boxyard/shared/contract/remote.ts';

/**
 * Pages that work, by route name; the build writes dist/contributions.json from it. A report begins with
 * this month, which its address says only once the page is there: nothing is asked for before.
 */
export const pages: readonly PageEntry[] = Object.values(reportsArea).map(
  ({ report }) => report.slug,
);
