import { defineList, whereInScope } from '../../../kernel/index.ts';
import { searching } from '../../purchasing/common.ts';
import { presentRequisitions } from './present.ts';
import { REQUISITION_SCOPE } from './type.ts';
import { PURPOSE_WORDS, STATUS_WORDS } from './words.ts';

export const requisitionList = defineList('requisitions.list', {
  id: 'rq.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('requisitions as rq'), ctx.actor, REQUISITION_SCOPE),
  select: (query) =>
    query.select([
      'rq.id',
      'rq.version',
      'rq.createdAt',
      'rq.updatedAt',
      'rq.documentNo',
      'rq.status',
      'rq.documentDate',
      'rq.companyId',
      'rq.remark',
      'rq.createdBy',
      'rq.approvedBy',
      'rq.approvedAt',
      'rq.statusReason',
      'rq.requesterId',
      'rq.purpose',
      'rq.warehouseId',
      'rq.neededBy',
      'rq.itemCount',
      'rq.hasShortLines',
      'rq.dispatchedAt',
    ]),
  map: (rows, ctx) => presentRequisitions(ctx, rows),
  sorts: { createdAt: 'rq.createdAt', documentNo: 'rq.documentNo', neededBy: 'rq.neededBy' },
  filters: {
    status: 'rq.status',
    purpose: 'rq.purpose',
    warehouseId: 'rq.warehouseId',
    requesterId: 'rq.requesterId',
  },
  search: (query, term) => query.where(searching('rq.searchText', term)),
  dates: { column: 'rq.documentDate', kind: 'date' },
  countsColumn: 'rq.status',
  export: {
    fileName: 'parts-requisitions',
    columns: {
      documentNo: { title: { en: 'Requisition no.', th: 'เลขที่ใบเบิก' }, type: 'text' },
      documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' },
      requester: { title: { en: 'Requester', th: 'ผู้ขอเบิก' }, type: 'text' },
      purpose: {
        title: { en: 'Purpose', th: 'วัตถุประสงค์' },
        type: 'status',
        labels: PURPOSE_WORDS,
      },
      warehouse: { title: { en: 'From warehouse', th: 'เบิกจากคลัง' }, type: 'text' },
      neededBy: { title: { en: 'Needed by', th: 'ต้องการภายใน' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      hasShortLines: { title: { en: 'Short', th: 'ของไม่พอ' }, type: 'text' },
      dispatchedAt: { title: { en: 'Handed out', th: 'จ่ายเมื่อ' }, type: 'datetime' },
      status: { title: { en: 'Status', th: 'สถานะ' }, type: 'status', labels: STATUS_WORDS },
      createdBy: { title: { en: 'Created by', th: 'ผู้สร้าง' }, type: 'text' },
    },
  },
});

export const requisitionMaster = defineList('requisitions.master', {
  id: 'rq.id',
  from: (ctx) =>
    whereInScope(ctx.db.selectFrom('requisitions as rq'), ctx.actor, REQUISITION_SCOPE),
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'rq.warehouseId')
      .select(['rq.id', 'rq.documentNo as code', 'w.name']),
  map: (rows) => rows,
  sorts: { documentNo: 'rq.documentNo' },
  filters: {},
  search: (query, term) => query.where(searching('rq.searchText', term)),
});
