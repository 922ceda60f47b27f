import { bangkokDate, daysBetween } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, today } from '../../../kernel/index.ts';
import { costFor } from '../../../workflow/index.ts';
import { namesOf, stockLines } from '../stock/facts.ts';
import { type ClaimRow, claims, type ItemRow, itemsOf } from './type.ts';

/** Days with the supplier, until the answer or until now. */
const daysOpenOf = (
  ctx: Ctx,
  { sentDate, answeredAt }: Pick<ClaimRow, 'sentDate' | 'answeredAt'>,
): number | null =>
  sentDate === null
    ? null
    : daysBetween(sentDate, answeredAt === null ? today(ctx.clock) : bangkokDate(answeredAt));

export const claimRows = claims.rows({
  apart: ['daysOpen'],
  more: (ctx, rows) => rows.map((row) => ({ daysOpen: daysOpenOf(ctx, row) })),
});

export const presentClaim = claims.document({
  rows: claimRows,
  related: {
    to: { goodsImports: 'sourceId', repairs: 'claimId', destructions: 'claimId' },
    containers: true,
  },
  load: itemsOf,
  more: async (ctx, row, items) => {
    const [lines, sharedCreditNote] = await Promise.all([
      presentLines(ctx, row, items),
      withCreditNoteOf(ctx, row),
    ]);
    return { items: lines, sharedCreditNote };
  },
});

/** A credit note may pay for several claims, and a number may have been typed twice: a person sees which. */
async function withCreditNoteOf(ctx: Ctx, { id, supplierId, creditNoteNo }: ClaimRow) {
  if (creditNoteNo === null) return [];
  return claims.list
    .from(ctx)
    .where('cl.supplierId', '=', supplierId)
    .where('cl.id', '<>', id)
    .where(sql<boolean>`paper_key(cl.credit_note_no) = paper_key(${creditNoteNo})`)
    .orderBy('cl.documentNo')
    .limit(20)
    .select(['cl.id', 'cl.documentNo'])
    .execute();
}

async function presentLines(ctx: Ctx, row: ClaimRow, items: readonly ItemRow[]) {
  const [lines, names, receipts] = await Promise.all([
    stockLines(ctx, row.companyId, items),
    namesOf(ctx, { serialIds: items.map((item) => item.replacementSerialId) }),
    receiptNumbersOf(
      ctx,
      items.map(({ receiptId }) => receiptId),
    ),
  ]);
  return lines.map((line) => ({
    ...line,
    receipt:
      line.receiptId === null
        ? null
        : { id: line.receiptId, documentNo: receipts.get(line.receiptId) ?? null },
    replacementSerialNo: names.serialNo(line.replacementSerialId),
    claimedValue: costFor(ctx, line.claimedValue),
  }));
}

async function receiptNumbersOf(
  ctx: Ctx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string | null>> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('purchaseOrderReceipts')
    .where('id', 'in', known)
    .select(['id', 'documentNo'])
    .execute();
  return new Map(rows.map(({ id, documentNo }) => [id, documentNo]));
}
