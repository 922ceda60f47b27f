import { sql } from 'kysely';
import { type Ctx, defineList, type Family, type HandlersOf } from '../../../kernel/index.ts';
import { type District, geography } from '../../masterData/index.ts';
import { warehousesInScope } from '../subWarehouses/scope.ts';

/** Look-ups of places: warehouses and bins in one's scope, and Thai geography. */
const warehouses = (ctx: Ctx) => warehousesInScope(ctx.db.selectFrom('warehouses as w'), ctx.actor);

const warehouseChoices = defineList('masterData.subWarehouses', {
  id: 'w.id',
  from: warehouses,
  offered: 'w.is_active',
  select: (query) =>
    query.select(['w.id', 'w.code', 'w.name', 'w.nameTh', 'w.kind', 'w.companyId']),
  map: (rows) => rows,
  sorts: { code: 'w.code' },
  filters: {
    companyId: 'w.company_id',
    kind: 'w.kind',
    // Where people put things, as against the places that the system made.
    storage: (query, storage) => query.where(sql<boolean>`w.is_system = ${!storage}`),
    containers: (query, containers) =>
      query.where(sql<boolean>`(w.holds <> 'parts') = ${containers}`),
  },
  search: 'w.search_text',
});

const bins = (ctx: Ctx) =>
  warehousesInScope(
    ctx.db.selectFrom('bins as b').innerJoin('warehouses as w', 'w.id', 'b.warehouseId'),
    ctx.actor,
  );

const binChoices = defineList('masterData.bins', {
  id: 'b.id',
  from: bins,
  offered: 'b.is_active',
  select: (query) => query.select(['b.id', 'b.code', 'b.code as name', 'b.warehouseId']),
  map: (rows) => rows,
  sorts: { code: 'b.code' },
  filters: { warehouseId: 'b.warehouse_id' },
  search: 'b.search_text',
});

const named = ({ id, nameTh, nameEn }: { id: number; nameTh: string; nameEn: string }) => ({
  id,
  nameTh,
  nameEn,
});

export const masterDataHandlers: HandlersOf<Family<'masterData'>> = {
  'masterData.subWarehouses': warehouseChoices.run,
  'masterData.bins': binChoices.run,

  'masterData.provinces': async () => ({ data: (await geography()).provinces.map(named) }),
  'masterData.amphoes': async (_ctx, { query }) => {
    const { provinces, amphoesOf } = await geography();
    const asked = query?.provinceId === undefined ? null : Number(query.provinceId);
    const ids = asked === null ? provinces.map(({ id }) => id) : [asked];
    return { data: ids.flatMap((id) => [...(amphoesOf.get(id) ?? [])]) };
  },
  'masterData.districts': async (_ctx, { query }) => {
    const { districtsOf } = await geography();
    return { data: (districtsOf.get(Number(query?.amphoeId)) ?? []).map(named) };
  },
  'masterData.zipcodes': async (_ctx, { query }) => {
    const places = await geography();
    const chosen = query?.districtId === undefined ? undefined : Number(query.districtId);
    const only = chosen === undefined ? undefined : places.district.get(chosen);
    const candidates: Iterable<District> =
      chosen === undefined ? places.district.values() : only ? [only] : [];
    // Without a district or a code there is nothing to narrow by: an empty choice.
    if (chosen === undefined && query?.code === undefined) return { data: [] };
    return {
      data: [...candidates].flatMap(({ id, amphoeId, zipcodes }) =>
        zipcodes
          .filter((zipcode) => query?.code === undefined || zipcode === query.code)
          .map((zipcode) => ({
            zipcode,
            districtId: id,
            amphoeId,
            provinceId: places.amphoe.get(amphoeId)?.provinceId ?? 0,
          })),
      ),
    };
  },
};
