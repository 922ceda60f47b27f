import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { repairRows } from './present.ts';
import { repairs } from './type.ts';

const { field, choice } = TEXTS;

export const repairList = defineList('repairs.list', {
  ...repairs.list,
  ...repairRows,
  export: {
    fileName: 'part-repairs',
    columns: {
      ...documentExport({ en: 'Repair no.', th: 'เลขที่ใบซ่อม' }, TEXTS.status),
      part: { title: field.part, type: 'text' },
      quantity: { title: field.quantity, type: 'quantity' },
      serialNo: { title: field.serialNo, type: 'text' },
      source: { title: field.source, type: 'status', labels: choice.source },
      warehouse: { title: field.warehouse, type: 'text' },
      symptom: { title: field.symptom, type: 'text' },
      technician: { title: field.technician, type: 'text' },
      outcome: { title: field.outcome, type: 'status', labels: choice.outcome },
      totalCost: { title: field.totalCost, type: 'money' },
      completedAt: { title: field.completedAt, type: 'datetime' },
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
