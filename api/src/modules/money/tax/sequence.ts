import type { Ctx } from '../../../kernel/index.ts';

/** Tables of the registers. */
export const TABLES = {
  output: 'tax_entries',
  input: 'input_tax_entries',
} as const;
export type Register = keyof typeof TABLES;

/**
 * The place that entries have in the report of their company and month: by day, and within it
 * as they were entered, as lists and the printed report have them. It is counted over the whole month, whatever of it a list shows.
 */
export async function sequencesOf(
  ctx: Ctx,
  register: Register,
  ids: readonly string[],
): Promise<(id: string) => number> {
  const table = TABLES[register];
  const { rows } = await ctx.pg.query<{ id: string; n: number }>({
    name: `money.sequencesOf.${register}`,
    text: `select m.id, m.n from (
        select t.id, row_number() over
          (partition by t.company_id, w.first order by t.tax_date, t.id)::int as n
        from (select distinct company_id, date_trunc('month', tax_date)::date as first
          from ${table} where id = any($1::uuid[])) w
        join ${table} t on t.company_id = w.company_id
          and t.tax_date >= w.first and t.tax_date < (w.first + interval '1 month')::date) m
      where m.id = any($1::uuid[])`,
    values: [[...ids]],
  });
  const places = new Map(rows.map(({ id, n }) => [id, n]));
  return (id) => places.get(id) ?? 0;
}
