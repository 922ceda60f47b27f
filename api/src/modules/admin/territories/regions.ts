import type { BodyOut } from '@boxyard/shared/contract';
import { sql } from 'kysely';
import {
  type Contract,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type HandlersOf,
  type Happening,
  invalid,
  notFound,
  refuseFaults,
} from '../../../kernel/index.ts';
import { activeOf, choiceFault, defineMaster, MASTER_COLUMNS } from '../../masterData/index.ts';
import { lockedZone, oneAtATime, zoneById, zones } from './zoneRows.ts';

/** Regions, which hold zones (domain-containers 1.5): shared by all companies. */
const regions = defineMaster({ table: 'regions', subject: 'regions' });

type RegionBody = BodyOut<Contract['regions.create']>;

const source = (ctx: Ctx) => ctx.db.selectFrom('regions as r');

const withCount = (query: ReturnType<typeof source>) =>
  query
    .select([
      'r.id',
      'r.version',
      'r.code',
      'r.name',
      'r.nameTh',
      'r.isActive',
      'r.createdAt',
      'r.updatedAt',
    ])
    .select(
      sql<number>`(select count(*)::int from zone_amphoes a
        join zones z on z.id = a.zone_id where z.region_id = r.id)`.as('amphoeCount'),
    );

type RegionRow = Awaited<ReturnType<ReturnType<typeof withCount>['execute']>>[number];

async function shown(ctx: Ctx, rows: readonly RegionRow[]) {
  const ids = rows.map(({ id }) => id);
  const zones = await ctx.db
    .selectFrom('zones')
    .select(['id', 'code', 'name', 'nameTh', 'regionId'])
    .where(sql<boolean>`region_id = any(${ids}::uuid[])`)
    .orderBy('code')
    .execute();
  const zonesOf = Map.groupBy(zones, ({ regionId }) => regionId);
  return rows.map((row) => ({ ...row, zones: zonesOf.get(row.id) ?? [] }));
}

async function regionById(ctx: Ctx, id: string) {
  const [first] = await shown(ctx, await withCount(source(ctx).where('r.id', '=', id)).execute());
  if (!first) throw notFound();
  return first;
}

const regionList = defineList('regions.list', {
  id: 'r.id',
  from: source,
  select: withCount,
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { code: 'r.code', name: 'r.name' },
  filters: { isActive: 'r.is_active' },
  search: 'r.search_text',
  export: {
    fileName: 'regions',
    columns: {
      ...MASTER_COLUMNS,
      name: { title: { en: 'Name (English)', th: 'ชื่ออังกฤษ' }, type: 'text' },
      zones: {
        title: { en: 'Zones', th: 'โซน' },
        type: 'text',
        value: ({ zones }) => zones.map(({ code }) => code).join(', '),
      },
      amphoeCount: { title: { en: 'Districts', th: 'จำนวนอำเภอ/เขต' }, type: 'number' },
    },
  },
});

const regionChoices = defineList('regions.all', {
  id: 'r.id',
  from: source,
  offered: 'r.is_active',
  select: (query) => query.select(['r.id', 'r.code', 'r.name', 'r.nameTh']),
  map: (rows) => rows,
  sorts: { code: 'r.code' },
  filters: {},
  search: 'r.search_text',
});

const valuesOf = (body: RegionBody) => ({
  code: body.code,
  name: body.name,
  nameTh: body.nameTh,
});

/** A zone of the region named in the path, locked; anything else is wrong in the body. */
async function zoneIn(ctx: Ctx, regionId: string, zoneId: string) {
  await regions.lock(ctx, regionId);
  const zone = await lockedZone(ctx, zoneId);
  if (!zone) throw invalid([{ field: 'zoneId', code: 'UNKNOWN_ID' }]);
  if (zone.regionId !== regionId) throw invalid([{ field: 'zoneId', code: 'NOT_IN_REGION' }]);
  return zone;
}

async function putZone(
  ctx: Ctx,
  zone: NonNullable<Awaited<ReturnType<typeof lockedZone>>>,
  { action, regionId }: { readonly action: Happening['action']; readonly regionId: string | null },
) {
  await zones.update(ctx, zone, { action, values: { regionId }, touches: ['regions'] });
  return { data: await zoneById(ctx, zone.id) };
}

export const regionHandlers: HandlersOf<Family<'regions'>> = {
  'regions.list': regionList.run,
  'regions.all': regionChoices.run,
  'regions.get': async (ctx, { params }) => ({ data: await regionById(ctx, params.id) }),

  'regions.create': async (ctx, { body }) => {
    const id = await regions.insert(ctx, { values: valuesOf(body), touches: ['zones'] });
    return { data: await regionById(ctx, id) };
  },

  'regions.update': async (ctx, { params, body }) => {
    const before = await regions.lock(ctx, params.id);
    expectVersion(before, body.version);
    const values = { ...valuesOf(body), isActive: body.isActive };
    await regions.update(ctx, before, { values, touches: ['zones'] });
    return { data: await regionById(ctx, before.id) };
  },

  'regions.delete': async (ctx, { params }) =>
    regions.remove(ctx, await regions.lock(ctx, params.id), { touches: ['zones'] }),

  'regions.moveZone': async (ctx, { params, body }) => {
    await oneAtATime(ctx);
    const zone = await zoneIn(ctx, params.id, body.zoneId);
    const target = await activeOf(ctx, 'regions', body.toRegionId);
    const stays = body.toRegionId === params.id;
    refuseFaults(
      stays
        ? [{ field: 'toRegionId', code: 'ALREADY_THERE' }]
        : choiceFault('toRegionId', target, false),
    );
    expectVersion(zone, body.version);
    return putZone(ctx, zone, { action: 'move-zone', regionId: body.toRegionId });
  },

  'regions.removeZone': async (ctx, { params, body }) => {
    await oneAtATime(ctx);
    const zone = await zoneIn(ctx, params.id, body.zoneId);
    expectVersion(zone, body.version);
    return putZone(ctx, zone, { action: 'remove-zone', regionId: null });
  },
};
