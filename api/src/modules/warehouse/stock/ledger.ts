import { sql } from 'kysely';
import { type Ctx, defineList, folded, isNarrowedBy } from '../../../kernel/index.ts';
import { COMMON_WORDS } from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import {
  amongDays,
  cachedCount,
  isVisible,
  MOVE_EXPORT,
  movesOf,
  ofTypes,
  presentMoves,
  touches,
  within,
  withNames,
} from './moves.ts';

/** Parts with their units, as rows of moves name them. */
export async function partsOf(ctx: Ctx, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('materialParts as p')
    .innerJoin('units as u', 'u.id', 'p.unitId')
    .where('p.id', '=', sql<string>`any(${[...new Set(ids)]}::uuid[])`)
    .select(['p.id', 'p.partNo', 'p.name', 'p.nameTh', 'u.id as unitId', 'u.code'])
    .select(['u.name as unitName', 'u.nameTh as unitNameTh'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        part: mustRef(row.id, row.partNo, { name: row.name, nameTh: row.nameTh }),
        unit: mustRef(row.unitId, row.code, { name: row.unitName, nameTh: row.unitNameTh }),
      },
    ]),
  );
}

/** Moves of all parts, the latest first (domain-warehouse 3.1, 4.1). */
export const ledgerList = defineList('stock.ledger', {
  id: 'm.seq',
  rowId: 'm.id',
  from: (ctx, { query }) => {
    const { warehouseId, partId } = query.filters;
    const [part = null, ...others] = partId ?? [];
    const only = others.length === 0 ? part : null;
    const chosen =
      warehouseId === undefined ? sql<boolean>`true` : touches(only, within(warehouseId));
    // Opaque to the planner, which else takes the two ends for a rarity and sorts all moves.
    return movesOf(ctx)
      .where(sql<boolean>`case when ${isVisible(ctx, only)} and ${chosen} then true end`)
      .where(amongDays(query));
  },
  select: withNames,
  map: async (rows, ctx, { query }) => {
    const [shown, parts] = await Promise.all([
      presentMoves(ctx, rows, query.filters.warehouseId),
      partsOf(
        ctx,
        rows.map(({ itemId }) => itemId),
      ),
    ]);
    return shown.map((move, index) => {
      const found = parts.get(rows[index]?.itemId ?? '');
      if (!found) throw new Error(`the part of move ${move.id} is missing`);
      return { ...move, ...found };
    });
  },
  sorts: { postedAt: 'm.seq' },
  compares: { postedAt: 'm.posted_at' },
  filters: {
    // Applied in `from`.
    warehouseId: (query) => query,
    docType: (query, types) => query.where(ofTypes(types)),
    partId: 'm.itemId',
  },
  search: (query, term) =>
    query.where(
      sql<boolean>`case when m.item_id in (select p.id from material_parts p
        where ${folded('p.search_text', term)}) then true end`,
    ),
  dates: { column: 'm.effectiveDate', kind: 'date', opaque: true },
  total: async (ctx, { query }) => {
    const { partId } = query.filters;
    return partId !== undefined && isNarrowedBy(query, ['partId'])
      ? cachedCount(ctx, partId)
      : undefined;
  },
  export: {
    fileName: 'stock-ledger',
    columns: {
      ...MOVE_EXPORT,
      part: { title: COMMON_WORDS.field.part, type: 'text' },
      unit: { title: COMMON_WORDS.field.unit, type: 'text' },
      trace: {
        title: { en: 'Serial or lot', th: 'ซีเรียลหรือล็อต' },
        type: 'text',
        value: ({ serialNo, lotNo }) => (serialNo ?? lotNo) as string | null,
      },
    },
  },
});
