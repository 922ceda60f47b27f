import { isDeepStrictEqual } from 'node:util';
import { can } from '@boxyard/shared/domain';
import type { ContainerSetting, ListPrice } from '@boxyard/shared/domain/sales/soldContainers.ts';
import {
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  type Handler,
  json,
  notify,
  record,
  refuseFaults,
  today,
} from '../../kernel/index.ts';
import { soldById } from './present.ts';
import { repeatedKeys } from './prices.ts';
import { faultAt, lockSold } from './scope.ts';
import { differsOn, type OfModel, templateOf } from './templates.ts';

/** A setting without what is left to the machine. */
const given = (setting: ContainerSetting): ContainerSetting =>
  Object.fromEntries(
    Object.entries(setting).filter(([, value]) => value !== null && value !== undefined),
  );

/** People who look after containers that are set otherwise hear of the new template. */
async function offer(
  ctx: Ctx,
  { companyId, productModelId, version }: OfModel & { readonly version: number },
): Promise<void> {
  const day = today(ctx.clock);
  const others = await ctx.db
    .selectFrom('productContracts as pc')
    .innerJoin('productModels as m', 'm.id', 'pc.productModelId')
    .where('pc.companyId', '=', companyId)
    .where('pc.productModelId', '=', productModelId)
    .where('pc.inForceUntil', 'is', null)
    .where(differsOn(day))
    .select(['pc.id', 'pc.saleId', 'm.name', 'm.nameTh'])
    .orderBy('pc.id')
    .execute();
  const [first] = others;
  if (!first) return;
  const people = await audienceOf(ctx, {
    ability: 'products:setting',
    companyId,
    ownerIds: [...new Set(others.map(({ saleId }) => saleId))],
    except: [ctx.actor.userId],
  });
  await notify(ctx, people, {
    category: 'message',
    type: 'info',
    title: {
      en: `New settings for ${first.name}`,
      th: `การตั้งค่าใหม่ของรุ่น ${first.nameTh ?? first.name}`,
    },
    description: {
      en: 'The template has changed. Containers that are set otherwise keep their settings until somebody takes it over.',
      th: 'แม่แบบมีการเปลี่ยนแปลง ตู้ที่ตั้งค่าไว้ต่างออกไปคงค่าเดิมจนกว่าจะมีผู้เลือกใช้แม่แบบ',
    },
    action: `/sales-management/products?productModelId=${productModelId}&hasOtherSetting=true`,
    actionTitle: { en: 'Show containers', th: 'ดูตู้' },
    entity: { type: 'productContracts', id: first.id },
    dedupeKey: `settingTemplates:${companyId}:${productModelId}:${version}`,
  });
}

/**
 * List prices as they are to be. They are the measure of discounts: whoever lowered one without the right
 * to override prices could give away anything.
 */
async function listPricesOf(
  ctx: Ctx,
  model: OfModel,
  entered: readonly ListPrice[] | null | undefined,
): Promise<readonly ListPrice[]> {
  const known = (await templateOf(ctx, model))?.listPrices ?? [];
  if (entered == null || isDeepStrictEqual(entered, known)) return known;
  if (!can(ctx.actor.grants, 'purchase-contract:override-price')) {
    throw faultAt('listPrices', 'NOT_ALLOWED');
  }
  refuseFaults(repeatedKeys('listPrices', entered));
  return entered;
}

/** Sets the template of the model of a container in its company; what is set already stays. */
export const setTemplate: Handler<'productContracts.template'> = async (ctx, { body }) => {
  const row = await lockSold(ctx, { productId: body.productId });
  const { companyId, productModelId } = row;
  const setting = given(body.setting);
  const listPrices = await listPricesOf(ctx, row, body.listPrices);
  const values = {
    setting: json(setting),
    listPrices: json(listPrices),
    updatedAt: ctx.clock.now(),
    updatedBy: authorId(ctx.actor),
  };
  const seen = body.templateVersion ?? null;
  const written =
    seen === null
      ? await ctx.db
          .insertInto('productSettingTemplates')
          .values({ companyId, productModelId, ...values })
          .onConflict((on) => on.doNothing())
          .returning('version')
          .executeTakeFirst()
      : await ctx.db
          .updateTable('productSettingTemplates')
          .set((eb) => ({ ...values, version: eb('version', '+', 1) }))
          .where('companyId', '=', companyId)
          .where('productModelId', '=', productModelId)
          .where('version', '=', seen)
          .returning('version')
          .executeTakeFirst();
  if (!written) throw conflict('VERSION_CONFLICT');
  await record(ctx, {
    subject: 'productContracts',
    subjectId: row.id,
    companyId,
    label: row.serialNumber,
    version: row.version,
    action: 'set-template',
    diff: {
      template: { to: setting },
      ...(body.listPrices == null ? {} : { listPrices: { to: listPrices } }),
    },
  });
  await offer(ctx, { companyId, productModelId, version: written.version });
  return { data: await soldById(ctx, row.id) };
};
