import type { BodyOut } from '@boxyard/shared/contract';
import { sql } from 'kysely';
import {
  type Contract,
  type Ctx,
  containing,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  notFound,
  refuseFaults,
} from '../../kernel/index.ts';
import { categoryValues } from '../../workflow/index.ts';
import { defineMaster } from './defineMaster.ts';
import { CATEGORY_WORDS } from './labels.ts';
import { activeOf, choiceFault, MASTER_COLUMNS } from './masters.ts';

/** Categories in exactly two levels (domain-warehouse 1.2): shared by all companies. */
const categories = defineMaster({ table: 'categories', subject: 'categories' });

type CreateBody = BodyOut<Contract['categories.create']>;

const source = (ctx: Ctx) => ctx.db.selectFrom('categories as c');

const withCounts = (query: ReturnType<typeof source>) =>
  query
    .select([
      'c.id',
      'c.version',
      'c.code',
      'c.name',
      'c.nameTh',
      'c.parentId',
      'c.defaultUnitId',
      'c.defaultWarrantyMonths',
      'c.sortOrder',
      'c.isActive',
      'c.createdAt',
      'c.updatedAt',
    ])
    .select(
      sql<number>`case when c.parent_id is null
        then (select count(*) from material_parts p where p.category_id = c.id)
        else (select count(*) from material_parts p where p.sub_category_id = c.id)
      end::int`.as('partCount'),
    )
    .select(
      sql<number>`(select count(*)::int from categories k where k.parent_id = c.id)`.as(
        'childCount',
      ),
    );

type CategoryRow = Awaited<ReturnType<ReturnType<typeof withCounts>['execute']>>[number];

const given = (ids: readonly (string | null)[]): string[] => ids.filter((id) => id !== null);

/** Rows with parent and unit; joins would cost the page the order of its index. */
async function shown(ctx: Ctx, rows: readonly CategoryRow[]) {
  const parentIds = given(rows.map(({ parentId }) => parentId));
  const unitIds = given(rows.map(({ defaultUnitId }) => defaultUnitId));
  const named = ['id', 'code', 'name', 'nameTh'] as const;
  const parents = await ctx.db
    .selectFrom('categories')
    .select(named)
    .where(sql<boolean>`id = any(${parentIds}::uuid[])`)
    .execute();
  const units = await ctx.db
    .selectFrom('units')
    .select(named)
    .where(sql<boolean>`id = any(${unitIds}::uuid[])`)
    .execute();
  const worthOf = await categoryValues(
    ctx,
    rows.map(({ id }) => id),
  );
  const parentOf = new Map(parents.map((row) => [row.id, row]));
  const unitOf = new Map(units.map((row) => [row.id, row]));
  return rows.map(({ parentId, defaultUnitId, ...row }) => ({
    ...row,
    onHandValue: worthOf(row.id),
    parent: parentOf.get(parentId ?? '') ?? null,
    defaultUnit: unitOf.get(defaultUnitId ?? '') ?? null,
  }));
}

async function categoryById(ctx: Ctx, id: string) {
  const rows = await withCounts(source(ctx).where('c.id', '=', id)).execute();
  const [first] = await shown(ctx, rows);
  if (!first) throw notFound();
  return first;
}

/** `level=main`, `sub`, or both, which is every category. */
const isLevel = (levels: readonly string[]) =>
  levels.length === 1 ? sql<boolean>`c.is_main = ${levels[0] === 'main'}` : sql<boolean>`true`;

const categoryList = defineList('categories.list', {
  id: 'c.id',
  from: source,
  select: withCounts,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { sortOrder: 'c.sort_order', code: 'c.code', name: 'c.name' },
  filters: {
    parentId: 'c.parent_id',
    level: (query, levels) => query.where(isLevel(levels)),
    isActive: 'c.is_active',
  },
  search: 'c.search_text',
  export: {
    fileName: 'categories',
    columns: {
      ...MASTER_COLUMNS,
      parent: { title: CATEGORY_WORDS.field.parent, type: 'text' },
      partCount: { title: CATEGORY_WORDS.field.partCount, type: 'number' },
      onHandValue: { title: CATEGORY_WORDS.field.onHandValue, type: 'money' },
    },
  },
});

const categoryChoices = defineList('categories.master', {
  id: 'c.id',
  from: source,
  offered: 'c.is_active',
  select: (query) =>
    query.select([
      'c.id',
      'c.code',
      'c.name',
      'c.nameTh',
      'c.parentId',
      'c.defaultUnitId',
      'c.defaultWarrantyMonths',
    ]),
  map: (rows) => rows,
  sorts: { code: 'c.code' },
  filters: {
    level: (query, levels) => query.where(isLevel(levels)),
    mainId: 'c.parent_id',
    // Opaque to the planner, which therefore reads the order from its index.
    code: (query, code) =>
      query.where(
        sql<boolean>`case when c.code ilike ${containing(code)} then true else false end`,
      ),
    name: (query, name) =>
      query.where(
        sql<boolean>`case when fold_search(c.name || ' ' || coalesce(c.name_th, ''))
          like fold_search(${containing(name)}) then true else false end`,
      ),
  },
  search: 'c.search_text',
});

interface Before {
  readonly id: string;
  readonly parentId: string | null;
  readonly defaultUnitId: string | null;
}

async function faultsOf(ctx: Ctx, body: CreateBody, before?: Before): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  const parentId = body.parentId ?? null;
  if (parentId !== null) {
    const parent = await ctx.db
      .selectFrom('categories')
      .select(['id', 'isActive', 'parentId'])
      .where('id', '=', parentId)
      .executeTakeFirst();
    faults.push(...choiceFault('parentId', parent, before?.parentId === parentId));
    // Main and sub, nothing below: a sub-category is nobody's parent, a parent is nobody's sub.
    const deepens = before !== undefined && (await hasChildren(ctx, before.id));
    if (parent && (parent.parentId !== null || parent.id === before?.id || deepens)) {
      faults.push({ field: 'parentId', code: 'DEPTH' });
    }
  }
  if (before && before.parentId !== parentId && (await hasParts(ctx, before.id))) {
    // Its parts name it as main or as sub; moving it would leave them with the wrong pair.
    faults.push({ field: 'parentId', code: 'HAS_PARTS' });
  }
  if (body.defaultUnitId != null) {
    const unit = await activeOf(ctx, 'units', body.defaultUnitId);
    faults.push(
      ...choiceFault('defaultUnitId', unit, before?.defaultUnitId === body.defaultUnitId),
    );
  }
  return faults;
}

const hasChildren = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('categories')
    .select('id')
    .where('parentId', '=', id)
    .executeTakeFirst()) !== undefined;

const hasParts = async (ctx: Ctx, id: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('materialParts')
    .select('id')
    .where((on) => on.or([on('categoryId', '=', id), on('subCategoryId', '=', id)]))
    .executeTakeFirst()) !== undefined;

const valuesOf = (body: CreateBody) => ({
  code: body.code,
  name: body.name,
  nameTh: body.nameTh || null,
  parentId: body.parentId ?? null,
  defaultUnitId: body.defaultUnitId ?? null,
  defaultWarrantyMonths: body.defaultWarrantyMonths ?? null,
  sortOrder: body.sortOrder ?? 0,
});

export const categoryHandlers: HandlersOf<Family<'categories'>> = {
  'categories.list': categoryList.run,
  'categories.master': categoryChoices.run,
  'categories.get': async (ctx, { params }) => ({ data: await categoryById(ctx, params.id) }),

  'categories.create': async (ctx, { body }) => {
    refuseFaults(await faultsOf(ctx, body));
    const id = await categories.insert(ctx, { values: valuesOf(body) });
    return { data: await categoryById(ctx, id) };
  },

  'categories.update': async (ctx, { params, body }) => {
    const before = await categories.lock(ctx, params.id);
    refuseFaults(await faultsOf(ctx, body, before));
    expectVersion(before, body.version);
    const values = {
      ...valuesOf(body),
      sortOrder: body.sortOrder ?? before.sortOrder,
      isActive: body.isActive,
    };
    await categories.update(ctx, before, { values, touches: ['parts'] });
    return { data: await categoryById(ctx, before.id) };
  },

  'categories.delete': async (ctx, { params }) =>
    categories.remove(ctx, await categories.lock(ctx, params.id)),
};

/** Unique constraints a person can meet. */
export const categoryConstraints = { categories_code_uq: 'code', categories_name_uq: 'name' };
