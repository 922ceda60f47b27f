import type { TrackingType } from '@boxyard/shared/domain';
import { anyOf, type Ctx } from '../../../kernel/index.ts';
import { loadRefs, type Ref } from '../../../workflow/index.ts';

/** What a document shows of a part beside its name. */
interface PartShown {
  readonly id: string;
  readonly unitId: string;
  /** With what a label needs of it. */
  readonly unit: Ref;
  readonly allowFraction: boolean;
  readonly trackingType: TrackingType;
  readonly barcode: string;
  /** Of the company; `0` where it owns none. */
  readonly averageCost: string;
}

/** What documents show of parts, by id: unit with its label, tracking, barcode, the company's cost. */
export async function partFactsOf(
  ctx: Ctx,
  {
    companyId,
    partIds,
  }: { readonly companyId: string | null; readonly partIds: readonly string[] },
): Promise<ReadonlyMap<string, PartShown>> {
  const { rows } = await ctx.pg.query<PartShown>({
    name: 'stock.partFacts',
    text: `select p.id, p.unit_id as "unitId", json_build_object('id', u.id, 'code', u.code,
          'name', u.name, 'nameTh', u.name_th) as unit, u.allow_fraction as "allowFraction",
        p.tracking_type as "trackingType", p.barcode, coalesce(v.avg_cost, 0)::text as "averageCost"
      from material_parts p join units u on u.id = p.unit_id
      left join part_valuations v
        on v.company_id = $2 and v.item_type = 'part' and v.item_id = p.id
      where p.id = ${anyOf('$1')}`,
    values: [[...new Set(partIds)], companyId],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

interface BinShown {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameTh: null;
  readonly warehouseId: string;
}

const present = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null)),
];

/** Bins, lots and serials by the names that people know. */
export async function namesOf(
  ctx: Ctx,
  {
    binIds = [],
    lotIds = [],
    serialIds = [],
  }: {
    readonly binIds?: readonly string[];
    readonly lotIds?: readonly (string | null)[];
    readonly serialIds?: readonly (string | null)[];
  },
) {
  const { rows } = await ctx.pg.query<{ id: string; name: string; warehouseId: string | null }>({
    name: 'stock.names',
    text: `select id, code as name, warehouse_id as "warehouseId" from bins where id = any($1::uuid[])
      union all select id, lot_no, null from lots where id = any($2::uuid[])
      union all select id, serial_no, null from serials where id = any($3::uuid[])`,
    values: [present(binIds), present(lotIds), present(serialIds)],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const nameOf = (id: string | null): string | null =>
    id === null ? null : (byId.get(id)?.name ?? null);
  return {
    bin: (id: string): BinShown => {
      const name = nameOf(id) ?? '';
      return { id, code: name, name, nameTh: null, warehouseId: byId.get(id)?.warehouseId ?? '' };
    },
    lotNo: nameOf,
    serialNo: nameOf,
    serialNumbers: (ids: readonly string[]): string[] =>
      ids
        .map(nameOf)
        .filter((name) => name !== null)
        .sort(),
  };
}

/** A line of a document, or the document itself, that names stock. */
interface StockNamed {
  readonly partId: string;
  readonly binId?: string | undefined;
  readonly lotId: string | null;
  readonly serialIds?: readonly string[];
  /** Of a line that names one at most. */
  readonly serialId?: string | null;
}

const serialIdsOf = ({ serialIds, serialId = null }: StockNamed): readonly string[] =>
  serialIds ?? (serialId === null ? [] : [serialId]);

/**
 * What documents show of the stock that their lines name: part, unit, bin with its warehouse, lot and
 * serials. `averageCost` is the company's; without one it is nothing.
 */
export async function stockLines<L extends StockNamed>(
  ctx: Ctx,
  companyId: string | null,
  lines: readonly L[],
) {
  const [facts, names] = await Promise.all([
    partFactsOf(ctx, { companyId, partIds: lines.map(({ partId }) => partId) }),
    namesOf(ctx, {
      binIds: lines.flatMap(({ binId }) => binId ?? []),
      lotIds: lines.map(({ lotId }) => lotId),
      serialIds: lines.flatMap(serialIdsOf),
    }),
  ]);
  const bins = lines.map(({ binId }) => names.bin(binId ?? ''));
  const refs = await loadRefs(ctx, {
    part: lines.map(({ partId }) => partId),
    warehouse: bins.map(({ warehouseId }) => warehouseId),
  });
  return lines.map((line, index) => {
    const part = facts.get(line.partId);
    if (!part) throw new Error(`the part ${line.partId} of a line is missing`);
    const { warehouseId, ...bin } = bins[index] as BinShown;
    const serials = names.serialNumbers(serialIdsOf(line));
    return {
      ...line,
      part: refs.ref(line.partId),
      unit: part.unit,
      unitAllowsFraction: part.allowFraction,
      trackingType: part.trackingType,
      averageCost: part.averageCost,
      bin,
      binWarehouse: refs.refOrNull(warehouseId || null) as Ref,
      lotNo: names.lotNo(line.lotId),
      serials,
      serialNo: serials[0] ?? null,
    };
  });
}
