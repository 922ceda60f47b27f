import { daysBetween, endOfBangkokDay, startOfBangkokDay } from '@boxyard/shared/domain';
import { voidStatuses } from '@boxyard/shared/domain/machine/machine.ts';
import { bookedJobStatuses, jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { APPOINTMENT_LIMITS } from '@boxyard/shared/domain/service/jobs.ts';
import {
  isOverlapping,
  MAX_APPOINTMENTS,
  MAX_PLANNED_TECHNICIANS,
  MAX_PLANNING_DAYS,
} from '@boxyard/shared/domain/service/planning.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  type Input,
  refuseFaults,
  scopeCondition,
  settingOf,
} from '../../../kernel/index.ts';
import { loadRefs, whereVisible } from '../../../workflow/index.ts';
import { presentPlanned, selectPlanned, visibleJobs } from './plannedJobs.ts';

type Query = Input<'jobs.planning'>['query'];

const HOUR_MS = 3_600_000;

interface Technician {
  readonly id: string;
  readonly name: string;
  readonly teamId: string | null;
  readonly companyId: string;
}

/** Active technicians within somebody's data scope, by their names; of one team where it is asked for. */
async function techniciansInScope(ctx: Ctx, { teamId }: Query): Promise<readonly Technician[]> {
  const reach = scopeCondition(ctx.actor, { company: 'c.company_id', owner: ['c.user_id'] });
  const { rows } = await sql<Technician>`
    select u.id, u.full_name as name, u.team_id as "teamId",
      (select c.company_id from user_companies c where c.user_id = u.id and ${reach ?? sql`true`}
        order by c.company_id limit 1) as "companyId"
    from users u
    where u.status = 'active'
      and exists (select 1 from roles r join role_permissions p on p.role_id = r.id
        where r.id = u.role_id and r.is_active
          and p.name in ('repair-list:work', 'maintenance-list:work'))
      and exists (select 1 from user_companies c where c.user_id = u.id and ${reach ?? sql`true`})
      and (${teamId ?? null}::uuid is null or u.team_id = ${teamId ?? null}::uuid)
    order by u.full_name, u.id limit ${MAX_PLANNED_TECHNICIANS + 1}`.execute(ctx.db);
  return rows;
}

/** Appointments that reach into these days and that this person may see, the earliest first. */
function appointmentsBetween(ctx: Ctx, { from, to, teamId }: Query) {
  const start = startOfBangkokDay(from);
  const query = selectPlanned(visibleJobs(ctx))
    // None is longer than that, so that one index finds those that have begun before.
    .where(
      'jb.appointmentStart',
      '>',
      new Date(start.getTime() - APPOINTMENT_LIMITS.hours * HOUR_MS),
    )
    .where('jb.appointmentStart', '<', endOfBangkokDay(to))
    .where('jb.appointmentEnd', '>', start)
    .where('jb.status', 'not in', [...voidStatuses(jobMachine)])
    .orderBy('jb.appointmentStart')
    .orderBy('jb.id')
    .limit(MAX_APPOINTMENTS + 1);
  return (teamId === undefined ? query : query.where('jb.teamId', '=', teamId)).execute();
}

/** Absences of technicians that reach into these days, as far as this person may see them. */
const absencesBetween = (ctx: Ctx, { from, to }: Query, userIds: readonly string[]) =>
  whereVisible(ctx.db.selectFrom('technicianAbsences as d'), ctx.actor, 'technicianAbsences')
    .where(sql<boolean>`d.user_id = any(${[...userIds]}::uuid[])`)
    .where('d.startsAt', '<', endOfBangkokDay(to))
    .where('d.endsAt', '>', startOfBangkokDay(from))
    .orderBy('d.startsAt')
    .orderBy('d.id')
    .select(['d.id', 'd.userId as technicianId', 'd.startsAt', 'd.endsAt', 'd.reason'])
    .execute();

interface Taken {
  readonly technicianId: string;
  readonly start: number;
  readonly end: number;
  readonly jobId: string | null;
}

/** Appointments by technician whose time something else takes as well. */
function clashesAmong(taken: readonly Taken[]) {
  const byTechnician = Map.groupBy(taken, ({ technicianId }) => technicianId);
  return (jobId: string, technicianIds: readonly string[]) =>
    technicianIds.flatMap((technicianId) => {
      const own = byTechnician.get(technicianId) ?? [];
      const mine = own.find((one) => one.jobId === jobId);
      if (mine === undefined) return [];
      const others = own.filter((one) => one.jobId !== jobId && isOverlapping(one, mine));
      return [
        ...(others.some((one) => one.jobId !== null)
          ? [{ technicianId, with: 'job' as const }]
          : []),
        ...(others.some((one) => one.jobId === null)
          ? [{ technicianId, with: 'absence' as const }]
          : []),
      ];
    });
}

/** Appointments of some weeks by technician, with absences, working hours and conflicts. */
export async function readPlanning(ctx: Ctx, { query }: Input<'jobs.planning'>) {
  const { from, to } = query;
  refuseFaults([
    ...(to < from ? [{ field: 'to', code: 'DATE_ORDER' }] : []),
    ...(daysBetween(from, to) >= MAX_PLANNING_DAYS
      ? [{ field: 'to', code: 'RANGE_TOO_LONG', params: { max: MAX_PLANNING_DAYS } }]
      : []),
  ]);
  const [people, rows] = await Promise.all([
    techniciansInScope(ctx, query),
    appointmentsBetween(ctx, query),
  ]);
  const technicians = people.slice(0, MAX_PLANNED_TECHNICIANS);
  const shown = rows.slice(0, MAX_APPOINTMENTS);
  const companyIds = [
    ...new Set([
      ...technicians.map(({ companyId }) => companyId),
      ...shown.map(({ companyId }) => companyId),
    ]),
  ];
  const [cards, absences, calendars, refs] = await Promise.all([
    presentPlanned(ctx, shown),
    absencesBetween(
      ctx,
      query,
      technicians.map(({ id }) => id),
    ),
    Promise.all(
      companyIds.map(async (companyId) => ({
        companyId,
        ...(await settingOf(ctx, { companyId, key: 'service.calendar', on: from })),
      })),
    ),
    loadRefs(ctx, { team: technicians.map(({ teamId }) => teamId) }),
  ]);
  const clashesOf = clashesAmong([
    ...shown
      .filter(({ status }) => bookedJobStatuses.includes(status))
      .flatMap(({ id, technicianIds, appointmentStart, appointmentEnd }) =>
        technicianIds.map((technicianId) => ({
          technicianId,
          jobId: id,
          start: appointmentStart?.getTime() ?? 0,
          end: appointmentEnd?.getTime() ?? 0,
        })),
      ),
    ...absences.map(({ technicianId, startsAt, endsAt }) => ({
      technicianId,
      jobId: null,
      start: startsAt.getTime(),
      end: endsAt.getTime(),
    })),
  ]);
  return {
    data: {
      technicians: technicians.map(({ teamId, ...person }) => ({
        ...person,
        team: refs.refOrNull(teamId),
      })),
      appointments: cards.map((card, index) => ({
        ...card,
        appointmentStart: card.appointmentStart as Date,
        appointmentEnd: card.appointmentEnd as Date,
        clashes: clashesOf(card.id, shown[index]?.technicianIds ?? []),
      })),
      absences,
      calendars: calendars.map(({ days, ...calendar }) => ({
        ...calendar,
        days: [...days],
        holidays: [...calendar.holidays],
      })),
      leftOut: {
        appointments: rows.length - shown.length,
        technicians: people.length - technicians.length,
      },
    },
  };
}
