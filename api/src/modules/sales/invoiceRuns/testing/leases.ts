/** What of a database's client is needed here. */
interface Client {
  query(text: string, values: unknown[]): Promise<unknown>;
}

export interface Leases {
  readonly companyId: string;
  /** Who sold them. */
  readonly saleId: string;
  readonly modelId: string;
  /** Whose they are, by turns. */
  readonly customers: readonly string[];
  readonly count: number;
  /** What their numbers begin with. */
  readonly prefix: string;
  /** Days on which the two rents are due. */
  readonly due: readonly [string, string];
}

/** Leases in force, as many as nobody would enter one by one: each with two rents of 1,000 baht before VAT. */
export async function plantLeases(client: Client, leases: Leases): Promise<void> {
  await client.query(
    `with made as (
      insert into contracts (company_id, document_no, status, document_date, created_by, created_at, updated_at,
        type, customer_id, sale_id, product_model_id, install_site, start_date, end_date, price, vat_mode, vat_rate,
        wht_rate, deposit_amount, deposit_refundable, down_payment, interest_type, interest_rate, title_holder,
        warranty_months, coverage, totals, grand_total, outstanding_amount, current_version_no)
      select $1, $5 || lpad(n::text, 6, '0'), 'onGoing', ($7::date[])[1] - 60, $2, now(), now(), 'lease',
        ($4::uuid[])[1 + n % cardinality($4::uuid[])], $2, $3, '{}', ($7::date[])[1] - 60, ($7::date[])[2], 1000,
        'exclusive', 7, 0, 0, false, 0, 'none', 0, 'company', 0, 'full', '{}', 2140, 2140, 1
      from generate_series(1, $6::int) n returning id)
    insert into contract_schedule (contract_id, seq, kind, due_date, principal, interest, vat, total, wht, net,
      counts_towards_total)
    select id, seq, 'installment', ($7::date[])[seq], 1000, 0, 70, 1070, 0, 1070, true
    from made, generate_series(1, 2) seq`,
    [
      leases.companyId,
      leases.saleId,
      leases.modelId,
      leases.customers,
      leases.prefix,
      leases.count,
      leases.due,
    ],
  );
}
