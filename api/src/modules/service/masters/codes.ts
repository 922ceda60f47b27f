import { type SelectQueryBuilder, sql } from 'kysely';
import {
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type HandlersOf,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { choiceFault, defineMaster, MASTER_COLUMNS, refOf } from '../../masterData/index.ts';
import { CODE_WORDS } from './labels.ts';

/** Codes of symptoms, causes and actions (domain-containers 1.4): shared by all companies. */
const jobCodes = defineMaster({ table: 'jobCodes', subject: 'jobCodes' });

const source = (ctx: Ctx) =>
  ctx.db.selectFrom('jobCodes as c').leftJoin('productTypes as t', 't.id', 'c.productTypeId');

const columns = (query: ReturnType<typeof source>) =>
  query
    .select(['c.id', 'c.version', 'c.kind', 'c.code', 'c.name', 'c.nameTh', 'c.isActive'])
    .select(['c.createdAt', 'c.updatedAt', 'c.productTypeId'])
    .select(['t.code as typeCode', 't.name as typeName', 't.nameTh as typeNameTh']);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

const shown = ({ productTypeId, typeCode, typeName, typeNameTh, ...row }: Row) => ({
  ...row,
  productType: refOf(productTypeId, typeCode, { name: typeName, nameTh: typeNameTh }),
});

async function codeById(ctx: Ctx, id: string) {
  const row = await columns(source(ctx).where('c.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  return shown(row);
}

const codeList = defineList('jobCodes.list', {
  id: 'c.id',
  from: source,
  select: columns,
  map: (rows) => rows.map(shown),
  sorts: { code: 'c.code', name: 'c.name', createdAt: 'c.created_at' },
  filters: { kind: 'c.kind', productTypeId: 'c.product_type_id', isActive: 'c.is_active' },
  search: 'c.search_text',
  export: {
    fileName: 'job-codes',
    columns: {
      kind: { title: CODE_WORDS.field.kind, type: 'status', labels: CODE_WORDS.choice.kind },
      ...MASTER_COLUMNS,
      productType: { title: CODE_WORDS.field.productType, type: 'text' },
    },
  },
});

/** Codes of the asked types of containers, and those of every type. */
const fitting = <DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  types: readonly string[],
) =>
  query.where(
    sql<boolean>`(c.product_type_id is null or c.product_type_id = any(${types}::uuid[]))`,
  );

const codeChoices = defineList('jobCodes.master', {
  id: 'c.id',
  from: (ctx) => ctx.db.selectFrom('jobCodes as c'),
  offered: 'c.is_active',
  select: (query) => query.select(['c.id', 'c.kind', 'c.code', 'c.name', 'c.nameTh']),
  map: (rows) => rows,
  sorts: { code: 'c.code' },
  filters: { kind: 'c.kind', productTypeId: fitting },
  search: 'c.search_text',
});

/** A type of container may be named while it is offered; one that was named before stays. */
async function typeFaults(ctx: Ctx, productTypeId: string | null, was?: string | null) {
  if (productTypeId === null) return [];
  const type = await ctx.db
    .selectFrom('productTypes')
    .select('isActive')
    .where('id', '=', productTypeId)
    .executeTakeFirst();
  return choiceFault('productTypeId', type, productTypeId === was);
}

interface Described {
  readonly code: string;
  readonly name: string;
  readonly nameTh?: string | null | undefined;
  readonly productTypeId?: string | null | undefined;
}
const valuesOf = ({ code, name, nameTh, productTypeId }: Described) => ({
  code,
  name,
  nameTh: nameTh || null,
  productTypeId: productTypeId ?? null,
});

export const jobCodeHandlers: HandlersOf<Family<'jobCodes'>> = {
  'jobCodes.list': codeList.run,
  'jobCodes.master': codeChoices.run,
  'jobCodes.create': async (ctx, { body }) => {
    const values = valuesOf(body);
    refuseFaults(await typeFaults(ctx, values.productTypeId));
    const id = await jobCodes.insert(ctx, { values: { kind: body.kind, ...values } });
    return { data: await codeById(ctx, id) };
  },
  'jobCodes.update': async (ctx, { params, body }) => {
    const before = await jobCodes.lock(ctx, params.id);
    const values = { ...valuesOf(body), isActive: body.isActive };
    refuseFaults(await typeFaults(ctx, values.productTypeId, before.productTypeId));
    expectVersion(before, body.version);
    await jobCodes.update(ctx, before, { values });
    return { data: await codeById(ctx, before.id) };
  },
  'jobCodes.delete': async (ctx, { params }) =>
    jobCodes.remove(ctx, await jobCodes.lock(ctx, params.id)),
};

export const jobCodeConstraints = { job_codes_code_uq: 'code' };
