import { bangkokDate } from '@boxyard/shared/domain';
import {
  type RequisitionLine,
  shortQty,
} from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import { type Ctx, compiledQuery, today } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** docType of its stock moves and reservations. */
export const REQUISITION_MOVES = 'dispatch';

/** Parts requisitions, `material_dispatch` (domain-warehouse 1.12, 2.7). */
export const requisitions = defineFamily('requisitions', {
  as: 'rq',
  moves: REQUISITION_MOVES,
  owners: ['requesterId'],
  ownersOnly: true,
  // As the machine names whoever may not decide either.
  fields: (query) => query.select('rq.requesterId as requester'),
  read: (row, ctx) => ({
    ...row,
    dispatchedToday:
      row.dispatchedAt !== null && bangkokDate(row.dispatchedAt) === today(ctx.clock),
  }),
  concerned: (row) => [row.requesterId],
});
export type RequisitionRow = RowOfFamily<typeof requisitions>;

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

export interface ItemRow extends RequisitionLine {
  readonly id: string;
  readonly lineNo: number;
  readonly partId: string;
  readonly substitutePartId: string | null;
  readonly requestedQty: number;
  readonly cancelReason: string | null;
  readonly note: string | null;
  readonly issueValue: string | null;
  /** What is handed out: the part, or what stands for it. */
  readonly outPartId: string;
}

const itemsByRequisition = compiledQuery((db, given: { requisitionId: string }) =>
  db
    .selectFrom('requisitionItems')
    .selectAll()
    .where('requisitionId', '=', given.requisitionId)
    .orderBy('lineNo'),
);

/** The lines of a requisition in their order, quantities as numbers. */
export async function itemsOf(ctx: Ctx, requisitionId: string): Promise<ItemRow[]> {
  const rows = await itemsByRequisition(ctx, { requisitionId });
  return rows.map((row) => ({
    ...row,
    outPartId: row.substitutePartId ?? row.partId,
    requestedQty: Number(row.requestedQty),
    approvedQty: row.approvedQty === null ? null : Number(row.approvedQty),
    reservedQty: Number(row.reservedQty),
    pickedQty: Number(row.pickedQty),
    cancelledQty: Number(row.cancelledQty),
    dispatchedQty: Number(row.dispatchedQty),
    returnedQty: Number(row.returnedQty),
  }));
}

/** Whether some line holds less than is due: what the list marks and `allocate` works on. */
export const hasShort = (items: readonly RequisitionLine[]): boolean =>
  items.some((item) => item.approvedQty !== null && shortQty(item) > 0);
