import { sql } from 'kysely';
import { type Ctx, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { type Holder, holderOf } from '../warranties/holder.ts';
import { namesOf } from '../warranties/names.ts';
import { reasonsFor, toldHistory } from '../warranties/reasons.ts';
import { termsOf } from '../warranties/terms.ts';
import { type WarrantyRequestRow, warrantyRequests } from './type.ts';

type Shown = Pick<
  WarrantyRequestRow,
  | DocumentFieldName
  | 'productId'
  | 'customerId'
  | 'contractId'
  | 'saleId'
  | 'channel'
  | 'months'
  | 'coverage'
  | 'price'
  | 'quotedBy'
>;

/** Rows of the list, and the head of the detail. */
export async function presentWarrantyRequests(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, names, told] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.saleId, row.quotedBy]),
    }),
    namesOf(ctx, rows),
    reasonsFor(
      ctx,
      rows.map((row) => row.statusReason),
    ),
  ]);
  return rows.map((row) => {
    const { contract: _contract, ...named } = names(row);
    return {
      ...documentFields(row, refs),
      ...named,
      statusReason: told(row.statusReason),
      sale: refs.user(row.saleId),
      channel: row.channel,
      months: row.months,
      coverage: row.coverage,
      price: row.price === null ? null : money(row.price),
      quotedBy: refs.userOrNull(row.quotedBy),
    };
  });
}

/** A request with what a warranty would be today. 404 outside this person's scope. */
export async function presentWarrantyRequest(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, warrantyRequests.type, { id });
  const [trail, [head], holder, warranty] = await Promise.all([
    trailOf(ctx, warrantyRequests.type.subject, id),
    presentWarrantyRequests(ctx, [row]),
    holderOf(ctx, row.productId),
    ctx.db
      .selectFrom('warranties')
      .where('requestId', '=', id)
      // One at most is not void: it takes the place of those before it.
      .orderBy(sql<boolean>`status = 'voided'`)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .select(['id', 'documentNo', 'status'])
      .executeTakeFirst(),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    history: await toldHistory(ctx, trail.history),
    ...actionContext(ctx, warrantyRequests.type, row),
    related: await toldOf(ctx, warranty ? [{ type: 'warranty', ...warranty }] : []),
    terms: await presentTerms(ctx, row, holder),
    warranty: warranty ? { id: warranty.id, documentNo: warranty.documentNo } : null,
  };
}

/** A container whose contract was handed on may have a holder that this person does not see. */
async function presentTerms(ctx: Ctx, row: WarrantyRequestRow, holder: Holder | undefined) {
  const { productId, months, coverage } = row;
  if (!holder) {
    return {
      type: 'initial' as const,
      startDate: row.documentDate,
      endDate: row.documentDate,
      price: null,
      lapsedDays: 0,
      needsInspection: false,
      coverage,
    };
  }
  const { last: _last, ...terms } = await termsOf(ctx, holder, { productId, months });
  return terms;
}
