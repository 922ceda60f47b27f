import { addDays, endOfBangkokDay } from '@boxyard/shared/domain';
import { MAX_KEYS } from '@boxyard/shared/domain/sales/soldContainers.ts';
import {
  authorId,
  type Ctx,
  conflict,
  created,
  expectVersion,
  type Handler,
  newMachineKey,
  notFound,
  record,
  today,
  updated,
} from '../../kernel/index.ts';
import { faultAt, lockSold, visibleSold } from './scope.ts';

/** A key lives five years at most; whoever needs it longer makes the next one. */
const MOST_DAYS = 5 * 366;

const rowsOf = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('machineKeys as k')
    .leftJoin('users as u', 'u.id', 'k.createdBy')
    .where('k.productId', '=', productId)
    .orderBy('k.createdAt', 'desc')
    .orderBy('k.id')
    .select([
      'k.id',
      'k.version',
      'k.name',
      'k.hint',
      'k.createdAt',
      'k.expiresAt',
      'k.lastUsedAt',
      'k.revokedAt',
      'k.revokedReason',
      'u.id as byId',
      'u.firstName',
      'u.lastName',
    ])
    .execute();

const shown = (ctx: Ctx, rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map(({ byId, firstName, lastName, ...row }) => ({
    ...row,
    isExpired: row.expiresAt <= ctx.clock.now(),
    createdBy:
      byId === null ? null : { id: byId, name: `${firstName ?? ''} ${lastName ?? ''}`.trim() },
  }));

/** The container of a row in scope. */
async function productOf(ctx: Ctx, id: string): Promise<string> {
  const row = await visibleSold(ctx)
    .where('pc.id', '=', id)
    .select('pc.productId')
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.productId;
}

export const listKeys: Handler<'productContracts.keys'> = async (ctx, { params }) => ({
  data: shown(ctx, await rowsOf(ctx, await productOf(ctx, params.id))),
});

export const createKey: Handler<'productContracts.createKey'> = async (ctx, { params, body }) => {
  const row = await lockSold(ctx, { id: params.id });
  const day = today(ctx.clock);
  if (body.expiresOn < day) throw faultAt('expiresOn', 'PAST_DATE');
  const last = addDays(day, MOST_DAYS);
  if (body.expiresOn > last) throw faultAt('expiresOn', 'DATE_TOO_LATE', { last });
  const { keys } = await ctx.db
    .selectFrom('machineKeys')
    .where('productId', '=', row.productId)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now())
    .select(({ fn }) => fn.countAll<string>().as('keys'))
    .executeTakeFirstOrThrow();
  if (Number(keys) >= MAX_KEYS) throw conflict('TOO_MANY_KEYS', { limit: MAX_KEYS });
  const { id, key, secretHash, hint } = newMachineKey(ctx.app.sign);
  const expiresAt = endOfBangkokDay(body.expiresOn);
  await ctx.db
    .insertInto('machineKeys')
    .values({
      id,
      companyId: row.companyId,
      productId: row.productId,
      name: body.name,
      abilities: ['product-transactions:ingest'],
      secretHash,
      hint,
      expiresAt,
      revokedAt: null,
      revokedBy: null,
      revokedReason: null,
      lastUsedAt: null,
      ...created(ctx),
    })
    .execute();
  await record(ctx, {
    subject: 'productContracts',
    subjectId: row.id,
    companyId: row.companyId,
    label: row.serialNumber,
    action: 'create-key',
    diff: { name: { to: body.name }, expiresOn: { to: body.expiresOn } },
  });
  return { data: { id, key, expiresAt } };
};

export const revokeKey: Handler<'productContracts.revokeKey'> = async (ctx, { params, body }) => {
  const row = await lockSold(ctx, { id: params.id });
  const key = await ctx.db
    .selectFrom('machineKeys')
    .where('id', '=', params.keyId)
    .where('productId', '=', row.productId)
    .select(['id', 'name', 'version', 'revokedAt'])
    .forUpdate()
    .executeTakeFirst();
  if (!key) throw notFound();
  expectVersion(key, body.version);
  if (key.revokedAt !== null) throw conflict('KEY_REVOKED');
  await ctx.db
    .updateTable('machineKeys')
    .set({
      revokedAt: ctx.clock.now(),
      revokedBy: authorId(ctx.actor),
      revokedReason: body.reason,
      version: key.version + 1,
      ...updated(ctx),
    })
    .where('id', '=', key.id)
    .execute();
  await record(ctx, {
    subject: 'productContracts',
    subjectId: row.id,
    companyId: row.companyId,
    label: row.serialNumber,
    action: 'revoke-key',
    reason: body.reason,
    diff: { name: { from: key.name } },
  });
  const found = shown(ctx, await rowsOf(ctx, row.productId)).find(({ id }) => id === key.id);
  if (!found) throw notFound();
  return { data: found };
};
