import { type Ctx, historyOf } from '../kernel/index.ts';
import { fileHandlers } from './attachments.ts';
import { movesOfDocument } from './documentMoves.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { endorsedMessage, loadVisible } from './runAction.ts';

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
    acting: actionHandlers(present),
    history: async (ctx: Ctx, { params }: OnOne) => {
      await loadVisible(ctx, type, { id: params.id });
      return { data: await historyOf(ctx, type.subject, params.id) };
    },
    moves: async (ctx: Ctx, { params }: OnOne) => {
      await loadVisible(ctx, type, { id: params.id });
      return { data: await movesOfDocument(ctx, type.subject, params.id) };
    },
    ...fileHandlers(type),
  };
}

/** What an action tells its caller besides the document. */
interface ActionResult {
  /** The approval was above the person's limit. */
  readonly endorsed: boolean;
}

/**
 * Makes handlers of actions on one document, answered with the document as it is then. An approval
 * that was only an endorsement says so in the answer's message.
 */
export const actionHandlers =
  <D>(present: (ctx: Ctx, id: string) => Promise<D>) =>
  <I extends { readonly params: { readonly id: string } }>(
    // biome-ignore lint/suspicious/noConfusingVoidType: most actions have nothing to tell
    work: (ctx: Ctx, input: I) => Promise<ActionResult | void>,
  ) =>
  async (ctx: Ctx, input: I): Promise<{ data: D; message?: string }> => {
    const told = await work(ctx, input);
    return {
      data: await present(ctx, input.params.id),
      ...(told?.endorsed ? { message: endorsedMessage(ctx) } : {}),
    };
  };
