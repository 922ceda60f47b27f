import { type Condition, decimal, isWhole, STORAGE_KINDS } from '@boxyard/shared/domain';
import {
  anyId,
  authorId,
  type Ctx,
  type FieldFault,
  type Input,
  mayUseWarehouse,
  refuseFaults,
} from '../../../kernel/index.ts';
import { type MoveInput, postMoves } from '../../../ledger/index.ts';
import { loadVisible, runAction } from '../../../workflow/index.ts';
import { findStock, type NamedStock, partFactsOf } from '../../warehouse/index.ts';
import { PRODUCT_MOVES, type ProductRow, productDocument, TOUCHES } from './type.ts';

type Body = Input<'products.materialParts'>['body'];
export type PartIn = NonNullable<Body['add']>[number];
type PartOut = NonNullable<Body['remove']>[number];

/** What of a container the moves of its parts are posted by. */
type Posted = Pick<ProductRow, 'id' | 'serialNumber' | 'companyId' | 'interiorBinId'>;

interface Posting {
  /** Each posting of a container has a round of its own. */
  readonly round: number;
  readonly moves: readonly MoveInput[];
}

const post = (ctx: Ctx, row: Posted, { round, moves }: Posting) =>
  postMoves(ctx.pg, {
    docType: PRODUCT_MOVES,
    docId: row.id,
    documentNo: row.serialNumber,
    action: 'update-parts',
    round,
    now: ctx.clock.now(),
    postedBy: authorId(ctx.actor),
    requestId: ctx.requestId,
    moves,
  });

/** The stock that parts to be built in name, or 422 at the lines. */
export async function findParts(
  ctx: Ctx,
  {
    warehouseId,
    lines,
    at,
  }: { readonly warehouseId: string; readonly lines: readonly PartIn[]; readonly at: string },
): Promise<{ readonly stock: readonly NamedStock[]; readonly faults: readonly FieldFault[] }> {
  return findStock(ctx, {
    warehouseId,
    lines,
    at: (index, field) => `${at}[${index}].${field}`,
  });
}

interface Piece extends NamedStock {
  readonly serialId: string | null;
  readonly note: string | null;
}

/**
 * Builds parts in: they leave their bins for the location inside the container and stay owned at what
 * they are worth (domain-conventions "Containers in the ledger"). Every serial is a row of its own.
 */
export async function buildIn(
  ctx: Ctx,
  row: Posted,
  {
    round,
    stock,
    notes,
  }: {
    readonly round: number;
    readonly stock: readonly NamedStock[];
    readonly notes: readonly (string | null | undefined)[];
  },
): Promise<void> {
  if (stock.length === 0) return;
  const pieces = stock.flatMap((line, index): Piece[] => {
    const piece = { ...line, note: notes[index] || null };
    return line.serialIds.length === 0
      ? [{ ...piece, serialId: null }]
      : line.serialIds.map((serialId) => ({ ...piece, quantity: 1, serialId }));
  });
  const facts = await partFactsOf(ctx, {
    companyId: row.companyId,
    partIds: stock.map(({ partId }) => partId),
  });
  await post(ctx, row, {
    round,
    moves: pieces.map((piece) => ({
      itemId: piece.partId,
      quantity: piece.quantity,
      from: piece.binId,
      to: row.interiorBinId,
      lotId: piece.lotId,
      serialId: piece.serialId,
      conditionFrom: piece.condition,
    })),
  });
  await ctx.db
    .insertInto('productParts')
    .values(
      pieces.map((piece) => ({
        productId: row.id,
        partId: piece.partId,
        quantity: String(piece.quantity),
        lotId: piece.lotId,
        serialId: piece.serialId,
        condition: piece.condition,
        unitCost: facts.get(piece.partId)?.averageCost ?? '0',
        fromBinId: piece.binId,
        note: piece.note,
        installedAt: ctx.clock.now(),
        installedBy: authorId(ctx.actor),
      })),
    )
    .execute();
  await markInstalled(
    ctx,
    pieces.flatMap(({ serialId }) => serialId ?? []),
    row.id,
  );
}

/** The serial says which container it is in, for whoever finds it by its number. */
async function markInstalled(
  ctx: Ctx,
  serialIds: readonly string[],
  productId: string | null,
): Promise<void> {
  if (serialIds.length === 0) return;
  await ctx.pg.query({
    name: 'products.markInstalled',
    text: 'update serials set installed_in_product_id = $2 where id = any($1::uuid[])',
    values: [[...serialIds], productId],
  });
}

/** Bins of the company that this person may put something into: storage, or the quarantine. */
async function usableBins(
  ctx: Ctx,
  { companyId, binIds }: { readonly companyId: string; readonly binIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('bins as b')
    .innerJoin('warehouses as w', 'w.id', 'b.warehouseId')
    .where('b.id', '=', anyId(binIds))
    .where('w.companyId', '=', companyId)
    .where('b.isActive', '=', true)
    .select(['b.id', 'w.id as warehouseId', 'w.kind', 'w.holds'])
    .execute();
  return new Set(
    rows
      .filter(
        ({ warehouseId, kind, holds }) =>
          kind === 'quarantine' ||
          ((STORAGE_KINDS as readonly string[]).includes(kind) &&
            holds !== 'containers' &&
            mayUseWarehouse(ctx.actor, warehouseId)),
      )
      .map(({ id }) => id),
  );
}

/** Rows of what is inside, as they are taken out. */
async function insideById(ctx: Ctx, productId: string, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('productParts as i')
    .innerJoin('materialParts as p', 'p.id', 'i.partId')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('i.productId', '=', productId)
    .where('i.id', '=', anyId(ids))
    .where('i.removedAt', 'is', null)
    .selectAll('i')
    .select('u.allowFraction')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function takeOut(
  ctx: Ctx,
  row: ProductRow,
  {
    round,
    lines,
    reason,
  }: { readonly round: number; readonly lines: readonly PartOut[]; readonly reason: string | null },
): Promise<number> {
  if (lines.length === 0) return round;
  const [inside, bins] = await Promise.all([
    insideById(
      ctx,
      row.id,
      lines.map(({ id }) => id),
    ),
    usableBins(ctx, { companyId: row.companyId, binIds: lines.map(({ binId }) => binId) }),
  ]);
  const seen = new Set<string>();
  refuseFaults(
    lines.flatMap((line, index): FieldFault[] => {
      const at = (field: string) => `remove[${index}].${field}`;
      const part = inside.get(line.id);
      if (!part || seen.has(line.id))
        return [{ field: at('id'), code: part ? 'REPEATED' : 'UNKNOWN_ID' }];
      seen.add(line.id);
      const most = Number(part.quantity);
      if (line.quantity > most)
        return [{ field: at('quantity'), code: 'MAX', params: { max: most } }];
      if (!isWhole(line.quantity) && !part.allowFraction)
        return [{ field: at('quantity'), code: 'WHOLE' }];
      return bins.has(line.binId) ? [] : [{ field: at('binId'), code: 'UNKNOWN_ID' }];
    }),
  );
  const taken = lines.flatMap((line) => {
    const part = inside.get(line.id);
    return part ? [{ line, part }] : [];
  });
  await post(ctx, row, {
    round,
    moves: taken.map(({ line, part }) => ({
      itemId: part.partId,
      quantity: line.quantity,
      from: row.interiorBinId,
      to: line.binId,
      lotId: part.lotId,
      serialId: part.serialId,
      conditionFrom: part.condition as Condition,
      conditionTo: line.condition,
    })),
  });
  const now = ctx.clock.now();
  const by = authorId(ctx.actor);
  for (const { line, part } of taken) {
    await ctx.db
      .updateTable('productParts')
      .set({
        quantity: String(line.quantity),
        removedAt: now,
        removedBy: by,
        removedReason: reason,
        disposition: 'restock',
      })
      .where('id', '=', part.id)
      .execute();
    const rest = decimal.subtract(part.quantity, String(line.quantity));
    if (decimal.isZero(rest)) continue;
    const { id: _id, allowFraction: _fraction, ...same } = part;
    await ctx.db
      .insertInto('productParts')
      .values({ ...same, quantity: decimal.round(rest, 3) })
      .execute();
  }
  await markInstalled(
    ctx,
    taken.flatMap(({ part }) => part.serialId ?? []),
    null,
  );
  return round + 1;
}

/** Builds parts in and takes parts out, in one posting each (domain-containers 2.1 `material_parts`). */
export async function updateParts(
  ctx: Ctx,
  { params, body }: Input<'products.materialParts'>,
): Promise<void> {
  await loadVisible(ctx, productDocument, { id: params.id });
  const add = body.add ?? [];
  const remove = body.remove ?? [];
  if (add.length + remove.length === 0) refuseFaults([{ field: 'add', code: 'LINES_REQUIRED' }]);
  await runAction(ctx, productDocument, {
    action: 'update-parts',
    id: params.id,
    version: body.version,
    ...(body.reason ? { reason: body.reason } : {}),
    effect: async (row) => {
      const reason = body.reason || null;
      // What left production is changed for a cause.
      if (row.status !== 'inProduction' && reason === null) {
        refuseFaults([{ field: 'reason', code: 'REQUIRED' }]);
      }
      const found = await findParts(ctx, {
        warehouseId: row.warehouseId ?? '',
        lines: add,
        at: 'add',
      });
      refuseFaults([...found.faults]);
      const round = await takeOut(ctx, row, { round: row.version * 2, lines: remove, reason });
      await buildIn(ctx, row, { round, stock: found.stock, notes: add.map(({ note }) => note) });
      return {
        to: row.status,
        diff: { added: add.length, removed: remove.length },
        touches: TOUCHES,
      };
    },
  });
}

/** Where a container keeps everything that is inside it, as moves to one place. */
export async function insideMoves(
  ctx: Ctx,
  row: Pick<ProductRow, 'id' | 'interiorBinId'>,
  to: string,
): Promise<MoveInput[]> {
  const inside = await ctx.db
    .selectFrom('productParts')
    .where('productId', '=', row.id)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute();
  return inside.map((part) => ({
    itemId: part.partId,
    quantity: Number(part.quantity),
    from: row.interiorBinId,
    to,
    lotId: part.lotId,
    serialId: part.serialId,
    conditionFrom: part.condition as Condition,
  }));
}
