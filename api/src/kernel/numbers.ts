import { numberPeriod } from '@boxyard/shared/domain';
import type { Ctx } from './types.ts';

/**
 * The next number of a company's sequence, `PR2611-0001` (domain-warehouse 1.1). Gap-free: the row
 * is locked until the transaction ends, and a rollback gives the number back. Call it last.
 */
export async function takeNumber(
  ctx: Ctx,
  { companyId, docType, date }: { companyId: string; docType: string; date: string },
): Promise<string> {
  const period = numberPeriod(date);
  const { rows } = await ctx.pg.query<{ last_no: number }>({
    name: 'kernel.takeNumber',
    text: `insert into document_sequences (company_id, doc_type, period, last_no)
      values ($1, $2, $3, 1)
      on conflict (company_id, doc_type, period)
      do update set last_no = document_sequences.last_no + 1
      returning last_no`,
    values: [companyId, docType, period],
  });
  const number = rows[0]?.last_no ?? 0;
  return `${docType}${period}-${String(number).padStart(4, '0')}`;
}
