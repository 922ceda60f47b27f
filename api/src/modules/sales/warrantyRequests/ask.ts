import { OPEN_WARRANTY_REQUESTS } from '@boxyard/shared/domain/sales/warrantyMachine.ts';
import {
  type Ctx,
  conflict,
  type Input,
  named,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { createDocument, notifyNewDocument, searchTextOf } from '../../../workflow/index.ts';
import { lockProduct } from '../../containers/index.ts';
import { holderOf } from '../warranties/holder.ts';
import { lockHolder } from '../warranties/renew.ts';
import { warrantyRequests } from './type.ts';

/**
 * Asks for a warranty of a container; one request is open for it at a time (409 REQUEST_OPEN, and
 * HOLDER_CHANGED where another customer has it since).
 */
export async function createWarrantyRequest(
  ctx: Ctx,
  { body }: Pick<Input<'warrantyRequests.create'>, 'body'>,
): Promise<{ readonly id: string }> {
  const { productId } = body;
  const asked = await holderOf(ctx, productId);
  if (!asked) {
    refuseFaults([{ field: 'productId', code: 'UNKNOWN_ID' }]);
    throw new Error('unreachable');
  }
  // Whoever gives the container to somebody else ends what was asked for it, this request as well.
  const holder = await lockHolder(ctx, asked, productId);
  await lockProduct(ctx, productId);
  refuseFaults([
    ...(holder.isActive ? [] : [{ field: 'productId', code: 'INACTIVE' }]),
    ...(holder.isBlacklisted ? [{ field: 'productId', code: 'CUSTOMER_BLACKLISTED' }] : []),
  ]);
  const open = await ctx.db
    .selectFrom('warrantyRequests')
    .where('productId', '=', body.productId)
    .where('status', 'in', [...OPEN_WARRANTY_REQUESTS])
    .select(['id', 'documentNo'])
    .executeTakeFirst();
  if (open) throw conflict('REQUEST_OPEN', { request: named('warrantyRequests', open) });
  const { id } = await createDocument(ctx, warrantyRequests.type, {
    companyId: holder.companyId,
    status: 'pending',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('warrantyRequests')
        .values({
          ...head,
          remark: body.remark || null,
          productId: body.productId,
          customerId: holder.customerId,
          contractId: holder.contractId,
          saleId: holder.saleId,
          channel: body.channel,
          months: body.months,
          coverage: body.coverage,
          price: null,
          quotedBy: null,
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            words: [holder.serialNumber, holder.code, holder.name, holder.nameEn, body.remark],
          }),
        })
        .execute();
    },
    after: { months: body.months, channel: body.channel },
  });
  await notifyNewDocument(ctx, warrantyRequests.type, id);
  return { id };
}
