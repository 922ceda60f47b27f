import {
  type PlainKey,
  type SettingKey,
  type SettingValue,
  type SubjectKey,
  settingOfKey,
} from '@boxyard/shared/domain/settings/settings.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import { today } from './clock.ts';
import { compiledQuery } from './compiledQuery.ts';
import type { Ctx } from './types.ts';

interface Asked<K extends SettingKey> {
  readonly companyId: string;
  readonly key: K;
  /** The document's day, `YYYY-MM-DD`; today by default. */
  readonly on?: string;
}
interface Placed {
  readonly companyId: string;
  readonly key: string;
  readonly day: string;
}

/** Values of a company's setting until a day, the latest first. */
const valuesUntil = (db: Kysely<Database>, { companyId, key, day }: Placed) =>
  db
    .selectFrom('settingValues')
    .where('companyId', '=', companyId)
    .where('key', '=', key)
    .where('effectiveFrom', '<=', day)
    .orderBy('effectiveFrom', 'desc')
    .orderBy('id', 'desc');
const ofCompany = (db: Kysely<Database>, placed: Placed) =>
  valuesUntil(db, placed).where('userId', 'is', null).where('productModelId', 'is', null);

type PlacedOf = Placed & { readonly id: string };
const inForce = compiledQuery((db, placed: Placed) =>
  ofCompany(db, placed).limit(1).select('value'),
);
const inForceUntil = compiledQuery((db, placed: Placed) =>
  ofCompany(db, placed).select(['effectiveFrom', 'value']),
);
const ofUser = compiledQuery((db, placed: PlacedOf) =>
  valuesUntil(db, placed).where('userId', '=', placed.id).limit(1).select('value'),
);
const ofModel = compiledQuery((db, placed: PlacedOf) =>
  valuesUntil(db, placed).where('productModelId', '=', placed.id).limit(1).select('value'),
);

const valueIn = <K extends SettingKey>(
  key: K,
  rows: readonly { readonly value: unknown }[],
): SettingValue<K> => (rows[0]?.value ?? settingOfKey(key).initial) as SettingValue<K>;

/**
 * The value of a company's setting that is in force on a document's day; what the setting begins with
 * where the company never said otherwise.
 */
export async function settingOf<K extends PlainKey>(
  ctx: Ctx,
  { companyId, key, on = today(ctx.clock) }: Asked<K>,
): Promise<SettingValue<K>> {
  return valueIn(key, await inForce(ctx, { companyId, key, day: on }));
}

/** The same for each of the days until `on`, read at once. */
export async function settingByDay<K extends PlainKey>(
  ctx: Ctx,
  { companyId, key, on = today(ctx.clock) }: Asked<K>,
): Promise<(day: string) => SettingValue<K>> {
  const rows = await inForceUntil(ctx, { companyId, key, day: on });
  return (day) =>
    valueIn(
      key,
      rows.filter(({ effectiveFrom }) => effectiveFrom <= day),
    );
}

/** The same of a setting that each person has a value of: a sales target. */
export async function settingOfUser<K extends SubjectKey<'user'>>(
  ctx: Ctx,
  { companyId, key, on = today(ctx.clock), userId }: Asked<K> & { readonly userId: string },
): Promise<SettingValue<K>> {
  return valueIn(key, await ofUser(ctx, { companyId, key, day: on, id: userId }));
}

/** The same of a setting that each model has a value of: its price floor. */
export async function settingOfModel<K extends SubjectKey<'productModel'>>(
  ctx: Ctx,
  {
    companyId,
    key,
    on = today(ctx.clock),
    productModelId,
  }: Asked<K> & { readonly productModelId: string },
): Promise<SettingValue<K>> {
  return valueIn(key, await ofModel(ctx, { companyId, key, day: on, id: productModelId }));
}
