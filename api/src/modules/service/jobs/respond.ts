import { bangkokDate } from '@boxyard/shared/domain';
import { targetsOf } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { APPOINTMENT_LIMITS } from '@boxyard/shared/domain/service/jobs.ts';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  named,
  refuseFaults,
} from '../../../kernel/index.ts';
import { approvedNow } from '../../../workflow/index.ts';
import { markPartsBillable } from '../../warehouse/index.ts';
import { followJob } from '../schedules/followJob.ts';
import { OCCURRENCE_TOUCHES } from '../schedules/type.ts';
import { type Booking, clashesOf, lockPeople } from './clashes.ts';
import { dispatcherFor } from './dispatchers.ts';
import { clockOfPlan, dropEstimates } from './estimate.ts';
import { notifyOfJob } from './notify.ts';
import { giveBackParts } from './parts.ts';
import { refreshServiceStatus } from './serviceStatus.ts';
import { promisedAnew } from './sla.ts';
import { techniciansOf } from './technicians.ts';
import { type JobRow, jobs, TOUCHES, withWorkers } from './type.ts';

type Body = Input<'jobs.managerResponse'>['body'];

const HOUR_MS = 3_600_000;

/** Target status of each answer; a job that waits for parts goes on waiting. */
const LEADS_TO = { accept: 'scheduled', needInfo: 'triaged', reject: 'rejected' } as const;

/** Faults of an appointment: it begins after the report and within a year, and lasts a day at most. */
export function appointmentFaults(
  ctx: Ctx,
  row: JobRow,
  { start, end }: { readonly start: number; readonly end: number },
): FieldFault[] {
  const first = row.reportedAt.getTime();
  const last = ctx.clock.now().getTime() + APPOINTMENT_LIMITS.daysAhead * 24 * HOUR_MS;
  const day = (instant: number) => bangkokDate(new Date(instant));
  const field = 'appointmentStart';
  return [
    ...(start < first ? [{ field, code: 'DATE_TOO_EARLY', params: { first: day(first) } }] : []),
    ...(start > last ? [{ field, code: 'DATE_TOO_LATE', params: { last: day(last) } }] : []),
    ...(end <= start ? [{ field: 'appointmentEnd', code: 'BEFORE_START' }] : []),
    ...(end - start > APPOINTMENT_LIMITS.hours * HOUR_MS
      ? [
          {
            field: 'appointmentEnd',
            code: 'APPOINTMENT_TOO_LONG',
            params: { max: APPOINTMENT_LIMITS.hours },
          },
        ]
      : []),
  ];
}

/** Faults of an answer by itself: its people, its time, its cause. */
async function responseFaults(ctx: Ctx, row: JobRow, body: Body): Promise<FieldFault[]> {
  const { decision, technicianIds = [], appointmentStart, appointmentEnd } = body;
  if (decision === 'reject') {
    return body.reason ? [] : [{ field: 'reason', code: 'REQUIRED' }];
  }
  if (decision === 'needInfo') return body.note ? [] : [{ field: 'note', code: 'REQUIRED' }];
  const faults: FieldFault[] = [];
  if (technicianIds.length === 0) faults.push({ field: 'technicianIds', code: 'REQUIRED' });
  const known = await techniciansOf(ctx, {
    companyId: row.companyId,
    kind: row.kind,
    userIds: technicianIds,
    teamId: body.teamId ?? row.teamId,
    known: row.technicianIds,
  });
  technicianIds.forEach((id, index) => {
    const field = `technicianIds[${index}]`;
    if (!known.has(id)) faults.push({ field, code: 'UNKNOWN_ID' });
    else if (technicianIds.indexOf(id) !== index) faults.push({ field, code: 'REPEATED' });
  });
  if (!appointmentStart) faults.push({ field: 'appointmentStart', code: 'REQUIRED' });
  if (!appointmentEnd) faults.push({ field: 'appointmentEnd', code: 'REQUIRED' });
  if (appointmentStart && appointmentEnd) {
    faults.push(
      ...appointmentFaults(ctx, row, {
        start: Date.parse(appointmentStart),
        end: Date.parse(appointmentEnd),
      }),
    );
  }
  return faults;
}

/**
 * Refuses a technician who is elsewhere at that time. The people are locked, so that two appointments
 * that are made at the same moment do not overlap.
 */
async function expectFree(ctx: Ctx, row: JobRow, asked: Booking): Promise<void> {
  await lockPeople(ctx, asked.technicianIds);
  const { busy, away } = await clashesOf(ctx, row, asked);
  const [job] = busy;
  if (job) {
    throw conflict('TECHNICIAN_BUSY', { name: job.name, job: named(jobs.type.subject, job) });
  }
  const [absence] = away;
  if (absence) throw conflict('TECHNICIAN_AWAY', { name: absence.name });
}

/** Answers a report: sends technicians, refuses it, or waits for what the customer has to say (2.10). */
export const respondToJob = jobs.action('managerResponse', {
  effect: async (ctx, row, body) => {
    const targets = targetsOf(jobMachine.actions['manager-response'], row.status);
    const wanted = LEADS_TO[body.decision];
    const isKept = body.decision === 'accept' && !targets.includes(wanted);
    // A job that was handed out is cancelled, not refused; one whose work was accepted before goes back to that.
    const isLost = body.decision === 'reject' && row.wasCompleted;
    if (isLost || (!isKept && !targets.includes(wanted))) {
      refuseFaults([{ field: 'decision', code: 'DECISION_TOO_LATE' }]);
    }
    refuseFaults(await responseFaults(ctx, row, body));
    const now = ctx.clock.now();
    const note = body.note || null;
    if (body.decision === 'reject') {
      await giveBackParts(ctx, row, body.reason ?? '');
      await dropEstimates(ctx, row);
      const reason = body.reason ?? null;
      await followJob(ctx, row, { is: 'skipped', cause: 'jobRejected', reason });
      return { to: wanted, set: { responseNote: note }, touches: OCCURRENCE_TOUCHES };
    }
    if (body.decision === 'needInfo') {
      return {
        to: wanted,
        set: {
          responseNote: note,
          // The clock stands while the customer is waited for.
          slaPausedAt: row.slaPausedAt ?? now,
          // Technicians who have begun go on with it.
          ...(row.isBegun ? {} : { technicianIds: [] }),
          appointmentStart: null,
          appointmentEnd: null,
        },
      };
    }
    const technicianIds = body.technicianIds ?? [];
    const [start, end] = [
      new Date(body.appointmentStart ?? now),
      new Date(body.appointmentEnd ?? now),
    ];
    await expectFree(ctx, row, { technicianIds, start, end });
    const teamId = body.teamId ?? row.teamId;
    const priority = body.priority ?? row.priority;
    const promised = await promisedAnew(ctx, row, priority);
    const clock = await clockOfPlan(ctx, { ...row, ...promised });
    const added = technicianIds.filter((id) => !row.technicianIds.includes(id));
    await notifyOfJob(ctx, row, {
      to: added,
      category: 'message',
      type: 'info',
      kind: 'tasks',
      title: {
        en: `Job ${row.documentNo} is yours`,
        th: `คุณได้รับมอบหมายงาน ${row.documentNo}`,
      },
      key: `assigned:${row.version}`,
    });
    return {
      to: isKept ? row.status : wanted,
      set: {
        ...(row.approvedAt === null ? approvedNow(ctx) : {}),
        priority,
        teamId,
        ...(teamId !== null && teamId !== row.teamId
          ? { dispatcherId: await dispatcherFor(ctx, { teamId, companyId: row.companyId }) }
          : {}),
        technicianIds: [...technicianIds],
        ...withWorkers(row, technicianIds),
        appointmentStart: start,
        appointmentEnd: end,
        responseNote: note,
        estimateLabour: body.estimateLabour ?? row.estimateLabour,
        estimateParts: body.estimateParts ?? row.estimateParts,
        ...promised,
        ...clock,
      },
      diff: { technicians: technicianIds, appointmentStart: start.toISOString() },
      notices: [],
      touches: TOUCHES,
    };
  },
  after: refreshServiceStatus,
});

/** Sets the coverage by hand, with a reason; the timeline keeps the one before. */
export const overrideCoverage = jobs.action('overrideCoverage', async (ctx, row, body) => {
  await markPartsBillable(ctx, {
    jobId: row.id,
    since: row.reopenedAt,
    isBillable: body.coverage === 'billable',
  });
  // A customer does not agree to what the company pays.
  const clock = body.coverage === 'billable' ? {} : await dropEstimates(ctx, row);
  return {
    set: { coverage: body.coverage, coverageReason: body.reason, ...clock },
    diff: { coverage: { from: row.coverage, to: body.coverage } },
  };
});
