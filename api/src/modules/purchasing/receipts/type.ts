import { isImportUntouched, receiptMachine } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { PurchasingTables } from '../../../db/schema/purchasing.ts';
import { type Ctx, compiledRow } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type ReceiptRow = Selectable<PurchasingTables['purchaseOrderReceipts']> &
  DocumentRow & { readonly importUntouched: boolean };

async function load(
  ctx: Ctx,
  id: string,
  { lock }: { lock: boolean },
): Promise<ReceiptRow | undefined> {
  const found = await receiptById(ctx, id, { lock });
  if (!found) return undefined;
  const { importStatus, ...row } = found;
  const status = lock ? await lockImport(ctx, row.goodsImportId) : importStatus;
  return { ...row, importUntouched: isUntouched(status) };
}

const receiptById = compiledRow('rc', (db, id) =>
  db
    .selectFrom('purchaseOrderReceipts as rc')
    .selectAll('rc')
    .select((eb) =>
      eb
        .selectFrom('goodsImports as gi')
        .whereRef('gi.id', '=', 'rc.goodsImportId')
        .select('gi.status')
        .as('importStatus'),
    )
    .where('rc.id', '=', id),
);

/** Nobody has begun to count what came: the receipt may be taken back (domain-warehouse 2.5). */
const isUntouched = (importStatus: string | null): boolean =>
  importStatus === null || isImportUntouched(importStatus);

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

/** Receipts (purchase order acceptances). */
export const receiptType: DocumentType<ReceiptRow, 'purchaseOrderReceipts'> = {
  machine: receiptMachine,
  subject: 'receipts',
  table: 'purchaseOrderReceipts',
  docType: 'RC',
  label: { en: 'Receipt', th: 'ใบตรวจรับ' },
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
