import { addDays } from '@boxyard/shared/domain';
import { activationFault, type ChangeKind } from '@boxyard/shared/domain/sales/soldContainers.ts';
import type { Updateable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import {
  authorId,
  type Ctx,
  conflict,
  type FieldFault,
  type Handler,
  json,
  notFound,
  record,
  refuseFaults,
  today,
  updated,
} from '../../kernel/index.ts';
import { changesOf } from './changes.ts';
import { queueLine, sealToken } from './line.ts';
import { soldById } from './present.ts';
import { optionFaults, refuseDiscounts, refuseTakingBack, withCosts } from './prices.ts';
import { faultAt, lockSold, type SoldRow, seesCost } from './scope.ts';

/** How far ahead a change may be dated. */
const MOST_DAYS_AHEAD = 366;

type Values = Updateable<Database['productContracts']>;

/** Writes the row's new version with what happened, and answers the container as it is now. */
async function changed(
  ctx: Ctx,
  row: SoldRow,
  {
    values = {},
    ...happening
  }: {
    readonly values?: Values;
    readonly action: Parameters<typeof record>[1]['action'];
    readonly reason?: string;
    readonly diff?: Readonly<Record<string, unknown>>;
  },
) {
  const version = row.version + 1;
  await ctx.db
    .updateTable('productContracts')
    .set({ ...values, version, ...updated(ctx) })
    .where('id', '=', row.id)
    .execute();
  await record(ctx, {
    subject: 'productContracts',
    subjectId: row.id,
    companyId: row.companyId,
    label: row.serialNumber,
    version,
    ...happening,
  });
  return { data: await soldById(ctx, row.id) };
}

/** Whether what was asked for is so already: a repeated request changes nothing. */
const asItIs = async (ctx: Ctx, row: SoldRow) => ({ data: await soldById(ctx, row.id) });

export const setActive: Handler<'productContracts.active'> = async (ctx, { body }) => {
  const row = await lockSold(ctx, { productId: body.productId });
  if (row.isActive === body.active) return asItIs(ctx, row);
  if (row.version !== body.version) await lockSold(ctx, body);
  if (body.active) {
    const product = await ctx.db
      .selectFrom('products')
      .where('id', '=', row.productId)
      .select(['status', 'serviceStatus'])
      .executeTakeFirst();
    if (!product) throw notFound();
    const fault = activationFault(product);
    if (fault) throw conflict(fault);
  }
  const activeSince = body.active ? ctx.clock.now() : null;
  await queueLine(ctx, row, {
    event: `active:${ctx.clock.now().toISOString()}`,
    text: body.active
      ? `ตู้ ${row.serialNumber} เปิดใช้งานแล้ว`
      : `ตู้ ${row.serialNumber} ปิดใช้งานแล้ว: ${body.reason}`,
  });
  return changed(ctx, row, {
    values: { isActive: body.active, activeSince },
    action: body.active ? 'switch-on' : 'switch-off',
    reason: body.reason,
  });
};

export const setLine: Handler<'productContracts.lineSetting'> = async (ctx, { body }) => {
  const row = await lockSold(ctx, { productId: body.productId });
  const isGiven = body.lineTarget != null || body.lineToken != null;
  if (row.isLineEnabled === body.enabled && !isGiven) return asItIs(ctx, row);
  if (row.version !== body.version) await lockSold(ctx, body);
  const lineTarget = body.lineTarget ?? row.lineTarget;
  const lineToken =
    body.lineToken == null ? row.lineToken : sealToken(ctx.app.sign, body.lineToken);
  if (body.enabled) {
    const faults: FieldFault[] = [];
    if (lineTarget === null) faults.push({ field: 'lineTarget', code: 'REQUIRED' });
    if (lineToken === null) faults.push({ field: 'lineToken', code: 'REQUIRED' });
    refuseFaults(faults);
  }
  return changed(ctx, row, {
    values: { isLineEnabled: body.enabled, lineTarget, lineToken },
    action: body.enabled ? 'line-on' : 'line-off',
    diff:
      row.lineTarget === lineTarget ? {} : { lineTarget: { from: row.lineTarget, to: lineTarget } },
  });
};

interface Dated {
  readonly productId: string;
  readonly version: number;
  readonly effectiveDate: string;
}

/** Adds a change that holds from a day on; what held before stays in the history. */
async function setFrom(
  ctx: Ctx,
  body: Dated,
  { kind, value }: { readonly kind: ChangeKind; readonly value: unknown },
) {
  const row = await lockSold(ctx, body);
  const last = addDays(today(ctx.clock), MOST_DAYS_AHEAD);
  if (body.effectiveDate > last) throw faultAt('effectiveDate', 'DATE_TOO_LATE', { last });
  await ctx.db
    .insertInto('productContractChanges')
    .values({
      productContractId: row.id,
      kind,
      value: json(value),
      effectiveOn: body.effectiveDate,
      createdAt: ctx.clock.now(),
      createdBy: authorId(ctx.actor),
      revertedAt: null,
      revertedBy: null,
      revertedReason: null,
    })
    .execute();
  return changed(ctx, row, {
    action: CHANGE_ACTIONS[kind],
    diff: { effectiveDate: { to: body.effectiveDate } },
  });
}

const CHANGE_ACTIONS = {
  cost: 'set-cost',
  priceOptions: 'set-prices',
  setting: 'set-setting',
} as const;

export const setCost: Handler<'productContracts.cost'> = (ctx, { body }) => {
  if (!seesCost(ctx)) throw faultAt('cost', 'NOT_ALLOWED');
  return setFrom(ctx, body, { kind: 'cost', value: body.cost });
};

export const setPrices: Handler<'productContracts.priceOption'> = async (ctx, { body }) => {
  refuseFaults(optionFaults(ctx, body.priceOptions));
  const row = await lockSold(ctx, body);
  const changes = await changesOf(ctx, row.id);
  await refuseDiscounts(ctx, row, { ...body, changes });
  const value = withCosts(body.priceOptions, { ...body, changes });
  return setFrom(ctx, body, { kind: 'priceOptions', value });
};

export const setSetting: Handler<'productContracts.setting'> = (ctx, { body }) =>
  setFrom(ctx, body, { kind: 'setting', value: body.setting });

export const revertChange: Handler<'productContracts.revert'> = async (ctx, { params, body }) => {
  const row = await lockSold(ctx, { id: params.id, version: body.version });
  const change = await ctx.db
    .updateTable('productContractChanges')
    .set({
      revertedAt: ctx.clock.now(),
      revertedBy: authorId(ctx.actor),
      revertedReason: body.reason,
    })
    .where('id', '=', params.changeId)
    .where('productContractId', '=', row.id)
    .where('revertedAt', 'is', null)
    .returning(['kind', 'effectiveOn'])
    .executeTakeFirst();
  if (!change) throw notFound();
  if (change.kind === 'cost' && !seesCost(ctx)) throw faultAt('changeId', 'NOT_ALLOWED');
  if (change.kind === 'priceOptions') await refuseTakingBack(ctx, row, params.changeId);
  return changed(ctx, row, {
    action: 'take-back',
    reason: body.reason,
    diff: { kind: { from: change.kind }, effectiveDate: { from: change.effectiveOn } },
  });
};
