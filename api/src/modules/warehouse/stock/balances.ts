import { decimal, isDate } from '@boxyard/shared/domain';
import { type RawBuilder, sql } from 'kysely';
import {
  type Ctx,
  capped,
  defineList,
  figuresRow,
  type Input,
  isBeyond,
  refuseFaults,
} from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { seesCost } from '../parts/partRows.ts';
import { blindSpot } from './blind.ts';
import { PART_WORDS, REORDER_WORDS } from './labels.ts';
import { isCounted } from './moves.ts';

type Asked = Input<'stock.balances'>;

/** Places that count: owned, in scope, in the warehouses and bins chosen. */
const placesOf = (ctx: Ctx, { query }: Asked) => {
  const { warehouseId, binId } = query.filters;
  const bins = binId === undefined ? sql`true` : sql`n.id = any(${binId}::uuid[])`;
  return sql`(select n.id from bins n join warehouses w on w.id = n.warehouse_id
    where ${bins} and ${isCounted(ctx, warehouseId)})`;
};

/** What was posted with a day after the one asked for, and is to be taken back from today's stock. */
const isLater = (alias: 'e' | 'c', { query }: Asked): RawBuilder<boolean> => {
  const { asOf } = query.filters;
  return asOf === undefined
    ? sql<boolean>`false`
    : sql<boolean>`${sql.ref(`${alias}.effective_date`)} > ${asOf}::date`;
};

/**
 * What lies of parts by company and warehouse, with its share of what the company's stock of the part
 * is worth. The balances of a day are today's less whatever came later: there is no re-posting, so the
 * present is the nearest snapshot of all (domain-warehouse 3.6).
 */
const lying = (ctx: Ctx, input: Asked, ids: RawBuilder<unknown>) => sql`
  asked as (${ids}),
  counted as ${placesOf(ctx, input)},
  later as (
    select e.company_id, e.item_id, e.location_id, sum(e.qty) as qty,
      sum(e.qty) filter (where e.is_physical) as owned, sum(e.value) as value
    from stock_entries e
    where e.item_type = 'part' and ${isLater('e', input)} and e.item_id in (select id from asked)
    group by 1, 2, 3
  ),
  held as (
    select x.company_id, x.item_id, n.warehouse_id, sum(x.qty) as qty
    from (
      select b.company_id, b.item_id, b.location_id, b.on_hand as qty from stock_balances b
      where b.item_type = 'part' and b.is_physical and b.on_hand <> 0 and b.item_id in (select id from asked)
      union all
      select company_id, item_id, location_id, -qty from later
    ) x join bins n on n.id = x.location_id
    where x.location_id in (select id from counted)
    group by 1, 2, 3 having sum(x.qty) <> 0
  ),
  worth as (
    select v.company_id, v.item_id, v.owned_qty - coalesce(l.qty, 0) as qty,
      v.owned_value - coalesce(l.value, 0) - coalesce(c.amount, 0) as value
    from part_valuations v
    left join (select company_id, item_id, sum(owned) as qty, sum(value) as value from later group by 1, 2) l
      on l.company_id = v.company_id and l.item_id = v.item_id
    left join (select c.company_id, c.item_id, sum(c.amount) as amount from cost_variances c
      where c.item_type = 'part' and ${isLater('c', input)} group by 1, 2) c
      on c.company_id = v.company_id and c.item_id = v.item_id
    where v.item_type = 'part' and v.item_id in (select id from asked)
  ),
  shares as (
    select h.item_id, h.company_id, sum(h.qty) as qty,
      round(max(w.value) * sum(h.qty) / nullif(max(w.qty), 0), 2) as value
    from held h left join worth w on w.company_id = h.company_id and w.item_id = h.item_id
    group by 1, 2
  )`;

interface Share {
  readonly itemId: string;
  readonly qty: string;
  readonly value: string;
}
interface Held {
  readonly itemId: string;
  readonly qty: string;
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameTh: string | null;
}

/** Of the parts of a page. */
async function figuresOf(ctx: Ctx, input: Asked, partIds: readonly string[]) {
  const ids = sql`select id from unnest(${partIds}::uuid[]) as t(id)`;
  const [shares, held] = await Promise.all([
    sql<Share>`with ${lying(ctx, input, ids)}
      select item_id, sum(qty)::text as qty, coalesce(sum(value), 0)::text as value
      from shares group by item_id`.execute(ctx.db),
    sql<Held>`with ${lying(ctx, input, ids)}
      select h.item_id, sum(h.qty)::text as qty, w.id, w.code, w.name, w.name_th
      from held h join warehouses w on w.id = h.warehouse_id
      group by h.item_id, w.id order by w.is_system, w.code`.execute(ctx.db),
  ]);
  return {
    shares: new Map(shares.rows.map((row) => [row.itemId, row])),
    held: Map.groupBy(held.rows, (row) => row.itemId),
  };
}

/** Parts of which anything was owned there then. */
const hasAny = (ctx: Ctx, input: Asked): RawBuilder<boolean> => {
  const places = placesOf(ctx, input);
  const now = sql`(select coalesce(sum(b.on_hand), 0) from stock_balances b where b.item_id = p.id
    and b.item_type = 'part' and b.is_physical and b.location_id in ${places})`;
  if (input.query.filters.asOf === undefined) return sql<boolean>`${now} > 0`;
  return sql<boolean>`${now} > (select coalesce(sum(e.qty), 0) from stock_entries e
    where e.item_id = p.id and e.item_type = 'part' and ${isLater('e', input)}
      and e.location_id in ${places})`;
};

/** What is owned of each part and what it is worth, now or at the end of a day (domain-warehouse 4.1). */
export const balanceList = defineList('stock.balances', {
  id: 'p.id',
  from: (ctx, input) =>
    ctx.db
      .selectFrom('materialParts as p')
      // Opaque to the planner, which therefore reads the order from its index.
      .where(sql<boolean>`case when ${hasAny(ctx, input)} then true end`),
  select: (query) =>
    query
      // As the list of parts names it: the category that the part is filed under.
      .innerJoin('categories as c', (join) =>
        join.on(sql<boolean>`c.id = coalesce(p.sub_category_id, p.category_id)`),
      )
      .innerJoin('units as u', 'u.id', 'p.unitId')
      .select(['p.id', 'p.partNo', 'p.name', 'p.nameTh', 'c.id as categoryId'])
      .select(['c.code as categoryCode', 'c.name as categoryName', 'c.nameTh as categoryNameTh'])
      .select(['u.id as unitId', 'u.code as unitCode', 'u.name as unitName'])
      .select('u.nameTh as unitNameTh'),
  map: async (rows, ctx, input) => {
    const partIds = rows.map(({ id }) => id);
    const [blind, { shares, held }] = await Promise.all([
      blindSpot(ctx, partIds),
      figuresOf(ctx, input, partIds),
    ]);
    const costs = seesCost(ctx);
    return rows.map((row) => {
      const { qty = '0', value = '0' } = shares.get(row.id) ?? {};
      const isHidden = blind.hasPart(row.id);
      const shown = isHidden ? null : qty;
      return {
        id: row.id,
        part: mustRef(row.id, row.partNo, { name: row.name, nameTh: row.nameTh }),
        category: mustRef(row.categoryId, row.categoryCode, {
          name: row.categoryName,
          nameTh: row.categoryNameTh,
        }),
        unit: mustRef(row.unitId, row.unitCode, { name: row.unitName, nameTh: row.unitNameTh }),
        quantity: shown,
        warehouses: (held.get(row.id) ?? []).map((one) => ({
          warehouse: mustRef(one.id, one.code, { name: one.name, nameTh: one.nameTh }),
          quantity: blind.hasPartIn(row.id, one.id) ? null : one.qty,
        })),
        averageCost:
          costs && !decimal.isZero(qty) ? decimal.round(decimal.divide(value, qty), 4) : null,
        value: costs && !isHidden ? decimal.round(value) : null,
      };
    });
  },
  sorts: { partNo: 'p.part_no' },
  filters: {
    // Applied in `from` and to the figures.
    warehouseId: (query) => query,
    binId: (query) => query,
    asOf: (query) => query,
    categoryId: (query, ids) =>
      query.where(
        sql<boolean>`case when p.category_id = any(${ids}::uuid[]) then true
          else p.sub_category_id = any(${ids}::uuid[]) end`,
      ),
  },
  search: 'p.search_text',
  summary: async (query, ctx, input) => {
    const sums = sql<{ parts: number; totalValue: string }>`
      with ${lying(ctx, input, sql`${capped(query, input.query).select('p.id')}`)}
      select (select count(*)::int from asked) as parts,
        coalesce(sum(value), 0)::numeric(17, 2)::text as total_value from shares`.compile(ctx.db);
    const { parts, totalValue } = await figuresRow(ctx, 'parts', sums);
    if (isBeyond(parts, input.query)) return undefined;
    // With the value of all other parts, that of a hidden one is the difference.
    const isShown = seesCost(ctx) && (await blindSpot(ctx)).binIds.length === 0;
    return { parts, totalValue: isShown ? totalValue : null };
  },
  export: {
    fileName: 'stock-balances',
    columns: {
      part: { title: COMMON_WORDS.field.part, type: 'text' },
      category: { title: REORDER_WORDS.field.category, type: 'text' },
      quantity: { title: { en: 'In all places', th: 'รวมทุกที่' }, type: 'quantity' },
      unit: { title: COMMON_WORDS.field.unit, type: 'text' },
      warehouses: {
        title: { en: 'Where', th: 'อยู่ที่' },
        type: 'text',
        value: ({ warehouses }) =>
          warehouses
            .map(({ warehouse, quantity }) => `${warehouse.code} ${quantity ?? ''}`.trim())
            .join(', '),
      },
      averageCost: { title: PART_WORDS.field.averageCost, type: 'money' },
      value: { title: { en: 'Value', th: 'มูลค่า' }, type: 'money' },
    },
  },
});

/** A day that is none is said to be one: a list would only find nothing. */
export async function listBalances(ctx: Ctx, input: Asked) {
  const { asOf } = input.query.filters;
  refuseFaults(asOf === undefined || isDate(asOf) ? [] : [{ field: 'asOf', code: 'DATE' }]);
  return balanceList.run(ctx, input);
}
