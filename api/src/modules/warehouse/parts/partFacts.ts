import { anyId, type Ctx } from '../../../kernel/index.ts';

/** What is known of parts: unit with its label, tracking, barcode. */
export async function partFacts(ctx: Ctx, partIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('p.id', '=', anyId([...new Set(partIds)]))
    .select(['p.id', 'p.trackingType', 'p.barcode', 'p.unitId', 'u.allowFraction'])
    .select(['u.code', 'u.name', 'u.nameTh'])
    .execute();
  return new Map(
    rows.map(({ code, name, nameTh, ...row }) => [
      row.id,
      { ...row, unit: { id: row.unitId, code, name, nameTh } },
    ]),
  );
}
