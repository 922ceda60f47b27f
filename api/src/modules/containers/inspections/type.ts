import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Inspections of containers, `product_follow_ups` (domain-containers 1.1). */
export const inspections = defineFamily('inspections', {
  as: 'fu',
  owners: ['assigneeId'],
  concerned: (row) => [row.assigneeId],
});
export type InspectionRow = RowOfFamily<typeof inspections>;

const itemsByDocument = compiledQuery((db, given: { documentId: string }) =>
  db
    .selectFrom('inspectionItems as i')
    .leftJoin('inspections as r', 'r.id', 'i.resolvedById')
    .where('i.documentId', '=', given.documentId)
    .orderBy('i.lineNo')
    .selectAll('i')
    .select('r.documentNo as resolvedByNo'),
);

/** The checklist of an inspection in its order. */
export const itemsOf = (ctx: Ctx, documentId: string) => itemsByDocument(ctx, { documentId });
export type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number];

/** A reading without the zeros that the column adds: `4.500` is `4.5`. */
export const reading = (value: string | null): string | null =>
  value === null ? null : String(Number(value));
