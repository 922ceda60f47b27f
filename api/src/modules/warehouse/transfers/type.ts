import { movingTransferStatuses, transferMachine } from '@boxyard/shared/domain';
import type { TransferLine } from '@boxyard/shared/domain/warehouse/transferLines.ts';
import type { Selectable } from 'kysely';
import type { TransferTables } from '../../../db/schema/transfers.ts';
import {
  type Ctx,
  compiledQuery,
  compiledRow,
  mayUseWarehouse,
  today,
} from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type TransferRow = Selectable<TransferTables['partTransfers']> &
  DocumentRow & {
    readonly documentNo: string;
    /** Whether this person may take from the warehouse that it comes from. */
    readonly isFromMine: boolean;
    /** Nobody has begun to count at the other end. */
    readonly importUntouched: boolean;
  };

const transferById = compiledRow('tf', (db, id) =>
  db
    .selectFrom('partTransfers as tf')
    .selectAll('tf')
    .select((eb) =>
      eb
        .not(
          eb.exists(
            eb
              .selectFrom('goodsImports as gi')
              .select('gi.id')
              .whereRef('gi.sourceId', '=', 'tf.id')
              .where('gi.status', 'not in', ['pending', 'reversed']),
          ),
        )
        .as('importUntouched'),
    )
    .where('tf.id', '=', id),
);

/** Parts transfers, `material_tranfers` (domain-warehouse 1.12, 2.8). */
export const transferType: DocumentType<TransferRow, 'partTransfers'> = {
  machine: transferMachine,
  subject: 'transfers',
  table: 'partTransfers',
  docType: 'TF',
  label: { en: 'Parts transfer', th: 'ใบโอนย้ายอะไหล่' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const row = await transferById(ctx, id, { lock });
    return (
      row && {
        ...row,
        importUntouched: row.importUntouched === true,
        isFromMine: mayUseWarehouse(ctx.actor, row.fromWarehouseId),
      }
    );
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.fromWarehouseId, row.toWarehouseId],
    ownerIds: [row.createdBy, row.assigneeId],
  }),
  concerned: (row) => [row.assigneeId],
};

export const pathOf = (id: string): string => `/warehouse-management/parts-transfer/${id}`;

/** Either end sees it. */
export const TRANSFER_SCOPE = {
  company: 'tf.companyId',
  warehouse: ['tf.fromWarehouseId', 'tf.toWarehouseId'],
  owner: ['tf.createdBy', 'tf.assigneeId'],
} as const;

/** docType of its stock moves and reservations, and sourceType of its goods imports. */
export const TRANSFER_MOVES = 'transfer';

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

export interface ItemRow extends TransferLine {
  readonly id: string;
  readonly lineNo: number;
  readonly partId: string;
  readonly quantity: number;
  readonly note: string | null;
  /** What is taken for the line: always the part itself. */
  readonly outPartId: string;
}

const itemsByTransfer = compiledQuery((db, given: { transferId: string }) =>
  db
    .selectFrom('partTransferItems')
    .selectAll()
    .where('transferId', '=', given.transferId)
    .orderBy('lineNo'),
);

/** The lines of a transfer in their order, quantities as numbers. */
export async function itemsOf(ctx: Ctx, transferId: string): Promise<ItemRow[]> {
  const rows = await itemsByTransfer(ctx, { transferId });
  return rows.map((row) => ({
    id: row.id,
    lineNo: row.lineNo,
    partId: row.partId,
    outPartId: row.partId,
    note: row.note,
    quantity: Number(row.quantity),
    approvedQty: row.approvedQty === null ? null : Number(row.approvedQty),
    shippedQty: Number(row.shippedQty),
    receivedQty: Number(row.receivedQty),
    damagedQty: Number(row.damagedQty),
    returnedQty: Number(row.returnedQty),
    lostQty: Number(row.lostQty),
    missingQty: Number(row.missingQty),
  }));
}

/** On the road after the day on which it should have been there (2.8). */
export const isOverdue = (
  ctx: Ctx,
  { status, expectedDate }: { readonly status: string; readonly expectedDate: string },
): boolean =>
  (movingTransferStatuses as readonly string[]).includes(status) && expectedDate < today(ctx.clock);
