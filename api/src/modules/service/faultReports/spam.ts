import type { SpamReach } from '@boxyard/shared/domain/service/faultReports.ts';
import { sql } from 'kysely';
import { type Ctx, record, updated } from '../../../kernel/index.ts';
import { actionsOf } from '../../../workflow/index.ts';
import { type ReportRow, reportDocument, reportSource, SUBJECT } from './type.ts';

const reportAction = actionsOf(SUBJECT, reportDocument);

/** Reports that wait, that this person sees, and that a press on one of them reaches besides it. */
const reached = (ctx: Ctx, row: ReportRow, reach: SpamReach) => {
  const others = reportSource(ctx).where('d.status', '=', 'received').where('d.id', '<>', row.id);
  switch (reach) {
    case 'address':
      return others.where('d.network', '=', row.network);
    case 'container':
      return others.where('d.productId', '=', row.productId);
    case 'report':
      return others.where(sql<boolean>`false`);
  }
};

/** Counts the reports that a press would reach, this one among them. */
export async function alikeOf(ctx: Ctx, row: ReportRow) {
  const count = async (reach: SpamReach): Promise<number> => {
    const found = await reached(ctx, row, reach)
      .select(sql<number>`count(*)::int`.as('others'))
      .executeTakeFirstOrThrow();
    return found.others + 1;
  };
  const [address, container] = [await count('address'), await count('container')];
  return { address, container };
}

interface Change {
  readonly ids: readonly string[];
  readonly to: 'spam' | 'received';
  readonly set: {
    readonly spamMark: string | null;
    readonly spamReach: SpamReach | null;
    readonly spamAt: Date | null;
  };
}

/** Moves the other reports of a press; what somebody decides on at the same moment is left to them. */
async function moveOthers(ctx: Ctx, { ids, to, set }: Change): Promise<void> {
  if (ids.length === 0) return;
  const from = to === 'spam' ? ('received' as const) : ('spam' as const);
  const moved = await ctx.db
    .updateTable('faultReports')
    .set({ status: to, ...set, version: sql`version + 1`, ...updated(ctx) })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', from)
    .returning(['id', 'version', 'companyId'])
    .execute();
  for (const { id, version, companyId } of moved) {
    await record(ctx, {
      subject: SUBJECT,
      subjectId: id,
      companyId,
      action: to === 'spam' ? 'spam' : 'restore',
      from,
      to,
      version,
    });
  }
}

/** Ids of other reports, each taken by one press alone. */
const taken = async (query: ReturnType<typeof reached>): Promise<string[]> =>
  (await query.orderBy('d.id').select('d.id').forUpdate('d').skipLocked().execute()).map(
    ({ id }) => id,
  );

/** Calls a report spam, with all that waits of its sender's address or of its container. */
export const callSpam = reportAction('spam', async (ctx, row, { reach }) => {
  const set = { spamMark: row.id, spamReach: reach, spamAt: ctx.clock.now() };
  await moveOthers(ctx, { ids: await taken(reached(ctx, row, reach)), to: 'spam', set });
  return { set, notices: [] };
});

/** Takes a press back, with all that it reached. */
export const restoreReport = reportAction('restore', async (ctx, row) => {
  const set = { spamMark: null, spamReach: null, spamAt: null };
  const others = reportSource(ctx)
    .where('d.status', '=', 'spam')
    .where('d.spamMark', '=', row.spamMark)
    .where('d.id', '<>', row.id);
  await moveOthers(ctx, { ids: await taken(others), to: 'received', set });
  return { set, notices: [] };
});
