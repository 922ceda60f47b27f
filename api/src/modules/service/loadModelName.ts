import type { Ctx } from '../../kernel/index.ts';

/** Name of a container's model: the only thing that the holder of a link is told of the container. */
export const loadModelName = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('products as p')
    .innerJoin('productModels as m', 'm.id', 'p.productModelId')
    .where('p.id', '=', productId)
    .select(['m.name', 'm.nameTh'])
    .executeTakeFirstOrThrow();
