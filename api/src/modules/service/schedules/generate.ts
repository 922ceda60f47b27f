import { addDays } from '@boxyard/shared/domain';
import { OPEN_OCCURRENCE_STATUSES } from '@boxyard/shared/domain/service/schedules.ts';
import { sql } from 'kysely';
import { type Ctx, today, updated } from '../../../kernel/index.ts';
import { products } from '../../containers/index.ts';
import { insertJob } from '../jobs/report.ts';
import {
  lockSchedule,
  type OpenOccurrence,
  plan,
  refreshOpen,
  type Standing,
  standingsOf,
} from './planning.ts';
import type { ScheduleRow } from './type.ts';

/** Schedules that something is to be done for on a day: the others cost one statement a night. */
async function schedulesToRun(ctx: Ctx, day: string): Promise<readonly string[]> {
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
    order by s.id`.execute(ctx.db);
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

async function skipNotInstalled(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('pmOccurrences')
    .set((eb) => ({
      status: 'skipped',
      skipCause: 'notInstalled',
      ...updated(ctx),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Makes the job that is due of one container, or notes the cause why there is none. */
async function runContainer(ctx: Ctx, schedule: ScheduleRow, standing: Standing): Promise<void> {
  const { open, productId, isInstalled } = standing;
  if (open === null) return;
  const day = today(ctx.clock);
  if (open.jobId === null && addDays(open.day, -schedule.leadDays) <= day) {
    if (isInstalled) {
      const jobId = await makeJob(ctx, schedule, { productId, open });
      await refreshOpen(ctx, schedule, { ...standing, open: { ...open, jobId } });
      return;
    }
    if (open.day > day) return;
    await refreshOpen(ctx, schedule, standing);
    await skipNotInstalled(ctx, open.id);
    await plan(ctx, schedule, productId);
    return;
  }
  await refreshOpen(ctx, schedule, standing);
}

/**
 * Plans the maintenance of a day and makes the jobs that are due, each once: schedules are locked, and
 * an occurrence has one job by its table. Run again, it finds nothing to do.
 */
export async function planMaintenance(ctx: Ctx): Promise<void> {
  for (const id of await schedulesToRun(ctx, today(ctx.clock))) {
    const schedule = await lockSchedule(ctx, id);
    await plan(ctx, schedule);
    for (const standing of await standingsOf(ctx, schedule)) {
      await runContainer(ctx, schedule, standing);
    }
  }
}
