import type { ServerModule } from '../../workflow/index.ts';
import { containerMaintenanceHandlers } from './containers/handlers.ts';
import { estimateLinkHandlers } from './estimates/link.ts';
import { ESTIMATE_SCOPE } from './estimates/type.ts';
import { faultReportHandlers, REPORT_SCOPE, tidyFaultReports } from './faultReports/index.ts';
import { jobFamily, jobHandlers } from './jobs/index.ts';
import { endJobsOf } from './jobs/leaving.ts';
import { tidyUploads, uploadHandlers } from './jobs/uploads.ts';
import { remindOfParts } from './jobs/waiting.ts';
import { acceptSilent, expireEstimates, watchPromises } from './jobs/watch.ts';
import { absenceHandlers } from './masters/absences.ts';
import { jobCodeConstraints, jobCodeHandlers } from './masters/codes.ts';
import { skillConstraints, skillHandlers } from './masters/skills.ts';
import { TECHNICIAN_SCOPES } from './masters/technicians.ts';
import { planMaintenance } from './schedules/generate.ts';
import { scheduleHandlers } from './schedules/handlers.ts';
import { occurrenceHandlers } from './schedules/occurrences.ts';
import { readingHandlers } from './schedules/readings.ts';
import { SCHEDULE_SCOPE } from './schedules/type.ts';

export { customerIsTold } from './jobs/told.ts';
export { watchJobs } from './jobs/watch.ts';
export { planMaintenance } from './schedules/generate.ts';

/** Service at customers and in warehouses: jobs from the report to the final report, and their schedules (domain-containers 2.10). */
export const serviceModule = {
  handlers: {
    ...jobHandlers,
    ...uploadHandlers,
    ...faultReportHandlers,
    ...estimateLinkHandlers,
    ...jobCodeHandlers,
    ...skillHandlers,
    ...absenceHandlers,
    ...scheduleHandlers,
    ...occurrenceHandlers,
    ...readingHandlers,
    ...containerMaintenanceHandlers,
  },
  constraints: { ...jobCodeConstraints, ...skillConstraints },
  nightly: [watchPromises, remindOfParts, tidyFaultReports, tidyUploads],
  nightlyApart: [expireEstimates, acceptSilent, planMaintenance],
  families: [jobFamily],
  recordScopes: { ...TECHNICIAN_SCOPES, ...SCHEDULE_SCOPE, ...REPORT_SCOPE, ...ESTIMATE_SCOPE },
  leaving: endJobsOf,
} satisfies ServerModule;
