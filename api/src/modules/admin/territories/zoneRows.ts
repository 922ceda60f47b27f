import { sql } from 'kysely';
import { type Ctx, mayUseCompany, notFound } from '../../../kernel/index.ts';
import { defineMaster, refOf } from '../../masterData/index.ts';
import { visible } from '../users/userRows.ts';

/**
 * Changes of zones one after another: a district that changes hands concerns two zones, and two
 * people who take from each other would otherwise wait in a circle. Such changes are rare.
 */
export async function oneAtATime(ctx: Ctx): Promise<void> {
  await ctx.pg.query(`select pg_advisory_xact_lock(hashtextextended('territories', 0))`);
}

export const zones = defineMaster({ table: 'zones', subject: 'zones' });

export const zoneSource = (ctx: Ctx) => ctx.db.selectFrom('zones as z');

/** People of a zone that this person may see. */
const peopleIn = (ctx: Ctx) => sql<number>`(
  select count(*)::int from user_zones uz join users u on u.id = uz.user_id
  where uz.zone_id = z.id and ${visible(ctx.actor)})`;

const amphoesIn = sql<number[]>`array(
  select a.amphoe_id from zone_amphoes a where a.zone_id = z.id order by 1)`;

export const withCover = (query: ReturnType<typeof zoneSource>, ctx: Ctx) =>
  query
    .select([
      'z.id',
      'z.version',
      'z.code',
      'z.name',
      'z.nameTh',
      'z.regionId',
      'z.saleTeamId',
      'z.engineerTeamId',
      'z.isActive',
      'z.createdAt',
      'z.updatedAt',
    ])
    .select([amphoesIn.as('amphoeIds'), peopleIn(ctx).as('peopleCount')]);

type ZoneRow = Awaited<ReturnType<ReturnType<typeof withCover>['execute']>>[number];

/** Zones are everybody's, teams a company's: that one looks after a zone is said, but not which. */
export const FOREIGN_TEAM = { name: 'Team of another company', nameTh: 'ทีมของบริษัทอื่น' } as const;

/** Rows with region and teams; joins would cost the page the order of its index. */
export async function shownZones(ctx: Ctx, rows: readonly ZoneRow[]) {
  const regions = await ctx.db
    .selectFrom('regions')
    .select(['id', 'code', 'name', 'nameTh'])
    .where(sql<boolean>`id = any(${rows.map(({ regionId }) => regionId)}::uuid[])`)
    .execute();
  const teamIds = rows.flatMap(({ saleTeamId, engineerTeamId }) => [saleTeamId, engineerTeamId]);
  const teams = await ctx.db
    .selectFrom('teams')
    .select(['id', 'name', 'nameTh', 'companyId'])
    .where(sql<boolean>`id = any(${teamIds}::uuid[])`)
    .execute();
  const regionOf = new Map(regions.map((region) => [region.id, region]));
  const teamOf = new Map(teams.map((team) => [team.id, team]));
  const team = (id: string | null) => {
    const found = teamOf.get(id ?? '');
    if (!found) return null;
    return refOf(found.id, null, mayUseCompany(ctx.actor, found.companyId) ? found : FOREIGN_TEAM);
  };
  return rows.map(({ regionId, saleTeamId, engineerTeamId, ...row }) => ({
    ...row,
    region: regionOf.get(regionId ?? '') ?? null,
    saleTeam: team(saleTeamId),
    engineerTeam: team(engineerTeamId),
  }));
}

export async function zoneById(ctx: Ctx, id: string) {
  const rows = await withCover(zoneSource(ctx).where('z.id', '=', id), ctx).execute();
  const [first] = await shownZones(ctx, rows);
  if (!first) throw notFound();
  return first;
}

/** A zone with what it covers, held until the transaction ends. */
export async function lockedZone(ctx: Ctx, id: string) {
  const row = await ctx.db
    .selectFrom('zones')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const covered = await ctx.db
    .selectFrom('zoneAmphoes')
    .select('amphoeId')
    .where('zoneId', '=', id)
    .orderBy('amphoeId')
    .execute();
  return { ...row, amphoeIds: covered.map(({ amphoeId }) => amphoeId) };
}

/** Every region and zone, and who covers which district: what the page draws at once. */
export async function coverage(ctx: Ctx) {
  const regions = await ctx.db
    .selectFrom('regions as r')
    .select(['r.id', 'r.code', 'r.name', 'r.nameTh', 'r.isActive'])
    .select(
      // Somebody who works in two zones of a region is one person.
      sql<number>`(
        select count(distinct u.id)::int from zones z
        join user_zones uz on uz.zone_id = z.id join users u on u.id = uz.user_id
        where z.region_id = r.id and ${visible(ctx.actor)})`.as('peopleCount'),
    )
    .orderBy('r.code')
    .execute();
  const zones = await zoneSource(ctx)
    .select(['z.id', 'z.code', 'z.name', 'z.nameTh', 'z.regionId', 'z.isActive'])
    .select([amphoesIn.as('amphoeIds'), peopleIn(ctx).as('peopleCount')])
    .orderBy('z.code')
    .execute();
  return { regions, zones };
}
