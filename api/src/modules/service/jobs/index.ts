import { jobPartChoices } from '../../warehouse/index.ts';
import { assignJob } from './assign.ts';
import { jobBacklog } from './backlog.ts';
import { readBoard } from './board.ts';
import { invoiceJob, jobInvoices, payForJob } from './charge.ts';
import { answerChecks } from './checks.ts';
import { cancelJob, closeJob, completeJob, reopenJob, writeFinalReport } from './finish.ts';
import { jobList, jobMaster } from './list.ts';
import { readMap } from './map.ts';
import { askForParts, returnParts } from './parts.ts';
import { jobPdf } from './pdf.ts';
import { readPlanning } from './planningCalendar.ts';
import { presentJob } from './present.ts';
import { createJob, updateJob } from './report.ts';
import { overrideCoverage, respondToJob } from './respond.ts';
import { suggestTechnicians } from './suggest.ts';
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
    assign: assignJob,
    overrideCoverage,
    start: startJob,
    pause: pauseJob,
    resume: resumeJob,
    stockSummary: askForParts,
    returnParts,
    answerChecks,
    technicianSummary: summariseWork,
    complete: completeJob,
    finalReport: writeFinalReport,
    invoice: invoiceJob,
    manualPayment: payForJob,
    close: closeJob,
    reopen: reopenJob,
    cancel: cancelJob,
  },
  document: jobPdf,
  others: {
    parts: jobPartChoices.run,
    invoices: jobInvoices,
    planning: readPlanning,
    backlog: jobBacklog.run,
    board: readBoard,
    map: readMap,
    technicians: suggestTechnicians,
  },
});

export const jobFamily = jobs.family({ workItems: jobWorkItems });
