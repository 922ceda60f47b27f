import { compiledQuery } from './compiledQuery.ts';
import type { Ctx } from './types.ts';

const settingsOf = compiledQuery((db, given: { companyId: string; key: string }) =>
  db
    .selectFrom('settings')
    .where('key', '=', given.key)
    .where((eb) => eb.or([eb('companyId', '=', given.companyId), eb('companyId', 'is', null)]))
    .orderBy('companyId', (order) => order.asc().nullsLast())
    .select('value'),
);

/** A setting of the company, else of everybody, else `fallback`. */
export async function settingOf(
  ctx: Ctx,
  { companyId, key, fallback }: { companyId: string; key: string; fallback: string },
): Promise<string> {
  const [row] = await settingsOf(ctx, { companyId, key });
  const value = row?.value;
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : fallback;
}
