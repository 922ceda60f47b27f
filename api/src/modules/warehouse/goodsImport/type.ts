import { type Selectable, sql } from 'kysely';
import type { LedgerTables } from '../../../db/schema/ledger.ts';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

export type ImportItemRow = Selectable<LedgerTables['goodsImportItems']>;

/**
 * Who received the goods at the dock, where a purchase receipt announced them: whoever made the
 * receipt. Null for goods that came otherwise.
 */
export const receivedBy = (alias: string) =>
  sql<string | null>`(select r.created_by from purchase_order_receipts r
    where r.id = ${sql.ref(`${alias}.source_id`)})`;

const hasPutAway = sql<boolean>`exists (select 1 from goods_import_items i
  where i.import_id = gi.id and i.posted_at is not null)`;

/** Goods imports, `material-receives` (domain-warehouse 1.12, 2.6). */
export const goodsImports = defineFamily('goodsImports', {
  as: 'gi',
  owners: ['countedBy'],
  fields: (query) => query.select([hasPutAway.as('hasPutAway'), receivedBy('gi').as('receivedBy')]),
  read: (row, { actor }) => ({
    ...row,
    isSentByMe: row.sentBy === actor.userId,
    isReceivedByMe: row.receivedBy === actor.userId,
  }),
  concerned: (row) => [row.countedBy, row.assigneeId],
});
export type ImportRow = RowOfFamily<typeof goodsImports>;

/** docType of its stock moves. */
export const IMPORT_MOVES = 'goodsImport';

const itemsByImport = compiledQuery((db, given: { importId: string }) =>
  db
    .selectFrom('goodsImportItems')
    .selectAll()
    .where('importId', '=', given.importId)
    .orderBy('lineNo'),
);

/** The lines of an import in their order. */
export const itemsOf = (ctx: Ctx, importId: string): Promise<ImportItemRow[]> =>
  itemsByImport(ctx, { importId });
