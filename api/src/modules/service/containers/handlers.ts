import { voidStatuses } from '@boxyard/shared/domain/machine/machine.ts';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { OPEN_OCCURRENCE_STATUSES } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  type Family,
  type HandlersOf,
  notFound,
  whereInScope,
} from '../../../kernel/index.ts';
import { jobs } from '../jobs/type.ts';
import { containerMaintenanceList, maintainedContainer } from './list.ts';

const MINUTE_S = 60;
const DAY_S = 86_400;

/**
 * Figures of a container's failures, from the repairs that this person may read: minutes, days, percent.
 * Time between failures counts from its installation.
 */
async function figuresOf(ctx: Ctx, productId: string) {
  const now = ctx.clock.now();
  const yearAgo = new Date(now.getTime() - 365 * DAY_S * 1000);
  const isWithinYear = sql`jb.reported_at >= ${yearAgo}`;
  const installedAt = sql`(select p.installed_at from products p where p.id = ${productId})`;
  const repairs = whereInScope(ctx.db.selectFrom('jobs as jb'), ctx.actor, jobs.scope)
    .where('jb.productId', '=', productId)
    .where('jb.kind', '=', 'repair')
    .where('jb.status', 'not in', [...voidStatuses(jobMachine)]);
  const counted = repairs
    .select([
      sql<number>`(count(*) filter (where ${isWithinYear}))::int`.as('repairCount'),
      sql<number | null>`round(extract(epoch from ${now}::timestamptz - ${installedAt}) / ${DAY_S}
        / nullif(count(*) filter (where jb.reported_at >= ${installedAt}), 0))::int`.as(
        'meanDaysBetweenFailures',
      ),
      sql<number | null>`round(100.0 * count(*) filter (where jb.completed_at is not null
          and jb.reopened_count = 0
          and not exists (select 1 from jobs again where again.repeats_id = jb.id))
        / nullif(count(*) filter (where jb.completed_at is not null or jb.was_completed), 0))::int`.as(
        'firstTimeFixPercent',
      ),
    ])
    .executeTakeFirstOrThrow();
  // A job that was reopened failed the container once for each of its periods.
  const timed = repairs
    .innerJoinLateral(
      () =>
        sql<Span>`(select coalesce(jb.reopened_at, jb.reported_at) as began_at, jb.resolved_at,
            jb.downtime_minutes
          union all select coalesce(t.reopened_at, jb.reported_at), t.resolved_at, t.downtime_minutes
          from job_periods t where t.job_id = jb.id)`.as('span'),
      (join) => join.onTrue(),
    )
    .select([
      sql<number>`coalesce(sum(span.downtime_minutes)
        filter (where span.began_at >= ${yearAgo}), 0)::int`.as('downtimeMinutes'),
      sql<number | null>`round(avg(extract(epoch from span.resolved_at - span.began_at))
        filter (where span.resolved_at is not null) / ${MINUTE_S})::int`.as('meanRepairMinutes'),
    ])
    .executeTakeFirstOrThrow();
  const [counts, times] = await Promise.all([counted, timed]);
  return { ...counts, ...times };
}

/** A period of a job: from its report or reopening until it was solved. */
interface Span {
  readonly beganAt: Date;
  readonly resolvedAt: Date | null;
  readonly downtimeMinutes: number | null;
}

const plannedOf = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('pmOccurrences as o')
    .innerJoin('pmSchedules as s', 's.id', 'o.scheduleId')
    .where('o.productId', '=', productId)
    .where('o.status', 'in', [...OPEN_OCCURRENCE_STATUSES])
    .orderBy('o.day')
    .orderBy('o.id')
    .select(['o.id', 's.name as schedule', 'o.day', 'o.status'])
    .execute();

export const containerMaintenanceHandlers: HandlersOf<Family<'containerMaintenance'>> = {
  'containerMaintenance.list': containerMaintenanceList.run,
  'containerMaintenance.get': async (ctx, { params }) => {
    const container = await maintainedContainer(ctx, params.id);
    if (container === null) throw notFound();
    const [planned, figures] = await Promise.all([
      plannedOf(ctx, params.id),
      figuresOf(ctx, params.id),
    ]);
    return { data: { ...container, planned, ...figures } };
  },
};
