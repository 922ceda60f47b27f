import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { OUTCOME_LABELS, SOURCE_LABELS, STATUS_LABELS } from './labels.ts';
import { repairRows } from './present.ts';
import { repairs } from './type.ts';

export const repairList = defineList('repairs.list', {
  ...repairs.list,
  ...repairRows,
  export: {
    fileName: 'part-repairs',
    columns: {
      ...documentExport({ en: 'Repair no.', th: 'เลขที่ใบซ่อม' }, STATUS_LABELS),
      part: { title: { en: 'Part', th: 'อะไหล่' }, type: 'text' },
      quantity: { title: { en: 'Quantity', th: 'จำนวน' }, type: 'quantity' },
      serialNo: { title: { en: 'Serial no.', th: 'ซีเรียล' }, type: 'text' },
      source: { title: { en: 'Source', th: 'ที่มา' }, type: 'status', labels: SOURCE_LABELS },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      symptom: { title: { en: 'Symptom', th: 'อาการ' }, type: 'text' },
      technician: { title: { en: 'Technician', th: 'ช่าง' }, type: 'text' },
      outcome: { title: { en: 'Outcome', th: 'ผลการซ่อม' }, type: 'status', labels: OUTCOME_LABELS },
      totalCost: { title: { en: 'Total cost', th: 'ค่าใช้จ่ายรวม' }, type: 'money' },
      completedAt: { title: { en: 'Completed', th: 'เสร็จเมื่อ' }, type: 'datetime' },
    },
  },
});

export const repairMaster = defineList('repairs.master', {
  ...repairs.choice,
  select: (query) =>
    query
      .innerJoin('materialParts as p', 'p.id', 'rp.partId')
      .select(['rp.id', 'rp.documentNo as code', 'p.name']),
  map: (rows) => rows,
});
