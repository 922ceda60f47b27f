import { targetsOf } from '@boxyard/shared/domain/machine/machine.ts';
import { bookedJobStatuses, jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  refuseFaults,
} from '../../../kernel/index.ts';
import { approvedNow } from '../../../workflow/index.ts';
import { followJob } from '../schedules/followJob.ts';
import { OCCURRENCE_TOUCHES } from '../schedules/type.ts';
import { notifyOfJob } from './notify.ts';
import { refreshServiceStatus } from './serviceStatus.ts';
import { afterPause, promisedAnew } from './sla.ts';
import { techniciansOf } from './technicians.ts';
import { type JobRow, jobs, TOUCHES } from './type.ts';

type Body = Input<'jobs.managerResponse'>['body'];

/** Where each answer leads, unless the state leaves no choice: a job that waits for parts goes on waiting. */
const LEADS_TO = { accept: 'scheduled', needInfo: 'triaged', reject: 'rejected' } as const;

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
  });
  technicianIds.forEach((id, index) => {
    const field = `technicianIds[${index}]`;
    if (!known.has(id)) faults.push({ field, code: 'UNKNOWN_ID' });
    else if (technicianIds.indexOf(id) !== index) faults.push({ field, code: 'REPEATED' });
  });
  if (!appointmentStart) faults.push({ field: 'appointmentStart', code: 'REQUIRED' });
  if (!appointmentEnd) faults.push({ field: 'appointmentEnd', code: 'REQUIRED' });
  if (appointmentStart && appointmentEnd && appointmentEnd <= appointmentStart) {
    faults.push({ field: 'appointmentEnd', code: 'BEFORE_START' });
  }
  return faults;
}

/**
 * Refuses a technician who is elsewhere at that time. The people are locked, so that two appointments
 * that are made at the same moment do not overlap.
 */
async function expectFree(
  ctx: Ctx,
  row: JobRow,
  asked: { readonly technicianIds: readonly string[]; readonly start: Date; readonly end: Date },
): Promise<void> {
  const ids = [...asked.technicianIds].sort();
  await ctx.db
    .selectFrom('users')
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();
  const { rows } = await ctx.pg.query<{ name: string; documentNo: string }>({
    name: 'jobs.booked',
    text: `select u.full_name as name, j.document_no as "documentNo"
      from jobs j join users u on u.id = any(j.technician_ids) and u.id = any($1::uuid[])
      where j.technician_ids && $1::uuid[] and j.id <> $2 and j.status = any($3)
        and j.appointment_start < $5 and j.appointment_end > $4
      order by j.appointment_start limit 1`,
    values: [ids, row.id, [...bookedJobStatuses], asked.start, asked.end],
  });
  const [busy] = rows;
  if (busy) throw conflict('TECHNICIAN_BUSY', { name: busy.name, job: busy.documentNo });
  const { rows: absences } = await ctx.pg.query<{ name: string }>({
    name: 'jobs.away',
    text: `select u.full_name as name from technician_absences a join users u on u.id = a.user_id
      where a.user_id = any($1::uuid[]) and a.starts_at < $3 and a.ends_at > $2
      order by a.starts_at limit 1`,
    values: [ids, asked.start, asked.end],
  });
  const [away] = absences;
  if (away) throw conflict('TECHNICIAN_AWAY', { name: away.name });
}

/** Leader of a team, to whom its jobs are. */
async function leaderOf(
  ctx: Ctx,
  { teamId, companyId }: { readonly teamId: string; readonly companyId: string },
): Promise<string | null> {
  const { rows } = await ctx.pg.query<{ leaderId: string | null }>({
    name: 'jobs.leader',
    text: `select l.id as "leaderId" from teams t
      left join users l on l.team_id = t.id and l.team_position = 'leader'
      where t.id = $1 and t.company_id = $2 and t.is_active and t.type = 'engineer'`,
    values: [teamId, companyId],
  });
  const [team] = rows;
  if (!team) return refuseFaults([{ field: 'teamId', code: 'UNKNOWN_ID' }]) as never;
  return team.leaderId;
}

/** Answers a report: sends technicians, refuses it, or waits for what the customer has to say (2.10). */
export const respondToJob = jobs.action('managerResponse', {
  effect: async (ctx, row, body) => {
    const targets = targetsOf(jobMachine.actions['manager-response'], row.status);
    const wanted = LEADS_TO[body.decision];
    const isKept = body.decision === 'accept' && !targets.includes(wanted);
    // A job that was handed out is cancelled, not refused.
    if (!isKept && !targets.includes(wanted)) {
      refuseFaults([{ field: 'decision', code: 'DECISION_TOO_LATE' }]);
    }
    refuseFaults(await responseFaults(ctx, row, body));
    const now = ctx.clock.now();
    const note = body.note || null;
    if (body.decision === 'reject') {
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
          technicianIds: [],
          appointmentStart: null,
          appointmentEnd: null,
        },
        diff: { note },
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
          ? { dispatcherId: await leaderOf(ctx, { teamId, companyId: row.companyId }) }
          : {}),
        technicianIds: [...technicianIds],
        appointmentStart: start,
        appointmentEnd: end,
        responseNote: note,
        estimateLabour: body.estimateLabour ?? row.estimateLabour,
        estimateParts: body.estimateParts ?? row.estimateParts,
        slaPausedAt: null,
        ...promised,
        slaDueAt: await afterPause(ctx, { ...row, ...promised }),
      },
      diff: { technicians: technicianIds, appointmentStart: start.toISOString(), note },
      notices: [],
      touches: TOUCHES,
    };
  },
  after: refreshServiceStatus,
});

/** Sets the coverage by hand, with a reason; the timeline keeps the one before. */
export const overrideCoverage = jobs.action('overrideCoverage', async (_ctx, row, body) => ({
  set: { coverage: body.coverage, coverageReason: body.reason },
  diff: { coverage: { from: row.coverage, to: body.coverage } },
}));
