import {
  type Condition,
  decimal,
  isWhole,
  STORAGE_KINDS,
  startsFrom,
} from '@boxyard/shared/domain';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { isInProduction } from '@boxyard/shared/domain/containers/statuses.ts';
import {
  anyId,
  asSystem,
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Input,
  mayUseWarehouse,
  refuseFaults,
} from '../../../kernel/index.ts';
import { type MoveInput, postMoves } from '../../../ledger/index.ts';
import { deliveryCompany, loadVisible, runAction } from '../../../workflow/index.ts';
import { findStock, type NamedStock, partFactsOf } from '../../warehouse/index.ts';
import { lockProduct } from '../reservations.ts';
import { destinationsOf, followRemoval, judgeRemoval, type Removed } from './dispositions.ts';
import { PRODUCT_MOVES, type ProductRow, products, TOUCHES } from './type.ts';
import { type InsideMove, valuedAsSold } from './worth.ts';

type Body = Input<'products.materialParts'>['body'];
/** A line of what goes in; what is begun replaces nothing. */
export type PartIn = Omit<NonNullable<Body['add']>[number], 'replacesId'> & {
  readonly replacesId?: string | null | undefined;
};
type PartOut = NonNullable<Body['remove']>[number];

/** What of a container the moves of its parts are posted by. */
type Posted = Pick<ProductRow, 'id' | 'serialNumber' | 'companyId' | 'interiorBinId'> &
  Partial<Pick<ProductRow, 'titleHolder'>>;

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

/** Stock that is built in. */
type StockIn = NamedStock & {
  /** Worth of all of it, in THB, where goods come into the books again. */
  readonly value?: string;
  /** The bin from which it was handed out before. */
  readonly shelfId?: string;
};

interface Piece extends StockIn {
  readonly serialId: string | null;
  readonly note: string | null;
  readonly replacesId: string | null;
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
    lines,
  }: {
    readonly round: number;
    readonly stock: readonly StockIn[];
    readonly lines: readonly Pick<PartIn, 'note' | 'replacesId'>[];
  },
): Promise<void> {
  if (stock.length === 0) return;
  const pieces = stock.flatMap((line, index): Piece[] => {
    const { note = null, replacesId = null } = lines[index] ?? {};
    const piece = { ...line, note: note || null, replacesId: replacesId || null };
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
      ...(piece.value !== undefined && row.titleHolder !== 'customer'
        ? { value: piece.value }
        : {}),
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
        unitCost:
          piece.value === undefined
            ? (facts.get(piece.partId)?.averageCost ?? '0')
            : decimal.round(decimal.divide(piece.value, piece.quantity), 4),
        fromBinId: piece.shelfId ?? piece.binId,
        note: piece.note,
        replacesId: piece.replacesId,
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
    .leftJoin('lots as l', 'l.id', 'i.lotId')
    .leftJoin('serials as s', 's.id', 'i.serialId')
    .where('i.productId', '=', productId)
    .where('i.id', '=', anyId(ids))
    .where('i.removedAt', 'is', null)
    .selectAll('i')
    .select(['u.allowFraction', 'p.isRepairable', 'l.lotNo', 's.serialNo'])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type InsideRow = NonNullable<ReturnType<Awaited<ReturnType<typeof insideById>>['get']>>;

/** What was said of one part that is taken out. */
export type OutLine = PartOut;

interface TakingOut {
  /** Each posting of a container has a round of its own. */
  readonly round: number;
  readonly lines: readonly OutLine[];
  readonly reason: string | null;
  /** Told to the documents that go on with the parts; the reason unless said. */
  readonly cause?: string;
  /** Where they come to, and whose documents go on with them. */
  readonly warehouseId: string;
  /** The container is being built: what is taken out again lies on its shelf at once. */
  readonly isBench: boolean;
  /** Field of the body. */
  readonly at: string;
}

/** What is wrong with a line about something that is inside. */
function outFaults(
  line: OutLine,
  part: InsideRow,
  { bins, isBench }: { readonly bins: ReadonlySet<string>; readonly isBench: boolean },
): FieldFault[] {
  const most = Number(part.quantity);
  if (line.quantity > most) return [{ field: 'quantity', code: 'MAX', params: { max: most } }];
  if (!isWhole(line.quantity) && !part.allowFraction) return [{ field: 'quantity', code: 'WHOLE' }];
  if ((line.disposition ?? 'restock') !== 'restock') return [];
  if (!line.condition) return [{ field: 'condition', code: 'REQUIRED' }];
  if (!line.binId) return isBench ? [{ field: 'binId', code: 'REQUIRED' }] : [];
  return bins.has(line.binId) ? [] : [{ field: 'binId', code: 'UNKNOWN_ID' }];
}

/** The lines with what they name, or 422 at their fields. */
async function findRemoved(
  ctx: Ctx,
  row: ProductRow,
  { lines, warehouseId, isBench, at }: TakingOut,
): Promise<{ readonly part: InsideRow; readonly removed: Removed }[]> {
  const binIds = lines.flatMap(({ binId }) => binId ?? []);
  const [inside, bins] = await Promise.all([
    insideById(
      ctx,
      row.id,
      lines.map(({ id }) => id),
    ),
    isBench
      ? usableBins(ctx, { companyId: row.companyId, binIds })
      : storageBins(ctx, { warehouseId, binIds }),
  ]);
  const seen = new Set<string>();
  const found: { part: InsideRow; removed: Removed }[] = [];
  refuseFaults(
    lines.flatMap((line, index): FieldFault[] => {
      const part = inside.get(line.id);
      if (!part || seen.has(line.id)) {
        return [{ field: `${at}[${index}].id`, code: part ? 'REPEATED' : 'UNKNOWN_ID' }];
      }
      seen.add(line.id);
      const disposition = line.disposition ?? 'restock';
      const isStock = disposition === 'restock';
      found.push({
        part,
        removed: {
          id: part.id,
          partId: part.partId,
          quantity: line.quantity,
          lotId: part.lotId,
          lotNo: part.lotNo,
          serialId: part.serialId,
          serialNo: part.serialNo,
          isRepairable: part.isRepairable,
          disposition,
          conditionFrom: part.condition as Condition,
          condition: isStock ? (line.condition ?? 'used') : 'defective',
          binId: isStock ? (line.binId ?? null) : null,
          supplierId: line.supplierId ?? null,
        },
      });
      return outFaults(line, part, { bins, isBench }).map((fault) => ({
        ...fault,
        field: `${at}[${index}].${fault.field}`,
      }));
    }),
  );
  return found;
}

/** Takes parts out and opens the document that goes on with each (domain-containers 1.1, 2.1). */
export async function takeOut(ctx: Ctx, row: ProductRow, given: TakingOut): Promise<number> {
  const { round, reason, cause = reason, warehouseId, isBench, at } = given;
  if (given.lines.length === 0) return round;
  const taken = await findRemoved(ctx, row, given);
  const lines = taken.map(({ removed }) => removed);
  const { claimed, faults } = await judgeRemoval(ctx, row, {
    lines,
    at: (index) => `${at}[${index}]`,
  });
  refuseFaults([...faults]);
  const removal = { warehouseId, reason: cause, isBench };
  const goTo = await destinationsOf(ctx, row, { lines, removal });
  const moves = lines.map((line, index) => ({
    itemId: line.partId,
    quantity: line.quantity,
    from: row.interiorBinId,
    to: goTo[index] ?? '',
    lotId: line.lotId,
    serialId: line.serialId,
    conditionFrom: line.conditionFrom,
    conditionTo: line.condition,
  }));
  // Out of a container that is the customer's it becomes ours again.
  const isSold = row.titleHolder === 'customer';
  const inside = taken.map(({ part }, index) => ({ part, move: moves[index] as MoveInput }));
  await post(ctx, row, { round, moves: isSold ? await valuedAsSold(ctx, row, inside) : moves });
  await markInstalled(
    ctx,
    lines.flatMap(({ serialId }) => serialId ?? []),
    null,
  );
  const follows = await followRemoval(ctx, row, { lines, claimed, removal });
  const closing = {
    removedAt: ctx.clock.now(),
    removedBy: authorId(ctx.actor),
    removedReason: reason,
  };
  for (const { part, removed } of taken) {
    const follow = follows.get(part.id);
    await ctx.db
      .updateTable('productParts')
      .set({
        ...closing,
        quantity: String(removed.quantity),
        disposition: removed.disposition,
        removalSubject: follow?.subject ?? null,
        removalDocumentId: follow?.id ?? null,
      })
      .where('id', '=', part.id)
      .execute();
    const rest = decimal.subtract(part.quantity, String(removed.quantity));
    if (decimal.isZero(rest)) continue;
    const {
      id: _id,
      allowFraction: _fraction,
      isRepairable: _repairable,
      lotNo: _lotNo,
      serialNo: _serialNo,
      ...same
    } = part;
    await ctx.db
      .insertInto('productParts')
      .values({ ...same, quantity: decimal.round(rest, 3) })
      .execute();
  }
  return round + 1;
}

/** Bins of one warehouse that goods may be put away in. */
async function storageBins(
  ctx: Ctx,
  { warehouseId, binIds }: { readonly warehouseId: string; readonly binIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (binIds.length === 0) return new Set();
  const rows = await ctx.db
    .selectFrom('bins')
    .where('id', '=', anyId(binIds))
    .where('warehouseId', '=', warehouseId)
    .where('isActive', '=', true)
    .select('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/**
 * The warehouse that parts come from and go to: the one that was named, else the container's own. One
 * that stands at a customer has none, so that whoever works there says whose van it is.
 */
export async function partsWarehouse(
  ctx: Ctx,
  row: ProductRow,
  named: string | null | undefined,
): Promise<string> {
  const warehouseId = named || row.warehouseId;
  if (!warehouseId) {
    refuseFaults([{ field: 'warehouseId', code: 'REQUIRED' }]);
    throw new Error('unreachable');
  }
  if (warehouseId !== row.warehouseId) {
    const companyId = await deliveryCompany(ctx, warehouseId);
    if (companyId !== row.companyId) {
      refuseFaults([{ field: 'warehouseId', code: 'WAREHOUSE_NOT_OF_COMPANY' }]);
    }
  }
  return warehouseId;
}

/** A part takes the place of one that is taken out with the same call, and of no other. */
function replaceFaults(
  add: NonNullable<Body['add']>,
  remove: NonNullable<Body['remove']>,
): FieldFault[] {
  const leaving = new Set(remove.map(({ id }) => id));
  return add.flatMap(({ replacesId }, index) => {
    if (!replacesId || leaving.delete(replacesId)) return [];
    return [{ field: `add[${index}].replacesId`, code: 'UNKNOWN_ID' }];
  });
}

/** Builds parts in and takes parts out, in one posting each (domain-containers 2.1 `material_parts`). */
export const updateParts = products.action('materialParts', {
  before: async (ctx, { params, body }) => {
    await loadVisible(ctx, products.type, { id: params.id });
    const add = body.add ?? [];
    const remove = body.remove ?? [];
    if (add.length + remove.length === 0) refuseFaults([{ field: 'add', code: 'LINES_REQUIRED' }]);
    refuseFaults(replaceFaults(add, remove));
    return { add, remove };
  },
  action: 'update-parts',
  effect: async (ctx, row, { add, remove, ...body }) => {
    const reason = body.reason || null;
    const isBench = isInProduction(row);
    // What left production is changed for a cause, and what is given up has one.
    const isGivenUp = remove.some(({ disposition = 'restock' }) => disposition !== 'restock');
    if ((!isBench || isGivenUp) && reason === null) {
      refuseFaults([{ field: 'reason', code: 'REQUIRED' }]);
    }
    const warehouseId = await partsWarehouse(ctx, row, body.warehouseId);
    const found = await findParts(ctx, { warehouseId, lines: add, at: 'add' });
    refuseFaults([...found.faults]);
    const round = await takeOut(ctx, row, {
      round: row.version * 2,
      lines: remove,
      reason,
      warehouseId,
      isBench,
      at: 'remove',
    });
    await buildIn(ctx, row, { round, stock: found.stock, lines: add });
    return {
      to: row.status,
      diff: { added: add.length, removed: remove.length },
      touches: [...TOUCHES, 'goodsImports', 'repairs', 'claims', 'destructions'],
    };
  },
});

/** Parts of a service job that go into a container, and what they take the place of. */
export interface JobExchange {
  readonly productId: string;
  /** The document that goes on with the parts taken out. */
  readonly warehouseId: string;
  /** The job as texts name it: its number is for those who may read it. */
  readonly job: string;
  /** The work that was done, for whoever goes on with the parts taken out. */
  readonly cause: string;
  readonly stock: readonly StockIn[];
  readonly lines: readonly Pick<PartIn, 'note' | 'replacesId'>[];
  readonly remove: readonly OutLine[];
}

/**
 * Exchanges parts of a container in the transaction of a service job: used parts come from where they
 * were handed out to, at their exact cost, and removed parts go on as by `material_parts`. The job says
 * who may do it.
 */
export async function exchangeForJob(ctx: Ctx, exchange: JobExchange): Promise<void> {
  const { productId, warehouseId, job: reason, cause, stock, lines, remove } = exchange;
  const { version, status } = await lockProduct(ctx, productId);
  // On its way, or gone: told as the job's cause, which names no action of the container.
  if (!startsFrom(productMachine, 'update-parts', status)) throw conflict('CONTAINER_NOT_THERE');
  await runAction(asSystem(ctx), products.type, {
    action: 'update-parts',
    id: productId,
    version,
    reason,
    effect: async (row) => {
      const round = await takeOut(ctx, row, {
        round: row.version * 2,
        lines: remove,
        reason,
        cause,
        warehouseId,
        isBench: false,
        at: 'removed',
      });
      await buildIn(ctx, row, { round, stock, lines });
      return {
        to: row.status,
        diff: { added: stock.length, removed: remove.length },
        touches: TOUCHES,
      };
    },
  });
}

/** Everything inside a container, with its moves to one place. */
export async function insideOf(
  ctx: Ctx,
  row: Pick<ProductRow, 'id' | 'interiorBinId'>,
  to: string,
): Promise<InsideMove[]> {
  const inside = await ctx.db
    .selectFrom('productParts')
    .where('productId', '=', row.id)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .selectAll()
    .execute();
  return inside.map((part) => ({
    part,
    move: {
      itemId: part.partId,
      quantity: Number(part.quantity),
      from: row.interiorBinId,
      to,
      lotId: part.lotId,
      serialId: part.serialId,
      conditionFrom: part.condition as Condition,
    },
  }));
}

/** The moves of everything inside a container to one place. */
export const insideMoves = async (
  ctx: Ctx,
  row: Pick<ProductRow, 'id' | 'interiorBinId'>,
  to: string,
): Promise<MoveInput[]> => (await insideOf(ctx, row, to)).map(({ move }) => move);
