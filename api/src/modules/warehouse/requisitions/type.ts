import { bangkokDate } from '@boxyard/shared/domain';
import {
  type RequisitionLine,
  shortQty,
} from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import { sql } from 'kysely';
import { today } from '../../../kernel/index.ts';
import {
  defineFamily,
  defineLines,
  type LineOf,
  type RowOfFamily,
} from '../../../workflow/index.ts';

/** docType of its stock moves and reservations. */
export const REQUISITION_MOVES = 'dispatch';

const lines = defineLines('requisitionItems', {
  of: 'requisitionId',
  numbers: [
    'requestedQty',
    'approvedQty',
    'reservedQty',
    'pickedQty',
    'cancelledQty',
    'dispatchedQty',
    'returnedQty',
    'usedQty',
  ],
  /** The part is handed out, or what stands for it. */
  read: (row) => ({ ...row, outPartId: row.substitutePartId ?? row.partId }),
});

/** Some of what was handed out was used for a job: it is not taken back as if it never left. */
const hasUsed = sql<boolean>`exists (select 1 from requisition_items i
  where i.requisition_id = rq.id and i.used_qty > 0)`.as('hasUsed');

/** Parts requisitions, `material_dispatch` (domain-warehouse 1.12, 2.7). */
export const requisitions = defineFamily('requisitions', {
  as: 'rq',
  moves: REQUISITION_MOVES,
  lines,
  owners: ['requesterId'],
  ownersOnly: true,
  // As the machine names whoever may not decide either.
  fields: (query) => query.select(['rq.requesterId as requester', hasUsed]),
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

/** The line of a requisition. */
export type ItemRow = LineOf<typeof lines>;

/** Whether some line holds less than is due: what the list marks and `allocate` works on. */
export const hasShort = (items: readonly RequisitionLine[]): boolean =>
  items.some((item) => item.approvedQty !== null && shortQty(item) > 0);
