import {
  type AssignmentWarning,
  doesSpanLeaveHours,
} from '@boxyard/shared/domain/service/planning.ts';
import {
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  refuseFaults,
  settingOf,
} from '../../../kernel/index.ts';
import { approvedNow, hiddenDocuments } from '../../../workflow/index.ts';
import { type Booking, clashesOf, lockPeople } from './clashes.ts';
import { clockOfPlan } from './estimate.ts';
import { notifyOfJob } from './notify.ts';
import { appointmentFaults } from './respond.ts';
import { refreshServiceStatus } from './serviceStatus.ts';
import { techniciansOf } from './technicians.ts';
import { type JobRow, jobs, TOUCHES, withWorkers } from './type.ts';

type Body = Input<'jobs.assign'>['body'];

/** An objection to an assignment; whoever confirms it sends its key back. */
export interface Objection {
  readonly key: string;
  readonly code: AssignmentWarning;
  readonly technician: { readonly id: string; readonly name: string } | null;
  readonly job: { readonly id: string | null; readonly documentNo: string | null } | null;
  readonly from: Date | null;
  readonly until: Date | null;
}

/** Technicians without a skill for the type of a container. */
export async function unskilledOf(
  ctx: Ctx,
  { productId, userIds }: { readonly productId: string; readonly userIds: readonly string[] },
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const { rows } = await ctx.pg.query<{ id: string; name: string }>({
    name: 'jobs.unskilled',
    text: `select u.id, u.full_name as name from users u
      where u.id = any($1::uuid[]) and not exists (select 1 from technician_skills s
        join products p on p.id = $2 and p.product_type_id = s.product_type_id
        where s.user_id = u.id)
      order by u.full_name, u.id`,
    values: [userIds, productId],
  });
  return rows;
}

/**
 * Everything that speaks against sending these people at that time. A job that this person may not see is
 * told without its number.
 */
export async function objectionsTo(
  ctx: Ctx,
  row: Pick<JobRow, 'id' | 'companyId' | 'productId' | 'slaDueAt' | 'slaPausedAt'>,
  booking: Booking,
): Promise<readonly Objection[]> {
  const [{ busy, away }, unskilled, calendar] = await Promise.all([
    clashesOf(ctx, row, booking),
    unskilledOf(ctx, { productId: row.productId, userIds: booking.technicianIds }),
    settingOf(ctx, { companyId: row.companyId, key: 'service.calendar' }),
  ]);
  const hidden = await hiddenDocuments(
    ctx,
    busy.map(({ id }) => ({ type: jobs.type.subject, id })),
  );
  const plain = { technician: null, job: null, from: null, until: null };
  const due = row.slaPausedAt === null ? row.slaDueAt : null;
  return [
    ...busy.map(({ technicianId, name, id, documentNo, start, end }) => ({
      key: `busy:${technicianId}:${id}`,
      code: 'busy' as const,
      technician: { id: technicianId, name },
      job: hidden.has(id) ? { id: null, documentNo: null } : { id, documentNo },
      from: start,
      until: end,
    })),
    ...away.map(({ technicianId, name, start, end }) => ({
      key: `away:${technicianId}:${start.getTime()}`,
      code: 'away' as const,
      technician: { id: technicianId, name },
      job: null,
      from: start,
      until: end,
    })),
    ...unskilled.map((technician) => ({
      ...plain,
      key: `unskilled:${technician.id}`,
      code: 'unskilled' as const,
      technician,
    })),
    ...(doesSpanLeaveHours(booking, calendar)
      ? [{ ...plain, key: 'outsideHours', code: 'outsideHours' as const }]
      : []),
    ...(due !== null && booking.start > due
      ? [{ ...plain, key: 'afterPromise', code: 'afterPromise' as const, until: due }]
      : []),
  ];
}

/** Faults of an assignment by itself: its people and its time. */
async function assignmentFaults(ctx: Ctx, row: JobRow, body: Body): Promise<FieldFault[]> {
  const { technicianIds, appointmentStart, appointmentEnd } = body;
  const known = await techniciansOf(ctx, {
    companyId: row.companyId,
    kind: row.kind,
    userIds: technicianIds,
    teamId: row.teamId,
    known: row.technicianIds,
  });
  const faults: FieldFault[] = technicianIds.flatMap((id, index): FieldFault[] => {
    const field = `technicianIds[${index}]`;
    if (!known.has(id)) return [{ field, code: 'UNKNOWN_ID' }];
    return technicianIds.indexOf(id) === index ? [] : [{ field, code: 'REPEATED' }];
  });
  if (!appointmentStart) faults.push({ field: 'appointmentStart', code: 'REQUIRED' });
  if (!appointmentEnd) faults.push({ field: 'appointmentEnd', code: 'REQUIRED' });
  if (!appointmentStart || !appointmentEnd) return faults;
  const span = { start: Date.parse(appointmentStart), end: Date.parse(appointmentEnd) };
  return [...faults, ...appointmentFaults(ctx, row, span)];
}

const without = (ids: readonly string[], others: readonly string[]) =>
  ids.filter((id) => !others.includes(id));

/** Tells technicians that a job is theirs, is so no longer, or is at another time. */
async function tellTechnicians(
  ctx: Ctx,
  row: JobRow,
  next: { readonly technicianIds: readonly string[]; readonly start: Date | null },
): Promise<void> {
  const told = { category: 'message', type: 'info', kind: 'tasks' } as const;
  const { documentNo, technicianIds: before, version } = row;
  await notifyOfJob(ctx, row, {
    ...told,
    to: without(next.technicianIds, before),
    title: { en: `Job ${documentNo} is yours`, th: `คุณได้รับมอบหมายงาน ${documentNo}` },
    key: `assigned:${version}`,
  });
  await notifyOfJob(ctx, row, {
    ...told,
    to: without(before, next.technicianIds),
    title: {
      en: `Job ${documentNo} is no longer yours`,
      th: `งาน ${documentNo} ไม่ได้อยู่ในความรับผิดชอบของคุณแล้ว`,
    },
    key: `unassigned:${version}`,
  });
  if (next.start?.getTime() === row.appointmentStart?.getTime()) return;
  await notifyOfJob(ctx, row, {
    ...told,
    to: before.filter((id) => next.technicianIds.includes(id)),
    title: {
      en: `Job ${documentNo} is at another time`,
      th: `งาน ${documentNo} เปลี่ยนเวลานัดหมาย`,
    },
    key: `moved:${version}`,
  });
}

/**
 * Takes an appointment back: the job waits in the backlog again. Technicians who have begun go on with it,
 * and a job that was reopened stays planned without a time.
 */
async function unplan(ctx: Ctx, row: JobRow) {
  if (row.appointmentStart === null) {
    refuseFaults([{ field: 'technicianIds', code: 'REQUIRED' }]);
  }
  const technicianIds = row.isBegun ? row.technicianIds : [];
  await tellTechnicians(ctx, row, { technicianIds, start: null });
  const staysPlanned = row.isBegun || row.wasCompleted || row.status !== 'scheduled';
  return {
    to: staysPlanned ? row.status : 'triaged',
    set: { technicianIds: [...technicianIds], appointmentStart: null, appointmentEnd: null },
    diff: { technicians: technicianIds, appointmentStart: null },
    notices: [],
    touches: TOUCHES,
  };
}

/**
 * Gives a job to technicians at a time, from calendar, backlog or board. It is the manager's answer, by
 * which it is decided who may; conflicts are refused until whoever sees them confirms them.
 */
export const assignJob = jobs.action('assign', {
  action: 'manager-response',
  effect: async (ctx, row, body) => {
    const { technicianIds, confirmed = [] } = body;
    if (technicianIds.length === 0) return unplan(ctx, row);
    refuseFaults(await assignmentFaults(ctx, row, body));
    const now = ctx.clock.now();
    const start = new Date(body.appointmentStart ?? now);
    const end = new Date(body.appointmentEnd ?? now);
    await lockPeople(ctx, technicianIds);
    const objections = await objectionsTo(ctx, row, { technicianIds, start, end });
    if (objections.some(({ key }) => !confirmed.includes(key))) {
      throw conflict('ASSIGNMENT_WARNINGS', { warnings: objections });
    }
    await tellTechnicians(ctx, row, { technicianIds, start });
    return {
      to: row.status === 'waitingParts' ? row.status : 'scheduled',
      set: {
        ...(row.approvedAt === null ? approvedNow(ctx) : {}),
        technicianIds: [...technicianIds],
        ...withWorkers(row, technicianIds),
        appointmentStart: start,
        appointmentEnd: end,
        ...(await clockOfPlan(ctx, row)),
      },
      diff: {
        technicians: technicianIds,
        appointmentStart: start.toISOString(),
        appointmentEnd: end.toISOString(),
        ...(objections.length > 0 ? { confirmed: objections.map(({ code }) => code) } : {}),
      },
      notices: [],
      touches: TOUCHES,
    };
  },
  after: refreshServiceStatus,
});
