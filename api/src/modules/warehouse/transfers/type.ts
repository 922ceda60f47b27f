import { movingTransferStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, mayUseWarehouse, today } from '../../../kernel/index.ts';
import {
  defineFamily,
  defineLines,
  type LineOf,
  type RowOfFamily,
} from '../../../workflow/index.ts';

/** Nobody has begun to count at the other end. */
const importUntouched = sql<boolean>`not exists (select 1 from goods_imports gi
  where gi.source_id = tf.id and gi.status not in ('pending', 'reversed'))`.as('importUntouched');

/** The people who counted something of a transfer as missing. */
export const foundMissingByIds = (alias: string) =>
  sql<string[]>`array(select p from goods_imports gi, unnest(gi.author_ids || gi.counted_by) p
    where gi.source_id = ${sql.ref(`${alias}.id`)} and p is not null and exists (
      select 1 from goods_import_items i where i.import_id = gi.id and i.missing_qty > 0))`;

/** docType of its stock moves and reservations, and sourceType of its goods imports. */
export const TRANSFER_MOVES = 'transfer';

const lines = defineLines('partTransferItems', {
  of: 'transferId',
  numbers: [
    'quantity',
    'approvedQty',
    'shippedQty',
    'receivedQty',
    'damagedQty',
    'returnedQty',
    'lostQty',
    'missingQty',
  ],
  /** The part itself is always taken for a line. */
  read: (row) => ({ ...row, outPartId: row.partId }),
});

/** Parts transfers, `material_tranfers` (domain-warehouse 1.12, 2.8). Either end sees them. */
export const transfers = defineFamily('transfers', {
  as: 'tf',
  moves: TRANSFER_MOVES,
  lines,
  warehouses: ['fromWarehouseId', 'toWarehouseId'],
  owners: ['assigneeId'],
  fields: (query) =>
    query.select([importUntouched, foundMissingByIds('tf').as('foundMissingByIds')]),
  // Who may take from the warehouse that it comes from.
  read: (row, ctx) => ({ ...row, isFromMine: mayUseWarehouse(ctx.actor, row.fromWarehouseId) }),
  concerned: (row) => [row.assigneeId],
});
export type TransferRow = RowOfFamily<typeof transfers>;

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

/** The line of a transfer. */
export type ItemRow = LineOf<typeof lines>;

/** On the road after the day on which it should have been there (2.8). */
export const isOverdue = (
  ctx: Ctx,
  { status, expectedDate }: { readonly status: string; readonly expectedDate: string },
): boolean =>
  (movingTransferStatuses as readonly string[]).includes(status) && expectedDate < today(ctx.clock);
