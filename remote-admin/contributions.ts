import type { PageContribution } from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly (string | PageContribution)[] = [
  'activity-log',
  'contract-header',
  'engineer-teams',
  'purchase-header',
  'roles',
  'sales-groups',
  'system-menu',
  'territories',
  'users',
];
