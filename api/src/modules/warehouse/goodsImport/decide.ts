import { addQuantities, type Condition, decimal } from '@boxyard/shared/domain';
import {
  afterPendingQueries,
  type Ctx,
  conflict,
  invalid,
  mayUseWarehouse,
  named,
  notFound,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import {
  LedgerError,
  type MoveInput,
  placesOf,
  postMoves,
  reverseMoves,
} from '../../../ledger/index.ts';
import type { Effect } from '../../../workflow/index.ts';
import { binFaults, binsOf, insertImport } from './create.ts';
import { sourceOf } from './sources.ts';
import { goodsImports, IMPORT_MOVES, type ImportItemRow, type ImportRow, itemsOf } from './type.ts';

const TOUCHES = [
  'claims',
  'parts',
  'purchaseOrders',
  'receipts',
  'repairs',
  'requisitions',
  'transfers',
  'transformations',
];

/**
 * Puts counted goods away: good ones into their bins, damaged ones into QUARANTINE, missing ones
 * stay where they were announced as an open discrepancy (domain-warehouse 2.6). With `itemIds`
 * only those lines; the rest stays open.
 */
export const approveImport = goodsImports.action('approve', (ctx, row, body) =>
  putAway(ctx, { row, itemIds: body.itemIds }),
);

async function putAway(
  ctx: Ctx,
  { row, itemIds }: { row: ImportRow; itemIds: readonly string[] | undefined },
): Promise<Effect<'goodsImports'>> {
  if (!mayUseWarehouse(ctx.actor, row.warehouseId)) throw notFound();
  const open = (await itemsOf(ctx, row.id)).filter((item) => item.postedAt === null);
  const chosen = itemIds === undefined ? open : open.filter((item) => itemIds.includes(item.id));
  if (itemIds !== undefined && chosen.length !== new Set(itemIds).size) {
    throw invalid([{ field: 'itemIds', code: 'UNKNOWN_ID' }]);
  }
  if (chosen.some((item) => item.receivedQty === null)) {
    throw conflict('GUARD', { guard: 'counted' });
  }
  // A bin may have been moved out of use since it was chosen.
  const bins = await binsOf(
    ctx,
    row.warehouseId,
    chosen.map((item) => item.binId),
  );
  refuseFaults(
    chosen.flatMap((item) =>
      item.binId === null ? [] : binFaults(bins.get(item.binId), `items[${item.lineNo - 1}].binId`),
    ),
  );
  const { QUARANTINE } = await placesOf(ctx, row.companyId);
  const moves = chosen.flatMap((item) => movesOf(item, { row, quarantine: QUARANTINE }));
  await post(ctx, { row, moves, action: 'approve' });
  const put = ctx.db
    .updateTable('goodsImportItems')
    .set({ postedAt: ctx.clock.now() })
    .where(
      'id',
      'in',
      chosen.map((item) => item.id),
    )
    .execute();
  ctx.background(put);
  await afterPendingQueries();
  await sourceOf(row).settle?.(ctx, row, { isOver: false });
  const isDone = chosen.length === open.length;
  return {
    to: isDone ? 'completed' : 'inspecting',
    set: isDone ? { approvedBy: ctx.actor.userId, approvedAt: ctx.clock.now() } : {},
    diff: { lines: chosen.map((item) => item.lineNo) },
    touches: TOUCHES,
  };
}

/**
 * Goods that come back are worth what they were when they left (3.2): the shares of a line's moves,
 * which what is missing has a share of, add up to that.
 */
function shares(
  item: ImportItemRow,
  weights: readonly number[],
): readonly { readonly value?: string }[] {
  if (item.sourceValue === null) return weights.map(() => ({}));
  return decimal.allocate(item.sourceValue, weights).map((value) => ({ value }));
}

/** One move for each quantity or serial of a counted line. */
function movesOf(
  item: ImportItemRow,
  { row, quarantine }: { row: ImportRow; quarantine: string },
): MoveInput[] {
  const base = {
    itemId: item.partId,
    docItemId: item.id,
    from: row.fromLocationId,
    lotId: item.lotId,
    conditionFrom: item.conditionFrom as Condition,
    // Opening stock becomes ours here; everything else was valued when it was received (3.2).
    ...(row.sourceType === 'opening' && item.unitCost !== null ? { unitCost: item.unitCost } : {}),
  };
  // What comes back damaged goes to quarantine whatever bin was chosen (2.7).
  const isSound = item.condition !== 'defective' && item.binId !== null;
  const good = {
    ...base,
    to: isSound ? (item.binId ?? quarantine) : quarantine,
    conditionTo: item.condition as Condition,
  };
  const damaged = { ...base, to: quarantine, conditionTo: 'defective' as const };
  if (item.serialIds.length > 0) {
    const values = shares(
      item,
      item.serialIds.map(() => 1),
    );
    return item.serialIds
      .map((serialId, index) => ({
        ...(item.damagedSerialIds.includes(serialId) ? damaged : good),
        ...values[index],
        quantity: 1,
        serialId,
      }))
      .filter(({ serialId }) => !item.missingSerialIds.includes(serialId));
  }
  const [received = {}, broken = {}] = shares(item, [
    Number(item.receivedQty),
    Number(item.damagedQty),
    Number(item.missingQty),
  ]);
  return [
    { ...good, ...received, quantity: Number(item.receivedQty) },
    { ...damaged, ...broken, quantity: Number(item.damagedQty) },
  ].filter((move) => move.quantity > 0);
}

async function post(
  ctx: Ctx,
  { row, moves, action }: { row: ImportRow; moves: readonly MoveInput[]; action: string },
): Promise<void> {
  const going = moves.filter(goesOn);
  // Everything missing: nothing moves, the discrepancy stays where it is.
  if (going.length === 0) return;
  await postMoves(ctx.pg, {
    docType: IMPORT_MOVES,
    docId: row.id,
    documentNo: row.documentNo,
    action,
    now: ctx.clock.now(),
    postedBy: ctx.actor.userId,
    requestId: ctx.requestId,
    moves: going,
  });
}

/** What is announced out of quarantine and found unfit stays where it lies. */
const goesOn = ({ from, to, conditionFrom, conditionTo = conditionFrom }: MoveInput): boolean =>
  from !== to || conditionFrom !== conditionTo;

/**
 * Refuses all of the goods: they lie in QUARANTINE until a claim takes them, unless their source says
 * where they go back to (2.6).
 */
export const rejectImport = goodsImports.action('reject', async (ctx, row) => {
  if (!mayUseWarehouse(ctx.actor, row.warehouseId)) throw notFound();
  if (row.sourceType === 'opening') {
    await freeOpening(ctx, row.id);
    return { touches: TOUCHES };
  }
  const source = sourceOf(row);
  const items = await itemsOf(ctx, row.id);
  const moves = source.refuse
    ? await source.refuse(ctx, row, items)
    : await intoQuarantine(ctx, row, items);
  await post(ctx, { row, action: 'reject', moves });
  await source.settle?.(ctx, row, { isOver: true });
  return { touches: TOUCHES };
});

async function intoQuarantine(
  ctx: Ctx,
  row: ImportRow,
  items: readonly ImportItemRow[],
): Promise<MoveInput[]> {
  const { QUARANTINE } = await placesOf(ctx, row.companyId);
  return items.flatMap((item) => refusedMoves(item, { row, quarantine: QUARANTINE }));
}

function refusedMoves(
  item: ImportItemRow,
  { row, quarantine }: { row: ImportRow; quarantine: string },
): MoveInput[] {
  const base = {
    itemId: item.partId,
    docItemId: item.id,
    from: row.fromLocationId,
    to: quarantine,
    lotId: item.lotId,
    conditionFrom: item.conditionFrom as Condition,
  };
  if (item.serialIds.length > 0) {
    const values = shares(
      item,
      item.serialIds.map(() => 1),
    );
    return item.serialIds.map((serialId, index) => ({
      ...base,
      ...values[index],
      quantity: 1,
      serialId,
    }));
  }
  const [whole = {}] = shares(item, [1]);
  return [{ ...base, ...whole, quantity: Number(item.expectedQty) }];
}

/** What was never put away may be entered again. */
const freeOpening = (ctx: Ctx, importId: string) =>
  ctx.db.deleteFrom('openingStock').where('importId', '=', importId).execute();

/**
 * Takes a put-away back by contra moves while the stock is still there and unreserved; a new
 * import of the same goods opens by itself (2.6).
 */
export const reverseImport = goodsImports.action('reverse', async (ctx, row) => {
  if (!mayUseWarehouse(ctx.actor, row.warehouseId)) throw notFound();
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'goodsImport.moves',
    text: `select id from stock_moves where doc_id = $1 and doc_type = $2
          and reverses_move_id is null and action = 'approve'`,
    values: [row.id, IMPORT_MOVES],
  });
  if (rows.length > 0) {
    await reverseMoves(ctx.pg, {
      docType: IMPORT_MOVES,
      docId: row.id,
      documentNo: row.documentNo,
      action: 'reverse',
      now: ctx.clock.now(),
      postedBy: ctx.actor.userId,
      requestId: ctx.requestId,
      moveIds: rows.map(({ id }) => id),
    }).catch(asGone);
  }
  const again = await reopen(ctx, row);
  await sourceOf(row).settle?.(ctx, row, { isOver: true });
  return { diff: { reopenedAs: named('goodsImports', again) }, touches: TOUCHES };
});

/** A serial that has moved on is short stock to the person who reverses. */
export function asGone(error: unknown): never {
  if (error instanceof LedgerError && error.code === 'SERIAL_NOT_AVAILABLE') {
    throw conflict('INSUFFICIENT_STOCK', { ...error.details, available: 0 });
  }
  throw error;
}

/** A line without what was missing of it: the source document deals with that. */
function whatCame(item: ImportItemRow): ImportItemRow[] {
  const came = addQuantities(Number(item.receivedQty ?? 0), Number(item.damagedQty ?? 0));
  if (came === 0) return [];
  const serialIds = item.serialIds.filter((id) => !item.missingSerialIds.includes(id));
  return [{ ...item, expectedQty: String(came), serialIds }];
}

async function reopen(ctx: Ctx, row: ImportRow) {
  const all = await itemsOf(ctx, row.id);
  const items = sourceOf(row).keepsMissing === true ? all.flatMap(whatCame) : all;
  if (items.length === 0) throw conflict('GUARD', { guard: 'putAway' });
  const again = await insertImport(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    fromLocationId: row.fromLocationId,
    documentDate: today(ctx.clock),
    sourceType: row.sourceType,
    sourceId: row.sourceId,
    sourceNo: row.sourceNo,
    sentBy: row.sentBy,
    reopensId: row.id,
    items: items.map((item) => ({
      sourceItemId: item.sourceItemId,
      partId: item.partId,
      expectedQty: Number(item.expectedQty),
      binId: item.binId,
      lotId: item.lotId,
      serialIds: item.serialIds,
      conditionFrom: item.conditionFrom,
      condition: item.condition,
      unitCost: item.unitCost,
      sourceValue: item.sourceValue,
    })),
  });
  await ctx.db
    .updateTable('openingStock')
    .set({ importId: again.id })
    .where('importId', '=', row.id)
    .execute();
  return again;
}
