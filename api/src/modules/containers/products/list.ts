import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import { FREE_SALE_STATUSES, type SaleStatus } from '@boxyard/shared/domain/containers/statuses.ts';
import { labelOfMachine } from '@boxyard/shared/domain/documents/families.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  defineList,
  figuresRow,
  type Input,
  type Locale,
  scopeCondition,
  whereInScope,
} from '../../../kernel/index.ts';
import { documentExport, loadRefs } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { containersOfContracts } from './holders.ts';
import { TEXTS } from './labels.ts';
import { originsOf } from './origins.ts';
import { presentProducts } from './present.ts';
import { products } from './type.ts';

/** What a row of a list of containers is presented from. */
export const PRODUCT_COLUMNS = [
  ...products.columns,
  'pd.serialNumber',
  'pd.name',
  'pd.productModelId',
  'pd.warehouseId',
  'pd.saleStatus',
  'pd.serviceStatus',
  'pd.condition',
  'pd.manufacturedAt',
  'pd.warrantyEnd',
  'pd.costAmount',
  'pd.labourCost',
  'pd.listPrice',
  'pd.currentSoftwareId',
  'pd.softwareOutdated',
  'pd.site',
  'pd.contractPending',
  'pd.awayUnderContract',
] as const;

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope);

export const productList = defineList('products.list', {
  ...products.list,
  select: (query) => query.select(PRODUCT_COLUMNS),
  map: (rows, ctx) => presentProducts(ctx, rows),
  compares: { warrantyEnd: 'pd.warrantyEnd' },
  filters: {
    ...products.list.filters,
    softwareId: 'pd.currentSoftwareId',
    contractId: (query, contractIds, ctx) =>
      query.where('pd.id', 'in', containersOfContracts(ctx, contractIds)),
  },
  export: {
    fileName: 'containers',
    columns: {
      serialNumber: { title: TEXTS.field.serialNumber, type: 'text' },
      ...documentExport(TEXTS.field.documentNo, TEXTS.status),
      name: { title: TEXTS.field.name, type: 'text' },
      productModel: { title: TEXTS.field.productModel, type: 'text' },
      productType: { title: TEXTS.field.productType, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      saleStatus: {
        title: TEXTS.field.saleStatus,
        type: 'status',
        labels: TEXTS.choice.saleStatus,
      },
      serviceStatus: {
        title: TEXTS.field.serviceStatus,
        type: 'status',
        labels: TEXTS.choice.serviceStatus,
      },
      condition: {
        title: TEXTS.field.condition,
        type: 'status',
        labels: TEXTS.choice.condition,
      },
      manufacturedAt: { title: TEXTS.field.manufacturedAt, type: 'date' },
      warrantyEnd: { title: TEXTS.field.warrantyEnd, type: 'date' },
      software: {
        title: TEXTS.field.software,
        type: 'text',
        value: (row) => row.software?.versionNo ?? null,
      },
      softwareOutdated: { title: TEXTS.field.softwareOutdated, type: 'text' },
      costAmount: { title: TEXTS.field.costAmount, type: 'money' },
      listPrice: { title: TEXTS.field.listPrice, type: 'money' },
      reservedFor: {
        title: TEXTS.field.reservedFor,
        type: 'text',
        value: ({ reservation }, locale) =>
          reservation === null ? null : wordsOf(reservation, locale),
      },
      reservedUntil: {
        title: TEXTS.field.reservedUntil,
        type: 'datetime',
        value: ({ reservation }) => reservation?.until ?? null,
      },
      customer: { title: TEXTS.field.customer, type: 'text' },
      contract: {
        title: TEXTS.field.contract,
        type: 'text',
        value: ({ contract }) => contract?.documentNo ?? null,
      },
    },
  },
});

type Text = string | Date | null;

/** As much of a row's reservation as an export says. */
interface Reservation {
  readonly document: { readonly type: Text; readonly documentNo: Text };
  readonly customer: { readonly name: Text; readonly nameTh?: Text | undefined } | null;
  readonly destination: Text;
}

/** The document that holds a container, and for whom; without a number its kind. */
function wordsOf({ document, customer, destination }: Reservation, locale: Locale): string {
  const kind = labelOfMachine(String(document.type))?.[locale];
  const name = (locale === 'th' ? customer?.nameTh : null) ?? customer?.name ?? destination;
  return [document.documentNo ?? kind, name].filter(Boolean).join(' · ');
}

/** Containers that stand in a warehouse, sound, of these sale statuses. */
const standing = (ctx: Ctx, saleStatuses: readonly SaleStatus[]) =>
  source(ctx)
    .where('pd.status', '=', 'inWarehouse')
    .where('pd.saleStatus', 'in', saleStatuses)
    .where('pd.condition', '<>', 'damaged');

const AVAILABLE_COLUMNS = [
  'pd.id',
  'pd.serialNumber as code',
  'pd.name',
  'pd.productModelId',
  'pd.warehouseId',
] as const;

interface AvailableRow {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly productModelId: string;
  readonly warehouseId: string | null;
}

async function presentAvailable(rows: readonly AvailableRow[], ctx: Ctx) {
  const [models, refs] = await Promise.all([
    modelRefs(ctx),
    loadRefs(ctx, { warehouse: rows.map(({ warehouseId }) => warehouseId) }),
  ]);
  return rows.map(({ productModelId, warehouseId, ...row }) => ({
    ...row,
    productModel: models(productModelId),
    warehouse: refs.refOrNull(warehouseId),
  }));
}

/** What the choices of a container have in common; the oldest come first. */
const CHOICE = {
  id: 'pd.id',
  map: presentAvailable,
  sorts: { documentDate: 'pd.documentDate' },
  filters: { productModelId: 'pd.productModelId', warehouseId: 'pd.warehouseId' },
  search: 'pd.searchText',
} as const;

/** Containers that may be promised: in a warehouse, free, and sound. */
export const availableProducts = defineList('products.available', {
  ...CHOICE,
  from: (ctx: Ctx) => standing(ctx, ['available']),
  select: (query) => query.select(AVAILABLE_COLUMNS),
});

/** Containers that were taken apart: what another one may be built again from. */
export const disassembledProducts = defineList('products.disassembled', {
  id: 'pd.id',
  from: (ctx: Ctx) =>
    source(ctx).where('pd.status', 'in', [...productMachine.actions.disassemble.to]),
  select: (query) => query.select(['pd.id', 'pd.serialNumber as code', 'pd.name']),
  map: (rows) => [...rows],
  sorts: { createdAt: 'pd.createdAt' },
  filters: { productModelId: 'pd.productModelId' },
  search: 'pd.searchText',
});

/** The same for whoever asks for containers without looking after the fleet. */
export const requisitionChoice = defineList('containerRequisitions.availableProduct', {
  ...CHOICE,
  from: (ctx: Ctx) => standing(ctx, ['available']),
  select: (query) => query.select(AVAILABLE_COLUMNS),
});

/** What may be sent to another warehouse: whether it is offered for sale does not matter. */
export const transferChoice = defineList('containerTransfers.available', {
  ...CHOICE,
  from: (ctx: Ctx) =>
    source(ctx)
      .where('pd.status', '=', 'inWarehouse')
      .where('pd.saleStatus', 'in', [...FREE_SALE_STATUSES]),
  select: (query) => query.select(AVAILABLE_COLUMNS),
});

/** Models by id, as labels; there are few. */
async function modelRefs(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('productModels')
    .select(['id', 'code', 'name', 'nameTh'])
    .execute();
  const byId = new Map(
    rows.map((row) => [row.id, mustRef(row.id, row.code, { name: row.name, nameTh: row.nameTh })]),
  );
  return (id: string) => {
    const found = byId.get(id);
    if (!found) throw new Error(`the model ${id} is missing`);
    return found;
  };
}

type Counted = Readonly<Record<string, number>>;

/** One answer of `countProducts`: keys and counts of each axis. */
interface Counting {
  readonly total: number;
  readonly away: number;
  readonly lifecycle: Counted | null;
  readonly sale: Counted | null;
  readonly service: Counted | null;
  readonly warehouses: Counted | null;
  readonly models: Counted | null;
}

/** How often each value of a column occurs among counted cells. */
const by = (cells: string, column: string) =>
  sql<Counted | null>`(select jsonb_object_agg(key, n) from (select ${sql.ref(column)} as key, sum(n)::int as n
    from ${sql.table(cells)} where ${sql.ref(column)} is not null group by 1) x)`;

/**
 * How many containers there are by each axis, warehouse and model: two passes over the index of the
 * scope, into cells so few that they are hashed and never sorted, and each axis is summed from these.
 */
export async function countProducts(ctx: Ctx) {
  const scope = scopeCondition(ctx.actor, products.scope) ?? sql<boolean>`true`;
  const counting = await figuresRow<Counting>(
    ctx,
    'products',
    sql<Counting>`with states as materialized (
        select pd.status, pd.sale_status, pd.service_status, count(*) as n,
          count(*) filter (where pd.away_under_contract) as away
        from products pd where ${scope} group by 1, 2, 3),
      kinds as materialized (
        select pd.warehouse_id, pd.product_model_id, count(*) as n
        from products pd where ${scope} group by 1, 2)
      select (select coalesce(sum(n), 0)::int from states) as total,
        (select coalesce(sum(away), 0)::int from states) as away,
        ${by('states', 'status')} as lifecycle, ${by('states', 'sale_status')} as sale,
        ${by('states', 'service_status')} as service, ${by('kinds', 'warehouse_id')} as warehouses,
        ${by('kinds', 'product_model_id')} as models`.compile(ctx.db),
  );
  const warehouses = Object.entries(counting.warehouses ?? {});
  const [refs, models] = await Promise.all([
    loadRefs(ctx, { warehouse: warehouses.map(([id]) => id) }),
    modelRefs(ctx),
  ]);
  return {
    data: {
      total: counting.total,
      awayUnderContract: counting.away,
      byLifecycle: counting.lifecycle ?? {},
      bySaleStatus: counting.sale ?? {},
      byServiceStatus: counting.service ?? {},
      byWarehouse: warehouses.map(([id, count]) => ({ warehouse: refs.ref(id), count })),
      byModel: Object.entries(counting.models ?? {}).map(([id, count]) => ({
        productModel: models(id),
        count,
      })),
    },
  };
}

/** Containers that a part, lot or serial is or was built into, newest first. */
export const containersOfPart = defineList('containerParts.list', {
  id: 'i.id',
  from: (ctx: Ctx) =>
    whereInScope(
      ctx.db
        .selectFrom('productParts as i')
        .innerJoin('products as pd', 'pd.id', 'i.productId')
        .leftJoin('serials as s', 's.id', 'i.serialId')
        .leftJoin('lots as l', 'l.id', 'i.lotId'),
      ctx.actor,
      products.scope,
    ),
  select: (query) =>
    query.select([
      'i.id',
      'i.partId',
      'i.quantity',
      'i.installedAt',
      'i.removedAt',
      'i.disposition',
      'i.lotId',
      'i.serialId',
      'pd.id as productId',
      'pd.serialNumber',
      'pd.name as productName',
      's.serialNo',
      'l.lotNo',
    ]),
  map: async (rows, ctx) => {
    const [refs, origins] = await Promise.all([
      loadRefs(ctx, { part: rows.map(({ partId }) => partId) }),
      originsOf(ctx, rows),
    ]);
    return rows.map(({ productId, serialNumber, productName, partId, quantity, ...row }) => {
      const origin = origins(row);
      const { lotId: _lot, serialId: _serial, ...shown } = row;
      return {
        ...shown,
        product: { id: productId, code: serialNumber, name: productName },
        part: refs.ref(partId),
        quantity: Number(quantity),
        receipt: origin?.receipt ?? null,
        supplier: origin?.supplier ?? null,
      };
    });
  },
  sorts: { installedAt: 'i.installedAt' },
  filters: {
    partId: 'i.partId',
    productId: 'i.productId',
    lotNo: (query, lotNo) => query.where(sql<boolean>`upper(l.lot_no) = upper(${lotNo.trim()})`),
    serialNo: (query, serialNo) =>
      query.where(sql<boolean>`upper(s.serial_no) = upper(${serialNo.trim()})`),
    isInstalled: (query, isInstalled) =>
      query.where('i.removedAt', isInstalled ? 'is' : 'is not', null),
  },
  search: 'pd.searchText',
});

/** Models whose present bill of materials names a part. */
export const modelsOfPart = defineList('containerParts.models', {
  id: 'b.id',
  from: (ctx: Ctx) =>
    ctx.db
      .selectFrom('productModelParts as b')
      .innerJoin('productModelRevisions as r', 'r.id', 'b.revisionId')
      .innerJoin('productModels as m', (join) =>
        join.onRef('m.id', '=', 'r.productModelId').onRef('m.currentRevision', '=', 'r.revisionNo'),
      ),
  select: (query) => query.select(['m.id', 'm.code', 'm.name', 'r.revisionNo', 'b.quantity']),
  map: (rows) => rows.map((row) => ({ ...row, quantity: Number(row.quantity) })),
  sorts: { code: 'm.code' },
  filters: { partId: 'b.partId' },
  search: 'm.searchText',
});

/** Whether a serial number is taken; nothing of other companies' containers is said but that. */
export async function serialExists(ctx: Ctx, { body }: Input<'products.exist'>) {
  const serialNumber = body.serialNumber?.trim().toUpperCase() ?? '';
  const found = await ctx.db
    .selectFrom('products')
    .where('serialNumber', '=', serialNumber)
    .select(['id', 'serialNumber', 'name'])
    .executeTakeFirst();
  const isOther = found !== undefined && found.id !== body.excludeId;
  const visible =
    isOther &&
    (await source(ctx).where('pd.id', '=', found.id).select('pd.id').executeTakeFirst()) !==
      undefined;
  return {
    data: {
      exists: isOther,
      matches: visible ? [{ id: found.id, code: found.serialNumber, name: found.name }] : [],
    },
  };
}
