import type { Ctx } from '../../../kernel/index.ts';

interface Round {
  readonly id: string;
  readonly documentNo: string;
  readonly status: string;
  /** Whom it is looked at beside: the first who was invited. */
  readonly supplierId: string;
}

/** Bidding rounds of a request, or one by its id, oldest first, as other documents name them. */
export async function roundsOf(
  ctx: Ctx,
  { requestId = null, id = null }: { requestId?: string | null; id?: string | null },
): Promise<Round[]> {
  if (requestId === null && id === null) return [];
  const { rows } = await ctx.pg.query<{
    id: string;
    document_no: string;
    status: string;
    supplier_id: string;
  }>({
    name: 'biddings.rounds',
    text: `select b.id, b.document_no, b.status, (select s.supplier_id from bidding_suppliers s
        where s.bidding_id = b.id order by s.line_no limit 1) as supplier_id
      from biddings b
      where b.id = any(array(select id from biddings where request_id = $1 union all select $2::uuid))
      order by b.created_at`,
    values: [requestId, id],
  });
  return rows.map((row) => ({
    id: row.id,
    documentNo: row.document_no,
    status: row.status,
    supplierId: row.supplier_id,
  }));
}
