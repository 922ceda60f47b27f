import { sql } from 'kysely';
import type { Ctx, FieldFault } from '../../../kernel/index.ts';

/** Zones that somebody works in (domain-containers 1.5). All companies share zones. */
export async function zoneIdsOf(ctx: Ctx, userId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('userZones')
    .select('zoneId')
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ zoneId }) => zoneId).sort();
}

/** Zones that do not exist, or are newly given although out of use. */
export async function zoneFaults(
  ctx: Ctx,
  zoneIds: readonly string[],
  present: readonly string[],
): Promise<FieldFault[]> {
  const rows = await ctx.db
    .selectFrom('zones')
    .select(['id', 'isActive'])
    .where(sql<boolean>`id = any(${zoneIds}::uuid[])`)
    .execute();
  const known = new Map(rows.map(({ id, isActive }) => [id, isActive]));
  return zoneIds.flatMap((id, index) => {
    const field = `zoneIds[${index}]`;
    const isActive = known.get(id);
    if (isActive === undefined) return [{ field, code: 'UNKNOWN_ID' }];
    return isActive || present.includes(id) ? [] : [{ field, code: 'INACTIVE' }];
  });
}

export async function writeZones(
  ctx: Ctx,
  userId: string,
  zoneIds: readonly string[],
): Promise<void> {
  await ctx.pg.query('delete from user_zones where user_id = $1', [userId]);
  await ctx.pg.query(
    'insert into user_zones (user_id, zone_id) select $1, unnest($2::uuid[]) on conflict do nothing',
    [userId, zoneIds],
  );
}
