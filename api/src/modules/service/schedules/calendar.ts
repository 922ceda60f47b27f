import {
  bangkokDate,
  daysBetween,
  endOfBangkokDay,
  startOfBangkokDay,
} from '@boxyard/shared/domain';
import { voidStatuses } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import {
  MAX_CALENDAR_DAYS,
  MAX_CALENDAR_ENTRIES,
} from '@boxyard/shared/domain/service/schedules.ts';
import { type Ctx, type Input, refuseFaults } from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { containersOf } from '../../containers/index.ts';
import { jobs } from '../jobs/type.ts';
import { occurrencesBetween, shownOccurrences } from './occurrences.ts';

type Asked = Input<'pmSchedules.calendar'>['query'];

/** Appointments of maintenance jobs that this person may see. */
const appointments = (ctx: Ctx, { from, to, teamId }: Asked) => {
  const query = jobs.list
    .from(ctx)
    .where('jb.kind', '=', 'maintenance')
    .where('jb.appointmentStart', '>=', startOfBangkokDay(from))
    .where('jb.appointmentStart', '<', endOfBangkokDay(to))
    .where('jb.status', 'not in', [...voidStatuses(jobMachine)])
    .orderBy('jb.appointmentStart')
    .orderBy('jb.id')
    .limit(MAX_CALENDAR_ENTRIES + 1)
    .select(['jb.id', 'jb.documentNo', 'jb.status', 'jb.symptom', 'jb.productId', 'jb.teamId'])
    .select(['jb.appointmentStart', 'jb.occurrenceId', 'jb.kind']);
  return (teamId === undefined ? query : query.where('jb.teamId', '=', teamId)).execute();
};

/** Occurrences and appointments of some weeks, in the order of their days. */
export async function readCalendar(ctx: Ctx, { query }: Input<'pmSchedules.calendar'>) {
  const { from, to, teamId } = query;
  refuseFaults([
    ...(to < from ? [{ field: 'to', code: 'DATE_ORDER' }] : []),
    ...(daysBetween(from, to) >= MAX_CALENDAR_DAYS
      ? [{ field: 'to', code: 'RANGE_TOO_LONG', params: { max: MAX_CALENDAR_DAYS } }]
      : []),
  ]);
  const [planned, booked] = await Promise.all([
    occurrencesBetween(ctx, { from, to, teamId, limit: MAX_CALENDAR_ENTRIES + 1 }),
    appointments(ctx, query),
  ]);
  const [occurrences, containers, refs] = await Promise.all([
    shownOccurrences(ctx, planned),
    containersOf(
      ctx,
      booked.map(({ productId }) => productId),
    ),
    loadRefs(ctx, { team: [...planned, ...booked].map((row) => row.teamId) }),
  ]);
  const entries = [
    ...occurrences.map((one, index) => ({
      id: one.id,
      type: 'occurrence' as const,
      day: one.day,
      startsAt: null,
      title: one.schedule.name,
      status: one.status,
      product: one.product,
      team: refs.refOrNull(planned[index]?.teamId ?? null),
      schedule: one.schedule,
      version: one.version,
      job: one.job && { ...one.job, kind: 'maintenance' as const },
    })),
    ...booked.map(({ appointmentStart, symptom, ...job }) => ({
      id: job.id,
      type: 'job' as const,
      day: bangkokDate(appointmentStart ?? new Date(0)),
      startsAt: appointmentStart,
      title: symptom,
      status: job.status,
      product: containers(job.productId).product,
      team: refs.refOrNull(job.teamId),
      schedule: null,
      version: null,
      job: { id: job.id, kind: job.kind, documentNo: job.documentNo, status: job.status },
    })),
  ].sort((one, other) =>
    one.day === other.day
      ? (one.startsAt?.getTime() ?? 0) - (other.startsAt?.getTime() ?? 0)
      : one.day < other.day
        ? -1
        : 1,
  );
  return {
    data: {
      entries: entries.slice(0, MAX_CALENDAR_ENTRIES),
      leftOut: Math.max(0, entries.length - MAX_CALENDAR_ENTRIES),
    },
  };
}
