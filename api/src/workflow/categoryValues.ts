import type { Ctx } from '../kernel/index.ts';

/**
 * What the stock of these categories is worth to this person, by id; null where they are not told.
 * Categories are master data, their stock is the warehouse's, which registers the answer.
 */
export type CategoryValues = (
  ctx: Ctx,
  categoryIds: readonly string[],
) => Promise<(id: string) => string | null>;

let known: CategoryValues | undefined;

/** Makes known who values categories; modules/index.ts calls it through `registerModules`. */
export function registerCategoryValues(values: CategoryValues): void {
  if (known) throw new Error('the values of categories are registered twice');
  known = values;
}

export const categoryValues: CategoryValues = async (ctx, ids) =>
  known ? known(ctx, ids) : () => null;
