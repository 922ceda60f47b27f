import { COUNT_CAP } from '@boxyard/shared/contract/list.ts';
import {
  BOARD_PAGE,
  BOARD_STATUSES,
  type BoardStatus,
} from '@boxyard/shared/domain/service/planning.ts';
import { sql } from 'kysely';
import type { Ctx, Input } from '../../../kernel/index.ts';
import { presentPlanned, selectPlanned, visibleJobs } from './plannedJobs.ts';

type Query = Input<'jobs.board'>['query'];

/** Jobs of one column as far as this person sees them. */
function columnOf(ctx: Ctx, status: BoardStatus, { kind, teamId }: Query) {
  const all = visibleJobs(ctx).where('jb.status', '=', status);
  const ofKind = kind === undefined ? all : all.where('jb.kind', '=', kind);
  return teamId === undefined ? ofKind : ofKind.where('jb.teamId', '=', teamId);
}

async function countOf(ctx: Ctx, status: BoardStatus, query: Query): Promise<number> {
  const capped = columnOf(ctx, status, query)
    .select(sql<number>`1`.as('one'))
    .limit(COUNT_CAP + 1);
  const { count } = await ctx.db
    .selectFrom(capped.as('capped'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

const rowsOf = (ctx: Ctx, status: BoardStatus, query: Query) =>
  selectPlanned(columnOf(ctx, status, query))
    .orderBy('jb.urgency')
    .orderBy('jb.id')
    .limit(BOARD_PAGE)
    .offset((Number(query.page ?? 1) - 1) * BOARD_PAGE)
    .execute();

/** Columns of open jobs with their counts, or one further page of a column. */
export async function readBoard(ctx: Ctx, { query }: Input<'jobs.board'>) {
  const statuses = query.status === undefined ? BOARD_STATUSES : [query.status];
  const found = await Promise.all(
    statuses.map(async (status) => ({
      status,
      count: await countOf(ctx, status, query),
      rows: await rowsOf(ctx, status, query),
    })),
  );
  // Presented together: what they name is read once.
  const cards = await presentPlanned(
    ctx,
    found.flatMap(({ rows }) => rows),
  );
  let shown = 0;
  const columns = found.map(({ status, count, rows }) => {
    const of = cards.slice(shown, shown + rows.length);
    shown += rows.length;
    return {
      status,
      count: Math.min(count, COUNT_CAP),
      isCapped: count > COUNT_CAP,
      jobs: of,
    };
  });
  return { data: { columns } };
}
