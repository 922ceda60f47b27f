import { decimal } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, type Input, invalid, money, notFound, today } from '../../../kernel/index.ts';
import { customerRefs, visibleCustomers } from '../../partners/index.ts';

type Asked = Input<'receivables.statement'>;

/** Every entry of a customer's account between two days, with the balance after each. */
export async function statementOf(
  ctx: Ctx,
  { params, query }: { readonly params: Asked['params']; readonly query: Asked['query'] },
) {
  const { customerId } = params;
  const seen = await visibleCustomers(ctx)
    .where('c.id', '=', customerId)
    .select('c.id')
    .executeTakeFirst();
  if (!seen) throw notFound();
  const endDate = query?.endDate ?? today(ctx.clock);
  const startDate = query?.startDate ?? `${endDate.slice(0, 4)}-01-01`;
  if (startDate > endDate) throw invalid([{ field: 'endDate', code: 'DATE_ORDER' }]);
  const [customer, before, { rows }] = await Promise.all([
    customerRefs(ctx, [customerId]),
    ctx.db
      .selectFrom('receivableEntries')
      .where('customerId', '=', customerId)
      .where('businessDate', '<', startDate)
      .select(sql<string>`coalesce(sum(amount), 0)`.as('opening'))
      .executeTakeFirstOrThrow(),
    ctx.pg.query<{
      id: string;
      date: string;
      kind:
        | 'invoice'
        | 'discount'
        | 'void'
        | 'allocation'
        | 'creditNote'
        | 'debitNote'
        | 'credit'
        | 'refund';
      documentNo: string | null;
      invoiceNo: string | null;
      amount: string;
    }>({
      name: 'money.statement',
      text: `select r.id, r.business_date::text as date, r.kind, r.amount,
          coalesce(n.document_no, g.document_no, p.document_no, iv.document_no) as "documentNo", iv.document_no as "invoiceNo"
        from receivable_entries r
        left join invoices iv on iv.id = r.invoice_id
        left join payments p on p.id = r.payment_id
        left join credit_notes n on n.id = r.credit_note_id
        left join debit_notes g on g.id = r.debit_note_id
        where r.customer_id = $1 and r.business_date between $2::date and $3::date
        order by r.business_date, r.id`,
      values: [customerId, startDate, endDate],
    }),
  ]);
  let balance = decimal.round(before.opening);
  const entries = rows.map((row) => {
    balance = decimal.round(decimal.add(balance, row.amount));
    return { ...row, amount: money(row.amount), balance };
  });
  return {
    customer: customer(customerId),
    startDate,
    endDate,
    opening: money(before.opening),
    closing: balance,
    entries,
  };
}
