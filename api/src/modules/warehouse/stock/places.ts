import { addQuantities, type Condition, isWhole } from '@boxyard/shared/domain';
import {
  type Ctx,
  type FieldFault,
  type Input,
  mayUseCompany,
  mayUseWarehouse,
  notFound,
} from '../../../kernel/index.ts';
import { type MoveInput, normaliseSerial, reserve } from '../../../ledger/index.ts';
import { loadCatalogue, type PartFacts } from '../../../workflow/index.ts';
import { blindSpot } from './blind.ts';

/**
 * Stock that a document names itself, bin, lot and serials: goods to be repaired or destroyed lie in a
 * warehouse or in its company's quarantine, sound or not (domain-warehouse 2.11, 2.12).
 */
export interface NamedLine {
  readonly partId: string;
  readonly quantity: number;
  readonly binId: string;
  readonly condition: Condition;
  readonly lotNo?: string | null | undefined;
  readonly serials?: readonly string[] | undefined;
}

/** The same once it was found. */
export interface NamedStock {
  readonly partId: string;
  readonly quantity: number;
  readonly binId: string;
  readonly condition: Condition;
  readonly lotId: string | null;
  readonly serialIds: readonly string[];
}

interface Place {
  readonly itemId: string;
  readonly binId: string;
  readonly bin: string;
  readonly warehouseId: string;
  readonly warehouse: string;
  readonly warehouseName: string;
  readonly warehouseNameTh: string | null;
  readonly condition: Condition;
  readonly lotId: string | null;
  readonly lotNo: string | null;
  readonly expiryDate: string | null;
  readonly serialId: string | null;
  readonly serialNo: string | null;
  readonly free: number;
}

/**
 * What lies free of parts in a warehouse and in its company's quarantine; a serial that an open document
 * has is not free, unless it is that document's own.
 */
async function placesOf(
  ctx: Ctx,
  {
    warehouseId,
    partIds,
    documentId = null,
  }: {
    readonly warehouseId: string;
    readonly partIds: readonly string[];
    readonly documentId?: string | null;
  },
): Promise<Place[]> {
  const { rows } = await ctx.pg.query<Omit<Place, 'free'> & { free: string }>({
    name: 'stock.places',
    text: `select b.item_id as "itemId", n.id as "binId", n.code as bin, w.id as "warehouseId",
        w.code as warehouse, w.name as "warehouseName", w.name_th as "warehouseNameTh", b.condition,
        b.lot_id as "lotId", l.lot_no as "lotNo", l.expiry_date::text as "expiryDate",
        b.serial_id as "serialId", s.serial_no as "serialNo", (b.on_hand - b.reserved)::text as free
      from warehouses here
      join warehouses w on w.id = here.id
        or (w.company_id = here.company_id and w.is_system and w.kind = 'quarantine')
      join bins n on n.warehouse_id = w.id
      join stock_balances b on b.location_id = n.id
      left join lots l on l.id = b.lot_id left join serials s on s.id = b.serial_id
      where here.id = $1 and b.item_id = any($2::uuid[]) and b.item_type = 'part' and b.is_physical
        and b.on_hand > b.reserved and n.is_active
        and not exists (select 1 from open_serials o where o.serial_id = b.serial_id
          and o.document_id is distinct from $3::uuid)
      order by w.is_system, w.code, n.code, b.condition, l.expiry_date, l.lot_no, s.serial_no`,
    values: [warehouseId, [...new Set(partIds)], documentId],
  });
  return rows.map((row) => ({ ...row, free: Number(row.free) }));
}

/** Where a part may be taken from, place by place: what a form offers. */
export async function partPlaces(ctx: Ctx, { query }: Input<'parts.places'>) {
  const { partId, warehouseId, documentId = null } = query;
  const warehouse = await ctx.db
    .selectFrom('warehouses')
    .where('id', '=', warehouseId)
    .select('companyId')
    .executeTakeFirst();
  const isTheirs =
    warehouse !== undefined &&
    mayUseCompany(ctx.actor, warehouse.companyId) &&
    mayUseWarehouse(ctx.actor, warehouseId);
  if (!isTheirs) throw notFound();
  const [blind, places] = await Promise.all([
    blindSpot(ctx),
    placesOf(ctx, { warehouseId, partIds: [partId], documentId }),
  ]);
  const keyOf = (place: Place) => [place.binId, place.condition, place.lotId].join('/');
  return {
    data: [...Map.groupBy(places, keyOf).values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const isHidden = blind.hasBin(first.binId);
      return [
        {
          warehouse: {
            id: first.warehouseId,
            code: first.warehouse,
            name: first.warehouseName,
            nameTh: first.warehouseNameTh,
          },
          bin: { id: first.binId, code: first.bin, name: first.bin, nameTh: null },
          condition: first.condition,
          lotNo: first.lotNo,
          expiryDate: first.expiryDate,
          free: isHidden ? null : addQuantities(...group.map(({ free }) => free)),
          // As many as there are.
          serials: isHidden
            ? []
            : group.map(({ serialNo }) => serialNo).filter((serialNo) => serialNo !== null),
        },
      ];
    }),
  };
}

interface Finding {
  readonly part: PartFacts;
  readonly here: readonly Place[];
  readonly line: NamedLine;
}

/** What is wrong with the serials named, or the ids of them. */
function serialsOf({ here, line }: Finding): { ids: string[]; faults: FieldFault[] } {
  const wanted = (line.serials ?? []).map(normaliseSerial);
  const distinct = new Set(wanted);
  if (distinct.size !== wanted.length) {
    return { ids: [], faults: [{ field: 'serials', code: 'SERIAL_REPEATED' }] };
  }
  if (wanted.length !== line.quantity) {
    const params = { expected: line.quantity };
    return { ids: [], faults: [{ field: 'serials', code: 'SERIAL_COUNT', params }] };
  }
  const found = new Map(here.map((place) => [place.serialNo, place.serialId]));
  const missing = wanted.find((serialNo) => !found.get(serialNo));
  if (missing !== undefined) {
    const params = { serialNo: missing };
    return { ids: [], faults: [{ field: 'serials', code: 'SERIAL_NOT_AVAILABLE', params }] };
  }
  return { ids: wanted.map((serialNo) => found.get(serialNo) ?? ''), faults: [] };
}

function lineFaults({ part, here, line }: Finding): FieldFault[] {
  const wholeOnly = !part.unitAllowsFraction || part.trackingType === 'serial';
  if (wholeOnly && !isWhole(line.quantity)) return [{ field: 'quantity', code: 'WHOLE' }];
  if (part.trackingType === 'lot' && !line.lotNo) return [{ field: 'lotNo', code: 'LOT_REQUIRED' }];
  if (part.trackingType === 'serial') return serialsOf({ part, here, line }).faults;
  if ((line.serials ?? []).length > 0) {
    return [{ field: 'serials', code: 'SERIAL_COUNT', params: { expected: 0 } }];
  }
  const available = addQuantities(...here.map(({ free }) => free));
  if (available >= line.quantity) return [];
  return [{ field: 'quantity', code: 'INSUFFICIENT_STOCK', params: { available } }];
}

/**
 * The stock that lines name, and what is wrong with any of them; `at` says which field of the body a
 * line's field is. What stands in a line with a fault counts for nothing.
 */
export async function findStock(
  ctx: Ctx,
  {
    warehouseId,
    lines,
    at,
  }: {
    readonly warehouseId: string;
    readonly lines: readonly NamedLine[];
    readonly at: (index: number, field: string) => string;
  },
): Promise<{ readonly stock: NamedStock[]; readonly faults: FieldFault[] }> {
  const partIds = lines.map(({ partId }) => partId);
  const [{ parts }, places] = await Promise.all([
    loadCatalogue(ctx, { partIds, unitIds: [] }),
    placesOf(ctx, { warehouseId, partIds }),
  ]);
  const faults: FieldFault[] = [];
  const seen = new Set<string>();
  const stock = lines.map((line, index): NamedStock => {
    const wrong = (fault: FieldFault) => faults.push({ ...fault, field: at(index, fault.field) });
    const lotNo = line.lotNo || null;
    const here = places.filter(
      (place) =>
        place.itemId === line.partId &&
        place.binId === line.binId &&
        place.condition === line.condition &&
        (lotNo === null || place.lotNo === lotNo),
    );
    const part = parts.get(line.partId);
    if (!part) wrong({ field: 'partId', code: 'UNKNOWN_ID' });
    else if (here.length === 0) wrong({ field: 'binId', code: 'NOTHING_HERE' });
    else for (const fault of lineFaults({ part, here, line })) wrong(fault);
    const isSerial = part?.trackingType === 'serial';
    const serialIds = isSerial ? serialsOf({ part, here, line }).ids : [];
    const place = [line.partId, line.binId, line.condition, lotNo].join('/');
    const keys = isSerial ? serialIds : [place];
    if (keys.some((key) => seen.has(key))) wrong({ field: 'binId', code: 'REPEATED' });
    for (const key of keys) seen.add(key);
    return {
      partId: line.partId,
      quantity: line.quantity,
      binId: line.binId,
      condition: line.condition,
      lotId: lotNo === null ? null : (here[0]?.lotId ?? null),
      serialIds,
    };
  });
  return { stock, faults };
}

/** Holds exactly what a document names, all of it or nothing (3.4). */
export async function holdStock(
  ctx: Ctx,
  {
    docType,
    docId,
    items,
  }: {
    readonly docType: string;
    readonly docId: string;
    readonly items: readonly (NamedStock & { readonly id: string })[];
  },
): Promise<void> {
  const lotOf = await lotsOfSerials(
    ctx,
    items.flatMap(({ serialIds }) => serialIds),
  );
  await reserve(ctx.pg, {
    docType,
    docId,
    now: ctx.clock.now(),
    lines: items.flatMap((item) => {
      const key = {
        docItemId: item.id,
        itemId: item.partId,
        locationId: item.binId,
        condition: item.condition,
      };
      if (item.serialIds.length === 0) {
        return [{ ...key, lotId: item.lotId, quantity: item.quantity }];
      }
      return item.serialIds.map((serialId) => ({
        ...key,
        serialId,
        lotId: lotOf.get(serialId) ?? null,
        quantity: 1,
      }));
    }),
  });
}

/** A serial may lie in the books with its lot. */
async function lotsOfSerials(
  ctx: Ctx,
  serialIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (serialIds.length === 0) return new Map();
  const { rows } = await ctx.pg.query<{ id: string; lotId: string | null }>({
    name: 'stock.serialLots',
    text: `select serial_id as id, lot_id as "lotId" from stock_balances
      where serial_id = any($1::uuid[]) and is_physical and on_hand > 0`,
    values: [[...serialIds]],
  });
  return new Map(rows.map((row) => [row.id, row.lotId]));
}

/** Everything that a document holds, as moves to a place. */
export async function heldMoves(ctx: Ctx, docId: string, to: string): Promise<MoveInput[]> {
  const { rows } = await ctx.pg.query<{
    id: string;
    docItemId: string | null;
    itemId: string;
    from: string;
    lotId: string | null;
    serialId: string | null;
    condition: Condition;
    quantity: string;
  }>({
    name: 'stock.held',
    text: `select r.id, r.doc_item_id as "docItemId", r.item_id as "itemId", r.location_id as "from",
        r.lot_id as "lotId", r.serial_id as "serialId", r.condition,
        (r.qty - r.consumed_qty)::text as quantity
      from stock_reservations r where r.doc_id = $1 and r.status = 'active' order by r.id`,
    values: [docId],
  });
  return rows.map(({ id, condition, quantity, ...move }) => ({
    ...move,
    to,
    quantity: Number(quantity),
    conditionFrom: condition,
    reservationId: id,
  }));
}
