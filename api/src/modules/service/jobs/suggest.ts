import { bangkokDate, endOfBangkokDay, startOfBangkokDay } from '@boxyard/shared/domain';
import { JOB_PAGES } from '@boxyard/shared/domain/service/jobs.ts';
import { type Coordinates, distanceKm } from '@boxyard/shared/domain/service/planning.ts';
import { sql } from 'kysely';
import { type Ctx, type Input, refuseFaults, scopeCondition } from '../../../kernel/index.ts';
import { loadRefs, loadVisible } from '../../../workflow/index.ts';
import { objectionsTo } from './assign.ts';
import { appointmentFaults } from './respond.ts';
import { works } from './technicians.ts';
import { type JobRow, jobs } from './type.ts';

const HOUR_MS = 3_600_000;
/** So many technicians are compared. */
const COMPARED = 50;

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly teamId: string | null;
  readonly skill: number | null;
  readonly isOfZone: boolean;
}

/** Technicians who may be sent, those of the team and zone first. */
async function candidatesFor(ctx: Ctx, row: JobRow): Promise<readonly Candidate[]> {
  const reach = scopeCondition(ctx.actor, { company: 'c.company_id', owner: ['c.user_id'] });
  const { rows } = await sql<Candidate>`
    select u.id, u.full_name as name, u.team_id as "teamId",
      (select s.level from technician_skills s join products p on p.id = ${row.productId}
        where s.user_id = u.id and s.product_type_id = p.product_type_id) as skill,
      exists (select 1 from user_zones z where z.user_id = u.id
        and z.zone_id = ${row.zoneId}::uuid) as "isOfZone"
    from users u
    where u.status = 'active' and ${works([JOB_PAGES[row.kind]])}
      and exists (select 1 from user_companies c where c.user_id = u.id
        and c.company_id = ${row.companyId}::uuid
        and (${reach ?? sql`true`} or u.team_id = ${row.teamId}::uuid
          or u.id = any(${[...row.technicianIds]}::uuid[])))
    order by (u.team_id = ${row.teamId}::uuid) desc nulls last, 5 desc, 4 desc nulls last,
      u.full_name, u.id
    limit ${COMPARED}`.execute(ctx.db);
  return rows;
}

interface Stop {
  readonly technicianId: string;
  readonly start: Date;
  readonly end: Date;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** Other appointments of people on a day: times and places alone, whosever the jobs are. */
async function stopsOfDay(
  ctx: Ctx,
  { id, day, technicianIds }: { id: string; day: string; technicianIds: readonly string[] },
): Promise<ReadonlyMap<string, readonly Stop[]>> {
  const { rows } = await ctx.pg.query<Stop>({
    name: 'jobs.stopsOfDay',
    text: `select t.id as "technicianId", j.appointment_start as start, j.appointment_end as end,
        j.latitude, j.longitude
      from jobs j cross join lateral unnest(j.technician_ids) t(id)
      where j.technician_ids && $1::uuid[] and t.id = any($1::uuid[]) and j.id <> $2
        and j.status in ('scheduled', 'waitingParts', 'inProgress')
        and j.appointment_start < $4 and j.appointment_end > $3
      order by j.appointment_start, j.id`,
    values: [technicianIds, id, startOfBangkokDay(day), endOfBangkokDay(day)],
  });
  return Map.groupBy(rows, ({ technicianId }) => technicianId);
}

const coordinatesOf = (one: {
  readonly latitude: string | null;
  readonly longitude: string | null;
}): Coordinates | null =>
  one.latitude === null || one.longitude === null
    ? null
    : { latitude: Number(one.latitude), longitude: Number(one.longitude) };

/** Whole kilometres between a job and a stop; null where one of them has no coordinates. */
function kmBetween(here: Coordinates | null, stop: Stop | undefined): number | null {
  const there = stop === undefined ? null : coordinatesOf(stop);
  return here === null || there === null ? null : Math.round(distanceKm(here, there));
}

/** Points against a technician: a clash weighs more than anything, then skill, team, distance and load. */
function costOf(one: {
  readonly warnings: readonly { readonly code: string }[];
  readonly skill: number | null;
  readonly isOfTeam: boolean;
  readonly isOfZone: boolean;
  readonly fromKm: number | null;
  readonly toKm: number | null;
  readonly jobsOfDay: number;
}): number {
  const clashes = one.warnings.filter(({ code }) => code === 'busy' || code === 'away').length;
  return (
    clashes * 10_000 +
    (one.skill === null ? 1000 : (3 - one.skill) * 50) +
    (one.isOfTeam ? 0 : 200) +
    (one.isOfZone ? 0 : 100) +
    (one.fromKm ?? 0) +
    (one.toKm ?? 0) +
    one.jobsOfDay * 10
  );
}

/** Technicians for a job at a time, the most suitable first, with the reasons. */
export async function suggestTechnicians(ctx: Ctx, { params, query }: Input<'jobs.technicians'>) {
  const row = await loadVisible(ctx, jobs.type, { id: params.id });
  const start = new Date(query.start ?? row.appointmentStart ?? ctx.clock.now());
  const end = new Date(query.end ?? row.appointmentEnd ?? start.getTime() + HOUR_MS);
  refuseFaults(
    appointmentFaults(ctx, row, { start: start.getTime(), end: end.getTime() }).map((fault) => ({
      ...fault,
      field: fault.field === 'appointmentStart' ? 'start' : 'end',
    })),
  );
  const candidates = await candidatesFor(ctx, row);
  const technicianIds = candidates.map(({ id }) => id);
  const [stops, objections, refs] = await Promise.all([
    stopsOfDay(ctx, { id: row.id, day: bangkokDate(start), technicianIds }),
    objectionsTo(ctx, row, { technicianIds, start, end }),
    loadRefs(ctx, { team: candidates.map(({ teamId }) => teamId) }),
  ]);
  const here = coordinatesOf(row);
  const suggestions = candidates.map(({ id, name, teamId, skill, isOfZone }) => {
    const ofDay = stops.get(id) ?? [];
    return {
      technician: { id, name },
      team: refs.refOrNull(teamId),
      skill,
      isOfZone,
      isOfTeam: teamId !== null && teamId === row.teamId,
      warnings: objections.filter(({ technician }) => technician?.id === id),
      jobsOfDay: ofDay.length,
      fromKm: kmBetween(
        here,
        ofDay.findLast((stop) => stop.end <= start),
      ),
      toKm: kmBetween(
        here,
        ofDay.find((stop) => stop.start >= end),
      ),
    };
  });
  return { data: suggestions.sort((one, other) => costOf(one) - costOf(other)) };
}
