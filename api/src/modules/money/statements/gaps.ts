import type { Ctx } from '../../../kernel/index.ts';

export interface GapBefore {
  readonly id: string;
  /** Of the statement before: its file, its last day and its closing balance. */
  readonly fileName: string;
  readonly closedOn: string;
  readonly closingBalance: string;
  /** What moved on the days between, in or out. */
  readonly amount: string;
}

/**
 * Statements that do not open with what the one before them closed with: days between them are missing.
 * It is asked anew each time, since the missing statement may come later. One that begins within the days
 * of another, or repeats lines of it, opens somewhere inside of it, and is held against nothing.
 */
export async function gapsBefore(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GapBefore>> {
  const { rows } = await ctx.pg.query<GapBefore>({
    name: 'money.gapsBeforeStatements',
    text: `select s.id, b.file_name as "fileName", b.to_date::text as "closedOn",
        b.closing_balance::text as "closingBalance", (s.opening_balance - b.closing_balance)::text as amount
      from bank_statements s
      cross join lateral (
        select p.file_name, p.to_date, p.closing_balance from bank_statements p
        where p.bank_account_id = s.bank_account_id and p.id <> s.id and p.closing_balance is not null
          and (p.to_date < s.from_date or (p.to_date = s.from_date and p.from_date < s.from_date))
        order by p.to_date desc, (p.closing_balance = s.opening_balance) desc, p.created_at desc limit 1) b
      where s.id = any($1::uuid[]) and s.opening_balance <> b.closing_balance
        and not exists (select from bank_statements o
          where o.bank_account_id = s.bank_account_id and o.id <> s.id and o.closing_balance is not null
            and o.to_date >= s.from_date
            and (o.from_date < s.from_date and (o.to_date > s.from_date
                or 0 < case when o.created_at > s.created_at then o.repeated_count else s.repeated_count end)
              or o.from_date <= s.from_date and o.to_date = s.from_date and o.closing_balance = s.opening_balance))`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
