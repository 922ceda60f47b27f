import type { BodyOut } from '@boxyard/shared/contract';
import {
  type Contract,
  type Ctx,
  conflict,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  notFound,
  refuseFaults,
} from '../../kernel/index.ts';
import { defineMaster } from './defineMaster.ts';
import { UNIT_WORDS } from './labels.ts';
import { choiceFault, MASTER_COLUMNS, refOf } from './masters.ts';

/** Units of measure (domain-warehouse 1.3): shared by all companies. */
const units = defineMaster({ table: 'units', subject: 'units' });

type CreateBody = BodyOut<Contract['units.create']>;

const source = (ctx: Ctx) => ctx.db.selectFrom('units as u');

const withBase = (query: ReturnType<typeof source>) =>
  query
    .leftJoin('units as b', 'b.id', 'u.baseUnitId')
    .select([
      'u.id',
      'u.version',
      'u.code',
      'u.name',
      'u.nameTh',
      'u.allowFraction',
      'u.factor',
      'u.isActive',
      'u.createdAt',
      'u.updatedAt',
      'b.id as baseId',
      'b.code as baseCode',
      'b.name as baseName',
      'b.nameTh as baseNameTh',
    ]);

type UnitRow = Awaited<ReturnType<ReturnType<typeof withBase>['execute']>>[number];

const shown = ({ baseId, baseCode, baseName, baseNameTh, ...unit }: UnitRow) => ({
  ...unit,
  baseUnit: refOf(baseId, baseCode, { name: baseName, nameTh: baseNameTh }),
});

async function unitById(ctx: Ctx, id: string) {
  const row = await withBase(source(ctx).where('u.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  return shown(row);
}

const unitList = defineList('units.list', {
  id: 'u.id',
  from: source,
  select: withBase,
  map: (rows) => rows.map(shown),
  sorts: { code: 'u.code', name: 'u.name' },
  filters: { isActive: 'u.is_active' },
  search: 'u.search_text',
  export: {
    fileName: 'units',
    columns: {
      ...MASTER_COLUMNS,
      allowFraction: { title: { en: 'Fractions', th: 'มีทศนิยม' }, type: 'text' },
      baseUnit: { title: UNIT_WORDS.field.baseUnit, type: 'text' },
      factor: { title: { en: 'Factor', th: 'จำนวนต่อหน่วย' }, type: 'quantity' },
    },
  },
});

const unitChoices = defineList('units.master', {
  id: 'u.id',
  from: source,
  offered: 'u.is_active',
  select: (query) => query.select(['u.id', 'u.code', 'u.name', 'u.nameTh', 'u.allowFraction']),
  map: (rows) => rows,
  sorts: { code: 'u.code' },
  filters: {},
  search: 'u.search_text',
});

/** What a schema cannot see of the base unit. */
async function faultsOf(
  ctx: Ctx,
  body: CreateBody,
  before?: { readonly id: string; readonly baseUnitId: string | null },
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const baseUnitId = body.baseUnitId ?? null;
  if (baseUnitId === null) {
    if (body.factor !== undefined && body.factor !== 1) {
      faults.push({ field: 'factor', code: 'BASE_UNIT_REQUIRED' });
    }
    return faults;
  }
  const base = await ctx.db
    .selectFrom('units')
    .select(['isActive', 'baseUnitId'])
    .where('id', '=', baseUnitId)
    .executeTakeFirst();
  faults.push(...choiceFault('baseUnitId', base, before?.baseUnitId === baseUnitId));
  // One step only, so that a factor is never a product of factors and no circle can arise.
  if (base && base.baseUnitId !== null) faults.push({ field: 'baseUnitId', code: 'DEPTH' });
  if (before) {
    const child = await ctx.db
      .selectFrom('units')
      .select('id')
      .where('baseUnitId', '=', before.id)
      .executeTakeFirst();
    if (child || baseUnitId === before.id) faults.push({ field: 'baseUnitId', code: 'DEPTH' });
  }
  return faults;
}

const valuesOf = (body: CreateBody) => ({
  code: body.code,
  name: body.name,
  nameTh: body.nameTh || null,
  allowFraction: body.allowFraction,
  baseUnitId: body.baseUnitId ?? null,
  factor: body.baseUnitId == null ? '1' : String(body.factor ?? 1),
});

export const unitHandlers: HandlersOf<Family<'units'>> = {
  'units.list': unitList.run,
  'units.master': unitChoices.run,

  'units.create': async (ctx, { body }) => {
    refuseFaults(await faultsOf(ctx, body));
    const id = await units.insert(ctx, { values: valuesOf(body) });
    return { data: await unitById(ctx, id) };
  },

  'units.update': async (ctx, { params, body }) => {
    const before = await units.lock(ctx, params.id);
    refuseFaults(await faultsOf(ctx, body, before));
    expectVersion(before, body.version);
    // Halves may be in stock: a fraction may be allowed later, never taken away.
    if (before.allowFraction && !body.allowFraction && (await isUsed(ctx, before.id))) {
      throw conflict('FIELD_LOCKED', { field: 'allowFraction' });
    }
    const values = { ...valuesOf(body), isActive: body.isActive };
    await units.update(ctx, before, { values, touches: ['parts'] });
    return { data: await unitById(ctx, before.id) };
  },

  'units.delete': async (ctx, { params }) => units.remove(ctx, await units.lock(ctx, params.id)),
};

const isUsed = async (ctx: Ctx, unitId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('materialParts')
    .select('id')
    .where('unitId', '=', unitId)
    .executeTakeFirst()) !== undefined;

/** Unique constraints a person can meet. */
export const unitConstraints = { units_code_uq: 'code' };
