import { addDays, toThousandths } from '@boxyard/shared/domain';
import { type Ctx, type Input, mayUseCompany, notFound, today } from '../../../kernel/index.ts';
import { stockOf } from '../../../ledger/index.ts';
import { seesCost } from '../parts/partRows.ts';
import { stockScopeOf } from '../parts/stockScope.ts';
import { blindSpot } from './blind.ts';

/** The days whose usage says how fast a part goes. */
const USAGE_DAYS = 90;

/**
 * What was used of parts by a company since a day: handed out for good, sold or built into containers,
 * less what came back. The first posting of the oldest of the days bounds what of the ledger is read.
 */
async function usedSince(
  ctx: Ctx,
  { companyId, partIds, since }: { companyId: string; partIds: readonly string[]; since: string },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await ctx.pg.query<{ id: string; used: string }>({
    name: 'parts.usedSince',
    text: `select e.item_id as id, sum(e.qty)::text as used
      from stock_entries e join bins n on n.id = e.location_id
      join warehouses w on w.id = n.warehouse_id
      where e.item_id = any($1::uuid[]) and e.item_type = 'part' and e.effective_date >= $3::date
        and e.move_seq >= (select min(x.seq) from generate_series($3::date, $4::date, interval '1 day') as d
          cross join lateral (select seq from stock_moves where effective_date = d::date
            order by seq limit 1) x)
        and w.company_id = $2 and (w.kind = 'container' or w.code in ('CONSUMED', 'SOLD'))
      group by e.item_id`,
    values: [partIds, companyId, since, today(ctx.clock)],
  });
  return new Map(rows.map(({ id, used }) => [id, Math.max(0, toThousandths(Number(used)) / 1000)]));
}

/** What an approver of a purchase has to know of its parts, in the document's company (2.2, 2.4). */
export async function partSupply(ctx: Ctx, { query }: Input<'parts.supply'>) {
  const { companyId } = query;
  if (!mayUseCompany(ctx.actor, companyId)) throw notFound();
  const partIds = [...new Set(query.partIds)];
  const day = today(ctx.clock);
  const [parts, blind, stock, used] = await Promise.all([
    ctx.db
      .selectFrom('materialParts as p')
      .innerJoin('units as u', 'u.id', 'p.unitId')
      .select(['p.id', 'p.lastPurchasePrice', 'u.id as unitId', 'u.code', 'u.name', 'u.nameTh'])
      .where('p.id', '=', (on) => on.fn.any(on.val(partIds)))
      .execute(),
    blindSpot(ctx, partIds),
    stockOf(ctx.pg, {
      companyIds: [companyId],
      warehouseIds: stockScopeOf(ctx.actor).warehouseIds,
      partIds,
      today: day,
    }),
    usedSince(ctx, { companyId, partIds, since: addDays(day, -USAGE_DAYS) }),
  ]);
  const shows = seesCost(ctx);
  return {
    data: parts.map(({ id, lastPurchasePrice, unitId, code, name, nameTh }) => {
      const block = stock.get(id);
      const isHidden = blind.hasPart(id);
      return {
        partId: id,
        unit: { id: unitId, code, name, nameTh },
        available: isHidden ? null : (block?.available ?? 0),
        onOrder: block?.onOrder ?? 0,
        used: isHidden ? null : (used.get(id) ?? 0),
        lastPurchasePrice: shows ? lastPurchasePrice : null,
      };
    }),
  };
}
