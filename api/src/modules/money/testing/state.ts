import type { TestApp } from '../../../testing/index.ts';

/** All that an action on money and its undo have to leave as it was: accounts, tax, credit, due dates. */
export async function moneyState({ app }: TestApp): Promise<string> {
  const { rows } = await app.pg.query<{ state: string }>(
    `select json_build_array(
      (select json_agg(r order by r) from (select customer_id, invoice_id, sum(amount) as owed
        from receivable_entries group by 1, 2 having sum(amount) <> 0) r),
      (select json_agg(t order by t) from (select invoice_id, sum(base_amount) as base, sum(vat_amount) as vat
        from tax_entries group by 1 having sum(grand_total) <> 0) t),
      (select json_agg(i order by i) from (select id, due_date, balance, paid_amount, credited_amount
        from invoices where balance > 0) i),
      (select json_agg(p order by p) from (select customer_id, sum(credit_amount) as credit, sum(refund_amount) as refund
        from payments group by 1 having sum(credit_amount) > 0) p),
      (select json_agg(l order by l) from (select id, status, payment_id from bank_lines) l),
      (select json_agg(w order by w) from (select product_id, start_date, end_date, is_settled
        from warranties where status in ('scheduled', 'active', 'suspended')) w))::text as state`,
  );
  return String(rows[0]?.state);
}
