import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { startsFrom } from '@boxyard/shared/domain';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { isResolvedBy, type JobResult } from '@boxyard/shared/domain/service/jobs.ts';
import type { Step, StepAction } from './steps.ts';

type Check = JobDetail['checklist'][number];

/** A job as it will be when the steps that wait are done. */
export interface ProjectedJob extends JobDetail {
  /** Photographs of its work, those that wait among them. */
  readonly photoCount: number;
  /** Its work was reported as done. */
  readonly isReported: boolean;
}

const photosSince = ({ attachments, startedAt }: JobDetail): number =>
  attachments.filter(
    ({ kind, by, createdAt }) => kind === 'photo' && by !== null && createdAt >= (startedAt ?? ''),
  ).length;

function statusAfter({ status }: JobDetail, { action, body }: Step): string {
  switch (action) {
    case 'start':
    case 'resume':
      return 'inProgress';
    case 'pause':
      return body.pauseReason === 'parts' ? 'waitingParts' : 'scheduled';
    case 'technicianSummary': {
      const result = body.result as JobResult;
      return isResolvedBy(result)
        ? 'resolved'
        : result === 'needParts'
          ? 'waitingParts'
          : 'inProgress';
    }
    default:
      return status;
  }
}

/** Applies one step to a job as the server will. */
function applyStep(job: ProjectedJob, step: Step): ProjectedJob {
  const { action, body, at } = step;
  const next = { ...job, status: statusAfter(job, step) };
  if (action === 'start') return { ...next, startedAt: new Date(at).toISOString() };
  if (action === 'photo') return { ...next, photoCount: job.photoCount + 1 };
  if (action === 'technicianSummary') {
    return {
      ...next,
      isReported: isResolvedBy(body.result as JobResult),
      workDone: body.workDone as string,
    };
  }
  if (action !== 'answerChecks') return next;
  const answers = new Map(
    (body.checks as readonly Pick<Check, 'id' | 'answer' | 'note'>[]).map((one) => [one.id, one]),
  );
  return {
    ...next,
    checklist: job.checklist.map((check) => ({ ...check, ...answers.get(check.id) })),
  };
}

/** The job with the steps that wait, without those that were refused or set aside. */
export function projectJob(job: JobDetail, steps: readonly Step[]): ProjectedJob {
  const kept = {
    ...job,
    photoCount: photosSince(job),
    isReported: startsFrom(jobMachine, 'complete', job.status),
  };
  return steps
    .filter(({ jobId, state }) => jobId === job.id && state === 'waiting')
    .reduce(applyStep, kept);
}

const MACHINE_ACTIONS = {
  start: 'start',
  pause: 'pause',
  resume: 'resume',
  answerChecks: 'answer-checks',
  technicianSummary: 'technician-summary',
} as const;

/** Steps that are open next, by the machine that the server enforces. */
export function stepsOpen(job: ProjectedJob): readonly StepAction[] {
  const starts = (action: keyof typeof MACHINE_ACTIONS) =>
    startsFrom(jobMachine, MACHINE_ACTIONS[action], job.status);
  const isBegun = job.startedAt !== null;
  const isWorking = starts('pause');
  return [
    ...(starts('start') && !isBegun ? (['start'] as const) : []),
    ...(isBegun && !isWorking && starts('resume') ? (['resume'] as const) : []),
    ...(isBegun && isWorking ? (['pause'] as const) : []),
    ...(isWorking && job.checklist.length > 0 ? (['answerChecks'] as const) : []),
    ...(isBegun && !job.isReported ? (['photo'] as const) : []),
    ...(isWorking ? (['technicianSummary'] as const) : []),
  ];
}
