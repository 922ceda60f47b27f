import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { claimRows } from './present.ts';
import { claims } from './type.ts';

export const claimList = defineList('claims.list', {
  ...claims.list,
  ...claimRows,
  sorts: {
    ...claims.list.sorts,
    dueDate: { column: 'cl.dueDate', nullable: true },
  },
  filters: {
    ...claims.list.filters,
    partId: namesPart({ document: 'cl.id', lines: 'claim_items', of: 'claim_id' }),
    late: 'cl.isLate',
  },
  export: {
    fileName: 'claims',
    columns: {
      ...documentExport({ en: 'Claim no.', th: 'เลขที่ใบเคลม' }, TEXTS.status),
      supplier: { title: TEXTS.field.supplier, type: 'text' },
      warehouse: { title: TEXTS.field.warehouse, type: 'text' },
      itemCount: { title: TEXTS.field.itemCount, type: 'number' },
      rmaNo: { title: TEXTS.field.rmaNo, type: 'text' },
      sentDate: { title: TEXTS.field.sentDate, type: 'date' },
      dueDate: { title: TEXTS.field.dueDate, type: 'date' },
      daysOpen: { title: { en: 'Days with supplier', th: 'จำนวนวันที่ผู้จำหน่าย' }, type: 'number' },
      isLate: { title: { en: 'Late', th: 'เลยกำหนด' }, type: 'text' },
      refundTotal: { title: TEXTS.field.refundTotal, type: 'money' },
      answeredAt: { title: TEXTS.field.answeredAt, type: 'datetime' },
    },
  },
});

export const claimMaster = defineList('claims.master', {
  ...claims.choice,
  select: (query) =>
    query
      .innerJoin('suppliers as s', 's.id', 'cl.supplierId')
      .select(['cl.id', 'cl.documentNo as code', 's.name']),
  map: (rows) => rows,
});
