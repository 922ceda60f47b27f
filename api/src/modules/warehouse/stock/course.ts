import { addDays } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, type Input, notFound, qty, today } from '../../../kernel/index.ts';
import { blindSpot } from './blind.ts';
import { isCounted, placesOf } from './moves.ts';

const MONTHS = 12;

/** First days of the last months, this one last. */
function monthsUntil(day: string): string[] {
  const months = [`${day.slice(0, 7)}-01`];
  while (months.length < MONTHS) months.unshift(`${addDays(months[0] ?? day, -1).slice(0, 7)}-01`);
  return months;
}

interface Flow {
  readonly month: string;
  readonly received: string;
  readonly issued: string;
  readonly closing: string;
}

/**
 * What came and went of a part by month, and what was there at its end, in the places that the person
 * sees: the figures of its movements, drawn. What only changed its place neither came nor went.
 */
export async function partCourse(ctx: Ctx, { params: { id } }: Input<'parts.course'>) {
  const part = await ctx.db
    .selectFrom('materialParts')
    .select('reorderPoint')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!part) throw notFound();
  const reorderPoint = part.reorderPoint === null ? null : qty(part.reorderPoint);
  const blind = await blindSpot(ctx, [id]);
  if (blind.hasPart(id)) return { data: { reorderPoint, points: [] } };
  const months = monthsUntil(today(ctx.clock));
  const { rows } = await sql<Flow>`
    with flows as (
      select e.move_seq, min(e.effective_date) as day, sum(e.qty) as net from stock_entries e
      where e.item_id = ${id} and e.item_type = 'part'
        and e.location_id in ${placesOf(id, isCounted(ctx, undefined))}
      group by e.move_seq
    )
    select to_char(m.first, 'YYYY-MM') as month,
      coalesce(sum(f.net) filter (where f.net > 0 and f.day >= m.first), 0)::text as received,
      coalesce(-sum(f.net) filter (where f.net < 0 and f.day >= m.first), 0)::text as issued,
      coalesce(sum(f.net), 0)::text as closing
    from unnest(${months}::date[]) as m(first)
    left join flows f on f.day < m.first + interval '1 month'
    group by m.first order by m.first`.execute(ctx.db);
  return {
    data: {
      reorderPoint,
      points: rows.map(({ month, received, issued, closing }) => ({
        month,
        received: qty(received),
        issued: qty(issued),
        closing: qty(closing),
      })),
    },
  };
}
