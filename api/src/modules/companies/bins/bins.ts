import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  defineList,
  expectVersion,
  type Family,
  type HandlersOf,
  notFound,
} from '../../../kernel/index.ts';
import { defineMaster, refuseReferences } from '../../masterData/index.ts';
import { warehousesInScope } from '../subWarehouses/scope.ts';
import { TEXTS } from './labels.ts';

/** Bins of a warehouse (domain-warehouse 1.6); every warehouse has DEFAULT. */
const bins = defineMaster({ table: 'bins', subject: 'bins' });

const DEFAULT_BIN = 'DEFAULT';

/** The warehouse, or 404 when it is out of scope. */
async function warehouseOf(ctx: Ctx, id: string) {
  const query = ctx.db.selectFrom('warehouses as w').where('w.id', '=', id);
  const row = await warehousesInScope(query, ctx.actor)
    .select(['w.id', 'w.companyId'])
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const COLUMNS = [
  'b.id',
  'b.version',
  'b.code',
  'b.barcode',
  'b.maxQty',
  'b.isLocked',
  'b.isActive',
  'b.createdAt',
  'b.updatedAt',
] as const;

const binList = defineList('bins.list', {
  id: 'b.id',
  from: (ctx, { params }) => ctx.db.selectFrom('bins as b').where('b.warehouseId', '=', params.id),
  select: (query) => query.select(COLUMNS),
  map: (rows) => rows,
  sorts: { code: 'b.code' },
  filters: { isActive: 'b.is_active' },
  search: 'b.search_text',
  export: {
    fileName: 'bins',
    columns: {
      code: { title: TEXTS.field.code, type: 'text' },
      barcode: { title: TEXTS.field.barcode, type: 'text' },
      maxQty: { title: { en: 'Capacity', th: 'ความจุ' }, type: 'quantity' },
      isActive: { title: TEXTS.field.isActive, type: 'text' },
    },
  },
});

async function binById(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('bins as b')
    .where('b.id', '=', id)
    .select(COLUMNS)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function refuseStock(ctx: Ctx, binId: string): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from stock_balances s
    where s.location_id = ${binId}::uuid and s.on_hand <> 0
  `.execute(ctx.db);
  const count = rows[0]?.n ?? 0;
  refuseReferences(count > 0 ? [{ family: 'stock', count }] : []);
}

interface BinBody {
  readonly code: string;
  readonly barcode?: string | null | undefined;
  readonly maxQty?: number | null | undefined;
}

const valuesOf = (body: BinBody) => ({
  code: body.code,
  barcode: body.barcode || null,
  maxQty: body.maxQty == null ? null : String(body.maxQty),
});

export const binHandlers: HandlersOf<Family<'bins'>> = {
  'bins.list': async (ctx, input) => {
    await warehouseOf(ctx, input.params.id);
    return binList.run(ctx, input);
  },

  'bins.create': async (ctx, { params, body }) => {
    const warehouse = await warehouseOf(ctx, params.id);
    const id = await bins.insert(ctx, {
      values: { warehouseId: warehouse.id, ...valuesOf(body) },
      companyId: warehouse.companyId,
      touches: ['subWarehouses'],
    });
    return { data: await binById(ctx, id) };
  },

  'bins.update': async (ctx, { params, body }) => {
    const warehouse = await warehouseOf(ctx, params.id);
    const before = await bins.lock(ctx, params.binId);
    if (before.warehouseId !== warehouse.id) throw notFound();
    expectVersion(before, body.version);
    if (before.code === DEFAULT_BIN && (body.code !== before.code || !body.isActive)) {
      throw conflict('FIELD_LOCKED', { field: body.isActive ? 'code' : 'isActive' });
    }
    if (before.isActive && !body.isActive) await refuseStock(ctx, before.id);
    const values = { ...valuesOf(body), isActive: body.isActive };
    await bins.update(ctx, before, { values, companyId: warehouse.companyId });
    return { data: await binById(ctx, before.id) };
  },
};

/** Unique constraints a person can meet. */
export const binConstraints = { bins_code_uq: 'code', bins_barcode_uq: 'barcode' };
