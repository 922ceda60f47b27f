import type { TestApp } from '../../../../testing/index.ts';

/** A report of a container of the test's company, as it would be after somebody sent it. */
export async function plantReport({ app, companyId }: TestApp): Promise<string> {
  const { rows } = await app.pg.query<{ id: string }>(
    `insert into fault_reports (company_id, product_id, status, symptom, reported_by_phone, created_at, updated_at)
     select company_id, id, 'received', 'Does not pay out change', '0812345678', now(), now()
     from products where company_id = $1 limit 1 returning id`,
    [companyId],
  );
  return String(rows[0]?.id);
}
