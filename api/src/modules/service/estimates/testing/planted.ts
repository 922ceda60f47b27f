import type { TestApp } from '../../../../testing/index.ts';
import { plantCustomer } from '../../../partners/testing/planted.ts';

/** A job of a container with an estimate that its customer has to answer, as if somebody had sent it. */
export async function plantEstimate(test: TestApp, productId: string): Promise<string> {
  const { app, companyId } = test;
  await test.as('sales-officer');
  const customerId = await plantCustomer(test, { companyId });
  const { rows } = await app.pg.query<{ id: string }>(
    `with job as (
      insert into jobs (company_id, document_no, status, document_date, kind, product_id, customer_id,
        coverage, priority, channel, symptom, reported_at, created_at, updated_at)
      values ($1, 'JB0000-0001', 'triaged', '2026-11-30', 'repair', $2, $3, 'billable', 'normal', 'phone',
        'Does not cool', now(), now(), now()) returning id
    ), estimate as (
      insert into job_estimates (company_id, job_id, estimate_no, status, customer_id, valid_until,
        list_total, sub_total, vat_rate, vat_amount, grand_total, sent_at, created_at, updated_at)
      select $1, id, 1, 'sent', $3, '2099-12-31', 600, 600, 7, 42, 642, now(), now(), now() from job
      returning id
    )
    insert into job_estimate_items (estimate_id, line_no, is_labour, description, quantity, list_price,
      unit_price, line_total)
    select id, 1, true, 'Labour', 1, 600, 600, 600 from estimate returning estimate_id as id`,
    [companyId, productId, customerId],
  );
  return String(rows[0]?.id);
}
