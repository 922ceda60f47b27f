import { sql } from 'kysely';
import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { STATUS_LABELS, TYPE_LABELS } from './labels.ts';
import { transformationRows } from './present.ts';
import { transformations } from './type.ts';

export const transformationList = defineList('transformations.list', {
  ...transformations.list,
  ...transformationRows,
  filters: {
    ...transformations.list.filters,
    // What is taken and what becomes of it. Asked of each row while an index gives the order, since
    // two tables of lines are no one index.
    partId: (query, ids) =>
      query.where(
        sql<boolean>`(select true from (
          select i.part_id from transformation_inputs i where i.transformation_id = tm.id
          union all
          select o.part_id from transformation_outputs o where o.transformation_id = tm.id) line
          where line.part_id in (${sql.join(ids)}) limit 1)`,
      ),
  },
  export: {
    fileName: 'transformations',
    columns: {
      ...documentExport({ en: 'Transformation no.', th: 'เลขที่ใบแปรสภาพ' }, STATUS_LABELS),
      type: { title: { en: 'Type', th: 'ประเภท' }, type: 'status', labels: TYPE_LABELS },
      part: { title: { en: 'Part', th: 'อะไหล่' }, type: 'text' },
      quantity: { title: { en: 'Quantity', th: 'จำนวน' }, type: 'quantity' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      inputValue: { title: { en: 'Value in', th: 'มูลค่าของที่ใช้' }, type: 'money' },
      laborCost: { title: { en: 'Labour', th: 'ค่าแรง' }, type: 'money' },
      outputValue: { title: { en: 'Value out', th: 'มูลค่าของที่ได้' }, type: 'money' },
      lossValue: { title: { en: 'Loss', th: 'ส่วนสูญเสีย' }, type: 'money' },
      completedAt: { title: { en: 'Carried out on', th: 'วันที่ดำเนินการ' }, type: 'date' },
    },
  },
});

export const transformationMaster = defineList('transformations.master', {
  ...transformations.choice,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'tm.warehouseId')
      .select(['tm.id', 'tm.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
