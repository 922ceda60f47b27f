import { goodsImportMachine } from '@boxyard/shared/domain';
import { type Selectable, sql } from 'kysely';
import type { LedgerTables } from '../../../db/schema/ledger.ts';
import { type Ctx, compiledQuery, compiledRow } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type ImportRow = Selectable<LedgerTables['goodsImports']> &
  DocumentRow & {
    readonly hasPutAway: boolean;
    readonly isSentByMe: boolean;
    readonly isReceivedByMe: boolean;
  };
export type ImportItemRow = Selectable<LedgerTables['goodsImportItems']>;

/**
 * Who received the goods at the dock, where a purchase receipt announced them: whoever made the
 * receipt. Null for goods that came otherwise.
 */
export const receivedBy = (alias: string) =>
  sql<string | null>`(select r.created_by from purchase_order_receipts r
    where r.id = ${sql.ref(`${alias}.source_id`)})`;

const importById = compiledRow('gi', (db, id) =>
  db
    .selectFrom('goodsImports as gi')
    .selectAll('gi')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('goodsImportItems as i')
            .select('i.id')
            .whereRef('i.importId', '=', 'gi.id')
            .where('i.postedAt', 'is not', null),
        )
        .as('hasPutAway'),
    )
    .select(receivedBy('gi').as('receivedBy'))
    .where('gi.id', '=', id),
);

/** Goods imports, `material-receives` (domain-warehouse 1.12, 2.6). */
export const importType: DocumentType<ImportRow, 'goodsImports'> = {
  machine: goodsImportMachine,
  subject: 'goodsImports',
  table: 'goodsImports',
  docType: 'IM',
  label: { en: 'Goods import', th: 'ใบนำเข้าสินค้า' },
  path: (row) => `/warehouse-management/import-warehouse/${row.id}`,
  load: async (ctx, id, { lock }) => {
    const found = await importById(ctx, id, { lock });
    if (!found) return undefined;
    const { receivedBy, ...row } = found;
    return {
      ...row,
      hasPutAway: row.hasPutAway === true,
      isSentByMe: row.sentBy !== null && row.sentBy === ctx.actor.userId,
      isReceivedByMe: receivedBy !== null && receivedBy === ctx.actor.userId,
    };
  },
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy, row.countedBy],
  }),
  concerned: (row) => [row.countedBy, row.assigneeId],
};

export const IMPORT_SCOPE = {
  company: 'gi.companyId',
  warehouse: 'gi.warehouseId',
  owner: ['gi.createdBy', 'gi.countedBy'],
} as const;

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
