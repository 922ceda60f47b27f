import { can } from '@boxyard/shared/domain';
import { notFound } from '../../kernel/errors.ts';
import type { Ctx, Family, HandlersOf } from '../../kernel/types.ts';
import { viewAbilities } from '../../kernel/viewAbilities.ts';
import { loadVisible } from '../../workflow/index.ts';
import { biddingType, quotationType, unsealedQuotation } from '../purchasing/biddings/type.ts';
import { orderType } from '../purchasing/orders/type.ts';
import { receiptType } from '../purchasing/receipts/type.ts';
import { requestType } from '../purchasing/requests/type.ts';
import { importType } from '../warehouse/goodsImport/type.ts';

/** Documents that carry files, by the subject that the files name. */
const documents: Readonly<Record<string, (ctx: Ctx, id: string) => Promise<unknown>>> = {
  [requestType.subject]: (ctx, id) => loadVisible(ctx, requestType, { id }),
  [orderType.subject]: (ctx, id) => loadVisible(ctx, orderType, { id }),
  [receiptType.subject]: (ctx, id) => loadVisible(ctx, receiptType, { id }),
  [biddingType.subject]: (ctx, id) => loadVisible(ctx, biddingType, { id }),
  [quotationType.subject]: unsealedQuotation,
  [importType.subject]: (ctx, id) => loadVisible(ctx, importType, { id }),
};

const needed = viewAbilities();

/** 404 unless this person may view the document that the file belongs to. */
async function refuseUnlessVisible(ctx: Ctx, subject: string, id: string): Promise<void> {
  const load = documents[subject];
  const abilities = needed.get(subject) ?? [];
  if (!load || !abilities.some((ability) => can(ctx.actor.grants, ability))) throw notFound();
  await load(ctx, id);
}

/** The file of an attachment, for whoever may view its document. */
export const attachmentHandlers: HandlersOf<Family<'attachments'>> = {
  'attachments.file': async (ctx, { params }) => {
    const found = await ctx.db
      .selectFrom('attachments as a')
      .innerJoin('files as f', 'f.id', 'a.fileId')
      .where('a.id', '=', params.id)
      .where('a.removedAt', 'is', null)
      .select(['a.subjectType', 'a.subjectId', 'f.fileName', 'f.mime', 'f.storageKey'])
      .executeTakeFirst();
    if (!found) throw notFound();
    await refuseUnlessVisible(ctx, found.subjectType, found.subjectId);
    return {
      file: await ctx.app.files.get(found.storageKey),
      fileName: found.fileName,
      mime: found.mime,
    };
  },
};
