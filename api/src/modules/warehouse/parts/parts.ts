import {
  goodsImportMachine,
  openAuditStatuses,
  openClaimStatuses,
  openDestructionStatuses,
  openRepairStatuses,
  openRequisitionStatuses,
  openStatuses,
  openTransferStatuses,
  openTransformationStatuses,
  purchaseOrderMachine,
  purchaseRequestMachine,
} from '@boxyard/shared/domain';
import { sql } from 'kysely';
import {
  type Ctx,
  conflict,
  expectVersion,
  type Family,
  type HandlersOf,
  type Reference,
  refuseFaults,
} from '../../../kernel/index.ts';
import { hasMoves } from '../../../ledger/index.ts';
import { refuseReferences } from '../../masterData/index.ts';
import type { partImageHandlers } from './images.ts';
import { modelFaults, modelIdsOf, setModels } from './models.ts';
import { choicesOf, judgePart, type PartBody, valuesOf } from './partBody.ts';
import { partChoices, partCounts, partList, partPrices, partsToReorder } from './partLists.ts';
import { partMaster } from './partMaster.ts';
import { partById } from './partRows.ts';
import type { partRecordHandlers } from './records.ts';

/** Documents under way that name the part, in any company. */
async function openDocuments(ctx: Ctx, partId: string): Promise<Reference[]> {
  const { rows } = await sql<{ family: string; n: number }>`
    select 'purchaseRequests' as family, count(distinct r.id)::int as n
    from purchase_request_items i join purchase_requests r on r.id = i.request_id
    where i.part_id = ${partId}::uuid and r.status = any(${openStatuses(purchaseRequestMachine)})
    union all
    select 'purchaseOrders', count(distinct o.id)::int
    from purchase_order_items i join purchase_orders o on o.id = i.order_id
    where i.part_id = ${partId}::uuid and o.status = any(${openStatuses(purchaseOrderMachine)})
    union all
    select 'goodsImports', count(distinct g.id)::int
    from goods_import_items i join goods_imports g on g.id = i.import_id
    where i.part_id = ${partId}::uuid and g.status = any(${[...goodsImportMachine.actions.approve.from]})
    union all
    select 'requisitions', count(distinct q.id)::int
    from requisition_items i join requisitions q on q.id = i.requisition_id
    where ${partId}::uuid in (i.part_id, i.substitute_part_id)
      and q.status = any(${[...openRequisitionStatuses]})
    union all
    select 'destructions', count(distinct d.id)::int
    from destruction_items i join destructions d on d.id = i.destruction_id
    where i.part_id = ${partId}::uuid and d.status = any(${[...openDestructionStatuses]})
    union all
    select 'transformations', count(*)::int from transformations t
    where t.status = any(${[...openTransformationStatuses]}) and (
      exists (select 1 from transformation_inputs i
        where i.transformation_id = t.id and i.part_id = ${partId}::uuid)
      or exists (select 1 from transformation_outputs o
        where o.transformation_id = t.id and o.part_id = ${partId}::uuid))
    union all
    select 'claims', count(distinct c.id)::int
    from claim_items i join claims c on c.id = i.claim_id
    where i.part_id = ${partId}::uuid and c.status = any(${[...openClaimStatuses]})
    union all
    select 'repairs', count(*)::int from repairs r
    where r.part_id = ${partId}::uuid and r.status = any(${[...openRepairStatuses]})
    union all
    select 'audits', count(distinct a.id)::int
    from audit_items i join audits a on a.id = i.audit_id
    where i.part_id = ${partId}::uuid and a.status = any(${[...openAuditStatuses]})
    union all
    select 'transfers', count(distinct t.id)::int
    from part_transfer_items i join part_transfers t on t.id = i.transfer_id
    where i.part_id = ${partId}::uuid and t.status = any(${[...openTransferStatuses]})
  `.execute(ctx.db);
  return rows.filter(({ n }) => n > 0).map(({ family, n }) => ({ family, count: n }));
}

/** Whether anything of the part is owned or on its way anywhere. */
async function hasStock(ctx: Ctx, partId: string): Promise<boolean> {
  const row = await sql<{ found: boolean }>`
    select exists (select 1 from stock_balances b
      where b.item_id = ${partId}::uuid and b.item_type = 'part' and b.is_physical
        and b.on_hand <> 0) as found
  `.execute(ctx.db);
  return row.rows[0]?.found === true;
}

/** Unit and tracking decide what every quantity means: fixed once anything was posted or is open. */
async function refuseLocked(
  ctx: Ctx,
  before: { readonly id: string; readonly unitId: string; readonly trackingType: string },
  body: PartBody,
): Promise<void> {
  const field =
    before.unitId !== body.unitId
      ? 'unitId'
      : before.trackingType !== body.trackingType
        ? 'trackingType'
        : null;
  if (field === null) return;
  const inUse =
    (await hasMoves(ctx.pg, before.id)) || (await openDocuments(ctx, before.id)).length > 0;
  if (inUse) throw conflict('FIELD_LOCKED', { field });
}

async function refuseDeactivation(ctx: Ctx, partId: string): Promise<void> {
  if (await hasStock(ctx, partId)) {
    throw conflict('IN_USE', { references: [{ family: 'stock', count: 1 }] });
  }
  refuseReferences(await openDocuments(ctx, partId));
}

/** What the timeline says of the models, where a body names them. */
const modelsNamed = ({ productModelIds }: PartBody) =>
  productModelIds === undefined ? {} : { productModelIds: [...new Set(productModelIds)].sort() };

export const partHandlers: HandlersOf<
  Exclude<
    Family<'parts'>,
    | 'parts.course'
    | 'parts.tracking'
    | 'parts.places'
    | 'parts.supply'
    | 'parts.setRules'
    | 'parts.scan'
    | 'parts.serial'
    | 'parts.components'
    | 'parts.setComponents'
    | keyof typeof partImageHandlers
    | keyof typeof partRecordHandlers
  >
> = {
  'parts.list': partList.run,
  'parts.master': partChoices.run,
  'parts.price': partPrices.run,
  'parts.count': async (ctx) => ({ data: await partCounts(ctx) }),
  'parts.reorder': async (ctx) => ({ data: await partsToReorder(ctx) }),
  'parts.get': async (ctx, { params }) => ({ data: await partById(ctx, params.id) }),

  'parts.exist': async (ctx, { body }) => {
    const { partNo, name, brand, model, excludeId } = body;
    const same = sql<boolean>`lower(p.name) = lower(${name ?? ''})
      and lower(coalesce(p.brand, '')) = lower(${brand ?? ''})
      and lower(coalesce(p.model, '')) = lower(${model ?? ''})`;
    const found = await ctx.db
      .selectFrom('materialParts as p')
      .select(['p.id', 'p.partNo', 'p.name'])
      .where((on) =>
        on.or([...(partNo ? [on('p.partNo', '=', partNo)] : []), ...(name ? [same] : [])]),
      )
      .orderBy('p.partNo')
      .limit(20)
      .execute();
    const matched = found
      .filter(({ id }) => id !== excludeId)
      .map((row) => ({
        id: row.id,
        code: row.partNo,
        name: row.name,
        field: row.partNo === partNo ? 'partNo' : 'name',
      }));
    return { data: { exists: matched.length > 0, matches: matched } };
  },

  'parts.create': async (ctx, { body }) => {
    refuseFaults([
      ...judgePart(await choicesOf(ctx, [body]), body),
      ...(await modelFaults(ctx, body)),
    ]);
    const id = await partMaster.insert(ctx, { values: valuesOf(body), also: modelsNamed(body) });
    await setModels(ctx, id, body.productModelIds);
    return { data: await partById(ctx, id) };
  },

  'parts.update': async (ctx, { params, body }) => {
    const row = await partMaster.lock(ctx, params.id);
    const before = { ...row, productModelIds: await modelIdsOf(ctx, row.id) };
    refuseFaults([
      ...judgePart(await choicesOf(ctx, [body]), body, before),
      ...(await modelFaults(ctx, body, before.productModelIds)),
    ]);
    expectVersion(before, body.version);
    await refuseLocked(ctx, before, body);
    if (before.isActive && !body.isActive) await refuseDeactivation(ctx, before.id);
    await partMaster.update(ctx, before, {
      values: { ...valuesOf(body), isActive: body.isActive },
      also: modelsNamed(body),
    });
    await setModels(ctx, before.id, body.productModelIds);
    return { data: await partById(ctx, before.id) };
  },

  'parts.delete': async (ctx, { params }) => {
    const before = await partMaster.lock(ctx, params.id);
    // The ledger names items without a foreign key, since containers are items, too.
    const moved = await hasMoves(ctx.pg, before.id);
    return partMaster.remove(ctx, before, { users: moved ? [{ family: 'stock', count: 1 }] : [] });
  },
};

/** Unique constraints a person can meet. */
export const partConstraints = {
  material_parts_part_no_uq: 'partNo',
  material_parts_barcode_uq: 'barcode',
};
