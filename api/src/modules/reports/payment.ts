import { voidStatuses } from '@boxyard/shared/domain';
import {
  paymentMachine,
  VERIFIED_PAYMENT_STATUSES,
} from '@boxyard/shared/domain/money/paymentMachine.ts';
import { sql } from 'kysely';
import { quoted } from '../../kernel/index.ts';
import { defineReport } from './defineReport.ts';
import { sum } from './measures.ts';

const among = (statuses: readonly string[]) =>
  sql`case when d.status in (${sql.raw(quoted(statuses))}) then d.amount else 0 end`;

/** A certificate of withheld tax counts as money, and is none. */
const WITHHELD = sql`case when d.method = 'whtCert' then d.amount else 0 end`;
const RECEIVED = sql`case when d.method = 'whtCert' then 0 else d.amount end`;
/** VAT of the tax invoices that it made, less those that were cancelled. */
const VAT = sql`(select coalesce(sum(t.vat_amount), 0) from tax_entries t where t.payment_id = d.id)`;

/** The invoice that a payment settles; of several the one that was due first. */
const invoice = (read: string) => sql`(select ${sql.raw(read)} from payment_allocations a
  join invoices iv on iv.id = a.invoice_id
  where a.payment_id = d.id order by iv.due_date, iv.id limit 1)`;

/** Payments of customers (domain-containers 5). */
export const paymentReport = defineReport('reports.payment', {
  id: 'd.id',
  from: ({ db }) => db.selectFrom('payments as d'),
  scope: 'payments',
  family: 'payments',
  statuses: { column: 'd.status', onAsking: voidStatuses(paymentMachine) },
  columns: {
    payment: { id: 'd.id', no: 'd.document_no' },
    documentDate: 'd.document_date',
    paidAt: 'd.paid_at',
    invoice: { id: invoice('iv.id'), no: invoice('iv.document_no') },
    customer: 'd.customer_id',
    sale: 'd.sale_id',
    company: 'd.company_id',
    method: 'd.method',
    bankAccount: 'd.bank_account_id',
    bankReference: 'd.bank_reference',
    receiptNo: 'd.receipt_no',
    gross: 'd.amount',
    vat: VAT,
    wht: WITHHELD,
    net: RECEIVED,
    verifiedBy: 'd.approved_by',
    status: 'd.status',
  },
  measures: {
    gross: sum(sql`d.amount`),
    verified: sum(among(VERIFIED_PAYMENT_STATUSES)),
    unverified: sum(among(paymentMachine.actions.verify.from)),
    wht: sum(WITHHELD),
    net: sum(RECEIVED),
    vat: sum(VAT),
  },
  sums: { by: ['method', 'bankAccount', 'customer', 'sale', 'verifiedBy', 'status'] },
  search: 'd.search_text',
});
