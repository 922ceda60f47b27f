import { sql } from 'kysely';
import { type Ctx, compiledQuery, today } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** A certificate of withheld tax is no money, whatever is left of one. */
const hasCredit = sql<boolean>`py.credit_amount > 0 and py.method <> 'whtCert'`.as('hasCredit');
const isChequeLater = sql<boolean>`false`.as('isChequeLater');
const isDeposit = sql<boolean>`py.method = 'deposit'`.as('isDeposit');

/** Payments of customers, `PY` (docs/domain/containers.md "Money"). */
export const payments = defineFamily('payments', {
  as: 'py',
  warehouses: [],
  owners: ['saleId'],
  fields: (query) => query.select([hasCredit, isDeposit, isChequeLater]),
  standsOn: ({ slipSha256 }, { sha256 }) => slipSha256 === sha256,
  // Days are those of the injected clock.
  read: (row, ctx) => ({
    ...row,
    isChequeLater: row.chequeDate !== null && row.chequeDate > today(ctx.clock),
  }),
});
export type PaymentRow = RowOfFamily<typeof payments>;

const allocationsByPayment = compiledQuery((db, given: { paymentId: string }) =>
  db
    .selectFrom('paymentAllocations as a')
    .innerJoin('invoices as iv', 'iv.id', 'a.invoiceId')
    .where('a.paymentId', '=', given.paymentId)
    .orderBy('iv.dueDate')
    .orderBy('iv.id')
    .select([
      'a.id',
      'a.invoiceId',
      'a.amount',
      'iv.documentNo',
      'iv.dueDate',
      'iv.balance',
      'iv.status',
    ]),
);

/** What a payment is meant for, or what it settled. */
export const allocationsOf = (ctx: Ctx, paymentId: string) =>
  allocationsByPayment(ctx, { paymentId });
