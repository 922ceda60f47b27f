import { allowedActions as allowedOf, can, startsFrom } from '@boxyard/shared/domain';
import { softwareMachine } from '@boxyard/shared/domain/containers/softwareMachine.ts';
import { sql } from 'kysely';
import {
  anyId,
  type Ctx,
  defineList,
  type FileResult,
  forbidden,
  type Input,
  notFound,
  scopeCondition,
  viewerOf,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { SOFTWARE_WORDS } from './labels.ts';

const source = (ctx: Ctx) => ctx.db.selectFrom('productSoftwares as s');

const columns = (query: ReturnType<typeof source>) =>
  query
    .innerJoin('files as f', 'f.id', 's.fileId')
    .select([
      's.id',
      's.version',
      's.versionNo',
      's.status',
      's.releaseNotes',
      's.minHardwareRev',
      's.isMandatory',
      's.releasedAt',
      's.stableAt',
      's.stableBy',
      's.withdrawnAt',
      's.statusReason',
      's.createdAt',
      's.createdBy',
      's.updatedAt',
      'f.fileName',
      'f.size',
      'f.sha256',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['execute']>>[number];

/** Models of releases, by release, in the order of their codes. */
async function modelsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('productSoftwareModels as sm')
    .innerJoin('productModels as m', 'm.id', 'sm.productModelId')
    .where('sm.softwareId', '=', anyId(ids))
    .orderBy('m.code')
    .select(['sm.softwareId', 'sm.isStable', 'm.id', 'm.code', 'm.name', 'm.nameTh'])
    .execute();
  return Map.groupBy(rows, ({ softwareId }) => softwareId);
}

/** How many containers in this person's scope run each release. */
async function running(ctx: Ctx, ids: readonly string[]): Promise<Map<string, number>> {
  const columnsOf = { company: 'c.companyId', warehouse: 'c.warehouseId' };
  const scope = scopeCondition(ctx.actor, columnsOf) ?? sql<boolean>`true`;
  const rows = await ctx.db
    .selectFrom('products as c')
    .where('c.currentSoftwareId', '=', anyId(ids))
    .where(scope)
    .groupBy('c.currentSoftwareId')
    .select(['c.currentSoftwareId as id', sql<number>`count(*)::int`.as('count')])
    .execute();
  return new Map(rows.map(({ id, count }) => [id ?? '', count]));
}

async function presentReleases(ctx: Ctx, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id);
  const [models, counts, refs] = await Promise.all([
    modelsOf(ctx, ids),
    running(ctx, ids),
    loadRefs(ctx, { user: rows.flatMap(({ createdBy, stableBy }) => [createdBy, stableBy]) }),
  ]);
  return rows.map(({ fileName, size, sha256, createdBy, stableBy, ...row }) => {
    const own = models.get(row.id) ?? [];
    return {
      ...row,
      file: { fileName, size, sha256 },
      productModels: own.map(({ id, code, name, nameTh }) => mustRef(id, code, { name, nameTh })),
      stableFor: own.filter(({ isStable }) => isStable).map(({ id }) => id),
      createdBy: refs.userOrNull(createdBy),
      stableBy: refs.userOrNull(stableBy),
      containerCount: counts.get(row.id) ?? 0,
    };
  });
}

/** A release as every call answers it. */
export async function presentRelease(ctx: Ctx, id: string) {
  const row = await columns(source(ctx).where('s.id', '=', id)).executeTakeFirst();
  if (!row) throw notFound();
  const [shown] = await presentReleases(ctx, [row]);
  if (!shown) throw new Error('one row in, one row out');
  const allowed = allowedOf(softwareMachine, row, viewerOf(ctx.actor));
  // Whoever may change a draft may delete it.
  return {
    ...shown,
    allowedActions: [...allowed, ...(allowed.includes('update') ? ['delete'] : [])],
  };
}

const forModels = (ids: readonly string[]) => sql<boolean>`exists (
  select 1 from product_software_models sm where sm.software_id = s.id
    and sm.product_model_id = ${anyId(ids)})`;

export const releaseList = defineList('productSoftwares.list', {
  id: 's.id',
  from: source,
  select: columns,
  map: (rows, ctx) => presentReleases(ctx, rows),
  sorts: { createdAt: 's.created_at', versionNo: 's.version_key' },
  filters: {
    status: 's.status',
    isMandatory: 's.is_mandatory',
    productModelId: (query, ids) => query.where(forModels(ids)),
  },
  search: 's.search_text',
  countsColumn: 's.status',
  export: {
    fileName: 'software-releases',
    columns: {
      versionNo: { title: SOFTWARE_WORDS.field.versionNo, type: 'text' },
      productModels: {
        title: SOFTWARE_WORDS.field.productModels,
        type: 'text',
        value: (row) => row.productModels.map(({ code }) => code).join(', '),
      },
      status: { title: SOFTWARE_WORDS.field.status, type: 'status', labels: SOFTWARE_WORDS.status },
      minHardwareRev: {
        title: SOFTWARE_WORDS.field.minHardwareRev,
        type: 'number',
      },
      isMandatory: { title: SOFTWARE_WORDS.field.isMandatory, type: 'text' },
      containerCount: { title: SOFTWARE_WORDS.field.containerCount, type: 'number' },
      releasedAt: { title: SOFTWARE_WORDS.field.releasedAt, type: 'datetime' },
      stableAt: { title: SOFTWARE_WORDS.field.stableAt, type: 'datetime' },
      releaseNotes: { title: SOFTWARE_WORDS.field.releaseNotes, type: 'text' },
    },
  },
});

export const releaseChoices = defineList('productSoftwares.all', {
  id: 's.id',
  from: (ctx: Ctx) => source(ctx).where('s.status', '<>', 'draft'),
  select: (query) => query.select(['s.id', 's.versionNo as code', 's.status']),
  map: async (rows, ctx) => {
    const models = await modelsOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const name = (models.get(row.id) ?? []).map(({ code }) => code).join(', ');
      return { ...row, name, nameTh: null };
    });
  },
  sorts: { versionNo: 's.version_key' },
  filters: {
    status: 's.status',
    productModelId: (query, ids) => query.where(forModels(ids)),
  },
  search: 's.search_text',
});

/** The stable release of each model, or the newest beta of each. */
export async function latestReleases(ctx: Ctx, { query }: Input<'productSoftwares.latest'>) {
  const { productModelId, channel = 'stable' } = query;
  let found = ctx.db
    .selectFrom('productSoftwareModels as sm')
    .innerJoin('productSoftwares as s', 's.id', 'sm.softwareId')
    .distinctOn('sm.productModelId')
    .orderBy('sm.productModelId')
    .orderBy('s.versionKey', 'desc')
    .select([
      'sm.productModelId',
      's.id',
      's.versionNo',
      's.status',
      's.isMandatory',
      's.minHardwareRev',
    ]);
  found =
    channel === 'stable'
      ? found.where('sm.isStable', '=', true)
      : found.where('s.status', '=', 'beta');
  if (productModelId) found = found.where('sm.productModelId', '=', productModelId);
  const rows = await found.execute();
  return {
    data: rows.map(({ id, versionNo, status, ...row }) => ({
      ...row,
      software: { id, versionNo, status },
    })),
  };
}

/** The file as it was received; of a draft only for people who make releases, since nobody has let it out. */
export async function releaseFile(
  ctx: Ctx,
  { params }: Input<'productSoftwares.file'>,
): Promise<FileResult> {
  const row = await ctx.db
    .selectFrom('productSoftwares as s')
    .innerJoin('files as f', 'f.id', 's.fileId')
    .where('s.id', '=', params.id)
    .select(['s.status', 'f.fileName', 'f.mime', 'f.storageKey'])
    .executeTakeFirst();
  if (!row) throw notFound();
  const isOut = !startsFrom(softwareMachine, 'publish', row.status);
  if (!isOut && !can(ctx.actor.grants, 'container-warehouse:create-software')) throw forbidden();
  return {
    file: await ctx.app.files.get(row.storageKey),
    fileName: row.fileName,
    mime: row.mime,
  };
}

/** Releases by id as other records name them. */
export async function releaseRefs(ctx: Ctx, ids: readonly (string | null)[]) {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const rows =
    wanted.length === 0
      ? []
      : await ctx.db
          .selectFrom('productSoftwares')
          .where('id', '=', anyId(wanted))
          .select(['id', 'versionNo', 'status'])
          .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: string | null) => (id === null ? null : (byId.get(id) ?? null));
}
