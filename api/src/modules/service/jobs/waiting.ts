import { startsFrom } from '@boxyard/shared/domain';
import { jobMachine } from '@boxyard/shared/domain/service/jobMachine.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { notifyOfJob } from './notify.ts';
import { jobs } from './type.ts';

const DAY_MS = 86_400_000;
/** Days after which somebody asks what became of the parts (domain-containers 5). */
const LONG_WAIT_DAYS = 3;

/** Statuses in which a job waits for parts. */
const WAITING = Object.keys(jobMachine.states).filter((status) =>
  startsFrom(jobMachine, 'parts-issued', status),
);

/** Tells dispatchers of jobs that have waited for parts for more than three days, once for each wait. */
export async function remindOfParts(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - LONG_WAIT_DAYS * DAY_MS);
  const { rows } = await sql<{ id: string; since: Date }>`
    select * from (select jb.id, coalesce(
        (select max(t.ended_at) from job_times t where t.job_id = jb.id and t.pause_reason = 'parts'),
        (select min(q.created_at) from requisitions q where q.job_id = jb.id),
        jb.updated_at) as since
      from jobs jb where jb.status = any(${WAITING})) waits
    where since < ${before} order by since, id`.execute(ctx.db);
  for (const { id, since } of rows) {
    const row = await jobs.stored.load(ctx, id, { lock: false });
    if (!row) continue;
    await notifyOfJob(ctx, row, {
      to: [row.dispatcherId],
      category: 'alert',
      type: 'warning',
      kind: 'alerts',
      title: {
        en: `Job ${row.documentNo} has waited for parts for more than ${LONG_WAIT_DAYS} days`,
        th: `งาน ${row.documentNo} รออะไหล่มานานกว่า ${LONG_WAIT_DAYS} วัน`,
      },
      key: `waitsForParts:${since.toISOString()}`,
    });
  }
}
