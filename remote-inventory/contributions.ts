import type { PageEntry } from '@boxyard/shared/contract/remote.ts';
import {
  documentSearch,
  type PanelContribution,
  type SearchContribution,
} from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  'container-requisition',
  'container-requisition-create',
  'container-requisition-detail',
  'company-groups',
  'container-warehouse',
  'container-create',
  'container-create-parts',
  'container-update',
  'update-parts',
  'container-warehouse-edit-parts',
  'container-warehouse-edit-status',
  'container-warehouse-update-software',
  'container-warehouse-tracking-info',
  'import-warehouse-inventory',
  'import-warehouse-inventory-detail',
];

export const search: readonly SearchContribution[] = [
  documentSearch({
    name: 'container-requisitions',
    title: { en: 'Container requisitions', th: 'ใบเบิกตู้' },
    page: 'container-requisition',
    list: 'containerRequisitions.list',
    of: 'warehouse',
    opens: 'container-requisition-detail',
  }),
];

export const panels: readonly PanelContribution[] = [
  {
    name: 'containers-of-part',
    title: { en: 'Containers with this part', th: 'ตู้ที่ใช้อะไหล่นี้' },
    ability: 'container-warehouse:view',
    on: 'parts-warehouse-tracking',
    record: 'part',
    height: 140,
    heightOnPhone: 200,
  },
];
