import { type Family, type HandlersOf, historyOf } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { saveCounts } from './counts.ts';
import { createOpening } from './create.ts';
import { approveImport, rejectImport, reverseImport } from './decide.ts';
import { importDocument } from './document.ts';
import { importList, importMaster } from './list.ts';
import { presentImport } from './present.ts';
import { importType } from './type.ts';

export { createImportForReceipt, type ImportState, importOf, withdrawImport } from './create.ts';
export type { CreatedImport, ImportFromReceipt, ReceivedLine } from './types.ts';

const importFiles = fileHandlers(importType);

/** Goods import: counting and putting away (domain-warehouse 2.6). */
export const goodsImportHandlers: HandlersOf<Family<'goodsImports'>> = {
  'goodsImports.list': importList.run,
  'goodsImports.master': importMaster.run,
  'goodsImports.get': async (ctx, { params }) => ({ data: await presentImport(ctx, params.id) }),
  'goodsImports.create': async (ctx, { body }) => {
    const { id } = await createOpening(ctx, body);
    return { data: await presentImport(ctx, id) };
  },
  'goodsImports.update': async (ctx, input) => {
    await saveCounts(ctx, input);
    return { data: await presentImport(ctx, input.params.id) };
  },
  'goodsImports.approve': async (ctx, input) => {
    await approveImport(ctx, input);
    return { data: await presentImport(ctx, input.params.id) };
  },
  'goodsImports.reject': async (ctx, input) => {
    await rejectImport(ctx, input);
    return { data: await presentImport(ctx, input.params.id) };
  },
  'goodsImports.reverse': async (ctx, input) => {
    await reverseImport(ctx, input);
    return { data: await presentImport(ctx, input.params.id) };
  },
  'goodsImports.history': async (ctx, { params }) => {
    await loadVisible(ctx, importType, { id: params.id });
    return { data: await historyOf(ctx, importType.subject, params.id) };
  },
  'goodsImports.document': (ctx, { params }) => importDocument(ctx, params.id),
  'goodsImports.attach': importFiles.attach,
  'goodsImports.detach': importFiles.detach,
};

/** Unique constraint → field that a 409 DUPLICATE names: two people enter the same opening at once. */
export const goodsImportConstraints = { opening_stock_pk: 'items' } as const;
