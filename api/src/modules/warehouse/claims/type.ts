import { type Condition, isUnsent } from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { ClaimTables } from '../../../db/schema/claims.ts';
import type { Ctx } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';

/** What it put aside is still there. */
const holdsGoods = sql<boolean>`exists (select 1 from stock_reservations r
  where r.doc_id = cl.id and r.status = 'active')`.as('holdsGoods');

/** Claims of parts to their suppliers, `material_repair_claims` (domain-warehouse 1.12, 2.10). */
export const claims = defineFamily('claims', {
  as: 'cl',
  moves: 'claim',
  owners: ['assigneeId'],
  fields: (query) => query.select(holdsGoods),
  // Once it has left, nobody can take it away.
  read: (row) => ({ ...row, holdsGoods: row.holdsGoods || !isUnsent(row.status) }),
  concerned: (row) => [row.assigneeId],
});
export type ClaimRow = RowOfFamily<typeof claims>;

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

type StoredItem = Selectable<ClaimTables['claimItems']>;

/** A line of a claim, as the stock that it names. */
export interface ItemRow extends Omit<StoredItem, keyof NamedStock | 'arrivedQty'>, NamedStock {
  readonly arrivedQty: number;
}

/** The lines of a claim in their order, quantities as numbers. */
export async function itemsOf(ctx: Ctx, claimId: string): Promise<ItemRow[]> {
  const rows = await ctx.db
    .selectFrom('claimItems')
    .selectAll()
    .where('claimId', '=', claimId)
    .orderBy('lineNo')
    .execute();
  return rows.map((row) => ({
    ...row,
    condition: row.condition as Condition,
    quantity: Number(row.quantity),
    arrivedQty: Number(row.arrivedQty),
    serialIds: row.serialId === null ? [] : [row.serialId],
  }));
}

/** The goods of a line, as other documents take them. */
export const stockOf = ({
  partId,
  quantity,
  binId,
  condition,
  lotId,
  serialIds,
}: ItemRow): NamedStock => ({ partId, quantity, binId, condition, lotId, serialIds });
