import { type Condition, transformationMachine } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { TransformationTables } from '../../../db/schema/transformations.ts';
import type { Ctx } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';
import type { NamedStock } from '../stock/places.ts';

export type TransformationRow = Selectable<TransformationTables['transformations']> &
  DocumentRow & { readonly documentNo: string };

/** Transformations, `material_transform` (domain-warehouse 1.12, 2.9). */
export const transformationType: DocumentType<TransformationRow> = {
  machine: transformationMachine,
  subject: 'transformations',
  table: 'transformations',
  docType: 'TM',
  label: { en: 'Transformation', th: 'ใบแปรสภาพอะไหล่' },
  path: (row) => pathOf(row.id),
  load: async (ctx, id, { lock }) => {
    const query = ctx.db
      .selectFrom('transformations as tm')
      .selectAll('tm')
      .where('tm.id', '=', id);
    return (lock ? query.forUpdate('tm') : query).executeTakeFirst();
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy],
  }),
};

export const pathOf = (id: string): string => `/warehouse-management/transformation/detail/${id}`;

export const TRANSFORMATION_SCOPE = {
  company: 'tm.companyId',
  warehouse: 'tm.warehouseId',
  owner: ['tm.createdBy'],
} as const;

/** docType of its stock moves and reservations. */
export const TRANSFORMATION_MOVES = 'transform';

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

export interface InputRow extends NamedStock {
  readonly id: string;
  readonly lineNo: number;
  readonly value: string | null;
}

/** What goes in, line by line. */
export async function inputsOf(ctx: Ctx, transformationId: string): Promise<InputRow[]> {
  const rows = await ctx.db
    .selectFrom('transformationInputs')
    .selectAll()
    .where('transformationId', '=', transformationId)
    .orderBy('lineNo')
    .execute();
  return rows.map((row) => ({
    ...row,
    condition: row.condition as Condition,
    quantity: Number(row.quantity),
  }));
}

export type OutputRow = Awaited<ReturnType<typeof outputsOf>>[number];

/** What comes out, line by line: planned, and once it is confirmed as it was. */
export async function outputsOf(ctx: Ctx, transformationId: string) {
  const rows = await ctx.db
    .selectFrom('transformationOutputs')
    .selectAll()
    .where('transformationId', '=', transformationId)
    .orderBy('lineNo')
    .execute();
  return rows.map((row) => ({
    ...row,
    condition: row.condition as Condition,
    plannedQty: Number(row.plannedQty),
    quantity: Number(row.quantity),
  }));
}
