import { countedStatuses, owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { sql } from 'kysely';
import { type Ctx, defineList, folded, money } from '../../../kernel/index.ts';
import { documentExport, idsByNumber } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { presentInvoices } from './present.ts';
import { sourceLabels } from './source.ts';
import { invoices } from './type.ts';

/** Drafts and what was voided are listed and not added up. */
const whereCounted = (column: string) =>
  sql`case when iv.status in (${sql.join([...countedStatuses])}) then ${sql.ref(column)} end`;

/** Families of the documents that invoices are for. */
const SOURCES = ['contracts', 'warranties', 'partSales', 'payments', 'invoices'];

/** By its own words, and by the number of what it is for, where this person may read that. */
const isFound = (ctx: Ctx, term: string) =>
  sql<boolean>`(${folded('iv.searchText', term)}
    or iv.source_id = any(${idsByNumber(ctx, SOURCES, term)}))`;

export const invoiceList = defineList('invoices.list', {
  ...invoices.list,
  search: (query, term, ctx) => query.where(isFound(ctx, term)),
  select: (query) =>
    query.select([
      ...invoices.columns,
      'iv.type',
      'iv.sourceType',
      'iv.sourceId',
      'iv.sourceKey',
      'iv.sourceLabel',
      'iv.customerId',
      'iv.dueDate',
      'iv.grandTotal',
      'iv.netReceivable',
      'iv.paidAmount',
      'iv.balance',
    ]),
  map: (rows, ctx) => presentInvoices(ctx, rows),
  sorts: {
    createdAt: 'iv.createdAt',
    documentNo: { column: 'iv.documentNo', nullable: true },
    dueDate: 'iv.dueDate',
  },
  filters: {
    status: 'iv.status',
    createdBy: 'iv.createdBy',
    type: 'iv.type',
    sourceType: 'iv.sourceType',
    customerId: 'iv.customerId',
    // Penalties name the invoices that they are for.
    contractId: (query, contractIds) =>
      query.where(
        'iv.id',
        'in',
        sql<string>`(select b.id from invoices b where b.source_id = any(${contractIds}::uuid[])
          union all
          select p.id from invoices b join invoices p on p.source_id = b.id
          where b.source_id = any(${contractIds}::uuid[]))`,
      ),
  },
  sums: {
    total: whereCounted('iv.grandTotal'),
    paid: whereCounted('iv.paidAmount'),
    balance: whereCounted('iv.balance'),
  },
  export: {
    fileName: 'invoices',
    columns: {
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      dueDate: { title: TEXTS.field.dueDate, type: 'date' },
      customer: { title: TEXTS.field.customer, type: 'text' },
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      sourceType: {
        title: TEXTS.field.sourceType,
        type: 'status',
        labels: TEXTS.choice.sourceType,
      },
      grandTotal: { title: TEXTS.field.grandTotal, type: 'money' },
      paidAmount: { title: TEXTS.field.paidAmount, type: 'money' },
      balance: { title: TEXTS.field.balance, type: 'money' },
    },
  },
});

/** What a payment may settle. */
export const owedInvoices = defineList('invoices.owed', {
  id: 'iv.id',
  from: (ctx) => invoices.list.from(ctx).where('iv.status', 'in', [...owedStatuses]),
  select: (query) =>
    query.select([
      'iv.id',
      'iv.documentNo',
      'iv.dueDate',
      'iv.balance',
      'iv.whtDue',
      'iv.whtPaid',
      'iv.sourceType',
      'iv.sourceId',
      'iv.sourceKey',
      'iv.sourceLabel',
    ]),
  map: async (rows, ctx) => {
    const labelOf = await sourceLabels(ctx, rows);
    return rows.map((row) => ({
      id: row.id,
      code: row.documentNo,
      name: labelOf(row) ?? row.documentNo ?? '',
      dueDate: row.dueDate,
      balance: money(row.balance),
      whtDue: money(row.whtDue),
      whtPaid: money(row.whtPaid),
    }));
  },
  sorts: { dueDate: 'iv.dueDate' },
  filters: {
    customerId: 'iv.customerId',
    unbilled: (query, unbilled) =>
      unbilled
        ? query.where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('billingNoteLines as l')
                  .whereRef('l.invoiceId', '=', 'iv.id')
                  .where('l.isOpen', '=', true)
                  .select('l.id'),
              ),
            ),
          )
        : query,
  },
  search: (query, term, ctx) => query.where(isFound(ctx, term)),
});
