import { defineFamily } from '../../../workflow/index.ts';

/** Payments to suppliers, `PV` (domain-warehouse 1.7). They have no page of their own: the supplier's shows them. */
export const supplierPayments = defineFamily('supplierPayments', {
  as: 'sp',
  // Those that received goods which it pays for.
  warehousesOf: {
    joins: `join supplier_payment_items i on i.payment_id = d.id
      join credit_purchases c on c.id = i.credit_purchase_id
      join purchase_order_receipts r on r.id = c.receipt_id`,
    column: 'r.warehouse_id',
  },
  path: (row) => `/warehouse-management/suppliers/${row.supplierId}?tab=payments&payment=${row.id}`,
});
