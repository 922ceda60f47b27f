import { addDays, bangkokDate, startOfBangkokDay } from '@boxyard/shared/domain';
import {
  FREE_SALE_STATUSES,
  isInstalled,
  isInstalledWithoutContract,
} from '@boxyard/shared/domain/containers/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import {
  anyId,
  type Ctx,
  conflict,
  defineList,
  refuseFaults,
  settingOf,
  whereInScope,
} from '../../../kernel/index.ts';
import { searchTextOf } from '../../../workflow/index.ts';
import {
  dropContract,
  endPromise,
  lockProduct,
  products,
  releaseReservation,
  reserveContainer,
} from '../../containers/index.ts';
import { type ContractRow, contracts, documentOf } from './type.ts';

const { actions } = contracts.type.machine;

/** States of a lease whose time is over. */
const EXPIRED = actions.expire?.to ?? [];

/** States of a contract that was ended before its time. */
const TERMINATED = actions.terminate?.to ?? [];

/** The end of the day on which a container that is held is offered again. */
export async function reservedUntil(ctx: Ctx, companyId: string): Promise<Date> {
  const days = await settingOf(ctx, {
    companyId,
    key: 'contract.reservationDays',
  });
  return startOfBangkokDay(addDays(bangkokDate(ctx.clock.now()), Number(days) + 1));
}

/** Containers that this person may give to a contract: what stands at a customer is in no warehouse. */
const withinReach = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('products as pd'), ctx.actor, products.scope);

/** The container of the model that has waited longest; what somebody else is taking is passed over. */
async function oldestFor(ctx: Ctx, row: ContractRow): Promise<string> {
  const found = await withinReach(ctx)
    .where('pd.companyId', '=', row.companyId)
    .where('pd.productModelId', '=', row.productModelId)
    .where('pd.status', '=', 'inWarehouse')
    .where('pd.saleStatus', '=', 'available')
    .where('pd.condition', '<>', 'damaged')
    .orderBy('pd.documentDate')
    .orderBy('pd.id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select('pd.id')
    .executeTakeFirst();
  if (!found) {
    const { name } = await ctx.db
      .selectFrom('productModels')
      .where('id', '=', row.productModelId)
      .select('name')
      .executeTakeFirstOrThrow();
    throw conflict('NO_CONTAINER_FREE', { model: name });
  }
  return found.id;
}

/** The container of the lease that a contract renews, if that is over, and nothing is agreed on what stands there. */
export async function containerOfPrevious(ctx: Ctx, row: ContractRow): Promise<string | null> {
  if (row.previousContractId === null) return null;
  const found = await ctx.db
    .selectFrom('contracts as ct')
    .innerJoin('products as pd', 'pd.id', 'ct.productId')
    .where('ct.id', '=', row.previousContractId)
    .where('ct.status', 'in', [...EXPIRED])
    .where('pd.status', '=', 'installed')
    .where('pd.saleStatus', 'in', [...FREE_SALE_STATUSES])
    .where('pd.productModelId', '=', row.productModelId)
    .select('pd.id')
    .executeTakeFirst();
  return found?.id ?? null;
}

/**
 * A container that somebody names must be of the contract's model and company. One that stands at a site
 * is taken only where the caller says so (`atCustomer`), and only at the site of the contract's customer.
 */
export async function expectFits(
  ctx: Ctx,
  row: ContractRow,
  { productId, atCustomer = false }: { readonly productId: string; readonly atCustomer?: boolean },
): Promise<void> {
  const found = await withinReach(ctx)
    .innerJoin('contracts as ct', (join) => join.on('ct.id', '=', row.id))
    .where('pd.id', '=', productId)
    .where('pd.companyId', '=', row.companyId)
    .select(['pd.productModelId', 'pd.serialNumber', 'pd.status', 'pd.saleStatus'])
    .select(sql<string | null>`pd.site->>'holder'`.as('holder'))
    .select(standsFromEarlier('pd', sql`${row.previousContractId}`).as('standsFromEarlier'))
    .select(standsAtCustomer('pd', 'ct').as('standsAtCustomer'))
    .executeTakeFirst();
  if (found?.productModelId !== row.productModelId || found.standsFromEarlier) {
    throw conflict('NOT_AVAILABLE', { serialNumber: found?.serialNumber ?? '' });
  }
  const { serialNumber, holder } = found;
  if (isInstalledWithoutContract(found) && !(atCustomer && found.standsAtCustomer)) {
    throw conflict('STANDS_ELSEWHERE', { serialNumber, holder: holder ?? '' });
  }
  if (atCustomer && !isInstalled(found)) throw conflict('NOT_AT_CUSTOMER', { serialNumber });
}

const withoutSpaces = (text: RawBuilder<unknown>) => sql`regexp_replace(${text}, '\\s', '', 'g')`;

/**
 * An installed container stands at the customer of a contract: its holder is called like the customer,
 * its address is the contract's place of installation, or the lease that the contract renews keeps it there.
 */
const standsAtCustomer = (product: string, contract: string) => {
  const site = (field: string) => sql`${sql.ref(`${product}.site`)}->>${sql.lit(field)}`;
  const place = sql`${sql.ref(`${contract}.installSite`)}->>'address'`;
  return sql<boolean>`(exists (
    select 1 from customers c where c.id = ${sql.ref(`${contract}.customerId`)}
      and fold_search(btrim(${site('holder')})) in (fold_search(c.name), fold_search(c.name_en)))
  or ${withoutSpaces(site('address'))} = ${withoutSpaces(place)}
  or exists (select 1 from contracts x where x.id = ${sql.ref(`${contract}.previousContractId`)}
    and x.product_id = ${sql.ref(`${product}.id`)} and x.customer_id = ${sql.ref(`${contract}.customerId`)}))`;
};

/**
 * It still stands where an earlier contract put it: of a lease that is over it is for the contract that
 * renews that lease; otherwise it comes back first, as where its contract was terminated, or another
 * container took its place. A contract may be terminated as of a day before its container was set up;
 * what was set up on a day after both stands there by itself.
 */
const standsFromEarlier = (product: string, renewing: RawBuilder<unknown>) => sql<boolean>`(exists (
  select 1 from contracts x where x.product_id = ${sql.ref(`${product}.id`)}
    and ((x.status = any(${TERMINATED}::text[]) and x.installed_on is not null)
      or (x.status = any(${EXPIRED}::text[]) and x.id is distinct from ${renewing}::uuid))
    and ${sql.ref(`${product}.status`)} = 'installed'
    and (${sql.ref(`${product}.installedAt`)} at time zone 'Asia/Bangkok')::date <= greatest(x.ended_on, x.installed_on))
  or exists (select 1 from product_contracts r where r.product_id = ${sql.ref(`${product}.id`)}
    and r.replaced_by_id is not null and ${sql.ref(`${product}.status`)} = 'installed'
    and (${sql.ref(`${product}.installedAt`)} at time zone 'Asia/Bangkok')::date
      <= (r.in_force_until at time zone 'Asia/Bangkok')::date))`;

/** Holds a container for a draft. */
export const reserveForContract = contracts.action('reserve', async (ctx, row, body) => {
  const atCustomer = body.atCustomer ?? false;
  if (body.productId) {
    await expectFits(ctx, row, { productId: body.productId, atCustomer });
  } else if (atCustomer) {
    refuseFaults([{ field: 'productId', code: 'REQUIRED' }]);
  }
  return holdForContract(ctx, row, {
    productId:
      body.productId ?? (await containerOfPrevious(ctx, row)) ?? (await oldestFor(ctx, row)),
  });
});

/**
 * Reserves a container for a contract and answers what the contract says of it. 409 NOT_AVAILABLE
 * where it is promised, or does not stand in the warehouse that is named.
 */
export async function holdForContract(
  ctx: Ctx,
  row: ContractRow,
  { productId, warehouseId }: { readonly productId: string; readonly warehouseId?: string },
) {
  const expiresAt = await reservedUntil(ctx, row.companyId);
  await reserveContainer(ctx, {
    productId,
    ...(warehouseId === undefined ? {} : { warehouseId }),
    document: documentOf(row),
    expiresAt,
    atSite: warehouseId === undefined,
  });
  const { serialNumber } = await lockProduct(ctx, productId);
  return {
    set: {
      productId,
      reservedUntil: expiresAt,
      expiryWarnedAt: null,
      searchText: sql`search_text || ' ' || ${searchTextOf({ documentNo: null, partIds: [], words: [serialNumber] })}`,
    },
    diff: { container: serialNumber },
    touches: ['contracts', 'products'],
  };
}

/** Holds the container longer, from today on. */
export const extendReservation = contracts.action('extend', async (ctx, row) => ({
  set: { reservedUntil: await reservedUntil(ctx, row.companyId), expiryWarnedAt: null },
}));

/** What a contract that holds no container any more says. */
const NOTHING_HELD = { productId: null, reservedUntil: null, expiryWarnedAt: null };

/** Gives up the container that is held. */
export const releaseFromContract = contracts.action('release', async (ctx, row) => {
  await giveUpContainer(ctx, row);
  return { set: NOTHING_HELD, touches: ['products'] };
});

/**
 * Ends what holds a container for a contract; it is offered again, whatever was agreed. Answers the
 * columns of a contract without one.
 */
export async function giveUpContainer(ctx: Ctx, row: ContractRow): Promise<typeof NOTHING_HELD> {
  await dropContract(ctx, row.id);
  if (row.productId !== null) {
    const document = documentOf(row);
    await releaseReservation(ctx, { document });
    // Once it was agreed on, releasing the reservation alone does not offer it again.
    await endPromise(ctx, await lockProduct(ctx, row.productId), document);
  }
  return NOTHING_HELD;
}

/** Containers in a warehouse that a contract may be given; or those that stand at its customer. */
export const availableForContract = defineList('contracts.available', {
  id: 'pd.id',
  from: (ctx, { query }) =>
    query.filters.atCustomerOf === undefined
      ? withinReach(ctx)
          .where('pd.status', '=', 'inWarehouse')
          .where('pd.saleStatus', '=', 'available')
          .where('pd.condition', '<>', 'damaged')
      : withinReach(ctx)
          .where('pd.status', '=', 'installed')
          .where('pd.saleStatus', 'in', [...FREE_SALE_STATUSES]),
  select: (query) =>
    query
      .leftJoin('warehouses as w', 'w.id', 'pd.warehouseId')
      .select(['pd.id', 'pd.serialNumber as code', 'pd.name'])
      .select(['pd.status', 'pd.site', 'pd.documentDate'])
      .select(['w.id as warehouseId', 'w.code as warehouseCode', 'w.name as warehouseName'])
      .select('w.nameTh as warehouseNameTh'),
  map: (rows) =>
    rows.map(({ id, code, name, status, site, documentDate, ...at }) => ({
      id,
      code,
      name,
      status,
      site,
      documentDate,
      warehouse:
        at.warehouseId === null
          ? null
          : {
              id: at.warehouseId,
              code: at.warehouseCode,
              name: at.warehouseName ?? '',
              nameTh: at.warehouseNameTh,
            },
    })),
  search: 'pd.searchText',
  sorts: { documentDate: 'pd.documentDate' },
  filters: {
    productModelId: 'pd.productModelId',
    atCustomerOf: (query, ids, ctx) =>
      query.where(({ exists }) =>
        exists(
          whereInScope(ctx.db.selectFrom('contracts as ct'), ctx.actor, contracts.scope)
            .where('ct.id', '=', anyId(ids))
            .where(
              sql<boolean>`(ct.company_id, ct.product_model_id) = (pd.company_id, pd.product_model_id)`,
            )
            .where(standsAtCustomer('pd', 'ct'))
            .where(sql<boolean>`not ${standsFromEarlier('pd', sql.ref('ct.previousContractId'))}`)
            .select('ct.id'),
        ),
      ),
    insteadOf: (query, ids, ctx) =>
      query.where((eb) =>
        eb(
          eb.refTuple('pd.companyId', 'pd.productModelId'),
          'in',
          whereInScope(ctx.db.selectFrom('contracts as ct'), ctx.actor, contracts.scope)
            .where('ct.id', '=', anyId(ids))
            .select(['ct.companyId', 'ct.productModelId'])
            .$asTuple('companyId', 'productModelId'),
        ),
      ),
  },
});
