import type { ChangeKind } from '@boxyard/shared/domain/sales/soldContainers.ts';
import { sql } from 'kysely';
import { authorId, type Ctx, json } from '../../kernel/index.ts';

export interface OfModel {
  readonly companyId: string;
  readonly productModelId: string;
}

/** The template of a model in a company; undefined: there is none. */
export const templateOf = (ctx: Ctx, { companyId, productModelId }: OfModel) =>
  ctx.db
    .selectFrom('productSettingTemplates')
    .where('companyId', '=', companyId)
    .where('productModelId', '=', productModelId)
    .select(['setting', 'listPrices', 'version', 'updatedAt'])
    .executeTakeFirst();

/**
 * Whether a container (`pc`) is set otherwise on a day than the template of its model. Without a template
 * nothing differs. Asked of each row: of an `exists` the planner may make a table of all containers first.
 */
export const differsOn = (day: string) => sql<boolean>`coalesce((
  select st.setting <> coalesce((select jsonb_strip_nulls(ch.value) from product_contract_changes ch
      where ch.product_contract_id = pc.id and ch.kind = 'setting' and ch.reverted_at is null
        and ch.effective_on <= ${day}::date
      order by ch.effective_on desc, ch.created_at desc, ch.id desc limit 1), '{}')
  from product_setting_templates st
  where st.company_id = pc.company_id and st.product_model_id = pc.product_model_id), false)`;

/** A container that comes under a contract is set, and sells, as the template of its model says. */
export async function beginWithTemplate(
  ctx: Ctx,
  {
    productContractId,
    effectiveOn,
    ...model
  }: OfModel & {
    readonly productContractId: string;
    readonly effectiveOn: string;
  },
): Promise<void> {
  const template = await templateOf(ctx, model);
  if (!template) return;
  const options = template.listPrices.map((one) => ({ ...one, cost: '0.00', isActive: true }));
  const begin = async (kind: ChangeKind, value: unknown) => {
    await ctx.db
      .insertInto('productContractChanges')
      .values({
        productContractId,
        kind,
        value: json(value),
        effectiveOn,
        createdAt: ctx.clock.now(),
        createdBy: authorId(ctx.actor),
        revertedAt: null,
        revertedBy: null,
        revertedReason: null,
      })
      .execute();
  };
  if (Object.keys(template.setting).length > 0) await begin('setting', template.setting);
  if (options.length > 0) await begin('priceOptions', options);
}
