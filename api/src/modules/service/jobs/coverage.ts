import type { JobCoverage } from '@boxyard/shared/domain/service/jobs.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery, today } from '../../../kernel/index.ts';
import { dispatcherOf } from './dispatchers.ts';

/** Customer, contract and warranty of a container now, its engineers, and who bears the cost of a job. */
export interface Coverage {
  readonly coverage: JobCoverage;
  readonly customerId: string | null;
  readonly contractId: string | null;
  readonly warrantyId: string | null;
  readonly zoneId: string | null;
  readonly teamId: string | null;
  readonly dispatcherId: string | null;
}

interface Facts {
  readonly customerId: string | null;
  readonly contractId: string | null;
  readonly saleStatus: 'sold' | 'leased' | null;
  readonly warrantyId: string | null;
  readonly zoneId: string | null;
  readonly teamId: string | null;
  readonly dispatcherId: string | null;
}

/**
 * The contract in force, the warranty in force of its customer, and the engineers of the customer's zone;
 * where the zone has none, or nobody hands their jobs out, the first team of the company that has somebody.
 */
const factsOf = compiledQuery(
  (_, given: { productId: string; companyId: string; day: string }) =>
    sql<Facts>`
    select pc.customer_id as "customerId", pc.contract_id as "contractId",
      pc.sale_status as "saleStatus", w.id as "warrantyId", c.zone_id as "zoneId",
      t.id as "teamId", t.dispatcher_id as "dispatcherId"
    from products p
    left join product_contracts pc on pc.product_id = p.id and pc.in_force_until is null
    left join customers c on c.id = pc.customer_id
    left join lateral (
      select w.id from warranties w
      where w.product_id = p.id and w.customer_id = pc.customer_id and w.status = 'active'
        and ${given.day}::date between w.start_date and w.end_date
      order by w.end_date desc, w.id limit 1) w on true
    left join zones z on z.id = c.zone_id
    left join lateral (
      select t.id, ${dispatcherOf} as dispatcher_id from teams t
      where t.is_active and t.type = 'engineer' and t.company_id = ${given.companyId}::uuid
      order by (${dispatcherOf} is not null) desc, (t.id = z.engineer_team_id) desc nulls last,
        t.created_at, t.id limit 1) t on true
    where p.id = ${given.productId}::uuid`,
);

/** The coverage: a pure function of the contract and the warranty in force (domain-containers 7, invariant 7). */
export function coverageBy({
  saleStatus,
  warrantyId,
}: Pick<Facts, 'saleStatus' | 'warrantyId'>): JobCoverage {
  if (warrantyId !== null) return 'warranty';
  if (saleStatus === 'leased') return 'contract';
  return saleStatus === 'sold' ? 'billable' : 'goodwill';
}

/** Works out the coverage of a container's job that is reported now. */
export async function coverageOf(
  ctx: Ctx,
  { productId, companyId }: { readonly productId: string; readonly companyId: string },
): Promise<Coverage> {
  const [found] = await factsOf(ctx, { productId, companyId, day: today(ctx.clock) });
  if (!found) throw new Error(`the container ${productId} is missing`);
  const { saleStatus, ...facts } = found;
  return { ...facts, coverage: coverageBy({ saleStatus, warrantyId: found.warrantyId }) };
}
