import type { Ctx } from '../../../kernel/index.ts';

/** Pictures of a part in their order. */
export const imagesOf = (ctx: Ctx, partId: string) =>
  ctx.db
    .selectFrom('partImages')
    .select(['id', 'thumbnail', 'position'])
    .where('partId', '=', partId)
    .orderBy('position')
    .execute();

/** Pictures of a part in their order, small. */
export const shownImages = async (ctx: Ctx, partId: string) =>
  (await imagesOf(ctx, partId)).map(({ id, thumbnail }) => ({ id, thumbnail }));

/** The first picture of each part, small. */
export async function coversOf(
  ctx: Ctx,
  partIds: readonly string[],
): Promise<(partId: string) => string | null> {
  if (partIds.length === 0) return () => null;
  const { rows } = await ctx.pg.query<{ id: string; thumbnail: string }>({
    name: 'parts.covers',
    text: `select distinct on (part_id) part_id as id, thumbnail from part_images
      where part_id = any($1::uuid[]) order by part_id, position`,
    values: [partIds],
  });
  const covers = new Map(rows.map(({ id, thumbnail }) => [id, thumbnail]));
  return (partId) => covers.get(partId) ?? null;
}
