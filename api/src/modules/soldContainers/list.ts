import { silentSince } from '@boxyard/shared/domain/sales/soldContainers.ts';
import { sql } from 'kysely';
import { containing, defineList, folded, today } from '../../kernel/index.ts';
import { SOLD_WORDS } from './labels.ts';
import { presentSold, SOLD_COLUMNS } from './present.ts';
import { visibleContracts, visibleSold } from './scope.ts';
import { differsOn } from './templates.ts';

type From = ReturnType<typeof visibleSold>;

const isSilent = (query: From, now: Date, wanted: boolean): From => {
  const before = silentSince(now);
  const silent = sql<boolean>`(pc.is_active and greatest(pc.last_sale_at, pc.active_since) < ${before})`;
  return query.where(wanted ? silent : sql<boolean>`not ${silent}`);
};

/** Spelt as its index is. */
const found = (term: string) =>
  sql<boolean>`fold_search(pc.serial_number || ' ' || pc.contract_no) like fold_search(${containing(term)})`;

export const soldList = defineList('productContracts.list', {
  id: 'pc.id',
  from: visibleSold,
  select: (query) => query.select(SOLD_COLUMNS),
  map: (rows, ctx) => presentSold(ctx, rows),
  sorts: {
    serialNumber: 'pc.serial_number',
    lastSaleAt: { column: 'pc.last_sale_at', nullable: true },
  },
  filters: {
    saleStatus: 'pc.sale_status',
    customerId: 'pc.customer_id',
    productModelId: 'pc.product_model_id',
    saleId: 'pc.sale_id',
    isActive: 'pc.is_active',
    hasOtherSetting: (query, wanted, ctx) =>
      query.where(
        wanted ? differsOn(today(ctx.clock)) : sql<boolean>`not ${differsOn(today(ctx.clock))}`,
      ),
    isSilent: (query, wanted, ctx) => isSilent(query, ctx.clock.now(), wanted),
  },
  search: (query, term) =>
    query.where((eb) =>
      eb.or([
        found(term),
        eb(
          'pc.customerId',
          'in',
          eb.selectFrom('customers as c').where(folded('c.search_text', term)).select('c.id'),
        ),
      ]),
    ),
  export: {
    fileName: 'sold-containers',
    columns: {
      serialNumber: { title: SOLD_WORDS.field.serialNumber, type: 'text' },
      productModel: { title: SOLD_WORDS.field.productModel, type: 'text' },
      customer: { title: SOLD_WORDS.field.customer, type: 'text' },
      contract: { title: SOLD_WORDS.field.contract, type: 'text' },
      sale: { title: SOLD_WORDS.field.sale, type: 'text' },
      saleStatus: {
        title: SOLD_WORDS.field.saleStatus,
        type: 'status',
        labels: SOLD_WORDS.choice.saleStatus,
      },
      isActive: { title: SOLD_WORDS.field.isActive, type: 'text' },
      isLineEnabled: { title: SOLD_WORDS.field.isLineEnabled, type: 'text' },
      monthRevenue: { title: SOLD_WORDS.field.monthRevenue, type: 'money' },
      lastSaleAt: { title: SOLD_WORDS.field.lastSaleAt, type: 'datetime' },
      softwareVersion: { title: SOLD_WORDS.field.softwareVersion, type: 'text' },
      warrantyEnd: { title: SOLD_WORDS.field.warrantyEnd, type: 'date' },
    },
  },
});

/** Containers that are or were under a contract, whose sales may be looked at. */
export const soldChoices = defineList('productContracts.master', {
  id: 'p.id',
  from: (ctx) =>
    ctx.db
      .selectFrom('products as p')
      .where(({ exists }) =>
        exists(visibleContracts(ctx).where(sql<boolean>`pc.product_id = p.id`).select('pc.id')),
      ),
  select: (query) => query.select(['p.id', 'p.serialNumber as code', 'p.name']),
  map: (rows) => rows,
  sorts: { code: { column: 'p.serial_number', unique: true } },
  filters: {},
  search: 'p.search_text',
});

/** Contracts that are or were in force, as filters of sales choose them. */
export const contractChoices = defineList('productContracts.contracts', {
  id: 'pc.contract_id',
  from: (ctx) => visibleContracts(ctx).where('pc.replacedById', 'is', null),
  select: (query) =>
    query
      .innerJoin('customers as c', 'c.id', 'pc.customerId')
      .select(['pc.contractId as id', 'pc.contractNo as code', 'c.name']),
  map: (rows) => rows,
  sorts: { code: 'pc.contract_no' },
  filters: {},
  search: (query, term) => query.where(found(term)),
});
