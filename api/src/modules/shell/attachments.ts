import { type Family, type HandlersOf, notFound } from '../../kernel/index.ts';
import { expectReadable } from '../../workflow/index.ts';

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
    await expectReadable(ctx, { type: found.subjectType, id: found.subjectId });
    return {
      file: await ctx.app.files.get(found.storageKey),
      fileName: found.fileName,
      mime: found.mime,
    };
  },
};
