import type { Ctx } from '../kernel/index.ts';
import { fileHandlers } from './attachments.ts';
import { movesOfDocument } from './documentMoves.ts';
import { timelineOf } from './documentNames.ts';
import type { DocumentRow, DocumentType } from './documentType.ts';
import { messageOfLostSight } from './ownDeeds.ts';
import { endorsedMessage, loadVisible, type PathParams } from './runAction.ts';

interface OnOne {
  readonly params: { readonly id: string };
}

/** Answers a document; `path` names the records that it stands under. */
type Present<D> = (ctx: Ctx, id: string, path: PathParams) => Promise<D>;

/** The handlers that every family of documents has, answered with the document as `present` shows it. */
export function documentHandlers<R extends DocumentRow, D>(
  type: DocumentType<R>,
  present: Present<D>,
) {
  return {
    get: async (ctx: Ctx, { params }: OnOne) => ({
      data: await present(ctx, params.id, params),
    }),
    creating:
      <I>(create: (ctx: Ctx, input: I) => Promise<{ readonly id: string }>) =>
      async (ctx: Ctx, input: I) => ({
        data: await present(ctx, (await create(ctx, input)).id, {}),
      }),
    acting: actionHandlers(present),
    history: async (ctx: Ctx, { params }: OnOne) => {
      await loadVisible(ctx, type, { id: params.id, path: params });
      return { data: await timelineOf(ctx, type.subject, params.id) };
    },
    moves: async (ctx: Ctx, { params }: OnOne) => {
      await loadVisible(ctx, type, { id: params.id, path: params });
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
 * that was only an endorsement says so in the answer's message, and so does what gave it to others.
 */
export const actionHandlers =
  <D>(present: Present<D>) =>
  <I extends { readonly params: { readonly id: string } }>(
    // biome-ignore lint/suspicious/noConfusingVoidType: most actions have nothing to tell
    work: (ctx: Ctx, input: I) => Promise<ActionResult | void>,
  ) =>
  async (ctx: Ctx, input: I): Promise<{ data: D; message?: string }> => {
    const told = await work(ctx, input);
    return {
      data: await present(ctx, input.params.id, input.params),
      ...(told?.endorsed ? { message: endorsedMessage(ctx) } : messageOfLostSight(ctx)),
    };
  };
