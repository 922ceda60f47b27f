import { bangkokDate, decimal } from '@boxyard/shared/domain';
import {
  type ChangeKind,
  type ContainerCost,
  type ContainerSetting,
  type PriceOption,
  silentSince,
} from '@boxyard/shared/domain/sales/soldContainers.ts';
import { sql } from 'kysely';
import { type Ctx, notFound, today } from '../../kernel/index.ts';
import { timelineOf } from '../../workflow/index.ts';
import { changesOf, inForceOn, type StoredChange } from './changes.ts';
import { seesCost, seesRevenue, visibleSold } from './scope.ts';
import { differsOn, templateOf } from './templates.ts';

/** What a row is presented from. */
export const SOLD_COLUMNS = [
  'pc.id',
  'pc.version',
  'pc.createdAt',
  'pc.updatedAt',
  'pc.productId',
  'pc.serialNumber',
  'pc.contractId',
  'pc.contractNo',
  'pc.saleStatus',
  'pc.isActive',
  'pc.activeSince',
  'pc.isLineEnabled',
  'pc.lastSaleAt',
] as const;

interface Shown {
  readonly id: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly productId: string;
  readonly serialNumber: string;
  readonly contractId: string;
  readonly contractNo: string;
  readonly saleStatus: 'sold' | 'leased';
  readonly isActive: boolean;
  readonly activeSince: Date | null;
  readonly isLineEnabled: boolean;
  readonly lastSaleAt: Date | null;
}

/** What else stands in a row, by its id. */
async function besides(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('productContracts as pc')
    .innerJoin('products as p', 'p.id', 'pc.productId')
    .innerJoin('productModels as m', 'm.id', 'pc.productModelId')
    .innerJoin('customers as c', 'c.id', 'pc.customerId')
    .innerJoin('users as u', 'u.id', 'pc.saleId')
    .leftJoin('productSoftwares as s', 's.id', 'p.currentSoftwareId')
    .where(sql<boolean>`pc.id = any(${ids}::uuid[])`)
    .select([
      'pc.id',
      'm.id as modelId',
      'm.code as modelCode',
      'm.name as modelName',
      'm.nameTh as modelNameTh',
      'c.id as customerId',
      'c.code as customerCode',
      'c.name as customerName',
      'c.nameEn as customerNameEn',
      'u.id as saleId',
      'u.firstName',
      'u.lastName',
      's.versionNo',
      'p.softwareOutdated',
      'p.warrantyEnd',
    ])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Revenue of this month so far, by contract. */
async function monthRevenues(ctx: Ctx, contractIds: readonly string[]) {
  if (!seesRevenue(ctx)) return null;
  const rows = await ctx.db
    .selectFrom('productSalesDays as d')
    .where(sql<boolean>`d.contract_id = any(${contractIds}::uuid[])`)
    .where('d.day', '>=', `${today(ctx.clock).slice(0, 7)}-01`)
    .groupBy('d.contractId')
    .select((eb) => ['d.contractId', eb.fn.sum<string>('d.amount').as('amount')])
    .execute();
  return new Map(rows.map((row) => [row.contractId, row.amount]));
}

/** Rows of the list. */
export async function presentSold(ctx: Ctx, rows: readonly Shown[]) {
  if (rows.length === 0) return [];
  const [more, revenues] = await Promise.all([
    besides(
      ctx,
      rows.map(({ id }) => id),
    ),
    monthRevenues(
      ctx,
      rows.map(({ contractId }) => contractId),
    ),
  ]);
  const silent = silentSince(ctx.clock.now());
  return rows.map(({ contractId, contractNo, activeSince, ...row }) => {
    const rest = more.get(row.id);
    if (rest === undefined) throw notFound();
    const heard = latest(row.lastSaleAt, activeSince);
    return {
      ...row,
      contract: { id: contractId, documentNo: contractNo },
      productModel: {
        id: rest.modelId,
        code: rest.modelCode,
        name: rest.modelName,
        nameTh: rest.modelNameTh,
      },
      customer: {
        id: rest.customerId,
        code: rest.customerCode,
        name: rest.customerNameEn ?? rest.customerName,
        nameTh: rest.customerName,
      },
      sale: { id: rest.saleId, name: `${rest.firstName} ${rest.lastName}`.trim() },
      isSilent: row.isActive && heard !== null && heard < silent,
      monthRevenue: revenues === null ? null : decimal.round(revenues.get(contractId) ?? '0'),
      softwareVersion: rest.versionNo,
      softwareOutdated: rest.softwareOutdated,
      warrantyEnd: rest.warrantyEnd,
    };
  });
}

/** The later of two instants, where there is one. */
const latest = (a: Date | null, b: Date | null): Date | null => {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
};

/** Prices as this person may see them. */
const shownOptions = (ctx: Ctx, options: readonly PriceOption[]) =>
  options.map((option) => ({ ...option, cost: seesCost(ctx) ? option.cost : null }));

function shownChange(ctx: Ctx, change: StoredChange, inForce: ReadonlySet<string>) {
  const of = <T>(kind: ChangeKind): T | null => (change.kind === kind ? (change.value as T) : null);
  const options = of<readonly PriceOption[]>('priceOptions');
  return {
    id: change.id,
    kind: change.kind,
    effectiveDate: change.effectiveOn,
    createdAt: change.createdAt,
    by: change.by,
    isInForce: inForce.has(change.id),
    revertedAt: change.revertedAt,
    revertedReason: change.revertedReason,
    cost: seesCost(ctx) ? of<ContainerCost>('cost') : null,
    priceOptions: options && shownOptions(ctx, options),
    setting: of<ContainerSetting>('setting'),
  };
}

/** A container that is sold or leased now, with what is set for it; 404 where there is none in scope. */
export async function soldById(ctx: Ctx, id: string) {
  const row = await visibleSold(ctx)
    .where('pc.id', '=', id)
    .select([...SOLD_COLUMNS, 'pc.inForceFrom', 'pc.lineTarget'])
    .select(['pc.companyId', 'pc.productModelId'])
    .select(differsOn(today(ctx.clock)).as('differs'))
    .select(sql<boolean>`pc.line_token is not null`.as('hasLineToken'))
    .executeTakeFirst();
  if (!row) throw notFound();
  const { companyId: _company, productModelId: _model, differs: _differs, ...head } = row;
  const [shown] = await presentSold(ctx, [head]);
  const [changes, template, history] = await Promise.all([
    changesOf(ctx, id),
    templateOf(ctx, row),
    timelineOf(ctx, 'productContracts', id),
  ]);
  if (!shown) throw notFound();
  const now = inForceOn(changes, bangkokDate(ctx.clock.now()));
  const inForce = new Set(
    [now.cost, now.priceOptions, now.setting].flatMap((one) => (one ? [one.id] : [])),
  );
  return {
    ...shown,
    inForceFrom: row.inForceFrom,
    activeSince: row.activeSince,
    lineTarget: row.lineTarget,
    hasLineToken: row.hasLineToken,
    cost: seesCost(ctx) ? ((now.cost?.value as ContainerCost | undefined) ?? null) : null,
    priceOptions: shownOptions(
      ctx,
      (now.priceOptions?.value as readonly PriceOption[] | undefined) ?? [],
    ),
    setting: (now.setting?.value as ContainerSetting | undefined) ?? {},
    template: template ? { ...template, differs: row.differs } : null,
    changes: changes.map((change) => shownChange(ctx, change, inForce)).reverse(),
    history,
  };
}
