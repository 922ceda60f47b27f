import type { PageContribution } from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly (string | PageContribution)[] = [
  'categories',
  'parts-warehouse',
  'parts-warehouse-tracking',
  'suppliers',
  'import-warehouse',
  'import-warehouse-detail',
  'parts-requisition',
  'parts-requisition-create',
  'parts-requisition-edit',
  'parts-requisition-view',
];
