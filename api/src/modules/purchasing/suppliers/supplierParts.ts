import { SETTINGS } from '@boxyard/shared/domain/settings/settings.ts';
import {
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  type Input,
  mayUseWarehouse,
  notFound,
  price,
  qty,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { choiceFault, defineMaster, refOf } from '../../masterData/index.ts';
import { seesCost } from '../../warehouse/index.ts';
import { vatRateOf } from '../orders/draft.ts';

/** How suppliers sell parts (domain-warehouse 1.4): their numbers, packs, days and prices. */
const supplierParts = defineMaster({ table: 'supplierParts', subject: 'supplierParts' });
const parts = defineMaster({ table: 'materialParts', subject: 'parts' });

type Body = Omit<Input<'supplierParts.update'>['body'], 'version'>;

const source = (ctx: Ctx) => ctx.db.selectFrom('supplierParts as sp');

const columns = (query: ReturnType<typeof source>) =>
  query
    .innerJoin('materialParts as p', 'p.id', 'sp.partId')
    .select([
      'sp.id',
      'sp.version',
      'sp.createdAt',
      'sp.updatedAt',
      'sp.supplierId',
      'sp.partId',
      'sp.supplierPartNo',
      'sp.packQty',
      'sp.moq',
      'sp.leadTimeDays',
      'sp.lastPrice',
      'sp.priceBreaks',
      'p.unitId',
      'p.preferredSupplierId',
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

/** The figures of a row, prices only for those who see costs. */
const figuresOf = (
  ctx: Ctx,
  row: Pick<Row, 'packQty' | 'moq' | 'leadTimeDays' | 'lastPrice' | 'priceBreaks'>,
) => ({
  packQty: row.packQty === null ? null : qty(row.packQty),
  moq: row.moq === null ? null : qty(row.moq),
  leadTimeDays: row.leadTimeDays,
  lastPrice: row.lastPrice === null || !seesCost(ctx) ? null : price(row.lastPrice),
  priceBreaks: seesCost(ctx) ? [...row.priceBreaks] : [],
});

async function shown(rows: readonly Row[], ctx: Ctx) {
  const refs = await loadRefs(ctx, {
    supplier: rows.map((row) => row.supplierId),
    part: rows.map((row) => row.partId),
    unit: rows.map((row) => row.unitId),
  });
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    supplier: refs.ref(row.supplierId),
    part: refs.ref(row.partId),
    unit: refs.ref(row.unitId),
    supplierPartNo: row.supplierPartNo,
    ...figuresOf(ctx, row),
    isPreferred: row.preferredSupplierId === row.supplierId,
  }));
}

const supplierPartList = defineList('supplierParts.list', {
  id: 'sp.id',
  from: source,
  select: columns,
  map: shown,
  sorts: { createdAt: 'sp.created_at' },
  filters: { supplierId: 'sp.supplier_id', partId: 'sp.part_id' },
});

async function byId(ctx: Ctx, id: string) {
  const [row] = await shown(await columns(source(ctx).where('sp.id', '=', id)).execute(), ctx);
  if (!row) throw notFound();
  return row;
}

/** Quantities of price breaks rise; the least quantity is one of whole packs. */
function bodyFaults({ priceBreaks = [], packQty, moq }: Body): FieldFault[] {
  const unordered = priceBreaks.flatMap(({ minQty }, index): FieldFault[] => {
    const before = priceBreaks[index - 1];
    return before && before.minQty >= minQty
      ? [{ field: `priceBreaks[${index}].minQty`, code: 'RISING' }]
      : [];
  });
  const isWhole = packQty == null || moq == null || Number.isInteger(moq / packQty);
  return isWhole ? unordered : [...unordered, { field: 'moq', code: 'WHOLE_PACKS' }];
}

const valuesOf = (ctx: Ctx, body: Body) => ({
  supplierPartNo: body.supplierPartNo || null,
  packQty: body.packQty == null ? null : String(body.packQty),
  moq: body.moq == null ? null : String(body.moq),
  leadTimeDays: body.leadTimeDays ?? null,
  // Who does not see prices cannot have meant to remove them.
  ...(body.priceBreaks && seesCost(ctx) ? { priceBreaks: body.priceBreaks } : {}),
});

/** Makes the supplier the part's preferred one, or no longer. */
async function prefer(
  ctx: Ctx,
  { partId, supplierId }: { partId: string; supplierId: string },
  isPreferred: boolean,
): Promise<void> {
  const part = await parts.lock(ctx, partId);
  const isNow = part.preferredSupplierId === supplierId;
  if (isNow === isPreferred) return;
  await parts.update(ctx, part, {
    values: { preferredSupplierId: isPreferred ? supplierId : null },
  });
}

async function choiceFaults(ctx: Ctx, body: { supplierId: string; partId: string }) {
  const [supplier, part] = await Promise.all([
    ctx.db
      .selectFrom('suppliers')
      .where('id', '=', body.supplierId)
      .select('isActive')
      .executeTakeFirst(),
    ctx.db
      .selectFrom('materialParts')
      .where('id', '=', body.partId)
      .select('isActive')
      .executeTakeFirst(),
  ]);
  return [...choiceFault('supplierId', supplier, false), ...choiceFault('partId', part, false)];
}

/** VAT of today where an order is delivered to; of the caller's first company before that is known. */
export async function vatAt(ctx: Ctx, warehouseId: string | undefined): Promise<string> {
  const warehouse =
    warehouseId !== undefined && mayUseWarehouse(ctx.actor, warehouseId)
      ? await ctx.db
          .selectFrom('warehouses')
          .where('id', '=', warehouseId)
          .select('companyId')
          .executeTakeFirst()
      : undefined;
  const companyId = warehouse?.companyId ?? ctx.actor.companyIds?.[0];
  return companyId === undefined
    ? SETTINGS.vatRate.initial
    : vatRateOf(ctx, companyId, today(ctx.clock));
}

async function termsOf(ctx: Ctx, { supplierId, partIds }: Input<'supplierParts.terms'>['query']) {
  if (!partIds || partIds.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    // Without a supplier: as the part's preferred one sells it.
    .leftJoin('supplierParts as sp', (join) => {
      const own = join.onRef('sp.partId', '=', 'p.id');
      return supplierId === undefined
        ? own.onRef('sp.supplierId', '=', 'p.preferredSupplierId')
        : own.on('sp.supplierId', '=', supplierId);
    })
    .leftJoin('suppliers as s', (join) =>
      join.onRef('s.id', '=', 'p.preferredSupplierId').on('s.isActive', '=', true),
    )
    .where('p.id', '=', (on) => on.fn.any(on.val([...partIds])))
    .select([
      'p.id as partId',
      'p.purchaseUnitId',
      'p.purchaseFactor',
      'sp.supplierPartNo',
      'sp.packQty',
      'sp.moq',
      'sp.leadTimeDays',
      'p.leadTimeDays as usualLeadDays',
      'sp.lastPrice',
      'sp.priceBreaks',
      's.id as preferredId',
      's.code as preferredCode',
      's.name as preferredName',
      's.nameTh as preferredNameTh',
    ])
    .execute();
  return rows.map((row) => ({
    partId: row.partId,
    supplierPartNo: row.supplierPartNo,
    ...figuresOf(ctx, { ...row, priceBreaks: row.priceBreaks ?? [] }),
    leadTimeDays: row.leadTimeDays ?? row.usualLeadDays,
    purchaseUnitId: row.purchaseUnitId,
    purchaseFactor: Number(row.purchaseFactor),
    preferredSupplier: refOf(row.preferredId, row.preferredCode, {
      name: row.preferredName,
      nameTh: row.preferredNameTh,
    }),
  }));
}

export const supplierPartHandlers: HandlersOf<Family<'supplierParts'>> = {
  'supplierParts.list': supplierPartList.run,
  'supplierParts.get': async (ctx, { params }) => ({ data: await byId(ctx, params.id) }),

  'supplierParts.create': async (ctx, { body }) => {
    refuseFaults([...bodyFaults(body), ...(await choiceFaults(ctx, body))]);
    const { supplierId, partId } = body;
    const id = await supplierParts.insert(ctx, {
      values: { supplierId, partId, priceBreaks: [], ...valuesOf(ctx, body) },
    });
    if (body.isPreferred) await prefer(ctx, body, true);
    return { data: await byId(ctx, id) };
  },

  'supplierParts.update': async (ctx, { params, body }) => {
    const before = await supplierParts.lock(ctx, params.id);
    refuseFaults(bodyFaults(body));
    expectVersion(before, body.version);
    await supplierParts.update(ctx, before, { values: valuesOf(ctx, body) });
    await prefer(ctx, before, body.isPreferred);
    return { data: await byId(ctx, before.id) };
  },

  'supplierParts.delete': async (ctx, { params }) => {
    const before = await supplierParts.lock(ctx, params.id);
    await prefer(ctx, before, false);
    return supplierParts.remove(ctx, before);
  },

  'supplierParts.terms': async (ctx, { query }) => ({
    data: { vatRate: await vatAt(ctx, query.warehouseId), parts: await termsOf(ctx, query) },
  }),
};

/** What suppliers call the parts of an order, for its PDF. */
export async function supplierPartNos(
  ctx: Ctx,
  { supplierId, partIds }: { readonly supplierId: string; readonly partIds: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (partIds.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('supplierParts')
    .where('supplierId', '=', supplierId)
    .where('partId', '=', (on) => on.fn.any(on.val([...partIds])))
    .where('supplierPartNo', 'is not', null)
    .select(['partId', 'supplierPartNo'])
    .execute();
  return new Map(rows.map((row) => [row.partId, row.supplierPartNo ?? '']));
}
