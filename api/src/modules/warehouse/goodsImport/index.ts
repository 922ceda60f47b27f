import { documentFamily } from '../../../workflow/index.ts';
import { saveCounts } from './counts.ts';
import { createOpening } from './create.ts';
import { approveImport, rejectImport, reverseImport } from './decide.ts';
import { importList, importMaster } from './list.ts';
import { importPdf } from './pdf.ts';
import { presentImport } from './present.ts';
import { goodsImports, IMPORT_MOVES } from './type.ts';
import { importWorkItems } from './workItems.ts';

export {
  createImportForReceipt,
  type ImportState,
  importOf,
  withdrawImports,
} from './create.ts';
export type { CreatedImport, ImportFromReceipt, PreparedImport, ReceivedLine } from './types.ts';

/** Goods import: counting and putting away (domain-warehouse 2.6). */
export const goodsImportHandlers = goodsImports.handlers({
  present: presentImport,
  list: importList,
  master: importMaster,
  create: (ctx, { body }) => createOpening(ctx, body),
  actions: {
    update: saveCounts,
    approve: approveImport,
    reject: rejectImport,
    reverse: reverseImport,
  },
  document: importPdf,
});

/** Unique constraint → field that a 409 DUPLICATE names: two people enter the same opening at once. */
export const goodsImportConstraints = { opening_stock_pk: 'items' } as const;

export const goodsImportFamily = documentFamily(goodsImports.type, {
  workItems: importWorkItems,
  moveTypes: [IMPORT_MOVES, 'reversal'],
});
