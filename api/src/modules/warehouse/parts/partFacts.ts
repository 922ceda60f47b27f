import { anyId, type Ctx, kept } from '../../../kernel/index.ts';

const factsOf = kept((db, given: { ids: readonly string[] }) =>
  db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('p.id', '=', anyId(given.ids))
    .select(['p.id', 'p.trackingType', 'p.barcode', 'p.unitId', 'u.allowFraction'])
    .select(['u.code', 'u.name', 'u.nameTh']),
);

/** What is known of parts: unit with its label, tracking, barcode. */
export async function partFacts(ctx: Ctx, partIds: readonly string[]) {
  const rows = await factsOf(ctx, { ids: [...new Set(partIds)] });
  return new Map(
    rows.map(({ code, name, nameTh, ...row }) => [
      row.id,
      { ...row, unit: { id: row.unitId, code, name, nameTh } },
    ]),
  );
}
