import { isImportUntouched } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

const importStatus = sql<string | null>`(select gi.status from goods_imports gi
  where gi.id = rc.goods_import_id)`.as('importStatus');

/** Nobody has begun to count what came: the receipt may be taken back (domain-warehouse 2.5). */
const isUntouched = (status: string | null): boolean =>
  status === null || isImportUntouched(status);

/** The import's status, which stays as it is until the end of the transaction; null: there is none. */
async function lockImport(ctx: Ctx, importId: string | null): Promise<string | null> {
  if (importId === null) return null;
  const { status } = await ctx.db
    .selectFrom('goodsImports')
    .where('id', '=', importId)
    .select('status')
    .forUpdate()
    .executeTakeFirstOrThrow();
  return status;
}

/** Two receipts of one order wait for each other: it is locked before them, everywhere. */
const lockOrderOf = (ctx: Ctx, receiptId: string) =>
  ctx.db
    .selectFrom('purchaseOrders')
    .select('id')
    .where('id', '=', (eb) =>
      eb.selectFrom('purchaseOrderReceipts').select('orderId').where('id', '=', receiptId),
    )
    .forUpdate()
    .execute();

/** Receipts (purchase order acceptances). */
export const receipts = defineFamily('receipts', {
  as: 'rc',
  moves: 'receipt',
  lockFirst: lockOrderOf,
  fields: (query) => query.select(importStatus),
  read: async (row, ctx, { lock }) => ({
    ...row,
    importUntouched: isUntouched(
      lock ? await lockImport(ctx, row.goodsImportId) : row.importStatus,
    ),
  }),
  concerned: (row) => [row.assigneeId],
});
export type ReceiptRow = RowOfFamily<typeof receipts>;
