import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';

/** What is known of parts: unit, tracking, barcode. The unit comes with what a label needs of it. */
export async function partFacts(ctx: Ctx, partIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('p.id', '=', sql<string>`any(${[...new Set(partIds)]}::uuid[])`)
    .select(['p.id', 'p.trackingType', 'p.barcode', 'p.unitId', 'u.allowFraction'])
    .select(['u.code as unitCode', 'u.name as unitName', 'u.nameTh as unitNameTh'])
    .execute();
  return new Map(
    rows.map(({ unitCode, unitName, unitNameTh, ...row }) => [
      row.id,
      { ...row, unit: { id: row.unitId, code: unitCode, name: unitName, nameTh: unitNameTh } },
    ]),
  );
}
