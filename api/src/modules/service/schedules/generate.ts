import { addDays, routeOf } from '@boxyard/shared/domain';
import { OPEN_OCCURRENCE_STATUSES } from '@boxyard/shared/domain/service/occurrenceMachine.ts';
import { sql } from 'kysely';
import { type App, type Ctx, today } from '../../../kernel/index.ts';
import { workApart } from '../../../workflow/index.ts';
import { products } from '../../containers/index.ts';
import { insertJob } from '../jobs/report.ts';
import {
  lockIfThere,
  type OpenOccurrence,
  plan,
  refreshOpen,
  type Standing,
  standingsOf,
} from './planning.ts';
import { stepOccurrence } from './step.ts';
import type { ScheduleRow } from './type.ts';

/** Schedules that something is to be done for on a day: the others cost one statement a night. */
async function schedulesToRun({ db }: Pick<App, 'db'>, day: string): Promise<readonly string[]> {
  const open = [...OPEN_OCCURRENCE_STATUSES];
  const { rows } = await sql<{ id: string }>`
    select s.id from pm_schedules s
    where exists (select 1 from pm_occurrences o
        where o.schedule_id = s.id and o.status = any(${open})
          and o.day - s.lead_days <= ${day}::date)
      or (s.is_active and (s.ends_on is null or s.ends_on >= ${day}::date)
        and exists (select 1 from products p
          where (p.id = s.product_id or (p.product_model_id = s.product_model_id
              and p.company_id = s.company_id and p.status = 'installed'))
            and not exists (select 1 from pm_occurrences o where o.schedule_id = s.id
              and o.product_id = p.id and o.status = any(${open}))))
    order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Makes the job of an occurrence, which inherits checklist, parts and signature (2.10). */
async function makeJob(
  ctx: Ctx,
  schedule: ScheduleRow,
  { productId, open }: { readonly productId: string; readonly open: OpenOccurrence },
): Promise<string> {
  const product = await products.type.load(ctx, productId, { lock: false });
  if (!product) throw new Error(`the container ${productId} is missing`);
  const parts = await ctx.db
    .selectFrom('pmScheduleParts')
    .where('scheduleId', '=', schedule.id)
    .orderBy('lineNo')
    .select(['partId', 'quantity'])
    .execute();
  const { id } = await insertJob(ctx, product, {
    kind: 'maintenance',
    productId,
    channel: 'pm',
    priority: 'normal',
    symptom: schedule.name,
    isDown: false,
    planned: {
      occurrenceId: open.id,
      teamId: schedule.teamId,
      requiresSignature: schedule.requireSignature,
      checklist: schedule.checklist,
      parts,
    },
  });
  return id;
}

/** True once the job of a container is due, or its skip. */
const isDueToRun = (ctx: Ctx, { leadDays }: ScheduleRow, { open }: Standing): boolean =>
  open !== null && open.jobId === null && addDays(open.day, -leadDays) <= today(ctx.clock);

/** Makes the job that is due of one container, or notes the cause why there is none. */
async function runContainer(
  ctx: Ctx,
  { scheduleId, productId }: { readonly scheduleId: string; readonly productId: string },
): Promise<void> {
  const schedule = await lockIfThere(ctx, scheduleId);
  if (schedule === undefined) return;
  const [standing] = await standingsOf(ctx, schedule, productId);
  // Another server has been here in the meantime.
  if (!standing?.open || !isDueToRun(ctx, schedule, standing)) return;
  const { open, isInstalled } = standing;
  if (isInstalled) {
    const jobId = await makeJob(ctx, schedule, { productId, open });
    await refreshOpen(ctx, schedule, { ...standing, open: { ...open, jobId } });
    return;
  }
  if (open.day > today(ctx.clock)) return;
  await refreshOpen(ctx, schedule, standing);
  await stepOccurrence(ctx, open, {
    action: 'give-up',
    to: 'skipped',
    set: { skipCause: 'notInstalled' },
  });
  await plan(ctx, schedule, productId);
}

/** Plans the days of a schedule, and answers the containers that something is to be done for now. */
async function planSchedule(ctx: Ctx, id: string): Promise<readonly string[]> {
  const schedule = await lockIfThere(ctx, id);
  if (schedule === undefined) return [];
  await plan(ctx, schedule);
  const standings = await standingsOf(ctx, schedule);
  for (const standing of standings) {
    if (!isDueToRun(ctx, schedule, standing)) await refreshOpen(ctx, schedule, standing);
  }
  return standings
    .filter((standing) => isDueToRun(ctx, schedule, standing))
    .map(({ productId }) => productId);
}

const FAILED = {
  page: routeOf('maintenance-list').path,
  title: {
    en: 'Maintenance could not be planned everywhere',
    th: 'วางแผนบำรุงรักษาได้ไม่ครบทุกรายการ',
  },
};

/**
 * Plans the maintenance of a day and makes the jobs that are due, each once: schedules are locked, and
 * an occurrence has one job by its table. Run again, it finds nothing to do. The days of a schedule and
 * each of its jobs have a transaction of their own: a job holds the counter of its numbers until it is
 * written, and one that fails keeps no other from being made. What failed is tried again by the queue.
 */
export async function planMaintenance(app: App): Promise<void> {
  const due: { scheduleId: string; productId: string }[] = [];
  const unplanned = await workApart(app, {
    ...FAILED,
    name: 'planSchedules',
    pieces: await schedulesToRun(app, today(app.clock)),
    run: async (ctx, scheduleId) => {
      const productIds = await planSchedule(ctx, scheduleId);
      ctx.afterCommit(() => {
        due.push(...productIds.map((productId) => ({ scheduleId, productId })));
      });
    },
  });
  const unmade = await workApart(app, {
    ...FAILED,
    name: 'makeMaintenanceJobs',
    pieces: due,
    run: runContainer,
  });
  const failures = [...unplanned, ...unmade];
  if (failures.length > 0) throw new AggregateError(failures, 'maintenance was not planned');
}
