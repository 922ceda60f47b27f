import { goodsImportMachine } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { LedgerTables } from '../../../db/schema/ledger.ts';
import { type Ctx, kept, keptRow } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type ImportRow = Selectable<LedgerTables['goodsImports']> &
  DocumentRow & { readonly hasPutAway: boolean; readonly isSentByMe: boolean };
export type ImportItemRow = Selectable<LedgerTables['goodsImportItems']>;

const importById = keptRow('gi', (db, id) =>
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
    .where('gi.id', '=', id),
);

/** Goods imports, `material-receives` (domain-warehouse 1.12, 2.6). */
export const importType: DocumentType<ImportRow> = {
  machine: goodsImportMachine,
  subject: 'goodsImports',
  table: 'goodsImports',
  docType: 'IM',
  label: { en: 'Goods import', th: 'ใบนำเข้าสินค้า' },
  path: (row) => `/warehouse-management/import-warehouse/${row.id}`,
  load: async (ctx, id, { lock }) => {
    const row = await importById(ctx, id, { lock });
    return (
      row && {
        ...row,
        hasPutAway: row.hasPutAway === true,
        isSentByMe: row.sentBy !== null && row.sentBy === ctx.actor.userId,
      }
    );
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

const itemsByImport = kept((db, given: { importId: string }) =>
  db
    .selectFrom('goodsImportItems')
    .selectAll()
    .where('importId', '=', given.importId)
    .orderBy('lineNo'),
);

/** The lines of an import in their order. */
export const itemsOf = (ctx: Ctx, importId: string): Promise<ImportItemRow[]> =>
  itemsByImport(ctx, { importId });
