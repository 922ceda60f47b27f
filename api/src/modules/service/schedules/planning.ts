import { bangkokDate } from '@boxyard/shared/domain';
import {
  OPEN_OCCURRENCE_STATUSES,
  occurrenceMachine,
} from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { type IntervalUnit, isDueByCounter } from '@boxyard/shared/domain/service/occurrences.ts';
import {
  isMeterUnit,
  type OpenOccurrenceStatus,
  openStatusOn,
} from '@boxyard/shared/domain/service/schedules.ts';
import { sql } from 'kysely';
import { type Ctx, created, today } from '../../../kernel/index.ts';
import { missedSince, type NextOccurrence, nextOccurrence, type Series } from './nextOccurrence.ts';
import { stepOccurrence } from './step.ts';
import type { ScheduleRow } from './type.ts';

/** An occurrence that is still to be done, and its job. */
export interface OpenOccurrence {
  readonly id: string;
  readonly status: OpenOccurrenceStatus;
  readonly dueOn: string;
  readonly day: string;
  readonly missedOn: readonly string[];
  readonly jobId: string | null;
  readonly resolvedAt: Date | null;
}

/** A container's progress in a schedule. */
export interface Standing {
  readonly productId: string;
  readonly isInstalled: boolean;
  readonly installedOn: string | null;
  readonly lastDue: string | null;
  readonly lastDone: string | null;
  /** Readings of the schedule's counter: the last one, and the one when this was last done or skipped. */
  readonly reading: number | null;
  readonly lastReading: number | null;
  readonly open: OpenOccurrence | null;
}

/**
 * The containers of a schedule: the one that it names, or the installed ones of its model, and those
 * that it still has something planned for.
 */
export async function standingsOf(
  ctx: Ctx,
  schedule: ScheduleRow,
  only?: string,
): Promise<readonly Standing[]> {
  const { rows } = await sql<
    Omit<Standing, 'open'> & Omit<OpenOccurrence, 'id'> & { id: string | null }
  >`
    select p.id as "productId", p.status = 'installed' as "isInstalled",
      (p.installed_at at time zone 'Asia/Bangkok')::date as "installedOn",
      c.last_due as "lastDue", c.last_done as "lastDone",
      m.value as reading, c.last_reading as "lastReading",
      o.id, o.status, o.due_on as "dueOn", o.day, o.missed_on as "missedOn",
      j.id as "jobId", j.resolved_at as "resolvedAt"
    from products p
    left join lateral (
      select max(greatest(x.due_on, (select max(m) from unnest(x.missed_on) m))) as last_due,
        max(x.done_on) as last_done,
        (array_agg(x.reading order by x.due_on desc))[1] as last_reading
      from pm_occurrences x
      where x.schedule_id = ${schedule.id}::uuid and x.product_id = p.id
        and x.status in ('done', 'skipped')) c on true
    left join lateral (
      select r.value from meter_readings r
      where r.product_id = p.id and r.kind = ${schedule.unit}
      order by r.read_at desc, r.id desc limit 1) m on true
    left join pm_occurrences o on o.schedule_id = ${schedule.id}::uuid and o.product_id = p.id
      and o.status = any(${[...OPEN_OCCURRENCE_STATUSES]})
    left join jobs j on j.occurrence_id = o.id
    where p.id in (
        select i.id from products i where i.id = ${schedule.productId}::uuid
        union select i.id from products i
          where i.product_model_id = ${schedule.productModelId}::uuid
            and i.company_id = ${schedule.companyId}::uuid and i.status = 'installed'
        union select i.product_id from pm_occurrences i where i.schedule_id = ${schedule.id}::uuid
          and i.status = any(${[...OPEN_OCCURRENCE_STATUSES]}))
      and (${only ?? null}::uuid is null or p.id = ${only ?? null}::uuid)
    order by p.id`.execute(ctx.db);
  return rows.map(({ id, status, dueOn, day, missedOn, jobId, resolvedAt, ...standing }) => ({
    ...standing,
    open: id === null ? null : { id, status, dueOn, day, missedOn, jobId, resolvedAt },
  }));
}

/** The schedule as the series of one container. */
export function seriesOf(schedule: ScheduleRow, standing: Standing): Series {
  const { plansFrom } = schedule;
  const { installedOn } = standing;
  return {
    startsOn: schedule.startsOn,
    endsOn: schedule.endsOn,
    every: schedule.every,
    unit: schedule.unit as IntervalUnit,
    basedOn: schedule.basedOn,
    lastDue: standing.lastDue,
    lastDone: standing.lastDone,
    from: installedOn !== null && installedOn > plansFrom ? installedOn : plansFrom,
  };
}

/** Whether a schedule plans anything for a container; the schedule of one container always does. */
const plansFor = (schedule: ScheduleRow, { isInstalled }: Standing): boolean =>
  schedule.isActive && (isInstalled || schedule.productId !== null);

/** An occurrence of the day, once the counter ran far enough while the schedule is in force. */
const nextByCounter = (
  { every, startsOn, endsOn }: ScheduleRow,
  { reading, lastReading, isInstalled }: Standing,
  day: string,
): NextOccurrence | null =>
  isInstalled &&
  startsOn <= day &&
  (endsOn === null || day <= endsOn) &&
  isDueByCounter({ every, reading, lastReading })
    ? { dueOn: day, missedOn: [] }
    : null;

/** Plans the next occurrence of each container that has none open. The schedule is locked. */
export async function planNext(
  ctx: Ctx,
  schedule: ScheduleRow,
  standings: readonly Standing[],
): Promise<void> {
  const day = today(ctx.clock);
  const planned = standings.flatMap((standing) => {
    if (standing.open !== null || !plansFor(schedule, standing)) return [];
    const next = isMeterUnit(schedule.unit)
      ? nextByCounter(schedule, standing, day)
      : nextOccurrence(seriesOf(schedule, standing), day);
    return next === null ? [] : [{ productId: standing.productId, ...next }];
  });
  if (planned.length === 0) return;
  await ctx.db
    .insertInto('pmOccurrences')
    .values(
      planned.map(({ productId, dueOn, missedOn }) => ({
        scheduleId: schedule.id,
        productId,
        status: 'planned' as const,
        dueOn,
        day: dueOn,
        missedOn: [...missedOn],
        ...created(ctx),
      })),
    )
    // A day that was given up with the schedule is planned again.
    .onConflict((conflict) =>
      conflict
        .columns(['scheduleId', 'productId', 'dueOn'])
        .doUpdateSet((eb) => ({
          status: 'planned',
          day: eb.ref('excluded.day'),
          missedOn: eb.ref('excluded.missedOn'),
          updatedAt: eb.ref('excluded.updatedAt'),
          version: sql<number>`pm_occurrences.version + 1`,
        }))
        .where('pmOccurrences.status', 'in', [...occurrenceMachine.actions.replan.from]),
    )
    .execute();
}

const locked = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('pmSchedules').where('id', '=', id).selectAll().forNoKeyUpdate();

/** Holds a schedule until the transaction ends: whoever plans for it waits here. */
export const lockSchedule = (ctx: Ctx, id: string): Promise<ScheduleRow> =>
  locked(ctx, id).executeTakeFirstOrThrow();

/** The same for a schedule that may have been deleted since it was found. */
export const lockIfThere = (ctx: Ctx, id: string): Promise<ScheduleRow | undefined> =>
  locked(ctx, id).executeTakeFirst();

/** Plans for all containers of a schedule, or for one. */
export async function plan(ctx: Ctx, schedule: ScheduleRow, productId?: string): Promise<void> {
  await planNext(ctx, schedule, await standingsOf(ctx, schedule, productId));
}

/** Plans anew for a container whose counter reads otherwise: what a wrong reading made due goes, if it has no job. */
export async function planByCounter(
  ctx: Ctx,
  schedule: ScheduleRow,
  productId: string,
): Promise<void> {
  const [standing] = await standingsOf(ctx, schedule, productId);
  if (!standing) return;
  const { open, reading, lastReading } = standing;
  const isDue = isDueByCounter({ every: schedule.every, reading, lastReading });
  if (open !== null && open.jobId === null && !isDue) {
    await ctx.db.deleteFrom('pmOccurrences').where('id', '=', open.id).execute();
  }
  await plan(ctx, schedule, productId);
}

/** Gives up what is planned and has no job: the schedule ended, is not used, or counts otherwise. */
export async function dropPlanned(
  ctx: Ctx,
  scheduleId: string,
  { forgets }: { readonly forgets: boolean },
): Promise<void> {
  const planned = sql`schedule_id = ${scheduleId}::uuid
    and status = any(${[...occurrenceMachine.actions.withdraw.from]})
    and not exists (select 1 from jobs j where j.occurrence_id = pm_occurrences.id)`;
  if (forgets) {
    await sql`delete from pm_occurrences where ${planned}`.execute(ctx.db);
    return;
  }
  await sql`update pm_occurrences set status = 'cancelled', version = version + 1,
    updated_at = ${ctx.clock.now()} where ${planned}`.execute(ctx.db);
}

/** Adds the days of the series that passed since, and says how an open occurrence stands today. */
export async function refreshOpen(
  ctx: Ctx,
  schedule: ScheduleRow,
  standing: Standing,
): Promise<void> {
  const { open } = standing;
  if (open === null) return;
  const day = today(ctx.clock);
  const until = open.resolvedAt === null ? day : bangkokDate(open.resolvedAt);
  const passed = isMeterUnit(schedule.unit)
    ? []
    : missedSince(seriesOf(schedule, standing), { dueOn: open.dueOn, until });
  const missedOn = [...new Set([...open.missedOn, ...passed])].sort();
  const isBegun = open.jobId !== null;
  const status =
    !isBegun && open.status === 'planned'
      ? open.status
      : openStatusOn(day, { ...schedule, day: open.day, isBegun });
  if (status === open.status && missedOn.length === open.missedOn.length) return;
  await stepOccurrence(ctx, open, { action: 'refresh', to: status, set: { missedOn } });
}

/** Number of containers that a schedule looks after now. */
export async function plannedContainers(
  ctx: Ctx,
  { productModelId, companyId }: Pick<ScheduleRow, 'productModelId' | 'companyId'>,
): Promise<number> {
  if (productModelId === null) return 1;
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from products where product_model_id = ${productModelId}::uuid
      and company_id = ${companyId}::uuid and status = 'installed'`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}
