import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {
    'repair-list': () => import('./features/jobs/jobs.list.page.tsx'),
    'repair-job-create': () => import('./features/jobs/jobs.create.page.tsx'),
    'repair-job-update': () => import('./features/jobs/jobs.document.page.tsx'),
    'maintenance-list': () => import('./features/jobs/maintenance.list.page.tsx'),
    'maintenance-job-detail': () => import('./features/jobs/maintenance.document.page.tsx'),
  },
  widgets: {
    'jobs-unsolved': () => import('./features/jobs/unsolved.widget.tsx'),
  },
  panels: {
    'jobs-of-container': () => import('./features/jobs/ofContainer.panel.tsx'),
    'jobs-of-customer': () => import('./features/jobs/ofCustomer.panel.tsx'),
  },
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
