import type { BodyOut } from '@boxyard/shared/contract';
import { sql } from 'kysely';
import {
  type Contract,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type HandlersOf,
  notFound,
} from '../../../kernel/index.ts';
import { defineMaster, MASTER_COLUMNS } from '../../masterData/index.ts';

/** Types of containers (domain-containers 1.1): shared by all companies. */
const productTypes = defineMaster({ table: 'productTypes', subject: 'productTypes' });

const source = (ctx: Ctx) => ctx.db.selectFrom('productTypes as t');

const withCounts = (query: ReturnType<typeof source>) =>
  query
    .select(['t.id', 't.version', 't.code', 't.name', 't.nameTh', 't.isActive'])
    .select(['t.createdAt', 't.updatedAt'])
    .select(
      sql<number>`(select count(*)::int from product_models m where m.product_type_id = t.id)`.as(
        'modelCount',
      ),
    );

async function typeById(ctx: Ctx, id: string) {
  const row = await withCounts(source(ctx).where('t.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const typeList = defineList('productTypes.list', {
  id: 't.id',
  from: source,
  select: withCounts,
  map: (rows) => rows,
  sorts: { code: 't.code', name: 't.name', createdAt: 't.created_at' },
  filters: { isActive: 't.is_active' },
  search: 't.search_text',
  export: {
    fileName: 'container-types',
    columns: {
      ...MASTER_COLUMNS,
      modelCount: { title: { en: 'Models', th: 'จำนวนรุ่น' }, type: 'number' },
    },
  },
});

const typeChoices = defineList('productTypes.all', {
  id: 't.id',
  from: source,
  offered: 't.is_active',
  select: (query) => query.select(['t.id', 't.code', 't.name', 't.nameTh']),
  map: (rows) => rows,
  sorts: { code: 't.code' },
  filters: {},
  search: 't.search_text',
});

const valuesOf = (body: BodyOut<Contract['productTypes.create']>) => ({
  code: body.code,
  name: body.name,
  nameTh: body.nameTh || null,
});

export const productTypeHandlers: HandlersOf<Family<'productTypes'>> = {
  'productTypes.list': typeList.run,
  'productTypes.all': typeChoices.run,
  'productTypes.create': async (ctx, { body }) => {
    const id = await productTypes.insert(ctx, { values: valuesOf(body) });
    return { data: await typeById(ctx, id) };
  },
  'productTypes.update': async (ctx, { params, body }) => {
    const before = await productTypes.lock(ctx, params.id);
    expectVersion(before, body.version);
    const values = { ...valuesOf(body), isActive: body.isActive };
    await productTypes.update(ctx, before, { values, touches: ['productModels', 'products'] });
    return { data: await typeById(ctx, before.id) };
  },
  'productTypes.delete': async (ctx, { params }) =>
    productTypes.remove(ctx, await productTypes.lock(ctx, params.id)),
};
