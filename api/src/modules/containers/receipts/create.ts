import type { ReceiptSource } from '@boxyard/shared/domain/containers/statuses.ts';
import { anyId, type Ctx, today } from '../../../kernel/index.ts';
import { createDocument, notifyNewDocument, searchTextOf } from '../../../workflow/index.ts';
import { containerReceipts } from './type.ts';

interface NewReceipt {
  readonly companyId: string;
  readonly warehouseId: string;
  readonly sourceType: ReceiptSource;
  readonly sourceId: string;
  readonly sourceNo: string;
  /** A contract sends them back: its number is not everybody's. */
  readonly isOfContract?: boolean;
  /** They come back to where they were sent from. */
  readonly isReturn?: boolean;
  /** Who sent them, where that is another than whoever acts. */
  readonly createdBy?: string | null;
  /** The people who made, changed and approved the document that brings them. */
  readonly broughtBy?: readonly (string | null)[];
  readonly products: readonly { readonly id: string; readonly serialNumber: string }[];
}

/** The checklists that the models of containers have now. */
async function checklistsOf(ctx: Ctx, containers: NewReceipt['products']) {
  const rows = await ctx.db
    .selectFrom('products as d')
    .innerJoin('productModels as m', 'm.id', 'd.productModelId')
    .where('d.id', '=', anyId(containers.map(({ id }) => id)))
    .select(['d.id', 'm.checklist'])
    .execute();
  return new Map(rows.map(({ id, checklist }) => [id, checklist]));
}

/** Writes a pending receipt of containers that are on their way into a warehouse, and tells its people. */
export async function createReceipt(
  ctx: Ctx,
  { products, createdBy, broughtBy, isOfContract = false, ...receipt }: NewReceipt,
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const { id, documentNo } = await createDocument(ctx, containerReceipts.type, {
    companyId: receipt.companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    ...(createdBy === undefined ? {} : { createdBy }),
    ...(broughtBy === undefined ? {} : { broughtBy }),
    write: async (head) => {
      await ctx.db
        .insertInto('containerReceipts')
        .values({
          ...head,
          ...receipt,
          itemCount: products.length,
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            // A contract's number is looked for among what the reader may read (`list.ts`).
            words: [
              isOfContract ? null : receipt.sourceNo,
              ...products.map(({ serialNumber }) => serialNumber),
            ],
          }),
        })
        .execute();
      const checklists = await checklistsOf(ctx, products);
      await ctx.db
        .insertInto('containerReceiptItems')
        .values(
          products.map((product, index) => ({
            receiptId: head.id,
            lineNo: index + 1,
            productId: product.id,
            lineStatus: 'expected' as const,
            checklist: JSON.stringify(checklists.get(product.id) ?? []),
          })),
        )
        .execute();
    },
    after: { sourceType: receipt.sourceType, sourceNo: receipt.sourceNo },
  });
  await notifyNewDocument(ctx, containerReceipts.type, id);
  return { id, documentNo };
}
