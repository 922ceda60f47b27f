import type { BodyOut } from '@boxyard/shared/contract';
import type { Contract, Ctx, FieldFault } from '../../../kernel/index.ts';
import { choiceFault } from '../../masterData/index.ts';
import { countsWhole, levelFaults, wholeFaults } from './levelRules.ts';

/** What a form or a row of a spreadsheet says of a part (domain-warehouse 1.4). */
export type PartBody = BodyOut<Contract['parts.create']>;

interface Before {
  readonly categoryId: string;
  readonly subCategoryId: string | null;
  readonly unitId: string;
  readonly purchaseUnitId: string | null;
  readonly preferredSupplierId: string | null;
}

const ids = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((id) => id != null)),
];

/** The records that bodies name, of all of them at once. */
export async function choicesOf(ctx: Ctx, bodies: readonly Partial<PartBody>[]) {
  const categories = await ctx.db
    .selectFrom('categories')
    .select(['id', 'isActive', 'parentId'])
    .where('id', '=', (on) =>
      on.fn.any(on.val(ids(bodies.flatMap((body) => [body.categoryId, body.subCategoryId])))),
    )
    .execute();
  const units = await ctx.db
    .selectFrom('units')
    .select(['id', 'isActive', 'allowFraction'])
    .where('id', '=', (on) =>
      on.fn.any(on.val(ids(bodies.flatMap((body) => [body.unitId, body.purchaseUnitId])))),
    )
    .execute();
  const suppliers = await ctx.db
    .selectFrom('suppliers')
    .select(['id', 'isActive'])
    .where('id', '=', (on) =>
      on.fn.any(on.val(ids(bodies.map(({ preferredSupplierId }) => preferredSupplierId)))),
    )
    .execute();
  const byId = <R extends { readonly id: string }>(rows: readonly R[]) =>
    new Map(rows.map((row) => [row.id, row]));
  return { categories: byId(categories), units: byId(units), suppliers: byId(suppliers) };
}

type Choices = Awaited<ReturnType<typeof choicesOf>>;

/** Rules that need the tables or several fields; all of them at once. */
export function judgePart(choices: Choices, body: PartBody, before?: Before): FieldFault[] {
  const faults: FieldFault[] = [];
  const main = choices.categories.get(body.categoryId);
  faults.push(...choiceFault('categoryId', main, before?.categoryId === body.categoryId));
  if (main && main.parentId !== null) faults.push({ field: 'categoryId', code: 'NOT_MAIN' });
  if (body.subCategoryId != null) {
    const sub = choices.categories.get(body.subCategoryId);
    faults.push(...choiceFault('subCategoryId', sub, before?.subCategoryId === body.subCategoryId));
    if (sub && sub.parentId !== body.categoryId) {
      faults.push({ field: 'subCategoryId', code: 'NOT_IN_CATEGORY' });
    }
  }
  const unit = choices.units.get(body.unitId);
  faults.push(...choiceFault('unitId', unit, before?.unitId === body.unitId));
  if (body.purchaseUnitId != null) {
    const purchaseUnit = choices.units.get(body.purchaseUnitId);
    const wasChosen = before?.purchaseUnitId === body.purchaseUnitId;
    faults.push(...choiceFault('purchaseUnitId', purchaseUnit, wasChosen));
  }
  if (body.preferredSupplierId != null) {
    const supplier = choices.suppliers.get(body.preferredSupplierId);
    const wasChosen = before?.preferredSupplierId === body.preferredSupplierId;
    faults.push(...choiceFault('preferredSupplierId', supplier, wasChosen));
  }
  return [
    ...faults,
    ...levelFaults(body),
    ...wholeFaults(body, countsWhole(body.trackingType, unit?.allowFraction ?? true)),
  ];
}

const numeric = (value: number | null | undefined): string | null =>
  value == null ? null : String(value);

/** The columns of a body. */
export const valuesOf = (body: PartBody) => ({
  partNo: body.partNo,
  name: body.name,
  nameTh: body.nameTh || null,
  categoryId: body.categoryId,
  subCategoryId: body.subCategoryId ?? null,
  brand: body.brand || null,
  model: body.model || null,
  spec: body.spec || null,
  unitId: body.unitId,
  purchaseUnitId: body.purchaseUnitId ?? null,
  purchaseFactor: body.purchaseUnitId == null ? '1' : String(body.purchaseFactor ?? 1),
  trackingType: body.trackingType,
  ...(body.defaultCondition === undefined ? {} : { defaultCondition: body.defaultCondition }),
  // A label can always be printed: the part number stands in.
  barcode: body.barcode || body.partNo,
  standardPrice: body.standardPrice ?? null,
  warrantyMonths: body.warrantyMonths,
  minStock: numeric(body.minStock),
  maxStock: numeric(body.maxStock),
  reorderPoint: numeric(body.reorderPoint),
  reorderQty: numeric(body.reorderQty),
  leadTimeDays: body.leadTimeDays ?? null,
  preferredSupplierId: body.preferredSupplierId ?? null,
  isRepairable: body.isRepairable,
  isDisassemblable: body.isDisassemblable,
  isSellable: body.isSellable,
});
