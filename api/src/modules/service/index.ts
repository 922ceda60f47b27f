import type { ServerModule } from '../../workflow/index.ts';
import { jobFamily, jobHandlers } from './jobs/index.ts';
import { endJobsOf } from './jobs/leaving.ts';
import { watchJobsNightly } from './jobs/watch.ts';
import { absenceHandlers } from './masters/absences.ts';
import { jobCodeConstraints, jobCodeHandlers } from './masters/codes.ts';
import { skillConstraints, skillHandlers } from './masters/skills.ts';
import { TECHNICIAN_SCOPES } from './masters/technicians.ts';

export { watchJobs } from './jobs/watch.ts';

/** Service at customers and in warehouses: jobs from the report to the final report (domain-containers 2.10). */
export const serviceModule = {
  handlers: { ...jobHandlers, ...jobCodeHandlers, ...skillHandlers, ...absenceHandlers },
  constraints: { ...jobCodeConstraints, ...skillConstraints },
  nightly: [watchJobsNightly],
  families: [jobFamily],
  recordScopes: TECHNICIAN_SCOPES,
  leaving: endJobsOf,
} satisfies ServerModule;
