import { sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';

interface Wanted {
  readonly warehouseId: string;
  /** By model: how many are wanted. */
  readonly models: ReadonlyMap<string, number>;
  /** Chosen already. */
  readonly except?: readonly string[];
}

interface Found {
  readonly id: string;
  readonly serialNumber: string;
  readonly name: string;
}

/**
 * The containers of each model that have waited longest in a warehouse and may be promised: first in,
 * first out. With `lock`, what somebody else is taking at this moment is passed over, so that people
 * who approve at once are given different containers.
 */
export async function oldestAvailable(
  ctx: Ctx,
  { warehouseId, models, except = [] }: Wanted,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<Map<string, Found[]>> {
  const found = new Map<string, Found[]>();
  for (const [modelId, count] of [...models].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { rows } = await sql<Found>`select id, serial_number as "serialNumber", name from products
      where warehouse_id = ${warehouseId} and product_model_id = ${modelId}
        and status = 'inWarehouse' and sale_status = 'available' and condition <> 'damaged'
        and id <> all(${except}::uuid[])
      order by document_date, id limit ${count}
      ${lock ? sql`for update skip locked` : sql``}`.execute(ctx.db);
    found.set(modelId, rows);
  }
  return found;
}

/** How many containers of each model lines ask for. */
export const wantedModels = (
  lines: readonly { readonly productModelId: string }[],
): ReadonlyMap<string, number> =>
  new Map(
    [...Map.groupBy(lines, ({ productModelId }) => productModelId)].map(([id, group]) => [
      id,
      group.length,
    ]),
  );
