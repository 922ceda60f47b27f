import type { InspectionType } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import {
  type Ctx,
  type FieldFault,
  type Input,
  inScope,
  newId,
  notify,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { changesOf, createDocument, searchTextOf, workersOf } from '../../../workflow/index.ts';
import { type ProductRow, products } from '../products/type.ts';
import { inspections } from './type.ts';

/** What a planned inspection says. */
type Plan = {
  readonly type: InspectionType;
  readonly dueOn: string;
  readonly assigneeId: string | null;
  readonly remark: string | null;
};

type Planned = Pick<
  Input<'inspections.create'>['body'],
  'type' | 'dueOn' | 'assigneeId' | 'remark'
>;

const planOf = ({ type, dueOn, assigneeId, remark }: Planned): Plan => ({
  type,
  dueOn,
  assigneeId: assigneeId ?? null,
  remark: remark || null,
});

/** Nobody looks at what was written off. */
const GONE: readonly string[] = ['retired', 'disassembled'];

/** Whoever goes works for the company; nothing is planned for a day that has passed. */
async function planFaults(
  ctx: Ctx,
  { companyId, plan, before }: { companyId: string; plan: Plan; before?: string },
): Promise<FieldFault[]> {
  const faults: FieldFault[] = [];
  if (plan.assigneeId !== null) {
    const known = await workersOf(ctx, { companyId, userIds: [plan.assigneeId] });
    if (!known.has(plan.assigneeId)) faults.push({ field: 'assigneeId', code: 'UNKNOWN_ID' });
  }
  if (plan.dueOn !== before && plan.dueOn < today(ctx.clock)) {
    faults.push({ field: 'dueOn', code: 'PAST_DATE' });
  }
  return faults;
}

const searchText = (
  documentNo: string,
  {
    product,
    remark,
  }: { product: Pick<ProductRow, 'serialNumber' | 'name'>; remark: string | null },
) => searchTextOf({ documentNo, partIds: [], words: [product.serialNumber, product.name, remark] });

/** Whoever is to go hears of it, unless they planned it themselves. */
async function notifyAssignee(
  ctx: Ctx,
  {
    id,
    documentNo,
    plan,
    serialNumber,
  }: { id: string; documentNo: string; plan: Plan; serialNumber: string },
): Promise<void> {
  const { type } = inspections;
  await notify(ctx, plan.assigneeId === ctx.actor.userId ? [] : [plan.assigneeId], {
    category: 'reminder',
    type: 'info',
    kind: 'tasks',
    title: {
      en: `${type.label.en} ${documentNo} is yours`,
      th: `คุณได้รับมอบหมาย${type.label.th} ${documentNo}`,
    },
    description: {
      en: `Container ${serialNumber}, by ${plan.dueOn}.`,
      th: `ตู้ ${serialNumber} ภายในวันที่ ${plan.dueOn}`,
    },
    action: inspections.path(id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: type.subject, id },
    dedupeKey: `${type.subject}:${id}:assigned:${plan.assigneeId}:${plan.dueOn}`,
  });
}

/** Plans an inspection with the checklist that the container's model has now. */
export async function planInspection(
  ctx: Ctx,
  {
    product,
    plan,
    followsId = null,
  }: { readonly product: ProductRow; readonly plan: Plan; readonly followsId?: string | null },
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const { checklist } = await ctx.db
    .selectFrom('productModels')
    .where('id', '=', product.productModelId)
    .select('checklist')
    .executeTakeFirstOrThrow();
  const { id, documentNo } = await createDocument(ctx, inspections.type, {
    companyId: product.companyId,
    status: 'planned',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('inspections')
        .values({
          ...head,
          ...plan,
          productId: product.id,
          warehouseId: product.warehouseId,
          followsId,
          searchText: searchText(head.documentNo, { product, remark: plan.remark }),
        })
        .execute();
      if (checklist.length === 0) return;
      await ctx.db
        .insertInto('inspectionItems')
        .values(
          checklist.map((item, index) => ({
            id: newId(),
            documentId: head.id,
            lineNo: index + 1,
            name: item.name,
            nameTh: item.nameTh,
            unit: item.unit ?? null,
            minValue: item.minValue ?? null,
            maxValue: item.maxValue ?? null,
          })),
        )
        .execute();
    },
    after: { serialNumber: product.serialNumber, dueOn: plan.dueOn },
  });
  await notifyAssignee(ctx, { id, documentNo, plan, serialNumber: product.serialNumber });
  return { id, documentNo };
}

/** Plans an inspection of a container that this person may see. */
export async function createInspection(ctx: Ctx, { body }: Input<'inspections.create'>) {
  const product = await products.type.load(ctx, body.productId, { lock: false });
  if (!product || !inScope(ctx.actor, products.type.scope(product))) {
    return refuseFaults([{ field: 'productId', code: 'UNKNOWN_ID' }]) as never;
  }
  const plan = planOf(body);
  refuseFaults([
    ...(GONE.includes(product.status) ? [{ field: 'productId', code: 'INACTIVE' }] : []),
    ...(await planFaults(ctx, { companyId: product.companyId, plan })),
  ]);
  return planInspection(ctx, { product, plan });
}

/** Changes when, why and by whom, as long as nobody has begun. */
export const updateInspection = inspections.action('update', async (ctx, row, body) => {
  const plan = planOf(body);
  refuseFaults(await planFaults(ctx, { companyId: row.companyId, plan, before: row.dueOn }));
  const product = await ctx.db
    .selectFrom('products')
    .where('id', '=', row.productId)
    .select(['serialNumber', 'name'])
    .executeTakeFirstOrThrow();
  if (plan.assigneeId !== row.assigneeId) await notifyAssignee(ctx, { ...row, plan, ...product });
  return {
    set: {
      ...plan,
      isLate: plan.dueOn < today(ctx.clock),
      searchText: searchText(row.documentNo, { product, remark: plan.remark }),
    },
    diff: changesOf(row, plan),
  };
});

/**
 * The container of an inspection that this person may see, wherever it stands by now: it may have been
 * moved out of their warehouses since the inspection was planned. It is locked, so that inspections of
 * one container end one after the other.
 */
export async function lockProduct(ctx: Ctx, productId: string): Promise<ProductRow> {
  const product = await products.type.load(ctx, productId, { lock: true });
  if (!product) throw new Error(`the container ${productId} is missing`);
  return product;
}
