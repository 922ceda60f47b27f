import { sql } from 'kysely';
import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
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
      ...documentExport({ en: 'Transformation no.', th: 'เลขที่ใบแปรสภาพ' }, TEXTS.status),
      type: { title: TEXTS.field.type, type: 'status', labels: TEXTS.choice.type },
      part: { title: TEXTS.field.part, type: 'text' },
      quantity: { title: TEXTS.field.quantity, type: 'quantity' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      inputValue: { title: TEXTS.field.inputValue, type: 'money' },
      laborCost: { title: TEXTS.field.laborCost, type: 'money' },
      outputValue: { title: TEXTS.field.outputValue, type: 'money' },
      lossValue: { title: TEXTS.field.lossValue, type: 'money' },
      completedAt: { title: TEXTS.field.completedAt, type: 'date' },
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
