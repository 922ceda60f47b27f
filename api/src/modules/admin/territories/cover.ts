import { sql } from 'kysely';
import { AppError, type Ctx, type FieldFault } from '../../../kernel/index.ts';
import { type Geography, geography } from '../../masterData/index.ts';
import { lockedZone, zones } from './zoneRows.ts';

/** What a zone covers. A district is in at most one zone (domain-containers 1.5). */
export interface CoverBody {
  readonly amphoeIds: readonly number[];
  readonly provinceIds?: readonly number[] | undefined;
  readonly moveAmphoeIds?: readonly number[] | undefined;
}

/** Places that do not exist, by their place in the body. */
export async function coverFaults(body: CoverBody): Promise<FieldFault[]> {
  const { amphoe, province } = await geography();
  const unknown = (field: string, ids: readonly number[], known: ReadonlyMap<number, unknown>) =>
    ids.flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `${field}[${index}]`, code: 'UNKNOWN_ID' }],
    );
  return [
    ...unknown('amphoeIds', body.amphoeIds, amphoe),
    ...unknown('provinceIds', body.provinceIds ?? [], province),
  ];
}

/** Where in the body each wanted district was named; a province stands for all of its own. */
function wantedBy(body: CoverBody, { amphoesOf }: Geography): Map<number, string> {
  const wanted = new Map<number, string>();
  for (const [index, id] of body.amphoeIds.entries()) {
    if (!wanted.has(id)) wanted.set(id, `amphoeIds[${index}]`);
  }
  for (const [index, id] of (body.provinceIds ?? []).entries()) {
    for (const amphoe of amphoesOf.get(id) ?? []) {
      if (!wanted.has(amphoe.id)) wanted.set(amphoe.id, `provinceIds[${index}]`);
    }
  }
  return wanted;
}

interface Held {
  readonly amphoeId: number;
  readonly zoneId: string;
  readonly code: string;
  readonly name: string;
  readonly nameTh: string;
}

const heldByOthers = (ctx: Ctx, zoneId: string | null, amphoeIds: readonly number[]) =>
  ctx.db
    .selectFrom('zoneAmphoes as a')
    .innerJoin('zones as z', 'z.id', 'a.zoneId')
    .where(sql<boolean>`a.amphoe_id = any(${amphoeIds}::int[])`)
    .where(sql<boolean>`a.zone_id is distinct from ${zoneId}::uuid`)
    .orderBy('a.amphoeId')
    .select(['a.amphoeId', 'a.zoneId', 'z.code', 'z.name', 'z.nameTh'])
    .execute();

/** 409 that names each district and the zone it is in, so that moving it can be offered. */
function taken(
  ctx: Ctx,
  held: readonly Held[],
  { wanted, places }: { readonly wanted: ReadonlyMap<number, string>; readonly places: Geography },
): AppError {
  const thai = ctx.locale === 'th';
  const named = held.map(({ amphoeId, zoneId, ...zone }) => ({
    amphoe: places.amphoe.get(amphoeId),
    field: wanted.get(amphoeId) ?? 'amphoeIds',
    zone: { id: zoneId, ...zone },
  }));
  const faults = named.map(({ amphoe, field, zone }) => ({
    field,
    code: 'AMPHOE_TAKEN',
    params: {
      amphoe: thai ? amphoe?.nameTh : amphoe?.nameEn,
      zone: `${zone.code} ${thai ? zone.nameTh : zone.name}`,
    },
  }));
  const details = {
    ...faults[0]?.params,
    taken: named.map(({ amphoe, zone }) => ({ amphoe, zone })),
  };
  return new AppError(409, 'AMPHOE_TAKEN', { faults, details });
}

export interface Cover {
  readonly amphoeIds: readonly number[];
  /** Of those, what other zones hold now and give up. */
  readonly moved: readonly Held[];
}

/** What the zone is to cover; refused where another zone holds a district that may not be moved. */
export async function coverOf(ctx: Ctx, zoneId: string | null, body: CoverBody): Promise<Cover> {
  const places = await geography();
  const wanted = wantedBy(body, places);
  const held = await heldByOthers(ctx, zoneId, [...wanted.keys()]);
  const agreed = new Set(body.moveAmphoeIds);
  const refused = held.filter(({ amphoeId }) => !agreed.has(amphoeId));
  if (refused.length > 0) throw taken(ctx, refused, { wanted, places });
  return { amphoeIds: [...wanted.keys()].sort((a, b) => a - b), moved: held };
}

/** Writes what a zone covers; zones that give districts up are changed, and recorded, too. */
export async function writeCover(
  ctx: Ctx,
  zoneId: string,
  { amphoeIds, moved }: Cover,
): Promise<void> {
  for (const [giver, held] of Map.groupBy(moved, (row) => row.zoneId)) {
    await giveUp(
      ctx,
      giver,
      held.map(({ amphoeId }) => amphoeId),
    );
  }
  await ctx.pg.query(
    `delete from zone_amphoes where zone_id = $1 and not amphoe_id = any($2::int[])`,
    [zoneId, amphoeIds],
  );
  await ctx.pg.query(
    `insert into zone_amphoes (amphoe_id, zone_id)
      select a, $1 from unnest($2::int[]) a
      where not exists (select 1 from zone_amphoes x where x.zone_id = $1 and x.amphoe_id = a)`,
    [zoneId, amphoeIds],
  );
}

async function giveUp(ctx: Ctx, zoneId: string, amphoeIds: readonly number[]): Promise<void> {
  const zone = await lockedZone(ctx, zoneId);
  if (!zone) return;
  const lost = new Set(amphoeIds);
  await ctx.pg.query(`delete from zone_amphoes where zone_id = $1 and amphoe_id = any($2::int[])`, [
    zoneId,
    amphoeIds,
  ]);
  await zones.update(ctx, zone, {
    action: 'give-up-districts',
    values: {},
    also: { amphoeIds: zone.amphoeIds.filter((id) => !lost.has(id)) },
    touches: ['regions'],
  });
}
