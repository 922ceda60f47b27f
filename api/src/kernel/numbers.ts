import { formatNumber } from '@boxyard/shared/domain';
import type { Ctx } from './types.ts';

/** Digits of a number unless the company says otherwise; more are written when they are needed. */
const DIGITS = 4;

/**
 * The next number of a company's sequence, `PR2611-0001` unless the company numbers this kind in its
 * own way (domain-warehouse 1.1). Gap-free: the row is locked until the transaction ends, and a
 * rollback gives the number back. Call it last.
 */
export async function takeNumber(
  ctx: Ctx,
  { companyId, docType, date }: { companyId: string; docType: string; date: string },
): Promise<string> {
  const { rows } = await ctx.pg.query<{
    last_no: number;
    period: string;
    prefix: string | null;
    digits: number | null;
  }>({
    name: 'kernel.takeNumber',
    text: `with rule as (
        select prefix, reset, digits from document_numbering
        where company_id = $1 and doc_type = $2 and effective_from <= $3::date
        order by effective_from desc limit 1
      ), taken as (
        insert into document_sequences (company_id, doc_type, period, last_no)
        select $1, $2, case coalesce((select reset from rule), 'monthly')
          when 'monthly' then to_char($3::date, 'YYMM')
          when 'yearly' then to_char($3::date, 'YY')
          else '' end, 1
        on conflict (company_id, doc_type, period)
        do update set last_no = document_sequences.last_no + 1
        returning last_no, period
      )
      select taken.last_no, taken.period, rule.prefix, rule.digits from taken left join rule on true`,
    values: [companyId, docType, date],
  });
  const [taken] = rows;
  if (!taken) throw new Error('a sequence gave no number');
  return formatNumber(
    { prefix: taken.prefix ?? docType, digits: taken.digits ?? DIGITS },
    { period: taken.period, count: taken.last_no },
  );
}
