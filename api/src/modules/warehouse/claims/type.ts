import { type Condition, claimMachine, isUnsent } from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { ClaimTables } from '../../../db/schema/claims.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';

export type ClaimRow = Selectable<ClaimTables['claims']> &
  DocumentRow & {
    readonly documentNo: string;
    /** What it put aside is still there; once it has left, nobody can take it away. */
    readonly holdsGoods: boolean;
  };

/** Claims of parts to their suppliers, `material_repair_claims` (domain-warehouse 1.12, 2.10). */
export const claimType: DocumentType<ClaimRow, 'claims'> = {
  machine: claimMachine,
  subject: 'claims',
  table: 'claims',
  docType: 'CL',
  label: { en: 'Claim', th: 'ใบเคลมอะไหล่' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const query = ctx.db
      .selectFrom('claims as cl')
      .selectAll('cl')
      .select(isHolding)
      .where('cl.id', '=', id);
    const row = await (lock ? query.forUpdate('cl') : query).executeTakeFirst();
    return row && { ...row, holdsGoods: row.isHolding || !isUnsent(row.status) };
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy, row.assigneeId],
  }),
  concerned: (row) => [row.assigneeId],
};

const isHolding = sql<boolean>`exists (select 1 from stock_reservations r
  where r.doc_id = cl.id and r.status = 'active')`.as('isHolding');

export const pathOf = (id: string): string => `/warehouse-management/claim/detail/${id}`;

export const CLAIM_SCOPE = {
  company: 'cl.companyId',
  warehouse: 'cl.warehouseId',
  owner: ['cl.createdBy', 'cl.assigneeId'],
} as const;

/** docType of its stock moves and reservations. */
export const CLAIM_MOVES = 'claim';

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
