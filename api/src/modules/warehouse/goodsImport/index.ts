import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { documentFamily, documentHandlers } from '../../../workflow/index.ts';
import { saveCounts } from './counts.ts';
import { createOpening } from './create.ts';
import { approveImport, rejectImport, reverseImport } from './decide.ts';
import { importList, importMaster } from './list.ts';
import { importPdf } from './pdf.ts';
import { presentImport } from './present.ts';
import { IMPORT_MOVES, importType } from './type.ts';
import { importWorkItems } from './workItems.ts';

export {
  createImportForReceipt,
  type ImportState,
  importOf,
  withdrawImports,
} from './create.ts';
export type { CreatedImport, ImportFromReceipt, PreparedImport, ReceivedLine } from './types.ts';

const goodsImport = documentHandlers(importType, presentImport);

/** Goods import: counting and putting away (domain-warehouse 2.6). */
export const goodsImportHandlers: HandlersOf<Family<'goodsImports'>> = {
  'goodsImports.list': importList.run,
  'goodsImports.master': importMaster.run,
  'goodsImports.get': goodsImport.get,
  'goodsImports.create': goodsImport.creating((ctx, { body }) => createOpening(ctx, body)),
  'goodsImports.update': goodsImport.acting(saveCounts),
  'goodsImports.approve': goodsImport.acting(approveImport),
  'goodsImports.reject': goodsImport.acting(rejectImport),
  'goodsImports.reverse': goodsImport.acting(reverseImport),
  'goodsImports.history': goodsImport.history,
  'goodsImports.moves': goodsImport.moves,
  'goodsImports.document': (ctx, { params }) => importPdf(ctx, params.id),
  'goodsImports.attach': goodsImport.attach,
  'goodsImports.detach': goodsImport.detach,
};

/** Unique constraint → field that a 409 DUPLICATE names: two people enter the same opening at once. */
export const goodsImportConstraints = { opening_stock_pk: 'items' } as const;

export const goodsImportFamily = documentFamily(importType, {
  workItems: importWorkItems,
  moveTypes: [IMPORT_MOVES, 'reversal'],
});
