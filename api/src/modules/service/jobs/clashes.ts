import type { Ctx } from '../../../kernel/index.ts';
import type { JobRow } from './type.ts';

/** People, and the time for which they are wanted. */
export interface Booking {
  readonly technicianIds: readonly string[];
  readonly start: Date;
  readonly end: Date;
}

/** A technician at another job. */
export interface BusyTechnician {
  readonly technicianId: string;
  readonly name: string;
  /** The other job. */
  readonly id: string;
  readonly documentNo: string;
  readonly start: Date;
  readonly end: Date;
}

/** A technician who is away. */
export interface AwayTechnician {
  readonly technicianId: string;
  readonly name: string;
  readonly start: Date;
  readonly end: Date;
}

/** Locks people, so that two appointments made at the same moment know of each other. */
export const lockPeople = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('users')
    .where('id', 'in', [...ids].sort())
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute();

/** Other jobs and absences of people at a time, the earliest first. */
export async function clashesOf(
  ctx: Ctx,
  { id }: Pick<JobRow, 'id'>,
  { technicianIds, start, end }: Booking,
): Promise<{
  readonly busy: readonly BusyTechnician[];
  readonly away: readonly AwayTechnician[];
}> {
  if (technicianIds.length === 0) return { busy: [], away: [] };
  // The statuses are written out: an index of these alone serves it.
  const { rows: busy } = await ctx.pg.query<BusyTechnician>({
    name: 'jobs.booked',
    text: `select u.id as "technicianId", u.full_name as name, j.id, j.document_no as "documentNo",
        j.appointment_start as start, j.appointment_end as end
      from jobs j join users u on u.id = any(j.technician_ids) and u.id = any($1::uuid[])
      where j.technician_ids && $1::uuid[] and j.id <> $2
        and j.status in ('scheduled', 'waitingParts', 'inProgress')
        and j.appointment_start < $4 and j.appointment_end > $3
      order by j.appointment_start, j.id, u.id`,
    values: [technicianIds, id, start, end],
  });
  const { rows: away } = await ctx.pg.query<AwayTechnician>({
    name: 'jobs.away',
    text: `select a.user_id as "technicianId", u.full_name as name, a.starts_at as start,
        a.ends_at as end
      from technician_absences a join users u on u.id = a.user_id
      where a.user_id = any($1::uuid[]) and a.starts_at < $3 and a.ends_at > $2
      order by a.starts_at, a.id`,
    values: [technicianIds, start, end],
  });
  return { busy, away };
}
