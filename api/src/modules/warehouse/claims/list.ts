import { defineList, whereInScope } from '../../../kernel/index.ts';
import { searching } from '../../purchasing/common.ts';
import { presentClaims } from './present.ts';
import { CLAIM_SCOPE } from './type.ts';
import { STATUS_WORDS } from './words.ts';

export const claimList = defineList('claims.list', {
  id: 'cl.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('claims as cl'), ctx.actor, CLAIM_SCOPE),
  select: (query) =>
    query.select([
      'cl.id',
      'cl.version',
      'cl.createdAt',
      'cl.updatedAt',
      'cl.documentNo',
      'cl.status',
      'cl.documentDate',
      'cl.companyId',
      'cl.remark',
      'cl.createdBy',
      'cl.approvedBy',
      'cl.approvedAt',
      'cl.statusReason',
      'cl.supplierId',
      'cl.warehouseId',
      'cl.itemCount',
      'cl.rmaNo',
      'cl.sentDate',
      'cl.dueDate',
      'cl.isLate',
      'cl.refundTotal',
      'cl.answeredAt',
    ]),
  map: (rows, ctx) => presentClaims(ctx, rows),
  sorts: {
    createdAt: 'cl.createdAt',
    documentNo: 'cl.documentNo',
    dueDate: { column: 'cl.dueDate', nullable: true },
  },
  filters: {
    status: 'cl.status',
    supplierId: 'cl.supplierId',
    warehouseId: 'cl.warehouseId',
    late: 'cl.isLate',
  },
  search: (query, term) => query.where(searching('cl.searchText', term)),
  dates: { column: 'cl.documentDate', kind: 'date' },
  countsColumn: 'cl.status',
  export: {
    fileName: 'claims',
    columns: {
      documentNo: { title: { en: 'Claim no.', th: 'เลขที่ใบเคลม' }, type: 'text' },
      documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' },
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
      status: { title: { en: 'Status', th: 'สถานะ' }, type: 'status', labels: STATUS_WORDS },
      createdBy: { title: { en: 'Created by', th: 'ผู้สร้าง' }, type: 'text' },
    },
  },
});

export const claimMaster = defineList('claims.master', {
  id: 'cl.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('claims as cl'), ctx.actor, CLAIM_SCOPE),
  select: (query) =>
    query
      .innerJoin('suppliers as s', 's.id', 'cl.supplierId')
      .select(['cl.id', 'cl.documentNo as code', 's.name']),
  map: (rows) => rows,
  sorts: { documentNo: 'cl.documentNo' },
  filters: {},
  search: (query, term) => query.where(searching('cl.searchText', term)),
});
