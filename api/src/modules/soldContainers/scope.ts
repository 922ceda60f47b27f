import { can } from '@boxyard/shared/domain';
import {
  type Ctx,
  expectVersion,
  invalid,
  notFound,
  type ScopeColumns,
  whereInScope,
} from '../../kernel/index.ts';

/** Cut by the present salesperson of the contract and that person's team (domain-containers 1.5). */
export const SOLD_SCOPE: ScopeColumns = { company: 'pc.company_id', owner: ['pc.sale_id'] };

export const seesRevenue = ({ actor }: Ctx): boolean => can(actor.grants, 'products:view-revenue');
export const seesCost = ({ actor }: Ctx): boolean => can(actor.grants, 'products:view-cost');

/** Containers under a contract that is or was in force. */
export const visibleContracts = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('productContracts as pc'), ctx.actor, SOLD_SCOPE);

/** Containers that are sold or leased now. */
export const visibleSold = (ctx: Ctx) => visibleContracts(ctx).where('pc.inForceUntil', 'is', null);

interface Wanted {
  readonly productId?: string;
  readonly id?: string;
  readonly version?: number;
}

/** Locks the row of a container that is sold or leased now; 404 where there is none in scope. */
export async function lockSold(ctx: Ctx, { productId, id, version }: Wanted) {
  let query = visibleSold(ctx);
  if (productId !== undefined) query = query.where('pc.productId', '=', productId);
  if (id !== undefined) query = query.where('pc.id', '=', id);
  const row = await query.selectAll('pc').forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  if (version !== undefined) expectVersion(row, version);
  return row;
}
export type SoldRow = Awaited<ReturnType<typeof lockSold>>;

/** 422 at one field. */
export const faultAt = (field: string, code: string, params?: Readonly<Record<string, unknown>>) =>
  invalid([{ field, code, ...(params ? { params } : {}) }]);
