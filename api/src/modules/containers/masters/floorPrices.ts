import type { BodyOut } from '@boxyard/shared/contract';
import { decimal } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Contract,
  type Ctx,
  type FieldFault,
  mayUseCompany,
  scopeCondition,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { recordChange } from '../../masterData/index.ts';

type Body = Pick<BodyOut<Contract['productModels.create']>, 'floorPrices' | 'listPrice'>;

/** Lowest prices of a model in the companies of this person; those of others are nobody's to read here. */
async function ownFloors(ctx: Ctx, modelId: string) {
  return ctx.db
    .selectFrom('productModelFloors as f')
    .where('f.productModelId', '=', modelId)
    .where(scopeCondition(ctx.actor, { company: 'f.companyId' }) ?? sql<boolean>`true`)
    .select(['f.companyId', 'f.floorPrice'])
    .execute();
}

/** The lowest prices of a model, by company, as this person reads them. */
export async function floorPricesOf(ctx: Ctx, modelId: string) {
  const floors = await ownFloors(ctx, modelId);
  const refs = await loadRefs(ctx, { company: floors.map(({ companyId }) => companyId) });
  return floors
    .map(({ companyId, floorPrice }) => ({ company: refs.ref(companyId), floorPrice }))
    .sort((a, b) => a.company.name.localeCompare(b.company.name, 'th'));
}

/** Refuses prices above the list price, of a company twice, or of a company that is not this person's. */
export function floorFaults(ctx: Ctx, { floorPrices = [], listPrice }: Body): FieldFault[] {
  return floorPrices.flatMap(({ companyId, floorPrice }, index): FieldFault[] => {
    const at = `floorPrices[${index}]`;
    if (!mayUseCompany(ctx.actor, companyId)) {
      return [{ field: `${at}.companyId`, code: 'UNKNOWN_ID' }];
    }
    if (floorPrices.findIndex((one) => one.companyId === companyId) < index) {
      return [{ field: `${at}.companyId`, code: 'REPEATED' }];
    }
    return listPrice && decimal.compare(floorPrice, listPrice) > 0
      ? [{ field: `${at}.floorPrice`, code: 'ABOVE_LIST_PRICE' }]
      : [];
  });
}

/**
 * Writes the lowest prices of this person's companies, and leaves those of others alone. Each change
 * stands in the log of its company, since the model itself is everybody's.
 */
export async function writeFloorPrices(
  ctx: Ctx,
  model: { readonly id: string; readonly code: string },
  { floorPrices }: Body,
): Promise<void> {
  if (floorPrices === undefined) return;
  const before = new Map(
    (await ownFloors(ctx, model.id)).map((row) => [row.companyId, row.floorPrice]),
  );
  const after = new Map(floorPrices.map((row) => [row.companyId, decimal.round(row.floorPrice)]));
  for (const companyId of new Set([...before.keys(), ...after.keys()])) {
    const [was = null, is = null] = [before.get(companyId), after.get(companyId)];
    if (was === is) continue;
    const key = { productModelId: model.id, companyId };
    await (is === null
      ? ctx.db
          .deleteFrom('productModelFloors')
          .where('productModelId', '=', model.id)
          .where('companyId', '=', companyId)
          .execute()
      : ctx.db
          .insertInto('productModelFloors')
          .values({ ...key, floorPrice: is })
          .onConflict((conflict) =>
            conflict.columns(['productModelId', 'companyId']).doUpdateSet({ floorPrice: is }),
          )
          .execute());
    await recordChange(ctx, {
      subject: 'productModels',
      id: model.id,
      action: 'update',
      companyId,
      before: { code: model.code, floorPrice: was },
      after: { code: model.code, floorPrice: is },
    });
  }
}

/** The lowest price of a model in a company, in THB; null where none is set. */
export async function floorPriceOf(
  ctx: Ctx,
  { companyId, productModelId }: { readonly companyId: string; readonly productModelId: string },
): Promise<string | null> {
  const found = await ctx.db
    .selectFrom('productModelFloors')
    .where('productModelId', '=', productModelId)
    .where('companyId', '=', companyId)
    .select('floorPrice')
    .executeTakeFirst();
  return found?.floorPrice ?? null;
}
