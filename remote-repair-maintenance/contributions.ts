import {
  type CommandContribution,
  documentSearch,
  type PageEntry,
  type PanelContribution,
  type SearchContribution,
  type WidgetContribution,
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
  documentSearch({
    name: 'jobs',
    title: { en: 'Jobs', th: 'งานซ่อมและบำรุงรักษา' },
    page: 'repair-list',
    list: 'jobs.list',
    of: 'productModel',
    opens: 'repair-job-update',
  }),
];

export const commands: readonly CommandContribution[] = [
  {
    name: 'jobs-to-answer',
    title: { en: 'Jobs to hand out', th: 'งานที่รอจ่าย' },
    ability: 'repair-list:manager-response',
    page: 'repair-list',
    query: { status: 'reported,triaged', sort: 'slaDueAt' },
  },
  {
    name: 'jobs-late',
    title: { en: 'Jobs after the promised time', th: 'งานที่เกินเวลาที่สัญญา' },
    ability: 'repair-list:view',
    page: 'repair-list',
    query: { overdue: 'true', sort: 'slaDueAt' },
  },
];

export const widgets: readonly WidgetContribution[] = [
  {
    name: 'jobs-unsolved',
    title: { en: 'Open jobs', th: 'งานที่ยังไม่เสร็จ' },
    ability: 'repair-list:view',
    span: 'third',
    height: 316,
  },
];

export const panels: readonly PanelContribution[] = [
  {
    name: 'jobs-of-container',
    title: { en: 'Latest jobs', th: 'งานล่าสุด' },
    ability: 'repair-list:view',
    on: 'container-warehouse-tracking-info',
    record: 'container',
    height: 140,
    heightOnPhone: 200,
  },
  {
    name: 'jobs-of-customer',
    title: { en: 'Latest jobs', th: 'งานล่าสุด' },
    ability: 'repair-list:view',
    on: 'customer-data',
    record: 'customer',
    height: 140,
    heightOnPhone: 200,
  },
];
