import { isTerminal } from '@boxyard/shared/domain';
import { inspectionMachine } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import { productMachine } from '@boxyard/shared/domain/containers/productMachine.ts';
import {
  isFreeStatus,
  isLosable,
  isLost,
  type LifecycleStatus,
  type SaleStatus,
} from '@boxyard/shared/domain/containers/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Something is built in. */
const hasParts = sql<boolean>`exists (select 1 from product_parts i
  where i.product_id = pd.id and i.removed_at is null)`;

/** Every line of the bill of materials is filled, or the reason for deviating is written down. */
const isComplete = sql<boolean>`pd.deviation_reason is not null or not exists (
  select 1 from product_model_parts b where b.revision_id = pd.revision_id and b.quantity > (
    select coalesce(sum(i.quantity), 0) from product_parts i
    where i.product_id = pd.id and i.part_id = b.part_id and i.removed_at is null))`;

/** It runs the stable release of its model, or the model has none. */
const hasSoftware = sql<boolean>`not exists (select 1 from product_software_models sm
  where sm.product_model_id = pd.product_model_id and sm.is_stable
    and sm.software_id is distinct from pd.current_software_id)`;

const lastInto = (status: LifecycleStatus) => sql`(select max(l.at) from product_status_log l
  where l.product_id = pd.id and l.axis = 'lifecycle' and l.to_status = ${status})`;

/** The latest inspection before its delivery, since it last stood in a warehouse, found it sound. */
const isInspected = sql<boolean>`coalesce((select f.result = 'pass' from inspections f
  where f.product_id = pd.id and f.type = 'preDelivery'
    and f.completed_at >= coalesce(${lastInto('inWarehouse')}, '-infinity')
  order by f.completed_at desc, f.id desc limit 1), false)`;

/** A photograph was taken of it since it was handed out. */
const isPhotographed = sql<boolean>`exists (select 1 from attachments a
  where a.subject_id = pd.id and a.subject_type = 'products' and a.kind = 'photo'
    and a.removed_at is null and a.created_at >= ${lastInto('withdrawn')})`;

/** Nobody is inspecting it, and no software waits for it. */
const isIdle = sql<boolean>`pd.target_software_id is null and not exists (select 1 from inspections f
  where f.product_id = pd.id and f.status = any(${[...inspectionMachine.actions.record.from]}))`;

/** The place at which it was declared lost. */
const lostFrom = sql<LifecycleStatus | null>`(select l.from_status from product_status_log l
  where l.product_id = pd.id and l.axis = 'lifecycle' and l.to_status = 'lost'
  order by l.at desc, l.id desc limit 1)`;

/** A transfer has it on the road, or has still to say what became of it. */
const isOnTransfer = sql<boolean>`exists (select 1 from container_transfer_items i
  where i.product_id = pd.id and i.line_status in ('inTransit', 'lost'))`;

/** A requisition has handed it out, and no contract. */
const isHandedOut = sql<boolean>`exists (select 1 from container_reservations h
  where h.product_id = pd.id and h.ended_at is null and h.document_subject = 'containerRequisitions')`;

/** THB that would leave the books with it today: its own value and what is inside, or what it was sold at. */
const worth = sql<string | null>`(case when pd.status in ('inWarehouse', 'lost') then
  case when pd.title_holder = 'customer' then coalesce(pd.cost_amount, 0)
    else pd.labour_cost + (select coalesce(sum(i.quantity * coalesce(v.avg_cost, i.unit_cost)), 0)
      from product_parts i left join part_valuations v
        on v.company_id = pd.company_id and v.item_type = 'part' and v.item_id = i.part_id
      where i.product_id = pd.id and i.removed_at is null) end end)::numeric(15, 2)::text`;

/**
 * The person who said last that a container is lost, until somebody else has found it. A loss that its own
 * author takes back still binds: it would be a way round the second person of a retirement.
 */
export const selectLostBy = (productId: RawBuilder<unknown>) => sql<
  string | null
>`(select l.by_user_id
  from product_status_log l
  where l.product_id = ${productId} and l.axis = 'lifecycle' and l.to_status = 'lost'
    and not exists (select 1 from product_status_log f
      where f.product_id = l.product_id and f.axis = 'lifecycle' and f.from_status = 'lost'
        and (f.at, f.id) > (l.at, l.id) and f.by_user_id is distinct from l.by_user_id)
  order by l.at desc, l.id desc limit 1)`;
const lostById = selectLostBy(sql.ref('pd.id'));

/** What a contract says of a container that is somebody's. */
export const UNDER_CONTRACT: readonly SaleStatus[] = ['contracted', 'sold', 'leased'];

/**
 * Containers, `products` (domain-containers 1.1, 2.1): the document is the container's production. They
 * are stock: cut by company and warehouse, not by who made them (domain-conventions "Scope").
 */
export const products = defineFamily('products', {
  as: 'pd',
  ownersOnly: true,
  fields: (query) =>
    query
      .select([hasParts.as('hasParts'), isComplete.as('isComplete')])
      .select([hasSoftware.as('hasSoftware'), isInspected.as('isInspected')])
      .select([isPhotographed.as('isPhotographed'), isIdle.as('isIdle')])
      .select([lostById.as('lostById'), lostFrom.as('lostFrom')])
      .select([isOnTransfer.as('isOnTransfer'), isHandedOut.as('isHandedOut'), worth.as('worth')]),
  read: (row) => ({
    ...row,
    isFree: isFreeStatus(row.saleStatus),
    /** Its place before the loss is known; of one that a transfer lost, its transfer says what became of it. */
    hasPlace:
      row.warehouseId !== null ||
      row.installedAt !== null ||
      row.lostFrom === 'withdrawn' ||
      row.lostFrom === 'returned',
    /** Nothing is agreed about it, or it is lost and only a requisition waits for it. */
    isGivenUp:
      isFreeStatus(row.saleStatus) ||
      (isLost(row) && row.saleStatus === 'reserved' && row.isHandedOut),
    isLosable: isLosable(row),
    isReleased: !UNDER_CONTRACT.includes(row.saleStatus),
    isRetirementAsked: row.retirementAskedAt !== null && !isTerminal(productMachine, row.status),
    bookValue: row.retiredValue ?? row.worth,
  }),
  path: ({ id }) => pathOf(id),
});
export type ProductRow = RowOfFamily<typeof products>;

/** Where one is worked on; the activity log leads to where it is followed. */
export const pathOf = (id: string): string =>
  `/warehouse-inventory/container-warehouse/detail-product/update/${id}`;

/** docType of its stock moves. */
export const PRODUCT_MOVES = 'product';

/** Query families that change with the parts inside it. */
export const TOUCHES = ['parts'];

interface StatusChange {
  readonly productId: string;
  readonly axis: 'lifecycle' | 'sale' | 'service';
  readonly from: string | null;
  readonly to: string;
  readonly reason?: string | null;
  readonly document?: {
    readonly subject: string;
    readonly id: string;
    readonly documentNo: string;
  };
}

/** Writes a change of one of the three axes to the container's log of statuses. */
export async function logStatus(ctx: Ctx, change: StatusChange): Promise<void> {
  await ctx.db
    .insertInto('productStatusLog')
    .values({
      productId: change.productId,
      axis: change.axis,
      fromStatus: change.from,
      toStatus: change.to,
      reason: change.reason ?? null,
      documentSubject: change.document?.subject ?? null,
      documentId: change.document?.id ?? null,
      documentNo: change.document?.documentNo ?? null,
      at: ctx.clock.now(),
      byUserId: ctx.actor.kind === 'system' ? null : ctx.actor.userId,
    })
    .execute();
}
