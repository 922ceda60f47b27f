import { sql } from 'kysely';
import { type Ctx, type Input, inScope } from '../../../kernel/index.ts';

/** Names that have that much in common are shown (pg_trgm, 0 to 1). */
const SIMILAR = 0.6;
const MOST = 20;

interface Found {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly companyId: string;
  readonly saleId: string;
  readonly zoneId: string | null;
  readonly saleName: string;
  readonly field: 'taxId' | 'name' | 'phone';
}

/**
 * Customers that may be the one being typed. Names and phone numbers are compared within the own scope.
 * An exact tax id is looked for in all of the own companies: of a customer outside the scope only is
 * said that there is one, and whom to ask (docs/domain/containers.md "Customers").
 */
export async function matchingCustomers(ctx: Ctx, { body }: Input<'customers.exist'>) {
  const { taxId, branchCode, name, phone, excludeId } = body;
  const { companyIds } = ctx.actor;
  const columns = sql`c.id, c.code, coalesce(c.name_en, c.name) as name, c.company_id, c.sale_id, c.zone_id,
    u.full_name as sale_name`;
  const among = sql`from customers c join users u on u.id = c.sale_id
    where c.merged_into_id is null and c.id is distinct from ${excludeId ?? null}::uuid
      and (${companyIds}::uuid[] is null or c.company_id = any(${companyIds}::uuid[]))`;
  const parts = [
    ...(taxId === undefined
      ? []
      : [
          sql`(select ${columns}, 'taxId' as field ${among} and c.tax_id = ${taxId}
            and (${branchCode ?? null}::text is null or c.branch_code is not distinct from ${branchCode ?? null}::text)
            limit ${MOST})`,
        ]),
    ...(phone === undefined
      ? []
      : [
          sql`(select ${columns}, 'phone' as field ${among}
            and (c.phone = ${phone} or c.phone2 = ${phone}) limit ${MOST})`,
        ]),
    ...(name === undefined || name.length < 3
      ? []
      : [
          sql`(select ${columns}, 'name' as field ${among}
            and fold_search(c.name) % fold_search(${name})
            and similarity(fold_search(c.name), fold_search(${name})) >= ${SIMILAR}
            order by similarity(fold_search(c.name), fold_search(${name})) desc limit ${MOST})`,
        ]),
  ];
  if (parts.length === 0) return { data: { exists: false, matches: [] } };
  const { rows } = await sql<Found>`${sql.join(parts, sql` union all `)}`.execute(ctx.db);
  const matches = rows.flatMap((row) => {
    const isSeen = inScope(ctx.actor, {
      companyId: row.companyId,
      ownerIds: [row.saleId],
      zoneId: row.zoneId,
    });
    if (!isSeen && row.field !== 'taxId') return [];
    return [
      {
        id: isSeen ? row.id : null,
        code: isSeen ? row.code : null,
        name: isSeen ? row.name : null,
        field: row.field,
        sale: row.saleName,
      },
    ];
  });
  return { data: { exists: matches.length > 0, matches } };
}
