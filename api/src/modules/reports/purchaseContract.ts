import { voidStatuses } from '@boxyard/shared/domain';
import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { sql } from 'kysely';
import { defineReport } from './defineReport.ts';
import { count, share, sum } from './measures.ts';

/** Before the discount, and before VAT where that comes on top. */
const PRICE = sql`(d.totals->>'subTotal')::numeric`;
const DISCOUNT = sql`(d.totals->>'discountTotal')::numeric`;

/** Contracts (domain-containers 5). */
export const purchaseContractReport = defineReport('reports.purchaseContract', {
  id: 'd.id',
  from: ({ db }) =>
    db.selectFrom('contracts as d').innerJoin('customers as c', 'c.id', 'd.customerId'),
  scope: 'contracts',
  family: 'contracts',
  statuses: { column: 'd.status', onAsking: voidStatuses(contractMachine) },
  columns: {
    contract: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    customer: 'd.customer_id',
    sale: 'd.sale_id',
    zone: 'c.zone_id',
    company: 'd.company_id',
    type: 'd.type',
    productModel: 'd.product_model_id',
    startDate: 'd.start_date',
    endDate: 'd.end_date',
    versions: 'd.current_version_no',
    price: PRICE,
    discount: DISCOUNT,
    discountPct: sql`round(100 * ${DISCOUNT} / nullif(${PRICE}, 0), 2)`,
    value: 'd.grand_total',
    outstanding: 'd.outstanding_amount',
    // As contracts show it (shownPaymentStatus).
    paymentStatus: sql`case when d.payment_status = 'paid' and d.outstanding_amount > 0
      then 'paidToDate' else d.payment_status end`,
    status: 'd.status',
  },
  measures: {
    value: sum(sql`d.grand_total`),
    contracts: count(),
    discount: sum(DISCOUNT),
    discountPct: share(sum(DISCOUNT), sum(PRICE)),
    outstanding: sum(sql`d.outstanding_amount`),
    inForcePct: share(count(sql`d.activated_on is not null`), count()),
    price: sum(PRICE),
  },
  search: 'd.search_text',
});
