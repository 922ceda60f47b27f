import type { Ctx } from '../../kernel/index.ts';

/** Makes handlers of actions on one document: each is answered with the document as it is then. */
export const actingOn =
  <D>(present: (ctx: Ctx, id: string) => Promise<D>) =>
  <I extends { readonly params: { readonly id: string } }>(
    work: (ctx: Ctx, input: I) => Promise<void>,
  ) =>
  async (ctx: Ctx, input: I) => {
    await work(ctx, input);
    return { data: await present(ctx, input.params.id) };
  };
