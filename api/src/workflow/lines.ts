import { isQuantity, isWhole, STORAGE_KINDS } from '@boxyard/shared/domain';
import type { Tracking } from '../db/schema/purchasing.ts';
import {
  anyOf,
  type Ctx,
  type FieldFault,
  mayUseCompany,
  mayUseWarehouse,
  refuseFaults,
} from '../kernel/index.ts';

/** A part as a line of a purchase needs it. */
export interface PartFacts {
  readonly id: string;
  readonly partNo: string;
  readonly name: string;
  readonly unitId: string;
  readonly unitAllowsFraction: boolean;
  readonly purchaseUnitId: string | null;
  readonly purchaseFactor: number;
  readonly trackingType: Tracking;
  readonly warrantyMonths: number;
  readonly categoryId: string;
  readonly subCategoryId: string | null;
  readonly isActive: boolean;
}
export interface UnitFacts {
  readonly id: string;
  readonly allowFraction: boolean;
  readonly baseUnitId: string | null;
  readonly factor: number;
  readonly isActive: boolean;
}

export interface Catalogue {
  readonly parts: ReadonlyMap<string, PartFacts>;
  readonly units: ReadonlyMap<string, UnitFacts>;
}

/** The largest quantity of a field, in stock units as well. */
const MAX_QUANTITY = 999_999_999;

type Ids = readonly (string | null | undefined)[];
const present = (ids: Ids): string[] => [
  ...new Set(ids.filter((id): id is string => typeof id === 'string')),
];

/** Parts and units that the lines of a document name. */
export async function loadCatalogue(
  ctx: Ctx,
  { partIds, unitIds }: { partIds: Ids; unitIds: Ids },
): Promise<Catalogue> {
  const foundParts = ctx.pg.query<{
    id: string;
    part_no: string;
    name: string;
    unit_id: string;
    allow_fraction: boolean;
    purchase_unit_id: string | null;
    purchase_factor: string;
    tracking_type: Tracking;
    warranty_months: number;
    category_id: string;
    sub_category_id: string | null;
    is_active: boolean;
  }>({
    name: 'purchasing.parts',
    text: `select p.id, p.part_no, p.name, p.unit_id, u.allow_fraction, p.purchase_unit_id,
        p.purchase_factor, p.tracking_type, p.warranty_months, p.category_id, p.sub_category_id, p.is_active
      from material_parts p join units u on u.id = p.unit_id where p.id = ${anyOf('$1')}`,
    values: [present(partIds)],
  });
  const [parts, units] = await Promise.all([foundParts, findUnits(ctx, present(unitIds))]);
  return {
    parts: new Map(
      parts.rows.map((row) => [
        row.id,
        {
          id: row.id,
          partNo: row.part_no,
          name: row.name,
          unitId: row.unit_id,
          unitAllowsFraction: row.allow_fraction,
          purchaseUnitId: row.purchase_unit_id,
          purchaseFactor: Number(row.purchase_factor),
          trackingType: row.tracking_type,
          warrantyMonths: row.warranty_months,
          categoryId: row.category_id,
          subCategoryId: row.sub_category_id,
          isActive: row.is_active,
        },
      ]),
    ),
    units: new Map(
      units.map((row) => [
        row.id,
        {
          id: row.id,
          allowFraction: row.allow_fraction,
          baseUnitId: row.base_unit_id,
          factor: Number(row.factor),
          isActive: row.is_active,
        },
      ]),
    ),
  };
}

/** Lines in stock units name none. */
async function findUnits(ctx: Ctx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await ctx.pg.query<{
    id: string;
    allow_fraction: boolean;
    base_unit_id: string | null;
    factor: string;
    is_active: boolean;
  }>({
    name: 'purchasing.units',
    text: `select id, allow_fraction, base_unit_id, factor, is_active from units where id = ${anyOf('$1')}`,
    values: [ids],
  });
  return rows;
}

/** Those of the units in which fractions can be counted. */
export async function fractionsOf(ctx: Ctx, unitIds: Ids): Promise<ReadonlySet<string>> {
  const { rows } = await ctx.pg.query<{ id: string }>({
    name: 'purchasing.fractions',
    text: `select id from units where id = ${anyOf('$1')} and allow_fraction`,
    values: [present(unitIds)],
  });
  return new Set(rows.map((row) => row.id));
}

interface Line {
  readonly partId?: string | null | undefined;
  readonly unitId: string;
  readonly quantity: number;
}

/** Stock units per unit of the line; undefined when the two units have nothing to do with another. */
export function unitFactor(part: PartFacts, unit: UnitFacts): number | undefined {
  if (unit.id === part.unitId) return 1;
  if (unit.id === part.purchaseUnitId) return part.purchaseFactor;
  return unit.baseUnitId === part.unitId ? unit.factor : undefined;
}

/** What is wrong with part, unit and quantity of each line (domain-warehouse 1.3, D7). */
export function lineFaults(lines: readonly Line[], { parts, units }: Catalogue): FieldFault[] {
  return lines.flatMap((line, index): FieldFault[] => {
    const at = (field: string, code: string) => [{ field: `items[${index}].${field}`, code }];
    const unit = units.get(line.unitId);
    if (!unit?.isActive) return at('unitId', 'UNKNOWN_ID');
    const whole = isWhole(line.quantity);
    if (!unit.allowFraction && !whole) return at('quantity', 'WHOLE');
    if (typeof line.partId !== 'string') return [];
    const part = parts.get(line.partId);
    if (!part?.isActive) return at('partId', 'UNKNOWN_ID');
    const factor = unitFactor(part, unit);
    if (factor === undefined) return at('unitId', 'UNIT_MISMATCH');
    const mustBeWhole = part.trackingType === 'serial' || !part.unitAllowsFraction;
    const base = line.quantity * factor;
    if (base > MAX_QUANTITY) {
      const params = { max: Math.floor(MAX_QUANTITY / factor) };
      return [{ field: `items[${index}].quantity`, code: 'MAX', params }];
    }
    if (!isQuantity(base)) return at('quantity', 'QUANTITY');
    return mustBeWhole && !isWhole(base) ? at('quantity', 'WHOLE') : [];
  });
}

/** The company of a warehouse that goods may be delivered to and this person may use, or 422. */
export async function deliveryCompany(
  ctx: Ctx,
  warehouseId: string,
  field = 'warehouseId',
): Promise<string> {
  const { rows } = await ctx.pg.query<{ company_id: string; kind: string; is_active: boolean }>({
    name: 'purchasing.warehouse',
    text: 'select company_id, kind, is_active from warehouses where id = $1',
    values: [warehouseId],
  });
  const [row] = rows;
  const usable =
    row?.is_active === true &&
    (STORAGE_KINDS as readonly string[]).includes(row.kind) &&
    mayUseCompany(ctx.actor, row.company_id) &&
    mayUseWarehouse(ctx.actor, warehouseId);
  if (!row || !usable) {
    refuseFaults([{ field, code: 'UNKNOWN_ID' }]);
    throw new Error('unreachable');
  }
  return row.company_id;
}
