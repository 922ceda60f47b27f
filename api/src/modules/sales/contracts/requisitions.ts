import { can } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import type { Site } from '../../../db/schema/containers.ts';
import {
  anyId,
  asSystem,
  type Ctx,
  conflict,
  type DocumentName,
  defineList,
  inScope,
  named,
  whereInScope,
} from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { registerContracts } from '../../containers/index.ts';
import { mustRef } from '../../masterData/index.ts';
import { expectFits, giveUpContainer, holdForContract } from './reserve.ts';
import { type ContractRow, contracts, isRequested, toHandOut } from './type.ts';

const { machine } = contracts.type;
const startsFrom = (action: string): readonly string[] => machine.actions[action]?.from ?? [];

/** States in which a contract holds a container that may still be in its warehouse. */
const HOLDING = [
  ...startsFrom('submit'),
  ...startsFrom('approve'),
  ...startsFrom('install'),
] as ContractRow['status'][];

/**
 * Contracts within this person's scope whose container is not handed out: drafts without one, and those
 * that hold one, be it for an exchange, whose numbers and customers are for whoever reads contracts.
 */
const waitingOf = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('contracts as ct'), ctx.actor, contracts.scope)
    .innerJoin('customers as c', 'c.id', 'ct.customerId')
    .leftJoin('products as pd', (join) => join.on('pd.id', '=', toHandOut))
    .where((eb) =>
      eb.or([
        eb('ct.status', 'in', [...startsFrom('allocate')] as ContractRow['status'][]).and(
          'ct.productId',
          'is',
          null,
        ),
        ...(ctx.actor.kind === 'system' || can(ctx.actor.grants, 'purchase-contract:view')
          ? [
              eb
                .or([eb('ct.status', 'in', HOLDING), eb('ct.proposalDecidedAt', 'is not', null)])
                .and('pd.status', '=', 'inWarehouse'),
            ]
          : []),
      ]),
    );

/** Contracts without a requisition, for whose container one may ask. */
const openWaiting = (ctx: Ctx) => waitingOf(ctx).where(sql<boolean>`not ${isRequested}`);

/** The warehouse from which a requisition would hand out a contract's container; null: none is needed, or one asks for it. */
export async function handOutOf(
  ctx: Ctx,
  { id }: Pick<ContractRow, 'id'>,
): Promise<{ readonly warehouseId: string | null } | null> {
  const found = await openWaiting(ctx)
    .where('ct.id', '=', id)
    .select('pd.warehouseId')
    .executeTakeFirst();
  return found ?? null;
}

/** The choice of a requisition: contracts by their customer, the longest waiting first. */
export const draftsForRequisition = defineList('contracts.availableDrafts', {
  id: 'ct.id',
  // A requisition that is changed names those that it asks for already.
  from: (ctx, { query }) => (query.ids === undefined ? openWaiting(ctx) : waitingOf(ctx)),
  select: (query) =>
    query
      .innerJoin('productModels as m', 'm.id', 'ct.productModelId')
      .select(['ct.id', 'ct.documentNo as code', 'c.name', 'c.nameEn'])
      .select(['m.id as modelId', 'm.code as modelCode', 'm.name as modelName'])
      .select('m.nameTh as modelNameTh'),
  map: (rows, ctx) =>
    rows.map(({ id, code, name, nameEn, ...model }) => ({
      id,
      code,
      name: (ctx.locale === 'en' ? nameEn : null) ?? name,
      productModel: mustRef(model.modelId, model.modelCode, {
        name: model.modelName,
        nameTh: model.modelNameTh,
      }),
    })),
  search: 'ct.searchText',
  sorts: { documentDate: 'ct.documentDate' },
  filters: {
    productModelId: 'ct.productModelId',
    warehouseId: (query, ids) =>
      query
        .where('ct.companyId', 'in', (eb) =>
          eb.selectFrom('warehouses').where('id', '=', anyId(ids)).select('companyId'),
        )
        .where((eb) => eb.or([eb('pd.id', 'is', null), eb('pd.warehouseId', '=', anyId(ids))])),
  },
});

/** A contract by its number, or by its customer while it has none. */
async function nameOf(ctx: Ctx, row: ContractRow): Promise<string | DocumentName> {
  if (row.documentNo) return named('contracts', row);
  const { name } = await ctx.db
    .selectFrom('customers')
    .where('id', '=', row.customerId)
    .select('name')
    .executeTakeFirstOrThrow();
  return name;
}

async function locked(ctx: Ctx, id: string): Promise<ContractRow> {
  const row = await contracts.type.load(ctx, id, { lock: true });
  if (!row) throw new Error(`contract ${id} is missing`);
  return row;
}

/** Where a contract's container stands, as the container itself says it. */
const siteIn = ({ installSite }: Pick<ContractRow, 'installSite'>): Site => {
  const { address, lat, lng, contactName } = installSite;
  return { holder: contactName, address, lat, lng };
};

/** The system takes a contract's step for the requisition that somebody decided on. */
const step = (
  ctx: Ctx,
  row: ContractRow,
  {
    action,
    effect,
  }: Pick<Parameters<typeof runAction<ContractRow, 'contracts'>>[2], 'action' | 'effect'>,
) =>
  runAction(asSystem(ctx), contracts.type, {
    action,
    id: row.id,
    version: row.version,
    ...(effect ? { effect } : {}),
  });

registerContracts({
  drafts: async (ctx, ids) => {
    // Locked: nobody reserves one, or asks for it once more, at the same time.
    const rows = await openWaiting(ctx)
      .where('ct.id', '=', anyId(ids))
      .orderBy('ct.id')
      .select(['ct.id', 'ct.companyId', 'ct.productModelId', 'c.name as customerName'])
      .select(['pd.id as productId', 'pd.warehouseId', 'pd.serialNumber'])
      .forUpdate('ct')
      .execute();
    return rows.map(({ productId, warehouseId, serialNumber, ...draft }) => ({
      ...draft,
      held:
        productId === null ? null : { productId, warehouseId, serialNumber: serialNumber ?? '' },
    }));
  },
  allocate: async (ctx, { contractId, productId, warehouseId }) => {
    const row = await locked(ctx, contractId);
    if (!startsFrom('allocate').includes(row.status)) {
      throw conflict('CONTRACT_GOES_ON', { contract: await nameOf(ctx, row) });
    }
    await expectFits(ctx, row, { productId });
    await step(ctx, row, {
      action: 'allocate',
      effect: (current) => holdForContract(ctx, current, { productId, warehouseId }),
    });
  },
  lapse: async (ctx, contractId) => {
    const row = await locked(ctx, contractId);
    if (!startsFrom('lapse').includes(row.status)) {
      throw conflict('CONTRACT_GOES_ON', { contract: await nameOf(ctx, row) });
    }
    await step(ctx, row, {
      action: 'lapse',
      effect: async (current) => ({
        set: await giveUpContainer(ctx, current),
        touches: ['contracts', 'products'],
      }),
    });
  },
  siteOf: async (ctx, contractId): Promise<Site> => {
    const row = await locked(ctx, contractId);
    if (!startsFrom('install').includes(row.status) && !row.isExchangeAgreed) {
      throw conflict('CONTRACT_NOT_APPROVED', { contract: await nameOf(ctx, row) });
    }
    return siteIn(row);
  },
  addressesOf: async (ctx, contractId) => {
    const { installSite } = await locked(ctx, contractId);
    return [installSite.address, installSite.addressEn].filter((text) => text != null);
  },
  visibleSites: async (ctx, ids) => {
    const rows = await ctx.db
      .selectFrom('contracts')
      .where('id', '=', anyId(ids))
      .select(['id', 'companyId', 'saleId', 'installSite'])
      .execute();
    // The warehouse, which reads no contracts, hands all containers out; salespeople see their customers'.
    const readsContracts = can(ctx.actor.grants, 'purchase-contract:view');
    return new Map(
      rows.flatMap(({ id, companyId, saleId, installSite }) =>
        !readsContracts || inScope(ctx.actor, { companyId, ownerIds: [saleId] })
          ? [[id, siteIn({ installSite })]]
          : [],
      ),
    );
  },
});
