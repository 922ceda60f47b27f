import type { Pg } from '../kernel/index.ts';

/**
 * Finds anew what is available of parts on a Bangkok day, and their stock levels. Takes the locks
 * of a posting, so call it where they are held or nothing is.
 */
export async function refreshLevels(
  pg: Pg,
  {
    keys,
    today,
  }: {
    readonly keys: readonly { readonly companyId: string; readonly itemId: string }[];
    readonly today: string;
  },
): Promise<void> {
  if (keys.length === 0) return;
  await pg.query({
    name: 'ledger-levels',
    text: 'select refresh_stock_levels($1::uuid[], $2::uuid[], $3::date)',
    values: [keys.map((key) => key.companyId), keys.map((key) => key.itemId), today],
  });
}
