import { supplierPaymentMachine } from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { SupplierPaymentTables } from '../../../db/schema/supplierPayments.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type PaymentRow = Selectable<SupplierPaymentTables['supplierPayments']> &
  DocumentRow & {
    readonly documentNo: string;
    /** Where the goods were received that it pays for. */
    readonly warehouseIds: readonly string[];
  };

const warehouseIds = sql<string[]>`(select array_agg(distinct r.warehouse_id::text)
  from supplier_payment_items i join credit_purchases c on c.id = i.credit_purchase_id
  join purchase_order_receipts r on r.id = c.receipt_id
  where i.payment_id = supplier_payments.id)`.as('warehouseIds');

/** Payments to suppliers, `PV` (domain-warehouse 1.7). They have no page of their own: the supplier's shows them. */
export const paymentType: DocumentType<PaymentRow, 'supplierPayments'> = {
  machine: supplierPaymentMachine,
  subject: 'supplierPayments',
  table: 'supplierPayments',
  docType: 'PV',
  label: { en: 'Supplier payment', th: 'ใบจ่ายชำระผู้จำหน่าย' },
  path: (row) => `/warehouse-management/suppliers/${row.supplierId}?tab=payments&payment=${row.id}`,
  load: async (ctx, id, { lock }) => {
    const query = ctx.db
      .selectFrom('supplierPayments')
      .selectAll()
      .select(warehouseIds)
      .where('id', '=', id);
    return (lock ? query.forUpdate() : query).executeTakeFirst();
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: row.warehouseIds,
    ownerIds: [row.createdBy],
  }),
};

export const PAYMENT_SCOPE = { company: 'sp.companyId', owner: ['sp.createdBy'] } as const;
