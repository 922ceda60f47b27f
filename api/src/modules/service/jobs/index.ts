import { answerChecks } from './checks.ts';
import { cancelJob, closeJob, completeJob, reopenJob, writeFinalReport } from './finish.ts';
import { jobList, jobMaster } from './list.ts';
import { jobPdf } from './pdf.ts';
import { presentJob } from './present.ts';
import { createJob, updateJob } from './report.ts';
import { overrideCoverage, respondToJob } from './respond.ts';
import { jobs } from './type.ts';
import { pauseJob, resumeJob, startJob, summariseWork } from './work.ts';
import { jobWorkItems } from './workItems.ts';

/** Repair and maintenance jobs (domain-containers 2.10). */
export const jobHandlers = jobs.handlers({
  present: presentJob,
  list: jobList,
  master: jobMaster,
  create: createJob,
  actions: {
    update: updateJob,
    managerResponse: respondToJob,
    overrideCoverage,
    start: startJob,
    pause: pauseJob,
    resume: resumeJob,
    answerChecks,
    technicianSummary: summariseWork,
    complete: completeJob,
    finalReport: writeFinalReport,
    close: closeJob,
    reopen: reopenJob,
    cancel: cancelJob,
  },
  document: jobPdf,
});

export const jobFamily = jobs.family({ workItems: jobWorkItems });
