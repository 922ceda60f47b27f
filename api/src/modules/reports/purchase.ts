import { awaitingOrderStatuses, purchaseOrderMachine, voidStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { quoted } from '../../kernel/index.ts';
import { defineReport } from './defineReport.ts';
import { sum } from './measures.ts';
import { inCategory, LINE_SCOPE } from './purchaseLines.ts';

const GRAND = sql`i.base_amount + i.vat_amount`;
const OPEN = sql`case when i.order_status in (${sql.raw(quoted(awaitingOrderStatuses))})
  then i.base_amount * greatest(0, i.quantity - i.received_qty - i.closed_qty) / i.quantity else 0 end`;

/** Orders line by line with their course (domain-warehouse 5). */
export const purchaseReport = defineReport('reports.purchase', {
  id: 'i.id',
  from: ({ db }) => db.selectFrom('purchaseOrderItems as i'),
  scope: LINE_SCOPE,
  family: 'purchaseOrders',
  statuses: {
    column: 'i.order_status',
    never: purchaseOrderMachine.actions.submit.from,
    onAsking: voidStatuses(purchaseOrderMachine),
  },
  columns: {
    order: { id: 'i.order_id', no: 'i.order_no' },
    documentDate: 'i.order_date',
    request: {
      id: sql`(select ri.request_id from purchase_request_items ri where ri.id = i.request_item_id)`,
      no: sql`(select r.document_no from purchase_request_items ri
        join purchase_requests r on r.id = ri.request_id where ri.id = i.request_item_id)`,
    },
    supplier: 'i.supplier_id',
    requester: 'i.requester_id',
    part: 'i.part_id',
    description: 'i.description',
    category: sql`coalesce(i.sub_category_id, i.category_id)`,
    warehouse: 'i.warehouse_id',
    quantity: 'i.quantity',
    unit: 'i.unit_id',
    unitPrice: 'i.unit_price',
    discount: sql`round(i.quantity * i.unit_price, 2) - (i.line_total - i.document_discount)`,
    base: 'i.base_amount',
    vat: 'i.vat_amount',
    wht: 'i.wht_amount',
    grand: GRAND,
    receivedPct: sql`round(100 * i.received_qty / i.quantity, 2)`,
    leadDays: sql`(select max(x.received_date) - i.order_date from purchase_order_receipt_items x
      where x.order_item_id = i.id and x.receipt_status = 'posted' and x.accepted_qty > 0)`,
    status: 'i.order_status',
  },
  filters: { category: inCategory },
  measures: {
    grand: sum(GRAND),
    base: sum(sql`i.base_amount`),
    vat: sum(sql`i.vat_amount`),
    wht: sum(sql`i.wht_amount`),
    open: sum(OPEN),
  },
  sums: { by: ['supplier', 'category', 'part', 'requester', 'status'] },
  search: { table: 'purchase_orders', key: 'i.order_id' },
});
