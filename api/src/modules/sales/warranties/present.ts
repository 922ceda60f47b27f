import { startsFrom } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  trailOf,
} from '../../../workflow/index.ts';
import { namesOf } from './names.ts';
import { daysLeft } from './paid.ts';
import { type WarrantyRow, warranties } from './type.ts';

type Shown = Pick<
  WarrantyRow,
  | DocumentFieldName
  | 'productId'
  | 'customerId'
  | 'contractId'
  | 'saleId'
  | 'type'
  | 'startDate'
  | 'endDate'
  | 'coverage'
  | 'price'
>;

/** Rows of the list, and the head of the detail. */
export async function presentWarranties(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, names] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.saleId]),
    }),
    namesOf(ctx, rows),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    ...names(row),
    sale: refs.user(row.saleId),
    type: row.type,
    startDate: row.startDate,
    endDate: row.endDate,
    daysLeft: startsFrom(warrantyMachine, 'suspend', row.status)
      ? daysLeft(ctx, row.endDate)
      : null,
    coverage: row.coverage,
    price: money(row.price),
  }));
}

const invoiceOf = (ctx: Ctx, id: string) =>
  ctx.db
    .selectFrom('invoices')
    .where('sourceType', '=', 'warranty')
    .where('sourceId', '=', id)
    .orderBy('createdAt', 'desc')
    .select(['id', 'documentNo', 'status'])
    .executeTakeFirst();

/** A warranty with everything that its page shows. 404 outside this person's scope. */
export async function presentWarranty(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, warranties.type, { id });
  const [trail, [head], invoice, chain, related, request] = await Promise.all([
    trailOf(ctx, warranties.type.subject, id),
    presentWarranties(ctx, [row]),
    invoiceOf(ctx, id),
    ctx.db
      .selectFrom('warranties')
      .where('productId', '=', row.productId)
      .where('companyId', '=', row.companyId)
      .orderBy('startDate', 'desc')
      .orderBy('id', 'desc')
      .select(['id', 'documentNo', 'status', 'type', 'startDate', 'endDate'])
      .execute(),
    relatedOf(ctx, { id }),
    row.requestId === null
      ? null
      : ctx.db
          .selectFrom('warrantyRequests')
          .where('id', '=', row.requestId)
          .select(['id', 'documentNo'])
          .executeTakeFirst(),
  ]);
  if (!head) throw new Error('one row in, one row out');
  const previous = chain.find((one) => one.id === row.previousId);
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, warranties.type, row),
    exclusions: row.exclusions,
    isSettled: row.isSettled,
    invoice: invoice ?? null,
    request: request ?? null,
    previous: previous ? { id: previous.id, documentNo: previous.documentNo } : null,
    chain,
  };
}

/** Its contract, its request and its invoices. */
const relatedOf = compiledQuery(
  (_, given: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string | null; status: string }>`
    select 'contract' as type, c.id, c.document_no as "documentNo", c.status
    from warranties w join contracts c on c.id = w.contract_id where w.id = ${given.id}
    union all
    select 'warrantyRequest', q.id, q.document_no, q.status
    from warranties w join warranty_requests q on q.id = w.request_id where w.id = ${given.id}
    union all
    select 'invoice', i.id, i.document_no, i.status
    from invoices i where i.source_type = 'warranty' and i.source_id = ${given.id}
    order by 3`,
);
