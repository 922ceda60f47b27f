import { type Ctx, defineList, whereInScope } from '../../../kernel/index.ts';
import { documentExport, documentsAs } from '../../documentList.ts';
import { presentDestructions } from './present.ts';
import { DESTRUCTION_SCOPE } from './type.ts';
import { METHOD_WORDS, REASON_WORDS, STATUS_WORDS } from './words.ts';

const ds = documentsAs('ds');

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('destructions as ds'), ctx.actor, DESTRUCTION_SCOPE);

export const destructionList = defineList('destructions.list', {
  ...ds.listing(),
  from: source,
  select: (query) =>
    query.select([
      ...ds.columns,
      'ds.reason',
      'ds.method',
      'ds.warehouseId',
      'ds.scheduledAt',
      'ds.itemCount',
      'ds.bookValue',
      'ds.salvageAmount',
      'ds.destroyedAt',
    ]),
  map: (rows, ctx) => presentDestructions(ctx, rows),
  sorts: { createdAt: 'ds.createdAt', documentNo: 'ds.documentNo', scheduledAt: 'ds.scheduledAt' },
  filters: { status: 'ds.status', reason: 'ds.reason', warehouseId: 'ds.warehouseId' },
  export: {
    fileName: 'destructions',
    columns: {
      ...documentExport({ en: 'Destruction no.', th: 'เลขที่ใบทำลาย' }, STATUS_WORDS),
      reason: { title: { en: 'Reason', th: 'สาเหตุ' }, type: 'status', labels: REASON_WORDS },
      method: { title: { en: 'Method', th: 'วิธีทำลาย' }, type: 'status', labels: METHOD_WORDS },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      scheduledAt: { title: { en: 'Planned for', th: 'กำหนดทำลาย' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      bookValue: { title: { en: 'Book value', th: 'มูลค่าตามบัญชี' }, type: 'money' },
      salvageAmount: { title: { en: 'Salvage', th: 'มูลค่าซาก' }, type: 'money' },
      destroyedAt: { title: { en: 'Destroyed on', th: 'วันที่ทำลาย' }, type: 'date' },
    },
  },
});

export const destructionMaster = defineList('destructions.master', {
  ...ds.choice,
  from: source,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'ds.warehouseId')
      .select(['ds.id', 'ds.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
