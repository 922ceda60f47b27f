import { can, decimal } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { StockLevel } from '../../../db/schema/masters.ts';
import { type Ctx, notFound, today } from '../../../kernel/index.ts';
import { balancesOf, costOf, hasMoves, type StockBlock, stockOf } from '../../../ledger/index.ts';
import { mustRef, refOf } from '../../masterData/index.ts';
import { blindSpot } from '../stock/blind.ts';
import { rulesOf } from '../stock/rulesOf.ts';
import { coversOf, shownImages } from './covers.ts';
import { modelsOfPart } from './models.ts';
import { levelOf, ownedIn, type StockScope, stockScopeOf } from './stockScope.ts';

/** What part rows are read from: a part, or a kept level that carries the same columns. */
export const partSource = (ctx: Ctx) => ctx.db.selectFrom('partStockLevels as s');
export type PartSource = ReturnType<typeof partSource>;

/** The same, from the parts themselves. */
export const allParts = (ctx: Ctx): PartSource =>
  ctx.db.selectFrom('materialParts as s') as unknown as PartSource;

export const withPart = (query: PartSource) =>
  query
    .innerJoin('materialParts as p', 'p.id', 's.id')
    .innerJoin('categories as c', 'c.id', 'p.categoryId')
    .leftJoin('categories as sc', 'sc.id', 'p.subCategoryId')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .select([
      'p.id',
      'p.version',
      'p.partNo',
      'p.name',
      'p.nameTh',
      'p.brand',
      'p.model',
      'p.trackingType',
      'p.barcode',
      'p.standardPrice',
      'p.lastPurchasePrice',
      'p.reorderPoint',
      'p.minStock',
      'p.maxStock',
      'p.isActive',
      'p.createdAt',
      'p.updatedAt',
      'c.id as categoryId',
      'c.code as categoryCode',
      'c.name as categoryName',
      'c.nameTh as categoryNameTh',
      'sc.id as subId',
      'sc.code as subCode',
      'sc.name as subName',
      'sc.nameTh as subNameTh',
      'u.id as unitId',
      'u.code as unitCode',
      'u.name as unitName',
      'u.nameTh as unitNameTh',
    ]);

export type PartRow = Awaited<ReturnType<ReturnType<typeof withPart>['execute']>>[number];

/** Averages, values and last purchase prices (domain-conventions "Costs"). */
export const seesCost = (ctx: Ctx): boolean => can(ctx.actor.grants, 'parts-warehouse:view-cost');

/** Where a part stands, and by company or warehouse in what order. */
interface StoredLevels {
  readonly levels: readonly StockLevel[];
  /** Codes of the companies, in the order of the levels; absent for warehouses. */
  readonly companies?: readonly string[];
}

/** The stored levels of parts in the companies of a scope. */
async function levelsOf(
  ctx: Ctx,
  partIds: readonly string[],
  companyIds: StockScope['companyIds'],
) {
  const { rows } = await ctx.pg.query<StoredLevels & { id: string }>({
    name: 'parts.levels',
    text: `select l.id, array_agg(l.level order by c.code) as levels,
        array_agg(c.code order by c.code) as companies
      from part_stock_levels l join companies c on c.id = l.company_id
      where l.id = any($1) and ($2::uuid[] is null or l.company_id = any($2::uuid[])) group by l.id`,
    values: [partIds, companyIds],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The value of stock where only some warehouses count, in THB; null where all of the companies do. */
async function valuesIn(ctx: Ctx, scope: StockScope, partIds: readonly string[]) {
  if (scope.warehouseIds === null) return null;
  const { rows } = await sql<{ id: string; value: string | null }>`
    select v.item_id as id, sum(v.value)::text as value from ${ownedIn(scope)} v
    where v.item_id = any(${partIds}::uuid[]) group by v.item_id`.execute(ctx.db);
  const values = new Map(rows.map(({ id, value }) => [id, decimal.round(value ?? '0')]));
  return (id: string): string => values.get(id) ?? '0.00';
}

/** The kept levels by the rules of some warehouses. */
async function ruleLevelsOf(ctx: Ctx, partIds: readonly string[], warehouseIds: readonly string[]) {
  const { rows } = await ctx.pg.query<StoredLevels & { id: string }>({
    name: 'parts.ruleLevels',
    text: `select part_id as id, array_agg(level) as levels from stock_rules
      where part_id = any($1) and warehouse_id = any($2) group by part_id`,
    values: [partIds, warehouseIds],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** What is ordered says nothing of what lies there. */
const hiddenBlock = ({ onOrder }: StockBlock) => ({
  onHand: null,
  reserved: null,
  available: null,
  inTransit: null,
  quarantine: null,
  inRepair: null,
  atSupplier: null,
  onOrder,
  projected: null,
});

const MOST_URGENT: readonly StockLevel[] = ['out', 'low', 'over', 'ok'];

/**
 * Rows with their stock in the scope, and their cost for whoever may see it. The level of a part is
 * its company's. Where several companies are in scope it is that of their sum; in a list cut to
 * some levels, the most urgent of those that made the row match (`asked`), with the companies it is
 * true of: pieces may lie in the others.
 */
export async function shownParts(
  ctx: Ctx,
  rows: readonly PartRow[],
  {
    scope,
    asked,
    chosen = [],
  }: {
    readonly scope: StockScope;
    readonly asked?: readonly StockLevel[] | undefined;
    /** Warehouses that the list is cut to: their rules count before the company's levels. */
    readonly chosen?: readonly string[] | undefined;
  },
) {
  const partIds = rows.map(({ id }) => id);
  const day = today(ctx.clock);
  const [coverOf, blind, stock, cost, worthOf, kept, ruled] = await Promise.all([
    coversOf(ctx, partIds),
    blindSpot(ctx, partIds),
    stockOf(ctx.pg, { ...scope, partIds, today: day }),
    seesCost(ctx) ? costOf(ctx.pg, { companyIds: scope.companyIds, partIds }) : null,
    seesCost(ctx) ? valuesIn(ctx, scope, partIds) : null,
    levelsOf(ctx, partIds, scope.companyIds),
    chosen.length === 0
      ? new Map<string, StoredLevels>()
      : ruleLevelsOf(ctx, partIds, scope.warehouseIds ?? []),
  ]);
  const standing = (part: PartRow, available: number) => {
    const { levels, companies }: StoredLevels = ruled.get(part.id) ??
      kept.get(part.id) ?? { levels: [] };
    const [only] = levels;
    if (levels.length === 1 && only !== undefined) return { stockLevel: only };
    const matching = MOST_URGENT.find((level) => asked?.includes(level) && levels.includes(level));
    if (matching === undefined) return { stockLevel: levelOf(available, part) };
    const isTrueOfAll = companies === undefined || levels.every((level) => level === matching);
    return {
      stockLevel: matching,
      ...(isTrueOfAll
        ? {}
        : { levelCompanies: companies.filter((_, index) => levels[index] === matching) }),
    };
  };
  return rows.map((row) => {
    const block = stock.get(row.id);
    if (!block) throw new Error(`no stock figures for part ${row.id}`);
    const worth = cost?.get(row.id);
    const {
      categoryId,
      categoryCode,
      categoryName,
      categoryNameTh,
      subId,
      subCode,
      subName,
      subNameTh,
      unitId,
      unitCode,
      unitName,
      unitNameTh,
      ...part
    } = row;
    return {
      ...part,
      cover: coverOf(row.id),
      category: mustRef(categoryId, categoryCode, { name: categoryName, nameTh: categoryNameTh }),
      subCategory: refOf(subId, subCode, { name: subName, nameTh: subNameTh }),
      unit: mustRef(unitId, unitCode, { name: unitName, nameTh: unitNameTh }),
      lastPurchasePrice: cost ? part.lastPurchasePrice : null,
      averageCost: worth?.averageCost ?? null,
      ...(blind.hasPart(row.id)
        ? { stockValue: null, stock: hiddenBlock(block), stockLevel: null }
        : {
            stockValue: worthOf?.(row.id) ?? worth?.stockValue ?? null,
            stock: block,
            ...standing(row, block.available),
          }),
    };
  });
}

/** A part with everything its page shows. */
export async function partById(ctx: Ctx, id: string) {
  const row = await withPart(allParts(ctx).where('s.id', '=', id))
    .leftJoin('units as pu', 'pu.id', 'p.purchaseUnitId')
    .leftJoin('suppliers as su', 'su.id', 'p.preferredSupplierId')
    .select([
      'p.spec',
      'p.purchaseFactor',
      'p.warrantyMonths',
      'p.defaultCondition',
      'p.reorderQty',
      'p.leadTimeDays',
      'p.isRepairable',
      'p.isDisassemblable',
      'p.isSellable',
      'u.allowFraction as unitAllowsFraction',
      'pu.id as purchaseUnitId',
      'pu.code as purchaseUnitCode',
      'pu.name as purchaseUnitName',
      'pu.nameTh as purchaseUnitNameTh',
      'su.id as supplierId',
      'su.code as supplierCode',
      'su.name as supplierName',
      'su.nameTh as supplierNameTh',
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  const scope = stockScopeOf(ctx.actor);
  const [first] = await shownParts(ctx, [row], { scope });
  if (!first) throw notFound();
  const [blind, balances] = await Promise.all([
    blindSpot(ctx, [id]),
    balancesOf(ctx.pg, { ...scope, partId: id }),
  ]);
  const moved = await hasMoves(ctx.pg, id);
  return {
    ...first,
    images: await shownImages(ctx, id),
    defaultCondition: row.defaultCondition,
    spec: row.spec,
    productModels: await modelsOfPart(ctx, id),
    purchaseUnit: refOf(row.purchaseUnitId, row.purchaseUnitCode, {
      name: row.purchaseUnitName,
      nameTh: row.purchaseUnitNameTh,
    }),
    purchaseFactor: row.purchaseFactor,
    unitAllowsFraction: row.unitAllowsFraction,
    warrantyMonths: row.warrantyMonths,
    reorderQty: row.reorderQty,
    leadTimeDays: row.leadTimeDays,
    preferredSupplier: refOf(row.supplierId, row.supplierCode, {
      name: row.supplierName,
      nameTh: row.supplierNameTh,
    }),
    isRepairable: row.isRepairable,
    isDisassemblable: row.isDisassemblable,
    isSellable: row.isSellable,
    hasMoves: moved,
    balances: balances.map((balance) =>
      blind.hasBin(balance.bin.id) ? { ...balance, onHand: null, reserved: null } : balance,
    ),
    stockRules: await rulesOf(ctx, id),
  };
}
