import { voidStatuses } from '@boxyard/shared/domain';
import { partSaleMachine } from '@boxyard/shared/domain/sales/partSaleMachine.ts';
import { sql } from 'kysely';
import { defineReport } from './defineReport.ts';
import { share, sum } from './measures.ts';
import { CATEGORY_OF_PART, inPartCategory, PART_CATEGORY } from './parts.ts';

/** An amount's share for the pieces that stayed with the customer, as on the page of the sale. */
const kept = (amount: string) =>
  sql`round(${sql.ref(amount)} * (i.quantity - i.returned_qty) / i.quantity, 2)`;
const BASE = kept('i.base_amount');
const VAT = kept('i.vat_amount');
const DISCOUNT = sql`round(i.quantity * i.unit_price, 2) - (i.line_total - i.document_discount)`;
const DELIVERED = sql<boolean>`d.delivered_date is not null`;
/** By the ledger, once it is delivered. */
const COST = sql`case when ${DELIVERED} then round(i.issue_value - i.returned_value, 2) end`;
const MARGIN = sql`${BASE} - ${COST}`;

/** Sales of parts line by line: price, discount, cost and margin (domain-warehouse 5). */
export const partsSalesReport = defineReport('reports.partsSales', {
  id: 'i.id',
  from: ({ db }) =>
    db
      .selectFrom('partSales as d')
      .innerJoin('partSaleItems as i', 'i.documentId', 'd.id')
      .innerJoin('materialParts as p', 'p.id', 'i.partId'),
  scope: 'partSales',
  family: 'partSales',
  statuses: {
    column: 'd.status',
    never: partSaleMachine.actions.confirm.from,
    onAsking: voidStatuses(partSaleMachine),
  },
  columns: {
    partSale: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    customer: 'd.customer_id',
    sale: 'd.sale_id',
    warehouse: 'd.warehouse_id',
    part: 'i.part_id',
    category: PART_CATEGORY,
    serials: sql`(select string_agg(s.serial_no, ', ' order by s.serial_no)
      from part_sale_picks k join stock_reservations r on r.id = k.reservation_id
      join serials s on s.id = r.serial_id where k.item_id = i.id)`,
    quantity: sql`i.quantity - i.returned_qty`,
    unitPrice: 'i.unit_price',
    discount: DISCOUNT,
    base: BASE,
    vat: VAT,
    cost: COST,
    margin: MARGIN,
    marginPct: sql`case when ${BASE} > 0 then 100 * (${MARGIN}) / ${BASE} end`,
    status: 'd.status',
  },
  filters: { category: inPartCategory },
  measures: {
    base: sum(BASE),
    vat: sum(VAT),
    discount: sum(DISCOUNT),
    cost: sum(COST),
    margin: sum(MARGIN),
    marginPct: share(sum(MARGIN), sum(sql`case when ${DELIVERED} then ${BASE} end`)),
  },
  withinDay: ['d.created_at', 'd.id'],
  sums: { by: ['customer', 'sale', 'part', 'status'], via: { category: CATEGORY_OF_PART } },
  search: 'd.search_text',
});
