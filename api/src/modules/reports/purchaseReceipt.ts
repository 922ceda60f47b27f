import { receiptMachine, voidStatuses } from '@boxyard/shared/domain';
import {
  isVoidCredit,
  OWED_CREDIT_STATUSES,
} from '@boxyard/shared/domain/purchasing/creditPurchases.ts';
import { sql } from 'kysely';
import { quoted, today } from '../../kernel/index.ts';
import { defineReport } from './defineReport.ts';
import { count, share, sum } from './measures.ts';
import { inCategory, LINE_SCOPE } from './purchaseLines.ts';

/** The debt for a receipt. Cash purchases and reversed receipts have none. */
const DEBT = sql`from credit_purchases c where c.receipt_id = i.receipt_id and c.status <> 'void'`;
const OWED = sql.raw(quoted(OWED_CREDIT_STATUSES.filter((status) => !isVoidCredit(status))));
const COUNTED = sql`i.accepted_qty + i.rejected_qty`;

/** Receipts line by line: prices, rejections, input tax (domain-warehouse 5). */
export const purchaseReceiptReport = defineReport('reports.purchaseReceipt', {
  id: 'i.id',
  from: ({ db }) => db.selectFrom('purchaseOrderReceiptItems as i'),
  scope: LINE_SCOPE,
  family: 'receipts',
  // Receipts that wait or were reversed are shown only when they are asked for.
  statuses: {
    column: 'i.receipt_status',
    onAsking: Object.keys(receiptMachine.states).filter(
      (status) => !receiptMachine.actions.approve.to.some((posted) => posted === status),
    ),
    netted: voidStatuses(receiptMachine),
  },
  columns: {
    receipt: { id: 'i.receipt_id', no: 'i.receipt_no' },
    receivedDate: 'i.received_date',
    order: { id: 'i.order_id', no: 'i.order_no' },
    supplier: 'i.supplier_id',
    taxInvoiceNo: sql`(select rc.tax_invoice_no from purchase_order_receipts rc where rc.id = i.receipt_id)`,
    part: 'i.part_id',
    description: 'i.description',
    category: sql`coalesce(i.sub_category_id, i.category_id)`,
    warehouse: 'i.warehouse_id',
    orderedQty: 'i.order_quantity',
    acceptedQty: 'i.accepted_qty',
    rejectedQty: 'i.rejected_qty',
    unit: 'i.unit_id',
    unitPrice: 'i.unit_price',
    priceVariance: sql`(i.unit_price - i.order_unit_price) * i.accepted_qty`,
    base: 'i.base_amount',
    vat: 'i.vat_amount',
    dueDate: sql`(select c.due_date ${DEBT})`,
    dueWeek: sql`(select to_char(c.due_date, 'IYYY-"W"IW') ${DEBT})`,
    // Overdue follows from the due date when it is read (creditStatusOn).
    paidState: ({ clock }) => sql`coalesce((select case when c.status in (${OWED})
      and c.due_date < ${today(clock)}::date then 'overdue' else c.status end ${DEBT}), 'cash')`,
    status: 'i.receipt_status',
  },
  filters: { category: inCategory },
  measures: {
    base: sum(sql`i.base_amount`),
    vat: sum(sql`i.vat_amount`),
    rejectedPct: share(sum(sql`i.rejected_qty`), sum(COUNTED)),
    onTimePct: share(
      count(sql`i.received_date <= i.promised_date`),
      count(sql`i.promised_date is not null`),
    ),
  },
  sums: { by: ['supplier', 'part', 'category', 'status'] },
  search: { table: 'purchase_order_receipts', key: 'i.receipt_id' },
});
