import { type Ctx, historyOf } from '../../kernel/index.ts';
import { type DocumentRow, type DocumentType, loadVisible } from '../../workflow/index.ts';
import { fileHandlers } from '../attachments.ts';
import { actingOn } from './acting.ts';

interface OnOne {
  readonly params: { readonly id: string };
}

/** The handlers that every family of documents has, answered with the document as `present` shows it. */
export function documentHandlers<R extends DocumentRow, D>(
  type: DocumentType<R>,
  present: (ctx: Ctx, id: string) => Promise<D>,
) {
  const presented = async (ctx: Ctx, id: string) => ({ data: await present(ctx, id) });
  return {
    get: (ctx: Ctx, { params }: OnOne) => presented(ctx, params.id),
    creating:
      <I>(create: (ctx: Ctx, input: I) => Promise<{ readonly id: string }>) =>
      async (ctx: Ctx, input: I) =>
        presented(ctx, (await create(ctx, input)).id),
    acting: actingOn(present),
    history: async (ctx: Ctx, { params }: OnOne) => {
      await loadVisible(ctx, type, { id: params.id });
      return { data: await historyOf(ctx, type.subject, params.id) };
    },
    ...fileHandlers(type),
  };
}
