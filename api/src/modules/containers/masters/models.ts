import type { BodyOut } from '@boxyard/shared/contract';
import { can, isWhole } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  anyId,
  authorId,
  type Contract,
  type Ctx,
  conflict,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  type Input,
  money,
  newId,
  notFound,
  refuseFaults,
  scopeCondition,
} from '../../../kernel/index.ts';
import {
  keepPicture,
  loadCatalogue,
  loadRefs,
  pictureUrl,
  sentPicture,
} from '../../../workflow/index.ts';
import { choiceFault, defineMaster, MASTER_COLUMNS, mustRef } from '../../masterData/index.ts';
import { floorFaults, floorPricesOf, writeFloorPrices } from './floorPrices.ts';
import { MODEL_WORDS } from './labels.ts';

/** Models of containers with their bills of materials (domain-containers 1.1). */
const productModels = defineMaster({ table: 'productModels', subject: 'productModels' });

type Body = BodyOut<Contract['productModels.create']>;

const source = (ctx: Ctx) => ctx.db.selectFrom('productModels as m');

const withCounts = (query: ReturnType<typeof source>) =>
  query
    .innerJoin('productTypes as t', 't.id', 'm.productTypeId')
    .select([
      'm.id',
      'm.version',
      'm.code',
      'm.name',
      'm.nameTh',
      'm.serialPrefix',
      'm.serialPattern',
      'm.listPrice',
      'm.leasePricePerMonth',
      'm.warrantyMonths',
      'm.labourCost',
      'm.specs',
      'm.checklist',
      'm.currentRevision',
      'm.imageFileId',
      'm.thumbnail',
      'm.isActive',
      'm.createdAt',
      'm.updatedAt',
      't.id as typeId',
      't.code as typeCode',
      't.name as typeName',
      't.nameTh as typeNameTh',
    ])
    .select([
      sql<number>`(select count(*)::int from product_model_parts p
        join product_model_revisions r on r.id = p.revision_id
        where r.product_model_id = m.id and r.revision_no = m.current_revision)`.as('partCount'),
    ]);

/** Counts the containers that this person may see, by model or by revision of the parts list. */
async function containersOf(
  ctx: Ctx,
  by: 'productModelId' | 'revisionId',
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const columns = { company: 'c.companyId', warehouse: 'c.warehouseId' };
  const rows = await ctx.db
    .selectFrom('products as c')
    .where(`c.${by}`, '=', anyId(ids))
    .where(scopeCondition(ctx.actor, columns) ?? sql<boolean>`true`)
    .groupBy(`c.${by}`)
    .select([`c.${by} as id`, sql<number>`count(*)::int`.as('count')])
    .execute();
  return new Map(rows.map(({ id, count }) => [id ?? '', count]));
}

type ModelRow = Awaited<ReturnType<ReturnType<typeof withCounts>['execute']>>[number];

async function shown(ctx: Ctx, rows: readonly ModelRow[]) {
  const ids = rows.map(({ id }) => id);
  const counts = await containersOf(ctx, 'productModelId', ids);
  return rows.map(
    ({
      typeId,
      typeCode,
      typeName,
      typeNameTh,
      labourCost: _labour,
      specs: _specs,
      checklist: _checklist,
      imageFileId: _image,
      ...row
    }) => ({
      ...row,
      containerCount: counts.get(row.id) ?? 0,
      productType: mustRef(typeId, typeCode, { name: typeName, nameTh: typeNameTh }),
    }),
  );
}

const modelList = defineList('productModels.list', {
  id: 'm.id',
  from: source,
  select: withCounts,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { code: 'm.code', name: 'm.name', createdAt: 'm.created_at' },
  filters: { isActive: 'm.is_active', productTypeId: 'm.product_type_id' },
  search: 'm.search_text',
  export: {
    fileName: 'container-models',
    columns: {
      ...MASTER_COLUMNS,
      productType: { title: MODEL_WORDS.field.productType, type: 'text' },
      serialPrefix: { title: { en: 'Serial prefix', th: 'ตัวอักษรนำซีเรียล' }, type: 'text' },
      listPrice: { title: MODEL_WORDS.field.listPrice, type: 'money' },
      leasePricePerMonth: { title: MODEL_WORDS.field.leasePricePerMonth, type: 'money' },
      warrantyMonths: { title: MODEL_WORDS.field.warrantyMonths, type: 'number' },
      currentRevision: { title: { en: 'Revision', th: 'ฉบับสูตรการผลิต' }, type: 'number' },
      partCount: { title: { en: 'Parts', th: 'จำนวนอะไหล่' }, type: 'number' },
      containerCount: { title: { en: 'Containers', th: 'จำนวนตู้' }, type: 'number' },
    },
  },
});

const modelChoices = defineList('productModels.all', {
  id: 'm.id',
  from: source,
  offered: 'm.is_active',
  select: (query) =>
    query.select([
      'm.id',
      'm.code',
      'm.name',
      'm.nameTh',
      'm.warrantyMonths',
      'm.currentRevision',
      'm.serialPrefix',
    ]),
  map: (rows) => rows,
  sorts: { code: 'm.code' },
  filters: { productTypeId: 'm.product_type_id' },
  search: 'm.search_text',
});

async function revisionsOf(ctx: Ctx, modelId: string) {
  const revisions = await ctx.db
    .selectFrom('productModelRevisions as r')
    .where('r.productModelId', '=', modelId)
    .orderBy('r.revisionNo', 'desc')
    .select(['r.id', 'r.revisionNo', 'r.note', 'r.createdAt', 'r.createdBy'])
    .select(
      sql<boolean>`exists (select 1 from products c where c.revision_id = r.id)`.as('isBuilt'),
    )
    .execute();
  const counts = await containersOf(
    ctx,
    'revisionId',
    revisions.map(({ id }) => id),
  );
  const lines = await ctx.db
    .selectFrom('productModelParts as l')
    .innerJoin('productModelRevisions as r', 'r.id', 'l.revisionId')
    .innerJoin('materialParts as p', 'p.id', 'l.partId')
    .where('r.productModelId', '=', modelId)
    .orderBy('l.lineNo')
    .select(['l.id', 'l.revisionId', 'l.partId', 'l.quantity', 'l.note'])
    .select(['p.unitId', 'p.trackingType'])
    .execute();
  const refs = await loadRefs(ctx, {
    part: lines.map(({ partId }) => partId),
    unit: lines.map(({ unitId }) => unitId),
    user: revisions.map(({ createdBy }) => createdBy),
  });
  const itemsOf = Map.groupBy(lines, ({ revisionId }) => revisionId);
  return revisions.map(({ createdBy, ...revision }) => ({
    ...revision,
    containerCount: counts.get(revision.id) ?? 0,
    createdBy: refs.userOrNull(createdBy),
    items: (itemsOf.get(revision.id) ?? []).map((line) => ({
      id: line.id,
      part: refs.ref(line.partId),
      unit: refs.ref(line.unitId),
      quantity: Number(line.quantity),
      trackingType: line.trackingType,
      note: line.note,
    })),
  }));
}

async function modelById(ctx: Ctx, id: string) {
  const row = await withCounts(source(ctx).where('m.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  const [model] = await shown(ctx, [row]);
  if (!model) throw new Error('one row in, one row out');
  return {
    ...model,
    image: await pictureUrl(ctx, row.imageFileId),
    labourCost: can(ctx.actor.grants, 'container-warehouse:view-cost')
      ? money(row.labourCost)
      : null,
    floorPrices: await floorPricesOf(ctx, id),
    specs: Object.entries(row.specs).map(([name, value]) => ({ name, value })),
    checklist: row.checklist.map(
      ({ name, nameTh, unit = null, minValue = null, maxValue = null }) => ({
        name,
        nameTh,
        unit,
        minValue,
        maxValue,
      }),
    ),
    revisions: (await revisionsOf(ctx, id)).map(({ isBuilt: _built, ...revision }) => revision),
  };
}

const valuesOf = (body: Body) => ({
  code: body.code,
  name: body.name,
  nameTh: body.nameTh || null,
  productTypeId: body.productTypeId,
  serialPrefix: body.serialPrefix,
  serialPattern: body.serialPattern,
  listPrice: body.listPrice ?? null,
  leasePricePerMonth: body.leasePricePerMonth ?? null,
  warrantyMonths: body.warrantyMonths,
  ...(body.labourCost === undefined ? {} : { labourCost: body.labourCost }),
  specs: Object.fromEntries((body.specs ?? []).map(({ name, value }) => [name, value])),
  checklist: (body.checklist ?? []).map(({ name, nameTh, unit, minValue, maxValue }) => ({
    name,
    nameTh: nameTh || null,
    unit: unit || null,
    minValue: minValue || null,
    maxValue: maxValue || null,
  })),
});

/** What a body says of the picture: one, none, or nothing. */
async function imageOf(ctx: Ctx, { code, image }: Body) {
  if (image === undefined) return null;
  const [picture] = await Promise.all([
    sentPicture(ctx, { field: 'image', dataUrl: image?.picture, code: 'PICTURE' }),
    sentPicture(ctx, { field: 'image', dataUrl: image?.thumbnail, code: 'PICTURE' }),
  ]);
  return {
    imageFileId: await keepPicture(ctx, code, picture),
    thumbnail: image?.thumbnail ?? null,
  };
}

type Image = Awaited<ReturnType<typeof imageOf>>;

/** Written apart, so that the log says how many pictures there are and not what is on them. */
async function writeImage(ctx: Ctx, id: string, image: Image): Promise<void> {
  if (image === null) return;
  await ctx.db.updateTable('productModels').set(image).where('id', '=', id).execute();
}

const told = (image: Image) =>
  image === null ? {} : { also: { images: image.imageFileId === null ? 0 : 1 } };

async function faultsOf(
  ctx: Ctx,
  body: Body,
  before?: { readonly productTypeId: string },
): Promise<FieldFault[]> {
  const type = await ctx.db
    .selectFrom('productTypes')
    .where('id', '=', body.productTypeId)
    .select('isActive')
    .executeTakeFirst();
  const faults = choiceFault('productTypeId', type, before?.productTypeId === body.productTypeId);
  faults.push(...floorFaults(ctx, body));
  const names = (body.specs ?? []).map(({ name }) => name);
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0) faults.push({ field: `specs[${twice}].name`, code: 'REPEATED' });
  return [...faults, ...checklistFaults(body.checklist ?? [])];
}

/** Items are told apart by their names: a later inspection finds the same item sound again. */
const checklistFaults = (checklist: NonNullable<Body['checklist']>): FieldFault[] =>
  checklist.flatMap(({ name, minValue, maxValue }, index): FieldFault[] => {
    const field = `checklist[${index}]`;
    if (checklist.findIndex((other) => other.name === name) < index) {
      return [{ field: `${field}.name`, code: 'REPEATED' }];
    }
    return minValue && maxValue && Number(minValue) > Number(maxValue)
      ? [{ field: `${field}.maxValue`, code: 'LIMITS_CROSSED' }]
      : [];
  });

/** Costs are for those who may see them: a price that cannot be read is not written either. */
function refuseCost(ctx: Ctx, body: Body): void {
  if (body.labourCost === undefined) return;
  if (!can(ctx.actor.grants, 'container-warehouse:view-cost')) {
    refuseFaults([{ field: 'labourCost', code: 'NOT_ALLOWED' }]);
  }
}

/** Whether a serial number was made of the model: its prefix stays from then on. */
const hasSerials = async (ctx: Ctx, modelId: string): Promise<boolean> => {
  const [product, reserved] = await Promise.all([
    ctx.db
      .selectFrom('products')
      .where('productModelId', '=', modelId)
      .select('id')
      .executeTakeFirst(),
    ctx.db
      .selectFrom('serialReservations')
      .where('productModelId', '=', modelId)
      .select('serialNumber')
      .executeTakeFirst(),
  ]);
  return product !== undefined || reserved !== undefined;
};

async function bomFaults(
  ctx: Ctx,
  items: Input<'productModels.bom'>['body']['items'],
  known: ReadonlySet<string>,
): Promise<FieldFault[]> {
  const { parts } = await loadCatalogue(ctx, {
    partIds: items.map(({ partId }) => partId),
    unitIds: [],
  });
  const seen = new Set<string>();
  return items.flatMap(({ partId, quantity }, index): FieldFault[] => {
    const part = parts.get(partId);
    const at = `items[${index}]`;
    const faults = choiceFault(`${at}.partId`, part, known.has(partId));
    if (seen.has(partId)) faults.push({ field: `${at}.partId`, code: 'REPEATED' });
    seen.add(partId);
    const wholeOnly = part && (!part.unitAllowsFraction || part.trackingType === 'serial');
    if (wholeOnly && !isWhole(quantity)) faults.push({ field: `${at}.quantity`, code: 'WHOLE' });
    return faults;
  });
}

/**
 * Writes the bill of materials. The newest revision is changed in place until a container was built
 * to it; from then on a change makes the next revision (domain-containers 1.1).
 */
async function writeBom(ctx: Ctx, { params, body }: Input<'productModels.bom'>) {
  const before = await productModels.lock(ctx, params.id);
  const [latest] = await revisionsOf(ctx, before.id);
  const known = new Set(latest?.items.map(({ part }) => part.id));
  refuseFaults(await bomFaults(ctx, body.items, known));
  expectVersion(before, body.version);
  // Also to containers that this person does not see.
  const isUsed = latest === undefined || latest.isBuilt;
  const revisionNo = isUsed ? before.currentRevision + 1 : before.currentRevision;
  const revisionId = isUsed ? newId() : latest.id;
  const note = body.note || null;
  if (isUsed) {
    await ctx.db
      .insertInto('productModelRevisions')
      .values({
        id: revisionId,
        productModelId: before.id,
        revisionNo,
        note,
        createdAt: ctx.clock.now(),
        createdBy: authorId(ctx.actor),
      })
      .execute();
  } else {
    await ctx.db
      .updateTable('productModelRevisions')
      .set({ note })
      .where('id', '=', revisionId)
      .execute();
    await ctx.db.deleteFrom('productModelParts').where('revisionId', '=', revisionId).execute();
  }
  await ctx.db
    .insertInto('productModelParts')
    .values(
      body.items.map((line, index) => ({
        revisionId,
        lineNo: index + 1,
        partId: line.partId,
        quantity: String(line.quantity),
        note: line.note || null,
      })),
    )
    .execute();
  await productModels.update(ctx, before, {
    values: { currentRevision: revisionNo },
    also: { bom: body.items.length, ...(note === null ? {} : { note }) },
    action: 'bom',
  });
  return { data: await modelById(ctx, before.id) };
}

/** A model with prefix and code that were taken meanwhile answers 409 at the field. */
export const productModelConstraints = {
  product_models_code_uq: 'code',
  product_models_prefix_uq: 'serialPrefix',
  product_types_code_uq: 'code',
} as const;

export const productModelHandlers: HandlersOf<Family<'productModels'>> = {
  'productModels.list': modelList.run,
  'productModels.all': modelChoices.run,
  'productModels.get': async (ctx, { params }) => ({ data: await modelById(ctx, params.id) }),
  'productModels.create': async (ctx, { body }) => {
    refuseCost(ctx, body);
    refuseFaults(await faultsOf(ctx, body));
    const image = await imageOf(ctx, body);
    const id = await productModels.insert(ctx, { values: valuesOf(body), ...told(image) });
    await writeImage(ctx, id, image);
    await writeFloorPrices(ctx, { id, code: body.code }, body);
    return { data: await modelById(ctx, id) };
  },
  'productModels.update': async (ctx, { params, body }) => {
    const before = await productModels.lock(ctx, params.id);
    refuseCost(ctx, body);
    refuseFaults(await faultsOf(ctx, body, before));
    expectVersion(before, body.version);
    for (const field of ['serialPrefix', 'productTypeId'] as const) {
      if (body[field] !== before[field] && (await hasSerials(ctx, before.id))) {
        throw conflict('FIELD_LOCKED', { field });
      }
    }
    const image = await imageOf(ctx, body);
    const values = { ...valuesOf(body), isActive: body.isActive };
    await productModels.update(ctx, before, { values, ...told(image), touches: ['products'] });
    await writeImage(ctx, before.id, image);
    await writeFloorPrices(ctx, { id: before.id, code: body.code }, body);
    return { data: await modelById(ctx, before.id) };
  },
  'productModels.bom': writeBom,
  'productModels.delete': async (ctx, { params }) =>
    productModels.remove(ctx, await productModels.lock(ctx, params.id)),
};
