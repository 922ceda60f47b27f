import type { ServerModule } from '../../workflow/index.ts';
import { jobFamily, jobHandlers } from './jobs/index.ts';
import { watchJobsNightly } from './jobs/watch.ts';

export { watchJobs } from './jobs/watch.ts';

/** Service at customers and in warehouses: jobs from the report to the signature (domain-containers 2.10). */

export const serviceModule = {
  handlers: { ...jobHandlers },
  nightly: [watchJobsNightly],
  families: [jobFamily],
} satisfies ServerModule;
