import type { PageEntry, SearchContribution } from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  { name: 'activity-log', list: { call: 'activityLogs.list' } },
  'contract-header',
  'engineer-teams',
  'purchase-header',
  { name: 'roles', list: { call: 'roles.list', unless: ['tab'] } },
  'sales-groups',
  'system-menu',
  'territories',
  { name: 'users', list: { call: 'users.list' } },
];

export const search: readonly SearchContribution[] = [
  {
    name: 'users',
    title: { en: 'Users', th: 'ผู้ใช้งาน' },
    ability: 'users:view',
    list: 'users.list',
    fields: { title: ['firstName', 'lastName'], subtitle: ['email'] },
    opens: { page: 'users', query: 'record' },
  },
];
