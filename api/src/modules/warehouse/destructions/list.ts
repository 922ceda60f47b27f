import { defineList, whereInScope } from '../../../kernel/index.ts';
import { searching } from '../../purchasing/common.ts';
import { presentDestructions } from './present.ts';
import { DESTRUCTION_SCOPE } from './type.ts';
import { METHOD_WORDS, REASON_WORDS, STATUS_WORDS } from './words.ts';

export const destructionList = defineList('destructions.list', {
  id: 'ds.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('destructions as ds'), ctx.actor, DESTRUCTION_SCOPE),
  select: (query) =>
    query.select([
      'ds.id',
      'ds.version',
      'ds.createdAt',
      'ds.updatedAt',
      'ds.documentNo',
      'ds.status',
      'ds.documentDate',
      'ds.companyId',
      'ds.remark',
      'ds.createdBy',
      'ds.approvedBy',
      'ds.approvedAt',
      'ds.statusReason',
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
  search: (query, term) => query.where(searching('ds.searchText', term)),
  dates: { column: 'ds.documentDate', kind: 'date' },
  countsColumn: 'ds.status',
  export: {
    fileName: 'destructions',
    columns: {
      documentNo: { title: { en: 'Destruction no.', th: 'เลขที่ใบทำลาย' }, type: 'text' },
      documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' },
      reason: { title: { en: 'Reason', th: 'สาเหตุ' }, type: 'status', labels: REASON_WORDS },
      method: { title: { en: 'Method', th: 'วิธีทำลาย' }, type: 'status', labels: METHOD_WORDS },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      scheduledAt: { title: { en: 'Planned for', th: 'กำหนดทำลาย' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      bookValue: { title: { en: 'Book value', th: 'มูลค่าตามบัญชี' }, type: 'money' },
      salvageAmount: { title: { en: 'Salvage', th: 'มูลค่าซาก' }, type: 'money' },
      destroyedAt: { title: { en: 'Destroyed on', th: 'วันที่ทำลาย' }, type: 'date' },
      status: { title: { en: 'Status', th: 'สถานะ' }, type: 'status', labels: STATUS_WORDS },
      createdBy: { title: { en: 'Created by', th: 'ผู้สร้าง' }, type: 'text' },
    },
  },
});

export const destructionMaster = defineList('destructions.master', {
  id: 'ds.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('destructions as ds'), ctx.actor, DESTRUCTION_SCOPE),
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'ds.warehouseId')
      .select(['ds.id', 'ds.documentNo as code', 'w.name']),
  map: (rows) => rows,
  sorts: { documentNo: 'ds.documentNo' },
  filters: {},
  search: (query, term) => query.where(searching('ds.searchText', term)),
});
