import type { TestApp } from '../../../testing/index.ts';

/** A customer of a company as a row; its salesperson is `saleId`, else anybody. Answers its id. */
export async function plantCustomer(
  test: TestApp,
  {
    companyId,
    saleId = null,
    name = 'Siam Snacks',
  }: { readonly companyId: string; readonly saleId?: string | null; readonly name?: string },
): Promise<string> {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into customers (company_id, code, type, company_name, name, tax_id, branch_code, phone,
        registered_address, sale_id, created_at, updated_at)
      values ($1, 'X' || new_id(), 'juristic', $3, $3, '0105552001116', lpad((random() * 99999)::int::text, 5, '0'),
        '021234501', '{"line1": "9", "provinceId": null, "amphoeId": null, "districtId": null, "zipcode": null, "text": "9", "textTh": "9"}',
        coalesce($2::uuid, (select id from users limit 1)), now(), now())
      returning id`,
    [companyId, saleId, name],
  );
  return String(rows[0]?.id);
}
