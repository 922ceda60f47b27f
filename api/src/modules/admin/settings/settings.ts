import {
  SETTING_KEYS,
  type SettingKey,
  type SettingSubject,
  type SettingValue,
  settingOfKey,
  settingSchema,
} from '@boxyard/shared/domain/settings/settings.ts';
import { sql } from 'kysely';
import {
  type Ctx,
  type Family,
  type FieldFault,
  type HandlersOf,
  type Input,
  json,
  mayUseCompany,
  newId,
  notFound,
  refuseFaults,
  today,
  validate,
} from '../../../kernel/index.ts';
import { workersOf } from '../../../workflow/index.ts';
import { choiceFault, mustRef, recordChange, refOf } from '../../masterData/index.ts';

/** Settings with the day from which they count (domain-containers 1.5): a page of contract headers. */
type Body = Input<'settings.set'>['body'];

/** How many values of one setting its history shows. */
const MOST = 200;

interface About {
  readonly companyId: string;
  readonly userId: string | null;
  readonly productModelId: string | null;
}

const isKey = (text: string): text is SettingKey =>
  (SETTING_KEYS as readonly string[]).includes(text);

function keyOf(text: string): SettingKey {
  if (!isKey(text)) throw notFound();
  return text;
}

/** One of the caller's companies, as a reference; 404 for others. */
async function companyOf(ctx: Ctx, companyId: string) {
  const company = mayUseCompany(ctx.actor, companyId)
    ? await ctx.db
        .selectFrom('companies')
        .where('id', '=', companyId)
        .select(['id', 'code', 'nameEn', 'nameTh'])
        .executeTakeFirst()
    : undefined;
  if (!company) throw notFound();
  return mustRef(company.id, company.code, { name: company.nameEn, nameTh: company.nameTh });
}

const read = (ctx: Ctx, companyId: string) =>
  ctx.db
    .selectFrom('settingValues as s')
    .leftJoin('users as u', 'u.id', 's.userId')
    .leftJoin('productModels as m', 'm.id', 's.productModelId')
    .where('s.companyId', '=', companyId)
    .select(['s.key', 's.userId', 's.productModelId', 's.value', 's.effectiveFrom'])
    .select(['m.code as modelCode', 'm.name as modelName', 'm.nameTh as modelNameTh'])
    .select(sql<string | null>`u.full_name`.as('userName'));

type Row = Awaited<ReturnType<ReturnType<typeof read>['execute']>>[number];

const idOf = ({ key, userId, productModelId }: Pick<Row, 'key' | 'userId' | 'productModelId'>) =>
  [key, userId, productModelId].join('/');

const PARTS = sql.raw('s.key, s.user_id, s.product_model_id');

/** What counts today and what follows, of each setting and of whom it is for. */
async function valuesOf(ctx: Ctx, companyId: string) {
  const day = today(ctx.clock);
  const [now, later] = await Promise.all([
    read(ctx, companyId)
      .where('s.effectiveFrom', '<=', day)
      .distinctOn(PARTS as never)
      .orderBy(sql`${PARTS}, s.effective_from desc, s.id desc`)
      .execute(),
    read(ctx, companyId)
      .where('s.effectiveFrom', '>', day)
      .distinctOn(PARTS as never)
      .orderBy(sql`${PARTS}, s.effective_from, s.id desc`)
      .execute(),
  ]);
  return { now, later };
}

const nextOf = (row: Row | undefined) =>
  row ? { value: row.value as SettingValue, effectiveFrom: row.effectiveFrom } : null;

const shown = (
  key: SettingKey,
  { now, later }: { now: Row | undefined; later: Row | undefined },
) => {
  const { userId, userName, productModelId, modelCode, modelName, modelNameTh } = (now ??
    later ??
    {}) as Partial<Row>;
  return {
    key,
    user: userId ? { id: userId, name: userName ?? '' } : null,
    productModel: refOf(productModelId, modelCode, {
      name: modelName,
      nameTh: modelNameTh ?? null,
    }),
    value: now ? (now.value as SettingValue) : settingOfKey(key).initial,
    effectiveFrom: now?.effectiveFrom ?? null,
    next: nextOf(later),
  };
};

async function allOf(ctx: Ctx, companyId: string) {
  const company = await companyOf(ctx, companyId);
  const { now, later } = await valuesOf(ctx, companyId);
  const rowsNow = new Map(now.map((row) => [idOf(row), row]));
  const rowsLater = new Map(later.map((row) => [idOf(row), row]));
  const values = SETTING_KEYS.flatMap((key) => {
    const own = [...new Set([...rowsNow.keys(), ...rowsLater.keys()])].filter((id) =>
      id.startsWith(`${key}/`),
    );
    const ids = settingOfKey(key).subject || own.length > 0 ? own : [`${key}//`];
    return ids.map((id) => shown(key, { now: rowsNow.get(id), later: rowsLater.get(id) }));
  });
  return { company, values };
}

/** Whom a value is for: required where the setting has one each, unknown where it has not. */
async function aboutFaults(
  ctx: Ctx,
  key: SettingKey,
  { companyId, userId, productModelId }: About,
): Promise<FieldFault[]> {
  const given: Readonly<Record<SettingSubject, string | null>> = {
    user: userId,
    productModel: productModelId,
  };
  const { subject } = settingOfKey(key);
  const faults = (Object.keys(given) as SettingSubject[]).flatMap((one): FieldFault[] => {
    if (one === subject)
      return given[one] === null ? [{ field: `${one}Id`, code: 'REQUIRED' }] : [];
    return given[one] === null ? [] : [{ field: `${one}Id`, code: 'UNKNOWN_KEY' }];
  });
  if (faults.length > 0) return faults;
  if (userId !== null) {
    const workers = await workersOf(ctx, { companyId, userIds: [userId] });
    return workers.has(userId) ? [] : [{ field: 'userId', code: 'UNKNOWN_ID' }];
  }
  if (productModelId === null) return [];
  const model = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', productModelId)
    .select('isActive')
    .executeTakeFirst();
  return choiceFault('productModelId', model, true);
}

/** Values of the past stay: a document that is computed again says what it said. */
function dayFaults(ctx: Ctx, key: SettingKey, effectiveFrom: string): FieldFault[] {
  const { monthly } = settingOfKey(key);
  const day = today(ctx.clock);
  const earliest = monthly ? `${day.slice(0, 7)}-01` : day;
  const field = 'effectiveFrom';
  if (monthly && !effectiveFrom.endsWith('-01')) return [{ field, code: 'MONTH_START' }];
  return effectiveFrom < earliest
    ? [{ field, code: 'NOT_BEFORE', params: { date: earliest } }]
    : [];
}

function checkedValue(key: SettingKey, given: unknown) {
  const { value, faults } = validate(settingSchema(key), given);
  return {
    value: value as SettingValue,
    faults: faults.map(({ field, ...fault }) => ({
      ...fault,
      field: field === '' ? 'value' : `value.${field}`,
    })),
  };
}

const whereAbout = (ctx: Ctx, key: SettingKey, { companyId, userId, productModelId }: About) =>
  ctx.db
    .selectFrom('settingValues as s')
    .where('s.companyId', '=', companyId)
    .where('s.key', '=', key)
    .where('s.userId', userId === null ? 'is' : '=', userId)
    .where('s.productModelId', productModelId === null ? 'is' : '=', productModelId);

async function detailOf(ctx: Ctx, key: SettingKey, about: About) {
  const company = await companyOf(ctx, about.companyId);
  const { now, later } = await valuesOf(ctx, about.companyId);
  const id = idOf({ key, ...about });
  const entries = await whereAbout(ctx, key, about)
    .leftJoin('users as u', 'u.id', 's.createdBy')
    .orderBy('s.effectiveFrom', 'desc')
    .orderBy('s.id', 'desc')
    .limit(MOST)
    .select(['s.id', 's.value', 's.effectiveFrom', 's.reason', 's.createdAt', 's.createdBy'])
    .select(sql<string | null>`u.full_name`.as('by'))
    .execute();
  const of = (rows: readonly Row[]) => rows.find((row) => idOf(row) === id);
  return {
    ...shown(key, { now: of(now), later: of(later) }),
    company,
    history: entries.map(({ createdBy, by, value, createdAt, ...entry }) => ({
      ...entry,
      value: value as SettingValue,
      createdAt: createdAt.toISOString(),
      createdBy: createdBy === null ? null : { id: createdBy, name: by ?? '' },
    })),
  };
}

const aboutOf = (
  companyId: string,
  {
    userId,
    productModelId,
  }: { userId?: string | null | undefined; productModelId?: string | null | undefined },
): About => ({ companyId, userId: userId ?? null, productModelId: productModelId ?? null });

async function set(ctx: Ctx, companyId: string, given: { key: string; body: Body }) {
  const { body } = given;
  await companyOf(ctx, companyId);
  const key = keyOf(given.key);
  const about = aboutOf(companyId, body);
  const { value, faults } = checkedValue(key, body.value);
  refuseFaults([
    ...faults,
    ...dayFaults(ctx, key, body.effectiveFrom),
    ...(await aboutFaults(ctx, key, about)),
  ]);
  const before = await whereAbout(ctx, key, about)
    .where('s.effectiveFrom', '<=', body.effectiveFrom)
    .orderBy('s.effectiveFrom', 'desc')
    .orderBy('s.id', 'desc')
    .select('s.value')
    .limit(1)
    .executeTakeFirst();
  const id = newId();
  await ctx.db
    .insertInto('settingValues')
    .values({
      id,
      ...about,
      key,
      effectiveFrom: body.effectiveFrom,
      value: json(value),
      reason: body.reason || null,
      createdAt: ctx.clock.now(),
      createdBy: ctx.actor.userId,
    })
    .execute();
  await recordChange(ctx, {
    subject: 'settings',
    id,
    action: 'update',
    companyId: about.companyId,
    reason: body.reason || null,
    before: { value: before ? before.value : settingOfKey(key).initial },
    after: {
      name: settingOfKey(key).label.en,
      value,
      effectiveFrom: body.effectiveFrom,
      userId: about.userId,
      productModelId: about.productModelId,
    },
  });
  return detailOf(ctx, key, about);
}

export const settingsHandlers: HandlersOf<Family<'settings'>> = {
  'settings.all': async (ctx, { params }) => ({ data: await allOf(ctx, params.id) }),
  'settings.get': async (ctx, { params, query }) => ({
    data: await detailOf(ctx, keyOf(params.key), aboutOf(params.id, query)),
  }),
  'settings.set': async (ctx, { params, body }) => ({
    data: await set(ctx, params.id, { key: params.key, body }),
  }),
};
