import { type Ctx, defineList, whereInScope } from '../../../kernel/index.ts';
import { documentExport, documentsAs } from '../../documentList.ts';
import { presentRepairs } from './present.ts';
import { REPAIR_SCOPE } from './type.ts';
import { OUTCOME_WORDS, SOURCE_WORDS, STATUS_WORDS } from './words.ts';

const rp = documentsAs('rp');

/** What a row of a list of repairs is presented from. */
export const REPAIR_COLUMNS = [
  ...rp.columns,
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

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('repairs as rp'), ctx.actor, REPAIR_SCOPE);

export const repairList = defineList('repairs.list', {
  ...rp.listing(),
  from: source,
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
  export: {
    fileName: 'part-repairs',
    columns: {
      ...documentExport({ en: 'Repair no.', th: 'เลขที่ใบซ่อม' }, STATUS_WORDS),
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
    },
  },
});

export const repairMaster = defineList('repairs.master', {
  ...rp.choice,
  from: source,
  select: (query) =>
    query
      .innerJoin('materialParts as p', 'p.id', 'rp.partId')
      .select(['rp.id', 'rp.documentNo as code', 'p.name']),
  map: (rows) => rows,
});
