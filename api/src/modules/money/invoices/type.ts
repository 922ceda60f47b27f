import type { InvoiceSource } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

const isUnpaid = sql<boolean>`iv.paid_amount + iv.credited_amount + iv.debited_amount = 0`.as(
  'isUnpaid',
);
const hasTaxInvoice = sql<boolean>`exists (select 1 from tax_entries t
  where t.invoice_id = iv.id and t.kind = 'taxInvoice'
    and not exists (select 1 from tax_entries c where c.cancels_id = t.id))`.as('hasTaxInvoice');
/** Sources of which somebody outside accounting says what is charged. */
const CHARGED_BY_HAND: readonly InvoiceSource[] = ['repair', 'maintenance'];

const asksRefundBack = sql<boolean>`iv.source_type = 'refund'`.as('asksRefundBack');

/** Invoices to customers, `IV` (docs/domain/containers.md "Money"). */
export const invoices = defineFamily('invoices', {
  as: 'iv',
  warehouses: [],
  owners: ['saleId'],
  fields: (query) => query.select([isUnpaid, hasTaxInvoice, asksRefundBack]),
  read: (row, { actor }) => ({
    ...row,
    isOwnOpening: row.sourceType === 'opening' && row.createdBy === actor.userId,
    // The first author of a draft that the system wrote is whoever caused it.
    chargedByIds:
      row.createdBy === null && CHARGED_BY_HAND.includes(row.sourceType)
        ? row.authorIds.slice(0, 1)
        : [],
  }),
});
export type InvoiceRow = RowOfFamily<typeof invoices>;

const itemsByInvoice = compiledQuery((db, given: { invoiceId: string }) =>
  db
    .selectFrom('invoiceItems')
    .where('invoiceId', '=', given.invoiceId)
    .orderBy('lineNo')
    .selectAll(),
);

/** The lines of an invoice in their order. */
export const itemsOf = (ctx: Ctx, invoiceId: string) => itemsByInvoice(ctx, { invoiceId });
