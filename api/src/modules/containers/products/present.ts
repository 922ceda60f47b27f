import { type Condition, can, decimal } from '@boxyard/shared/domain';
import {
  keepsOwnReason,
  type RemovalDisposition,
} from '@boxyard/shared/domain/containers/statuses.ts';
import { sql } from 'kysely';
import { anyId, type Ctx, inScope, money, price } from '../../../kernel/index.ts';
import {
  actionContext,
  documentFields,
  loadRefs,
  loadVisible,
  textsFor,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { partFactsOf, stockNamesOf } from '../../warehouse/index.ts';
import { inspectionStateOf } from '../inspections/ofProduct.ts';
import { releaseRefs } from '../software/present.ts';
import { followsOf } from './follows.ts';
import { visibleHistory } from './history.ts';
import { holdersOf } from './holders.ts';
import type { PRODUCT_COLUMNS } from './list.ts';
import { originsOf } from './origins.ts';
import { reservationsOf } from './reserved.ts';
import { type ProductRow, products } from './type.ts';

type Shown = Pick<
  ProductRow,
  Extract<(typeof PRODUCT_COLUMNS)[number], `pd.${string}`> extends `pd.${infer C}`
    ? C & keyof ProductRow
    : never
>;

export const seesCost = (ctx: Ctx): boolean =>
  can(ctx.actor.grants, 'container-warehouse:view-cost');

/** What is inside each container, at the average cost of its company today. */
async function partsValueOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await ctx.pg.query<{ id: string; value: string }>({
    name: 'products.value',
    text: `select d.id, coalesce(sum(i.quantity * coalesce(v.avg_cost, i.unit_cost)), 0)::text as value
      from products d
      left join product_parts i on i.product_id = d.id and i.removed_at is null
      left join part_valuations v
        on v.company_id = d.company_id and v.item_type = 'part' and v.item_id = i.part_id
      where d.id = any($1::uuid[]) group by d.id`,
    values: [[...ids]],
  });
  return new Map(rows.map(({ id, value }) => [id, decimal.round(value)]));
}

/** Models and types as labels. */
async function kindsOf(ctx: Ctx, modelIds: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('productModels as m')
    .innerJoin('productTypes as t', 't.id', 'm.productTypeId')
    .where('m.id', '=', anyId(modelIds))
    .select(['m.id', 'm.code', 'm.name', 'm.nameTh', 'm.thumbnail'])
    .select([
      't.id as typeId',
      't.code as typeCode',
      't.name as typeName',
      't.nameTh as typeNameTh',
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        productModel: mustRef(row.id, row.code, { name: row.name, nameTh: row.nameTh }),
        productType: mustRef(row.typeId, row.typeCode, {
          name: row.typeName,
          nameTh: row.typeNameTh,
        }),
        thumbnail: row.thumbnail,
      },
    ]),
  );
}

/**
 * Containers whose site is not told: whoever sees contracts of some people only does not read the
 * address of another one's customer here. Whoever goes there, and sees no contracts, does.
 */
async function hiddenSites(ctx: Ctx, rows: readonly Shown[]): Promise<ReadonlySet<string>> {
  const isCut = ({ companyId }: Shown) => !inScope(ctx.actor, { companyId, ownerIds: [] });
  const ids = rows.flatMap((row) => (row.site !== null && isCut(row) ? [row.id] : []));
  if (ids.length === 0 || !can(ctx.actor.grants, 'purchase-contract:view')) return new Set();
  const { rows: last } = await ctx.pg.query<{ id: string; companyId: string; saleId: string }>({
    name: 'products.siteOwners',
    // After an exchange a contract names the new container; its row among the sold still names the one
    // before. Whichever was in force or approved last counts. The day of drafting does not.
    text: `select distinct on (product_id) product_id as id, company_id as "companyId", sale_id as "saleId"
      from (select c.product_id, c.company_id, c.sale_id, c.id,
            coalesce(o.in_force_from, c.approved_at, 'infinity') as since
          from contracts c left join product_contracts o
            on o.contract_id = c.id and o.product_id = c.product_id and o.replaced_by_id is null
          where c.product_id = any($1::uuid[])
        union all
        select (proposal->'exchange'->>'productId')::uuid, company_id, sale_id, id, proposal_decided_at
          from contracts where proposal_decided_at is not null
            and (proposal->'exchange'->>'productId')::uuid = any($1::uuid[])
        union all
        select product_id, company_id, sale_id, id, in_force_from from product_contracts
          where product_id = any($1::uuid[]) and replaced_by_id is not null) x
      order by product_id, since desc, id desc`,
    values: [ids],
  });
  return new Set(
    last.flatMap(({ id, companyId, saleId }) =>
      inScope(ctx.actor, { companyId, ownerIds: [saleId] }) ? [] : [id],
    ),
  );
}

/** Rows of the list, and the head of the detail. */
export async function presentProducts(ctx: Ctx, rows: readonly Shown[]) {
  const open = rows.filter(({ costAmount }) => costAmount === null).map(({ id }) => id);
  const [refs, kinds, values, release, hidden, reservations, holders] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      warehouse: rows.map((row) => row.warehouseId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy]),
    }),
    kindsOf(ctx, [...new Set(rows.map((row) => row.productModelId))]),
    seesCost(ctx) ? partsValueOf(ctx, open) : new Map<string, string>(),
    releaseRefs(
      ctx,
      rows.map((row) => row.currentSoftwareId),
    ),
    hiddenSites(ctx, rows),
    reservationsOf(ctx, rows),
    holdersOf(ctx, rows),
  ]);
  return rows.map((row) => {
    const kind = kinds.get(row.productModelId);
    if (!kind) throw new Error(`the model of container ${row.id} is missing`);
    const soFar = decimal.round(decimal.add(values.get(row.id) ?? '0', row.labourCost));
    return {
      ...documentFields(row, refs),
      statusReason: keepsOwnReason(row) ? row.statusReason : null,
      status: row.status,
      serialNumber: row.serialNumber,
      name: row.name,
      ...kind,
      warehouse: refs.refOrNull(row.warehouseId),
      saleStatus: row.saleStatus,
      serviceStatus: row.serviceStatus,
      condition: row.condition,
      manufacturedAt: row.manufacturedAt,
      warrantyEnd: row.warrantyEnd,
      costAmount: seesCost(ctx) ? money(row.costAmount ?? soFar) : null,
      listPrice: row.listPrice,
      software: release(row.currentSoftwareId),
      softwareOutdated: row.softwareOutdated,
      site: hidden.has(row.id) ? null : row.site,
      contractPending: row.contractPending,
      awayUnderContract: row.awayUnderContract,
      reservation: reservations.get(row.id) ?? null,
      customer: holders.get(row.id)?.customer ?? null,
      contract: holders.get(row.id)?.contract ?? null,
    };
  });
}

const bomOf = (ctx: Ctx, row: ProductRow) =>
  ctx.db
    .selectFrom('productModelParts as b')
    .innerJoin('materialParts as p', 'p.id', 'b.partId')
    .where('b.revisionId', '=', row.revisionId)
    .orderBy('b.lineNo')
    .select(['b.partId', 'b.quantity', 'p.unitId', 'p.trackingType'])
    .select(
      sql<string>`(select coalesce(sum(i.quantity), 0) from product_parts i
        where i.product_id = ${row.id} and i.part_id = b.part_id and i.removed_at is null)::text`.as(
        'installed',
      ),
    )
    .execute();

export const insideOf = (ctx: Ctx, productId: string) =>
  ctx.db
    .selectFrom('productParts as i')
    .where('i.productId', '=', productId)
    .orderBy('i.installedAt')
    .orderBy('i.id')
    .selectAll('i')
    .execute();

type Inside = Awaited<ReturnType<typeof insideOf>>[number];

export async function presentInside(ctx: Ctx, row: ProductRow, inside: readonly Inside[]) {
  const [facts, names, refs, origins, follows, say] = await Promise.all([
    partFactsOf(ctx, {
      companyId: row.companyId,
      partIds: inside.map(({ partId }) => partId),
    }),
    stockNamesOf(ctx, {
      binIds: inside.flatMap(({ fromBinId }) => fromBinId ?? []),
      lotIds: inside.map(({ lotId }) => lotId),
      serialIds: inside.map(({ serialId }) => serialId),
    }),
    loadRefs(ctx, {
      part: inside.map(({ partId }) => partId),
      user: inside.flatMap(({ installedBy, removedBy }) => [installedBy, removedBy]),
    }),
    originsOf(ctx, inside),
    followsOf(
      ctx,
      inside.map(({ removalDocumentId }) => removalDocumentId),
    ),
    textsFor(
      ctx,
      inside.flatMap(({ note, removedReason }) => [note, removedReason]),
    ),
  ]);
  return inside.map((line) => {
    const part = facts.get(line.partId);
    if (!part) throw new Error(`part ${line.partId} is missing`);
    return {
      id: line.id,
      part: refs.ref(line.partId),
      unit: part.unit,
      quantity: Number(line.quantity),
      trackingType: part.trackingType,
      lotNo: names.lotNo(line.lotId),
      serialNo: names.serialNo(line.serialId),
      condition: line.condition as Condition,
      unitCost: seesCost(ctx) ? price(line.unitCost) : null,
      note: say(line.note),
      installedAt: line.installedAt,
      installedBy: refs.userOrNull(line.installedBy),
      fromBin: line.fromBinId === null ? null : names.bin(line.fromBinId),
      origin: origins(line),
      removedAt: line.removedAt,
      removedBy: refs.userOrNull(line.removedBy),
      removedReason: say(line.removedReason),
      disposition: line.disposition,
      document: follows(line.removalDocumentId),
    };
  });
}

const isRemoved = <
  T extends { readonly removedAt: Date | null; readonly disposition: RemovalDisposition | null },
>(
  line: T,
): line is T & { readonly removedAt: Date; readonly disposition: RemovalDisposition } =>
  line.removedAt !== null && line.disposition !== null;

/** A container with everything that its pages show. 404 outside this person's scope. */
export async function presentProduct(ctx: Ctx, id: string) {
  const row = await loadVisible(ctx, products.type, { id });
  const [[head], bom, inside, trail, history, revision, values, related, software, inspected] =
    await Promise.all([
      presentProducts(ctx, [row]),
      bomOf(ctx, row),
      insideOf(ctx, id),
      trailOf(ctx, products.type.subject, id),
      visibleHistory(ctx, id),
      ctx.db
        .selectFrom('productModelRevisions')
        .where('id', '=', row.revisionId)
        .select('revisionNo')
        .executeTakeFirstOrThrow(),
      seesCost(ctx) ? partsValueOf(ctx, [id]) : null,
      relatedOf(ctx, id),
      softwareOf(ctx, row),
      inspectionStateOf(ctx, id),
    ]);
  if (!head) throw new Error('one row in, one row out');
  const [lines, people, family, refs] = await Promise.all([
    presentInside(ctx, row, inside),
    loadRefs(ctx, { user: [row.installedBy, row.retirementAskedBy] }),
    rebuiltOf(ctx, row),
    loadRefs(ctx, {
      part: bom.map(({ partId }) => partId),
      unit: bom.map(({ unitId }) => unitId),
    }),
  ]);
  return {
    ...head,
    ...trail,
    history,
    related,
    ...actionContext(ctx, products.type, row),
    revisionNo: revision.revisionNo,
    ...software,
    inspection: inspected,
    labourCost: seesCost(ctx) ? money(row.labourCost) : null,
    partsCost: values === null ? null : money(values.get(id) ?? '0'),
    deviationReason: row.deviationReason,
    completedAt: row.completedAt,
    installedAt: row.installedAt,
    installedBy: people.userOrNull(row.installedBy),
    isOfCustomer: row.titleHolder === 'customer',
    ...family,
    bom: bom.map((line) => ({
      part: refs.ref(line.partId),
      unit: refs.ref(line.unitId),
      required: Number(line.quantity),
      installed: Number(line.installed),
      trackingType: line.trackingType,
    })),
    parts: lines
      .filter((line) => !isRemoved(line))
      .map(
        ({
          removedAt: _at,
          removedBy: _by,
          removedReason: _why,
          disposition: _what,
          document: _next,
          ...line
        }) => line,
      ),
    removedParts: lines.filter(isRemoved).reverse(),
    hasParts: row.hasParts,
    isComplete: row.isComplete,
    isFree: row.isFree,
    hasSoftware: row.hasSoftware,
    hasPlace: row.hasPlace,
    isOnTransfer: row.isOnTransfer,
    isGivenUp: row.isGivenUp,
    isLosable: row.isLosable,
    isInspected: row.isInspected,
    isPhotographed: row.isPhotographed,
    isIdle: row.isIdle,
    isReleased: row.isReleased,
    lostById: row.lostById,
    isRetirementAsked: row.isRetirementAsked,
    retirementAskedBy: row.retirementAskedBy,
    retirement:
      row.retirementAskedAt === null
        ? null
        : {
            askedBy: people.userOrNull(row.retirementAskedBy),
            askedAt: row.retirementAskedAt,
            reason: row.retirementReason ?? '',
          },
    bookValue: seesCost(ctx) && row.bookValue !== null ? money(row.bookValue) : null,
  };
}

/** Its receipts, the requisitions that it was given to, and what goes on with parts of it. */
async function relatedOf(ctx: Ctx, id: string) {
  const gone = (productId: string, subject: string) =>
    sql`select i.removal_document_id from product_parts i
      where i.product_id = ${productId} and i.removal_subject = ${subject}`;
  const { rows } = await sql<{ type: string; id: string; documentNo: string; status: string }>`
    select 'containerReceipt' as type, r.id, r.document_no as "documentNo", r.status
    from container_receipts r join container_receipt_items i on i.receipt_id = r.id
    where i.product_id = ${id}
    union all
    select 'containerRequisition', q.id, q.document_no, q.status
    from container_requisitions q join container_requisition_items i on i.document_id = q.id
    where i.product_id = ${id}
    union all
    select 'goodsImport', g.id, g.document_no, g.status from goods_imports g where g.source_id = ${id}
    union all
    select 'repair', r.id, r.document_no, r.status from repairs r where r.id in (${gone(id, 'repairs')})
    union all
    select 'claim', c.id, c.document_no, c.status from claims c where c.id in (${gone(id, 'claims')})
    union all
    select 'destruction', x.id, x.document_no, x.status
    from destructions x where x.id in (${gone(id, 'destructions')})
    union all
    select 'containerTransfer', t.id, t.document_no, t.status
    from container_transfers t join container_transfer_items i on i.document_id = t.id
    where i.product_id = ${id} and t.document_no is not null
    order by 2`.execute(ctx.db);
  return toldOf(ctx, rows);
}

/** The container that was taken apart for this one, and those that were built from it. */
async function rebuiltOf(ctx: Ctx, row: ProductRow) {
  const rows = await ctx.db
    .selectFrom('products')
    .where((eb) =>
      eb.or([
        eb('rebuiltFromId', '=', row.id),
        ...(row.rebuiltFromId === null ? [] : [eb('id', '=', row.rebuiltFromId)]),
      ]),
    )
    .orderBy('createdAt')
    .select(['id', 'serialNumber'])
    .execute();
  return {
    rebuiltFrom: rows.find(({ id }) => id === row.rebuiltFromId) ?? null,
    rebuiltAs: rows.filter(({ id }) => id !== row.rebuiltFromId),
  };
}

/** What an open update brings, and what is stable for its model. */
async function softwareOf(ctx: Ctx, row: ProductRow) {
  const stable = await ctx.db
    .selectFrom('productSoftwareModels')
    .where('productModelId', '=', row.productModelId)
    .where('isStable', '=', true)
    .select('softwareId')
    .executeTakeFirst();
  const stableId = stable?.softwareId ?? null;
  const release = await releaseRefs(ctx, [row.targetSoftwareId, stableId]);
  return { targetSoftware: release(row.targetSoftwareId), stableSoftware: release(stableId) };
}
