import { contractMachine } from '@boxyard/shared/domain/sales/contractMachine.ts';
import { sql } from 'kysely';
import { type Ctx, defineList, whereInScope } from '../../../kernel/index.ts';
import { contracts } from '../contracts/type.ts';

/** Contracts by which a container is a customer's, or was bought by them. */
export const HOLDING = [
  ...contractMachine.actions.terminate.from.filter((status) => status !== 'approved'),
  ...contractMachine.actions.complete.to,
];

/** Contracts that give a container a holder, within this person's scope. */
const holdings = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('contracts as ct'), ctx.actor, contracts.scope)
    .innerJoin('products as pd', 'pd.id', 'ct.productId')
    .innerJoin('customers as c', 'c.id', 'ct.customerId')
    .where('ct.status', 'in', HOLDING);

/** Whose a container is, by the latest contract that says so; undefined outside this person's scope. */
export const holderOf = (ctx: Ctx, productId: string) =>
  holdings(ctx)
    .where('pd.id', '=', productId)
    .orderBy('ct.activatedOn', 'desc')
    .select(['ct.id as contractId', 'ct.documentNo as contractNo', 'ct.companyId', 'ct.coverage'])
    .select(['ct.customerId', 'ct.saleId', 'c.code', 'c.name', 'c.nameEn', 'c.isActive'])
    .select(['c.isBlacklisted', 'c.creditTermDays', 'pd.serialNumber', 'pd.productModelId'])
    .select(['pd.manufacturedAt', 'pd.documentDate as builtOn', 'ct.activatedOn'])
    .limit(1)
    .executeTakeFirst();

export type Holder = NonNullable<Awaited<ReturnType<typeof holderOf>>>;

/** The holder's name, by the latest contract of the container. */
const holderName = (column: 'name' | 'name_en') => sql<string | null>`(
  select ${sql.ref(`c.${column}`)} from contracts ct join customers c on c.id = ct.customer_id
  where ct.product_id = pd.id and ct.status = any(${HOLDING}::text[])
  order by ct.activated_on desc nulls last limit 1)`;

/** The choice of requests and renewals: containers by their serial number, with their customer. */
export const warrantyContainers = defineList('warranties.containers', {
  id: 'pd.id',
  from: (ctx) =>
    ctx.db
      .selectFrom('products as pd')
      .where(({ exists }) =>
        exists(
          whereInScope(ctx.db.selectFrom('contracts as ct'), ctx.actor, contracts.scope)
            .where(sql<boolean>`ct.product_id = pd.id`)
            .where('ct.status', 'in', HOLDING)
            .select('ct.id'),
        ),
      ),
  select: (query) =>
    query.select([
      'pd.id',
      'pd.serialNumber as code',
      holderName('name').as('name'),
      holderName('name_en').as('nameEn'),
    ]),
  map: (rows, ctx) =>
    rows.map(({ id, code, name, nameEn }) => ({
      id,
      code,
      name: (ctx.locale === 'en' ? nameEn : null) ?? name ?? '',
    })),
  search: 'pd.searchText',
  sorts: { serialNumber: 'pd.serialNumber' },
  filters: {},
});
