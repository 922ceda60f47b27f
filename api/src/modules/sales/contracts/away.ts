import { isLost } from '@boxyard/shared/domain/containers/statuses.ts';
import { sql } from 'kysely';
import { audienceOf, type Ctx, notify } from '../../../kernel/index.ts';
import { containerAway } from './notices.ts';
import { contracts } from './type.ts';

/** States in which the container is the customer's or leased to them: another one may take its place. */
export const IN_FORCE = contracts.type.machine.actions['swap-product']?.from ?? [];

export const isInForce = ({ status }: { readonly status: string }): boolean =>
  IN_FORCE.includes(status);

/** Contracts in force whose container does not stand at the customer, and since when. */
const away = (ctx: Ctx) =>
  ctx.db
    .selectFrom('contracts as ct')
    .innerJoin('products as pd', 'pd.id', 'ct.productId')
    .where('ct.status', 'in', [...IN_FORCE])
    .where('pd.awayUnderContract', '=', true)
    .orderBy('ct.id')
    .select(['ct.id', 'ct.documentNo', 'ct.saleId', 'ct.companyId'])
    .select(['pd.serialNumber', 'pd.status'])
    .select(
      sql<Date>`(select max(l.at) from product_status_log l
        where l.product_id = pd.id and l.axis = 'lifecycle')`.as('since'),
    );

type Away = Awaited<ReturnType<ReturnType<typeof away>['execute']>>[number];

/** The salesperson, and whoever ends contracts, hear of each absence once. */
async function tell(ctx: Ctx, row: Away): Promise<void> {
  const people = await audienceOf(ctx, {
    ability: 'purchase-contract:terminate',
    companyId: row.companyId,
    ownerIds: [row.saleId],
  });
  const told = [row.saleId, ...people].filter((id) => id !== ctx.actor.userId);
  await notify(ctx, [...new Set(told)], containerAway({ ...row, isLost: isLost(row) }));
}

/** Tells at once of a container that has just been lost. */
export async function tellOfAway(ctx: Ctx, productId: string): Promise<void> {
  for (const row of await away(ctx).where('pd.id', '=', productId).execute()) await tell(ctx, row);
}

/** Each night: tells of every contract in force whose container is not installed, whatever the reason. */
export async function tellOfAllAway(ctx: Ctx): Promise<void> {
  for (const row of await away(ctx).execute()) await tell(ctx, row);
}
