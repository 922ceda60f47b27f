import { silentSince } from '@boxyard/shared/domain/sales/soldContainers.ts';
import { sql } from 'kysely';
import { containing, defineList, folded } from '../../kernel/index.ts';
import { presentSold, SOLD_COLUMNS } from './present.ts';
import { visibleContracts, visibleSold } from './scope.ts';

const SALE_LABELS = {
  sold: { en: 'Sold', th: 'ขายแล้ว' },
  leased: { en: 'Leased', th: 'ให้เช่า' },
};

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
      serialNumber: { title: { en: 'Serial number', th: 'หมายเลขเครื่อง' }, type: 'text' },
      productModel: { title: { en: 'Model', th: 'รุ่น' }, type: 'text' },
      customer: { title: { en: 'Customer', th: 'ลูกค้า' }, type: 'text' },
      contract: { title: { en: 'Contract', th: 'สัญญา' }, type: 'text' },
      sale: { title: { en: 'Salesperson', th: 'พนักงานขาย' }, type: 'text' },
      saleStatus: { title: { en: 'Sale', th: 'การขาย' }, type: 'status', labels: SALE_LABELS },
      isActive: { title: { en: 'Switched on', th: 'เปิดใช้งาน' }, type: 'text' },
      isLineEnabled: { title: { en: 'LINE messages', th: 'แจ้งเตือนทาง LINE' }, type: 'text' },
      monthRevenue: { title: { en: 'Revenue this month', th: 'ยอดขายเดือนนี้' }, type: 'money' },
      lastSaleAt: { title: { en: 'Last sale', th: 'ขายล่าสุด' }, type: 'datetime' },
      softwareVersion: { title: { en: 'Software', th: 'ซอฟต์แวร์' }, type: 'text' },
      warrantyEnd: { title: { en: 'Warranty until', th: 'ประกันถึง' }, type: 'date' },
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
  from: visibleContracts,
  select: (query) =>
    query
      .innerJoin('customers as c', 'c.id', 'pc.customerId')
      .select(['pc.contractId as id', 'pc.contractNo as code', 'c.name']),
  map: (rows) => rows,
  sorts: { code: 'pc.contract_no' },
  filters: {},
  search: (query, term) => query.where(found(term)),
});
