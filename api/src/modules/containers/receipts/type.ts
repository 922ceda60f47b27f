import { containerReceiptMachine } from '@boxyard/shared/domain/containers/receiptMachine.ts';
import type { Selectable } from 'kysely';
import type { ContainerTables } from '../../../db/schema/containers.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type ContainerReceiptRow = Selectable<ContainerTables['containerReceipts']> &
  DocumentRow & {
    readonly documentNo: string;
    /** Who sent the containers; they do not receive them. */
    readonly senderId: string | null;
  };

/** Receipt of containers, `warehouse-receives` (domain-containers 1.2, 2.4). */
export const containerReceiptDocument: DocumentType<ContainerReceiptRow, 'containerReceipts'> = {
  machine: containerReceiptMachine,
  subject: 'containerReceipts',
  table: 'containerReceipts',
  docType: 'WR',
  label: { en: 'Container receipt', th: 'ใบรับตู้เข้าคลัง' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const query = ctx.db
      .selectFrom('containerReceipts as wr')
      .selectAll('wr')
      .select('wr.createdBy as senderId')
      .where('wr.id', '=', id);
    return (lock ? query.forUpdate('wr') : query).executeTakeFirst();
  },
  scope: (row) => ({ companyId: row.companyId, warehouseIds: [row.warehouseId] }),
};

export const pathOf = (id: string): string =>
  `/warehouse-inventory/import-warehouse-inventory/${id}`;

export const RECEIPT_SCOPE = { company: 'wr.companyId', warehouse: 'wr.warehouseId' } as const;
