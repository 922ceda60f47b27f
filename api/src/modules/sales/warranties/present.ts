import { can, startsFrom } from '@boxyard/shared/domain';
import { warrantyMachine } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import { sql } from 'kysely';
import { anyId, type Ctx, compiledQuery, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  hiddenDocuments,
  loadRefs,
  loadVisible,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { billedAs, nextOnOther, previousOnOther } from './moved.ts';
import { namesOf } from './names.ts';
import { daysLeft } from './paid.ts';
import { reasonsFor, toldHistory } from './reasons.ts';
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
  const [refs, names, told] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.saleId]),
    }),
    namesOf(ctx, rows),
    reasonsFor(
      ctx,
      rows.map((row) => row.statusReason),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    ...names(row),
    statusReason: told(row.statusReason),
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
  const billedId = await billedAs(ctx, row);
  const [trail, [head], invoice, chain, related, request, usage, moved] = await Promise.all([
    trailOf(ctx, warranties.type.subject, id),
    presentWarranties(ctx, [row]),
    invoiceOf(ctx, billedId),
    ctx.db
      .selectFrom('warranties')
      .where('productId', '=', row.productId)
      .where('companyId', '=', row.companyId)
      .orderBy('startDate', 'desc')
      .orderBy('id', 'desc')
      .select(['id', 'documentNo', 'status', 'type', 'startDate', 'endDate'])
      .execute(),
    relatedOf(ctx, { id, billedId }).then((found) => toldOf(ctx, found)),
    row.requestId === null
      ? null
      : ctx.db
          .selectFrom('warrantyRequests')
          .where('id', '=', row.requestId)
          .select(['id', 'documentNo'])
          .executeTakeFirst(),
    usageOf(ctx, row),
    movedOf(ctx, row),
  ]);
  if (!head) throw new Error('one row in, one row out');
  const withheld = await hiddenDocuments(
    ctx,
    chain.map((one) => ({ type: warranties.type.subject, id: one.id })),
  );
  const previous = chain.find((one) => one.id === row.previousId);
  return {
    ...head,
    ...trail,
    history: await toldHistory(ctx, trail.history),
    related,
    ...actionContext(ctx, warranties.type, row),
    exclusions: row.exclusions,
    isSettled: row.isSettled,
    usage,
    invoice: invoice ?? null,
    request: request ?? null,
    previous: previous ? { id: previous.id, documentNo: previous.documentNo } : null,
    ...moved,
    chain: chain.filter((one) => !withheld.has(one.id)),
  };
}

/** The warranties of other containers that it goes on with, or that go on with it (docs/adr/0091). */
async function movedOf(ctx: Ctx, row: WarrantyRow) {
  const found = await Promise.all([previousOnOther(ctx, row), nextOnOther(ctx, row)]);
  const [withheld, products] = await Promise.all([
    hiddenDocuments(
      ctx,
      found.flatMap((one) => (one ? [{ type: warranties.type.subject, id: one.id }] : [])),
    ),
    ctx.db
      .selectFrom('products')
      .where('id', '=', anyId(found.flatMap((one) => one?.productId ?? [])))
      .select(['id', 'serialNumber', 'name'])
      .execute(),
  ]);
  const [movedFrom, movedTo] = found.map((one) => {
    const product = products.find(({ id }) => id === one?.productId);
    if (!one || !product || withheld.has(one.id)) return null;
    return { id: one.id, documentNo: one.documentNo, product };
  });
  return { movedFrom: movedFrom ?? null, movedTo: movedTo ?? null };
}

/** Its contract, its request and its invoices. */
const relatedOf = compiledQuery(
  (_, given: { id: string; billedId: string }) =>
    sql<{ type: string; id: string; documentNo: string | null; status: string }>`
    select 'contract' as type, c.id, c.document_no as "documentNo", c.status
    from warranties w join contracts c on c.id = w.contract_id where w.id = ${given.id}
    union all
    select 'warrantyRequest', q.id, q.document_no, q.status
    from warranties w join warranty_requests q on q.id = w.request_id where w.id = ${given.id}
    union all
    select 'invoice', i.id, i.document_no, i.status
    from invoices i where i.source_type = 'warranty' and i.source_id = ${given.billedId}
    order by 3`,
);

const usageBy = compiledQuery(
  (_, given: { productId: string; startDate: string; endDate: string }) =>
    sql<{ parts: number; claims: number; partsCost: string }>`
    select count(*)::int as parts,
      count(distinct p.removal_document_id) filter (where p.removal_subject = 'claims')::int as claims,
      coalesce(sum(p.unit_cost * p.quantity), 0)::numeric(15, 2) as "partsCost"
    from product_parts p
    where p.product_id = ${given.productId} and p.disposition <> 'restock'
      and (p.removed_at at time zone 'Asia/Bangkok')::date between ${given.startDate} and ${given.endDate}`,
);

/** Parts that failed in the time of a warranty; what went back to stock was no use of it. */
async function usageOf(ctx: Ctx, { productId, startDate, endDate }: WarrantyRow) {
  const [usage] = await usageBy(ctx, { productId, startDate, endDate });
  const seesCost = can(ctx.actor.grants, 'container-warehouse:view-cost');
  return {
    parts: usage?.parts ?? 0,
    claims: usage?.claims ?? 0,
    partsCost: seesCost ? money(usage?.partsCost ?? '0') : null,
  };
}
