import type { Condition, TrackingType } from '@boxyard/shared/domain';
import {
  type Ctx,
  type Input,
  mayUseCompany,
  mayUseWarehouse,
  today,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { blindSpot } from '../../warehouse/index.ts';

interface PlaceRow {
  readonly partId: string;
  readonly binId: string;
  readonly bin: string;
  readonly condition: Condition;
  readonly lotNo: string | null;
  readonly expiryDate: string | null;
  readonly free: string;
  readonly serials: readonly string[];
}

/**
 * What the bill of materials of a model asks for and where it lies in a warehouse, first expiry first,
 * then by bin. Somebody without the warehouse gets the parts without their places.
 */
export async function partsForAdding(ctx: Ctx, { query }: Input<'containerParts.forAdding'>) {
  const { productModelId, warehouseId } = query;
  const lines = await ctx.db
    .selectFrom('productModels as m')
    .innerJoin('productModelRevisions as r', (join) =>
      join.onRef('r.productModelId', '=', 'm.id').onRef('r.revisionNo', '=', 'm.currentRevision'),
    )
    .innerJoin('productModelParts as b', 'b.revisionId', 'r.id')
    .innerJoin('materialParts as p', 'p.id', 'b.partId')
    .where('m.id', '=', productModelId)
    .orderBy('b.lineNo')
    .select(['b.partId', 'b.quantity', 'p.unitId', 'p.trackingType'])
    .execute();
  const [refs, places] = await Promise.all([
    loadRefs(ctx, {
      part: lines.map(({ partId }) => partId),
      unit: lines.map(({ unitId }) => unitId),
    }),
    placesOf(ctx, { warehouseId, partIds: lines.map(({ partId }) => partId) }),
  ]);
  const placesByPart = Map.groupBy(places, ({ partId }) => partId);
  return {
    data: lines.map((line) => {
      const here = placesByPart.get(line.partId) ?? [];
      return {
        part: refs.ref(line.partId),
        unit: refs.ref(line.unitId),
        required: Number(line.quantity),
        trackingType: line.trackingType as TrackingType,
        available: here.reduce((sum, { free }) => sum + Math.round(Number(free) * 1000), 0) / 1000,
        places: here.map((place) => ({
          bin: { id: place.binId, code: place.bin },
          condition: place.condition,
          lotNo: place.lotNo,
          expiryDate: place.expiryDate,
          free: Number(place.free),
          serials: [...place.serials],
        })),
      };
    }),
  };
}

async function placesOf(
  ctx: Ctx,
  { warehouseId, partIds }: { readonly warehouseId: string; readonly partIds: readonly string[] },
): Promise<PlaceRow[]> {
  const warehouse = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', warehouseId)
    .select('companyId')
    .executeTakeFirst();
  const isTheirs =
    warehouse !== undefined &&
    mayUseCompany(ctx.actor, warehouse.companyId) &&
    mayUseWarehouse(ctx.actor, warehouseId);
  if (!isTheirs) return [];
  const { rows } = await ctx.pg.query<PlaceRow>({
    name: 'products.placesForAdding',
    text: `select b.item_id as "partId", n.id as "binId", n.code as bin, b.condition,
        l.lot_no as "lotNo", l.expiry_date::text as "expiryDate",
        sum(b.on_hand - b.reserved)::text as free,
        coalesce(array_agg(s.serial_no order by s.serial_no) filter (where s.id is not null), '{}') as serials
      from bins n join stock_balances b on b.location_id = n.id
      left join lots l on l.id = b.lot_id left join serials s on s.id = b.serial_id
      where n.warehouse_id = $1 and b.item_id = any($2::uuid[]) and b.item_type = 'part'
        and b.is_physical and b.on_hand > b.reserved and n.is_active and not n.is_locked
        and b.condition <> 'defective' and (l.expiry_date is null or l.expiry_date >= $3::date)
        and not exists (select 1 from open_serials o where o.serial_id = b.serial_id)
      group by b.item_id, n.id, n.code, b.condition, l.lot_no, l.expiry_date
      order by l.expiry_date nulls last, n.code, b.condition, l.lot_no`,
    values: [warehouseId, [...new Set(partIds)], today(ctx.clock)],
  });
  // Whoever counts a bin is not told what the books have in it (docs/adr/0022).
  const blind = await blindSpot(ctx);
  return rows.filter(({ binId }) => !blind.hasBin(binId));
}
