import type { PageEntry } from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  'repair-list',
  'repair-job-create',
  'repair-job-update',
  'maintenance-list',
  'maintenance-job-detail',
];
