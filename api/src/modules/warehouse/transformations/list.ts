import { defineList, whereInScope } from '../../../kernel/index.ts';
import { searching } from '../../purchasing/common.ts';
import { presentTransformations } from './present.ts';
import { TRANSFORMATION_SCOPE } from './type.ts';
import { STATUS_WORDS, TYPE_WORDS } from './words.ts';

export const transformationList = defineList('transformations.list', {
  id: 'tm.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('transformations as tm'), ctx.actor, TRANSFORMATION_SCOPE),
  select: (query) =>
    query.select([
      'tm.id',
      'tm.version',
      'tm.createdAt',
      'tm.updatedAt',
      'tm.documentNo',
      'tm.status',
      'tm.documentDate',
      'tm.companyId',
      'tm.remark',
      'tm.createdBy',
      'tm.approvedBy',
      'tm.approvedAt',
      'tm.statusReason',
      'tm.type',
      'tm.warehouseId',
      'tm.partId',
      'tm.quantity',
      'tm.laborCost',
      'tm.inputValue',
      'tm.outputValue',
      'tm.lossValue',
      'tm.completedAt',
    ]),
  map: (rows, ctx) => presentTransformations(ctx, rows),
  sorts: { createdAt: 'tm.createdAt', documentNo: 'tm.documentNo' },
  filters: { status: 'tm.status', type: 'tm.type', warehouseId: 'tm.warehouseId' },
  search: (query, term) => query.where(searching('tm.searchText', term)),
  dates: { column: 'tm.documentDate', kind: 'date' },
  countsColumn: 'tm.status',
  export: {
    fileName: 'transformations',
    columns: {
      documentNo: { title: { en: 'Transformation no.', th: 'เลขที่ใบแปรสภาพ' }, type: 'text' },
      documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' },
      type: { title: { en: 'Type', th: 'ประเภท' }, type: 'status', labels: TYPE_WORDS },
      part: { title: { en: 'Part', th: 'อะไหล่' }, type: 'text' },
      quantity: { title: { en: 'Quantity', th: 'จำนวน' }, type: 'quantity' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      inputValue: { title: { en: 'Value in', th: 'มูลค่าของที่ใช้' }, type: 'money' },
      laborCost: { title: { en: 'Labour', th: 'ค่าแรง' }, type: 'money' },
      outputValue: { title: { en: 'Value out', th: 'มูลค่าของที่ได้' }, type: 'money' },
      lossValue: { title: { en: 'Loss', th: 'ส่วนสูญเสีย' }, type: 'money' },
      completedAt: { title: { en: 'Carried out on', th: 'วันที่ดำเนินการ' }, type: 'date' },
      status: { title: { en: 'Status', th: 'สถานะ' }, type: 'status', labels: STATUS_WORDS },
      createdBy: { title: { en: 'Created by', th: 'ผู้สร้าง' }, type: 'text' },
    },
  },
});

export const transformationMaster = defineList('transformations.master', {
  id: 'tm.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('transformations as tm'), ctx.actor, TRANSFORMATION_SCOPE),
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'tm.warehouseId')
      .select(['tm.id', 'tm.documentNo as code', 'w.name']),
  map: (rows) => rows,
  sorts: { documentNo: 'tm.documentNo' },
  filters: {},
  search: (query, term) => query.where(searching('tm.searchText', term)),
});
