import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { STATUS_LABELS } from './labels.ts';
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
      ...documentExport({ en: 'Claim no.', th: 'เลขที่ใบเคลม' }, STATUS_LABELS),
      supplier: { title: { en: 'Supplier', th: 'ผู้จำหน่าย' }, type: 'text' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      rmaNo: { title: { en: 'RMA no.', th: 'เลขที่ RMA' }, type: 'text' },
      sentDate: { title: { en: 'Sent', th: 'วันที่ส่ง' }, type: 'date' },
      dueDate: { title: { en: 'Answer due', th: 'กำหนดตอบกลับ' }, type: 'date' },
      daysOpen: { title: { en: 'Days with supplier', th: 'จำนวนวันที่ผู้จำหน่าย' }, type: 'number' },
      isLate: { title: { en: 'Late', th: 'เลยกำหนด' }, type: 'text' },
      refundTotal: { title: { en: 'Refund', th: 'เงินชดใช้' }, type: 'money' },
      answeredAt: { title: { en: 'Answered', th: 'ตอบกลับเมื่อ' }, type: 'datetime' },
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
