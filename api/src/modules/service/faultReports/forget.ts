import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { coverageOf } from '../jobs/coverage.ts';
import { SUBJECT } from './type.ts';

/** Days for which addresses are known, spam is kept, and a decided report tells who sent it. */
export const KEPT_DAYS = { network: 7, spam: 30, reporter: 90 } as const;
const DAY_MS = 86_400_000;
/** Reports that one night moves on; what is left over follows with the next one. */
const MOST = 1000;

const daysAgo = (ctx: Ctx, days: number): Date =>
  new Date(ctx.clock.now().getTime() - days * DAY_MS);

/** Deletes old spam with its photographs. The store drops their content when nothing refers to it. */
async function deleteSpam(ctx: Ctx): Promise<void> {
  await sql`with gone as (
      delete from fault_reports where id in (select id from fault_reports
        where status = 'spam' and updated_at < ${daysAgo(ctx, KEPT_DAYS.spam)}
        order by created_at limit ${MOST}) returning id
    ), photos as (
      delete from attachments a using gone
      where a.subject_type = ${SUBJECT} and a.subject_id = gone.id returning a.file_id
    )
    delete from files f using photos where f.id = photos.file_id`.execute(ctx.db);
}

/** Forgets addresses, and who sent what has been decided on: the job knows whom to call. */
async function forgetSenders(ctx: Ctx): Promise<void> {
  const addressed = daysAgo(ctx, KEPT_DAYS.network);
  await ctx.db
    .updateTable('faultReports')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('createdAt', '<', addressed)
    .execute();
  await ctx.db
    .updateTable('faultReportEntries')
    .set({ network: null })
    .where('network', 'is not', null)
    .where('createdAt', '<', addressed)
    .execute();
  await ctx.db
    .updateTable('faultReports')
    .set({ reportedByName: null, reportedByPhone: null })
    .where('status', 'in', ['accepted', 'joined'])
    .where('updatedAt', '<', daysAgo(ctx, KEPT_DAYS.reporter))
    .where((eb) =>
      eb.or([eb('reportedByName', 'is not', null), eb('reportedByPhone', 'is not', null)]),
    )
    .execute();
}

/** Gives reports that wait to whoever hands out the jobs of their container now. */
async function followDispatchers(ctx: Ctx): Promise<void> {
  const waiting = await ctx.db
    .selectFrom('faultReports')
    .where('status', '=', 'received')
    .orderBy('createdAt')
    .limit(MOST)
    .select(['id', 'productId', 'companyId', 'zoneId', 'dispatcherId'])
    .execute();
  for (const { id, productId, companyId, ...was } of waiting) {
    const { zoneId, dispatcherId } = await coverageOf(ctx, { productId, companyId });
    if (zoneId === was.zoneId && dispatcherId === was.dispatcherId) continue;
    await ctx.db
      .updateTable('faultReports')
      .set({ zoneId, dispatcherId })
      .where('id', '=', id)
      .execute();
  }
}

/** The night of fault reports. */
export async function tidyFaultReports(ctx: Ctx): Promise<void> {
  await deleteSpam(ctx);
  await forgetSenders(ctx);
  await followDispatchers(ctx);
}
