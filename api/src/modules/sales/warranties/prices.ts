import warrantyPricesEn from '@boxyard/shared/domain/texts/families/warrantyPrices.en.json' with {
  type: 'json',
};
import warrantyPricesTh from '@boxyard/shared/domain/texts/families/warrantyPrices.th.json' with {
  type: 'json',
};
import {
  bothLanguages,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  folded,
  type HandlersOf,
  inScope,
  notFound,
  refuseFaults,
  whereInScope,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { companyFaults, defineMaster, mustRef } from '../../masterData/index.ts';

/** What a month of warranty costs, from an age of the container on. */
const prices = defineMaster({ table: 'warrantyPrices', subject: 'warrantyPrices' });

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('warrantyPrices as wp'), ctx.actor, { company: 'wp.companyId' });

const COLUMNS = [
  'wp.id',
  'wp.version',
  'wp.createdAt',
  'wp.updatedAt',
  'wp.companyId',
  'wp.productModelId',
  'wp.ageFromMonths',
  'wp.pricePerMonth',
  'wp.validFrom',
] as const;

const rowsOf = (ctx: Ctx, id: string) =>
  source(ctx).where('wp.id', '=', id).select(COLUMNS).execute();
type Row = Awaited<ReturnType<typeof rowsOf>>[number];

async function shown(ctx: Ctx, rows: readonly Row[]) {
  const [refs, models] = await Promise.all([
    loadRefs(ctx, { company: rows.map(({ companyId }) => companyId) }),
    ctx.db.selectFrom('productModels').select(['id', 'code', 'name', 'nameTh']).execute(),
  ]);
  const byId = new Map(models.map((model) => [model.id, model]));
  return rows.map(({ companyId, productModelId, ...row }) => {
    const model = productModelId === null ? undefined : byId.get(productModelId);
    return {
      ...row,
      company: refs.ref(companyId),
      productModel: model
        ? mustRef(model.id, model.code, { name: model.name, nameTh: model.nameTh })
        : null,
    };
  });
}

async function priceById(ctx: Ctx, id: string) {
  const [row] = await shown(ctx, await rowsOf(ctx, id));
  if (!row) throw notFound();
  return row;
}

/** The words of the family, which its page and its export share (ADR 0087). */
const PRICE_WORDS = bothLanguages({ en: warrantyPricesEn, th: warrantyPricesTh });

const priceList = defineList('warrantyPrices.list', {
  id: 'wp.id',
  from: source,
  select: (query) => query.select(COLUMNS),
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { ageFromMonths: 'wp.ageFromMonths', validFrom: 'wp.validFrom' },
  filters: { productModelId: 'wp.productModelId' },
  export: {
    fileName: 'warranty-prices',
    columns: {
      productModel: { title: PRICE_WORDS.field.productModel, type: 'text' },
      ageFromMonths: { title: PRICE_WORDS.field.ageFromMonths, type: 'number' },
      pricePerMonth: { title: PRICE_WORDS.field.pricePerMonth, type: 'money' },
      validFrom: { title: PRICE_WORDS.field.validFrom, type: 'date' },
      company: { title: PRICE_WORDS.field.company, type: 'text' },
    },
  },
  // A price for every model is found by none of their names.
  search: (query, term) =>
    query.where('wp.productModelId', 'in', (eb) =>
      eb.selectFrom('productModels as m').where(folded('m.searchText', term)).select('m.id'),
    ),
});

/** A model that is chosen has to be there. */
async function modelFaults(ctx: Ctx, id: string | null | undefined): Promise<FieldFault[]> {
  if (!id) return [];
  const found = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst();
  return found ? [] : [{ field: 'productModelId', code: 'UNKNOWN_ID' }];
}

async function locked(ctx: Ctx, id: string) {
  const row = await prices.lock(ctx, id);
  if (!inScope(ctx.actor, { companyId: row.companyId })) throw notFound();
  return row;
}

export const warrantyPriceHandlers: HandlersOf<Family<'warrantyPrices'>> = {
  'warrantyPrices.list': priceList.run,

  'warrantyPrices.create': async (ctx, { body }) => {
    const { productModelId, ...rest } = body;
    refuseFaults([
      ...(await companyFaults(ctx, body.companyId)),
      ...(await modelFaults(ctx, productModelId)),
    ]);
    const id = await prices.insert(ctx, {
      values: { ...rest, productModelId: productModelId ?? null },
    });
    return { data: await priceById(ctx, id) };
  },

  'warrantyPrices.update': async (ctx, { params, body }) => {
    const before = await locked(ctx, params.id);
    const { version, productModelId, ...rest } = body;
    refuseFaults(await modelFaults(ctx, productModelId));
    expectVersion(before, version);
    await prices.update(ctx, before, {
      values: { ...rest, productModelId: productModelId ?? null },
    });
    return { data: await priceById(ctx, before.id) };
  },

  'warrantyPrices.delete': async (ctx, { params }) =>
    prices.remove(ctx, await locked(ctx, params.id)),
};

/** Unique constraints a person can meet. */
export const warrantyPriceConstraints = { warranty_prices_row_uq: 'ageFromMonths' } as const;
