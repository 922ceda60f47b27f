import { defineList, whereInScope } from '../../../kernel/index.ts';
import { searching } from '../../purchasing/common.ts';
import { presentRepairs } from './present.ts';
import { REPAIR_SCOPE } from './type.ts';
import { OUTCOME_WORDS, SOURCE_WORDS, STATUS_WORDS } from './words.ts';

/** What a row of a list of repairs is presented from. */
export const REPAIR_COLUMNS = [
  'rp.id',
  'rp.version',
  'rp.createdAt',
  'rp.updatedAt',
  'rp.documentNo',
  'rp.status',
  'rp.documentDate',
  'rp.companyId',
  'rp.remark',
  'rp.createdBy',
  'rp.approvedBy',
  'rp.approvedAt',
  'rp.statusReason',
  'rp.partId',
  'rp.quantity',
  'rp.lotId',
  'rp.serialId',
  'rp.source',
  'rp.warehouseId',
  'rp.symptom',
  'rp.technicianId',
  'rp.outcome',
  'rp.laborCost',
  'rp.externalCost',
  'rp.partsCost',
  'rp.startedAt',
  'rp.completedAt',
] as const;

export const repairList = defineList('repairs.list', {
  id: 'rp.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('repairs as rp'), ctx.actor, REPAIR_SCOPE),
  select: (query) => query.select(REPAIR_COLUMNS),
  map: (rows, ctx) => presentRepairs(ctx, rows),
  sorts: { createdAt: 'rp.createdAt', documentNo: 'rp.documentNo' },
  filters: {
    status: 'rp.status',
    source: 'rp.source',
    outcome: 'rp.outcome',
    warehouseId: 'rp.warehouseId',
    technicianId: 'rp.technicianId',
  },
  search: (query, term) => query.where(searching('rp.searchText', term)),
  dates: { column: 'rp.documentDate', kind: 'date' },
  countsColumn: 'rp.status',
  export: {
    fileName: 'part-repairs',
    columns: {
      documentNo: { title: { en: 'Repair no.', th: 'เลขที่ใบซ่อม' }, type: 'text' },
      documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' },
      part: { title: { en: 'Part', th: 'อะไหล่' }, type: 'text' },
      quantity: { title: { en: 'Quantity', th: 'จำนวน' }, type: 'quantity' },
      serialNo: { title: { en: 'Serial no.', th: 'ซีเรียล' }, type: 'text' },
      source: { title: { en: 'Source', th: 'ที่มา' }, type: 'status', labels: SOURCE_WORDS },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      symptom: { title: { en: 'Symptom', th: 'อาการ' }, type: 'text' },
      technician: { title: { en: 'Technician', th: 'ช่าง' }, type: 'text' },
      outcome: { title: { en: 'Outcome', th: 'ผลการซ่อม' }, type: 'status', labels: OUTCOME_WORDS },
      totalCost: { title: { en: 'Total cost', th: 'ค่าใช้จ่ายรวม' }, type: 'money' },
      completedAt: { title: { en: 'Completed', th: 'เสร็จเมื่อ' }, type: 'datetime' },
      status: { title: { en: 'Status', th: 'สถานะ' }, type: 'status', labels: STATUS_WORDS },
      createdBy: { title: { en: 'Created by', th: 'ผู้สร้าง' }, type: 'text' },
    },
  },
});

export const repairMaster = defineList('repairs.master', {
  id: 'rp.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('repairs as rp'), ctx.actor, REPAIR_SCOPE),
  select: (query) =>
    query
      .innerJoin('materialParts as p', 'p.id', 'rp.partId')
      .select(['rp.id', 'rp.documentNo as code', 'p.name']),
  map: (rows) => rows,
  sorts: { documentNo: 'rp.documentNo' },
  filters: {},
  search: (query, term) => query.where(searching('rp.searchText', term)),
});
