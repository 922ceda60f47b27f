import { can } from '@boxyard/shared/domain';
import type { SaleStatus } from '@boxyard/shared/domain/containers/statuses.ts';
import { sql } from 'kysely';
import { type Ctx, scopeCondition } from '../../../kernel/index.ts';
import { hiddenDocuments } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { UNDER_CONTRACT } from './type.ts';

interface Holder {
  readonly customer: ReturnType<typeof mustRef>;
  readonly contract: { readonly id: string; readonly documentNo: string };
}

interface Held {
  readonly productId: string;
  readonly id: string;
  readonly documentNo: string;
  readonly customerId: string;
  readonly code: string;
  readonly name: string;
  readonly nameTh: string;
}

/**
 * The contract that each container is under, and its customer, by container. The contract that was
 * approved last counts. Somebody who may not read the contract learns neither.
 */
export async function holdersOf(
  ctx: Ctx,
  rows: readonly { readonly id: string; readonly saleStatus: SaleStatus }[],
): Promise<ReadonlyMap<string, Holder>> {
  const ids = rows.flatMap(({ id, saleStatus }) =>
    UNDER_CONTRACT.includes(saleStatus) ? [id] : [],
  );
  if (ids.length === 0) return new Map();
  const { rows: held } = await ctx.pg.query<Held>({
    name: 'products.holders',
    text: `select distinct on (ct.product_id) ct.product_id as "productId", ct.id,
        ct.document_no as "documentNo", c.id as "customerId", c.code,
        coalesce(c.name_en, c.name) as name, c.name as "nameTh"
      from contracts ct join customers c on c.id = ct.customer_id
      where ct.product_id = any($1::uuid[]) and ct.approved_at is not null
      order by ct.product_id, ct.approved_at desc, ct.id desc`,
    values: [ids],
  });
  const hidden = await hiddenDocuments(
    ctx,
    held.map(({ id }) => ({ type: 'contracts', id })),
  );
  return new Map(
    held.flatMap(({ productId, id, documentNo, customerId, code, name, nameTh }) =>
      hidden.has(id)
        ? []
        : [
            [
              productId,
              {
                customer: mustRef(customerId, code, { name, nameTh }),
                contract: { id, documentNo },
              },
            ] as const,
          ],
    ),
  );
}

/** Containers of contracts, as far as this person sees these. */
export const containersOfContracts = (ctx: Ctx, contractIds: readonly string[]) => {
  // A reader without contracts learns nothing of one by naming it.
  if (ctx.actor.kind !== 'system' && !can(ctx.actor.grants, 'purchase-contract:view')) {
    return sql<string>`(select null::uuid where false)`;
  }
  const scope = scopeCondition(ctx.actor, { company: 'ct.company_id', owner: ['ct.sale_id'] });
  return sql<string>`(select ct.product_id from contracts ct
    where ct.id = any(${contractIds}::uuid[]) and ${scope ?? sql`true`})`;
};
