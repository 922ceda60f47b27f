import { isImportUntouched, receiptMachine } from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { PurchasingTables } from '../../../db/schema/purchasing.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type ReceiptRow = Selectable<PurchasingTables['purchaseOrderReceipts']> &
  DocumentRow & { readonly importUntouched: boolean };

async function load(
  ctx: Ctx,
  id: string,
  { lock }: { lock: boolean },
): Promise<ReceiptRow | undefined> {
  const query = ctx.db.selectFrom('purchaseOrderReceipts').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  return row && { ...row, importUntouched: await isUntouched(ctx, row.goodsImportId, lock) };
}

/** Nobody has begun to count what came: the receipt may be taken back (domain-warehouse 2.5). */
async function isUntouched(ctx: Ctx, importId: string | null, lock: boolean): Promise<boolean> {
  if (importId === null) return true;
  const { rows } = await sql<{ status: string }>`
    select status from goods_imports where id = ${importId} ${lock ? sql`for update` : sql``}
  `.execute(ctx.db);
  const [row] = rows;
  return row !== undefined && isImportUntouched(row.status);
}

/** Receipts (purchase order acceptances). */
export const receiptType: DocumentType<ReceiptRow> = {
  machine: receiptMachine,
  subject: 'receipts',
  table: 'purchaseOrderReceipts',
  docType: 'RC',
  label: { en: 'Receipt', th: 'ใบรับสินค้า' },
  path: (row) => `/purchase-management/receipt/${row.id}`,
  load,
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy],
  }),
  concerned: (row) => [row.assigneeId],
};

export const RECEIPT_SCOPE = {
  company: 'rc.companyId',
  warehouse: 'rc.warehouseId',
  owner: ['rc.createdBy'],
} as const;
