import type { Condition } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';

/** Transformations, `material_transform` (domain-warehouse 1.12, 2.9). */
export const transformations = defineFamily('transformations', {
  moves: 'transform',
  as: 'tm',
});
export type TransformationRow = RowOfFamily<typeof transformations>;

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

/** A line that goes in, with the names that people know its place and its pieces by. */
export interface InputRow extends NamedStock {
  readonly id: string;
  readonly lineNo: number;
  readonly value: string | null;
  /** Code of the bin. */
  readonly bin: string;
  readonly warehouseId: string;
  readonly lotNo: string | null;
  readonly expiryDate: string | null;
  readonly serialNos: readonly string[];
}

const inputsByTransformation = compiledQuery((db, given: { transformationId: string }) =>
  db
    .selectFrom('transformationInputs as i')
    .innerJoin('bins as n', 'n.id', 'i.binId')
    .leftJoin('lots as l', 'l.id', 'i.lotId')
    .selectAll('i')
    .select(['n.code as bin', 'n.warehouseId', 'l.lotNo', 'l.expiryDate'])
    .select(
      sql<string[]>`array(select serial_no from serials where id = any(i.serial_ids))`.as(
        'serialNos',
      ),
    )
    .where('i.transformationId', '=', given.transformationId)
    .orderBy('i.lineNo'),
);

/** What goes in, line by line. */
export async function inputsOf(ctx: Ctx, transformationId: string): Promise<InputRow[]> {
  const rows = await inputsByTransformation(ctx, { transformationId });
  return rows.map((row) => ({
    ...row,
    condition: row.condition as Condition,
    quantity: Number(row.quantity),
    serialNos: row.serialNos.sort(),
  }));
}

export type OutputRow = Awaited<ReturnType<typeof outputsOf>>[number];

const outputsByTransformation = compiledQuery((db, given: { transformationId: string }) =>
  db
    .selectFrom('transformationOutputs as o')
    .leftJoin('bins as n', 'n.id', 'o.binId')
    .selectAll('o')
    .select('n.code as bin')
    .where('o.transformationId', '=', given.transformationId)
    .orderBy('o.lineNo'),
);

/** What comes out, line by line: planned, and once it is confirmed as it was. */
export async function outputsOf(ctx: Ctx, transformationId: string) {
  const rows = await outputsByTransformation(ctx, { transformationId });
  return rows.map((row) => ({
    ...row,
    condition: row.condition as Condition,
    plannedQty: Number(row.plannedQty),
    quantity: Number(row.quantity),
  }));
}
