import { addQuantities, isAnswered, isGiven, subtractQuantities } from '@boxyard/shared/domain';
import { claimStatus } from '@boxyard/shared/domain/warehouse/claimLines.ts';
import { type Ctx, named, record, today, updated } from '../../../kernel/index.ts';
import { type Places, placesOf } from '../../../ledger/index.ts';
import { insertImport } from '../goodsImport/create.ts';
import type { ImportSource } from '../goodsImport/sources.ts';
import type { ImportRow } from '../goodsImport/type.ts';
import { type ClaimRow, claims, type ItemRow, itemsOf } from './type.ts';

/** Where a claim stands: before the answer where it was, afterwards as its lines say (I17). */
export const settledStatus = (
  row: Pick<ClaimRow, 'status'>,
  { items, creditNoteNo }: Pick<ClaimRow, 'creditNoteNo'> & { readonly items: readonly ItemRow[] },
): string =>
  isAnswered(row.status) ? claimStatus(items, { isPaidOut: creditNoteNo !== null }) : row.status;

/** What a line of a goods import begins with, by what the supplier gives. */
const ARRIVING = {
  replace: {
    sourceType: 'claimReplacement',
    // Another piece, which was never used.
    conditionFrom: () => 'new',
    condition: () => 'new',
    from: (places: Places) => places.RECEIVING,
    serialOf: (item: ItemRow) => item.replacementSerialId,
  },
  repair: {
    sourceType: 'claimReturn',
    conditionFrom: (item: ItemRow) => item.condition,
    condition: () => 'refurbished',
    from: (places: Places) => places.CLAIM,
    serialOf: (item: ItemRow) => item.serialId,
  },
} as const;

/** A quantity of a line that goods are expected of. */
export interface Owed {
  readonly item: ItemRow;
  readonly quantity: number;
}

/** The goods imports that wait for what the supplier gives: one of other pieces, one of mended ones. */
export async function announce(
  ctx: Ctx,
  row: Pick<ClaimRow, 'id' | 'documentNo' | 'companyId' | 'warehouseId'>,
  owed: readonly Owed[],
): Promise<string[]> {
  const places = await placesOf(ctx, row.companyId);
  const numbers: string[] = [];
  for (const resolution of ['replace', 'repair'] as const) {
    const kind = ARRIVING[resolution];
    const lines = owed.filter(({ item }) => item.resolution === resolution);
    if (lines.length === 0) continue;
    const { documentNo } = await insertImport(ctx, {
      companyId: row.companyId,
      warehouseId: row.warehouseId,
      fromLocationId: kind.from(places),
      documentDate: today(ctx.clock),
      sourceType: kind.sourceType,
      sourceId: row.id,
      sourceNo: row.documentNo,
      items: lines.map(({ item, quantity }) => {
        const serialId = kind.serialOf(item);
        return {
          sourceItemId: item.id,
          partId: item.partId,
          expectedQty: quantity,
          lotId: item.lotId,
          serialIds: serialId === null ? [] : [serialId],
          conditionFrom: kind.conditionFrom(item),
          condition: kind.condition(),
          unitCost: null,
        };
      }),
    });
    numbers.push(documentNo);
  }
  return numbers;
}

interface Arrival {
  readonly arrivedQty: number;
  /** A goods import waits for it. */
  readonly waitingQty: number;
}

/** What has come of each line, and what is still waited for, by its imports. */
async function arrivalsOf(
  ctx: Ctx,
  claimId: string,
  { over }: { readonly over: { readonly id: string; readonly isReversed: boolean } | null },
): Promise<ReadonlyMap<string, Arrival>> {
  const { rows } = await ctx.pg.query<{ id: string; arrived: string; waiting: string }>({
    name: 'claims.arrivals',
    text: `select i.source_item_id as id,
        sum(case when i.posted_at is not null then i.received_qty + i.damaged_qty
          -- What is refused lies in quarantine: it came, too.
          when g.status = 'rejected' or g.id = $2 then i.expected_qty else 0 end)::text as arrived,
        sum(case when i.posted_at is null and g.status in ('pending', 'inspecting')
          and g.id is distinct from $2 then i.expected_qty else 0 end)::text as waiting
      from goods_imports g join goods_import_items i on i.import_id = g.id
      where g.source_id = $1 and g.status <> 'reversed' and not ($3 and g.id = $2)
      group by 1`,
    values: [claimId, over?.id ?? null, over?.isReversed === true],
  });
  return new Map(
    rows.map(({ id, arrived, waiting }) => [
      id,
      { arrivedQty: Number(arrived), waitingQty: Number(waiting) },
    ]),
  );
}

/** What did not come is still owed: it is waited for by an import of its own. */
const openOf = (items: readonly ItemRow[], arrivals: ReadonlyMap<string, Arrival>): Owed[] =>
  items.flatMap((item) => {
    if (!isGiven(item.resolution)) return [];
    const waiting = arrivals.get(item.id)?.waitingQty ?? 0;
    const quantity = subtractQuantities(item.quantity, addQuantities(item.arrivedQty, waiting));
    return quantity > 0 ? [{ item, quantity }] : [];
  });

/** The claim follows its goods imports, and closes when all that was promised is there (2.10). */
async function settle(
  ctx: Ctx,
  row: ImportRow,
  { isOver }: { readonly isOver: boolean },
): Promise<void> {
  const claim =
    row.sourceId === null ? undefined : await claims.type.load(ctx, row.sourceId, { lock: true });
  if (!claim) throw new Error(`the claim of goods import ${row.id} is missing`);
  // What the supplier refused and is used as it is: nothing is waited for.
  if (!isAnswered(claim.status)) return;
  const arrivals = await arrivalsOf(ctx, claim.id, {
    over: isOver ? { id: row.id, isReversed: row.hasPutAway } : null,
  });
  const items = (await itemsOf(ctx, claim.id)).map((item) => ({
    ...item,
    arrivedQty: arrivals.get(item.id)?.arrivedQty ?? 0,
  }));
  await Promise.all(
    items.map(({ id, arrivedQty }) =>
      ctx.db.updateTable('claimItems').set({ arrivedQty }).where('id', '=', id).execute(),
    ),
  );
  const again = await announce(ctx, claim, openOf(items, arrivals));
  const status = settledStatus(claim, { items, creditNoteNo: claim.creditNoteNo });
  const version = claim.version + 1;
  await ctx.db
    .updateTable('claims')
    .set({ status, version, ...updated(ctx) })
    .where('id', '=', claim.id)
    .execute();
  await record(ctx, {
    subject: claims.type.subject,
    subjectId: claim.id,
    companyId: claim.companyId,
    action: 'receive',
    from: claim.status,
    to: status,
    diff: {
      goodsImport: named('goodsImports', row),
      lines: items.map(({ lineNo, arrivedQty }) => ({ lineNo, received: arrivedQty })),
      ...(again.length > 0 ? { stillOwed: again } : {}),
    },
    version,
  });
}

/** What claims want done with the goods that their imports announce. */
export const claimArrivals: ImportSource = { settle, keepsMissing: true };
