import { type Ctx, compiledQuery, type FieldFault } from '../../../kernel/index.ts';
import { choiceFault } from '../../masterData/index.ts';
import type { PartBody } from './partBody.ts';

const modelsFor = compiledQuery((db, given: { partId: string }) =>
  db
    .selectFrom('partProductModels as f')
    .innerJoin('productModels as m', 'm.id', 'f.productModelId')
    .where('f.partId', '=', given.partId)
    .select(['m.id', 'm.code', 'm.name', 'm.nameTh'])
    .orderBy('m.code'),
);

/** Models of containers that a part is for. */
export const modelsOfPart = (ctx: Ctx, partId: string) => modelsFor(ctx, { partId });

/** The ids of these, in an order of their own, for comparing. */
export const modelIdsOf = async (ctx: Ctx, partId: string): Promise<string[]> =>
  (await modelsOfPart(ctx, partId)).map(({ id }) => id).sort();

/** What is wrong with the models of a body; `before`: those that were chosen already. */
export async function modelFaults(
  ctx: Ctx,
  { productModelIds = [] }: PartBody,
  before: readonly string[] = [],
): Promise<FieldFault[]> {
  if (productModelIds.length === 0) return [];
  const found = await ctx.db
    .selectFrom('productModels')
    .select(['id', 'isActive'])
    .where('id', '=', (on) => on.fn.any(on.val([...productModelIds])))
    .execute();
  const known = new Map(found.map((model) => [model.id, model]));
  return productModelIds.flatMap((id, index) =>
    choiceFault(`productModelIds[${index}]`, known.get(id), before.includes(id)),
  );
}

/** Writes the models of a body that names them. */
export async function setModels(
  ctx: Ctx,
  partId: string,
  productModelIds: readonly string[] | undefined,
): Promise<void> {
  if (productModelIds === undefined) return;
  await ctx.db.deleteFrom('partProductModels').where('partId', '=', partId).execute();
  const rows = [...new Set(productModelIds)].map((productModelId) => ({ partId, productModelId }));
  if (rows.length > 0) await ctx.db.insertInto('partProductModels').values(rows).execute();
}
