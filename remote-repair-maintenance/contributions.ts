import type {
  CommandContribution,
  PageEntry,
  SearchContribution,
} from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  'repair-list',
  'repair-job-create',
  'repair-job-update',
  'maintenance-list',
  'maintenance-job-detail',
];

export const search: readonly SearchContribution[] = [
  {
    name: 'jobs',
    title: { en: 'Repair and maintenance jobs', th: 'งานซ่อมและบำรุงรักษา' },
    ability: 'repair-list:view',
    list: 'jobs.list',
    fields: {
      title: ['documentNo'],
      subtitle: ['product.serialNumber', 'symptom'],
      date: ['reportedAt'],
    },
    opens: { page: 'repair-job-update', param: 'id' },
  },
];

export const commands: readonly CommandContribution[] = [
  {
    name: 'jobs-overdue',
    title: { en: 'Overdue jobs', th: 'งานที่เกินกำหนด' },
    ability: 'repair-list:view',
    page: 'repair-list',
    query: { overdue: 'true' },
  },
];
