import { defineList, whereInScope } from '../../../kernel/index.ts';
import { searching } from '../../purchasing/common.ts';
import { presentTransfers } from './present.ts';
import { TRANSFER_SCOPE } from './type.ts';
import { STATUS_WORDS } from './words.ts';

export const transferList = defineList('transfers.list', {
  id: 'tf.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('partTransfers as tf'), ctx.actor, TRANSFER_SCOPE),
  select: (query) =>
    query.select([
      'tf.id',
      'tf.version',
      'tf.createdAt',
      'tf.updatedAt',
      'tf.documentNo',
      'tf.status',
      'tf.documentDate',
      'tf.companyId',
      'tf.remark',
      'tf.createdBy',
      'tf.approvedBy',
      'tf.approvedAt',
      'tf.statusReason',
      'tf.fromWarehouseId',
      'tf.toWarehouseId',
      'tf.carrier',
      'tf.expectedDate',
      'tf.itemCount',
      'tf.shippedAt',
      'tf.hasMissing',
      'tf.isLate',
    ]),
  map: (rows, ctx) => presentTransfers(ctx, rows),
  sorts: {
    createdAt: 'tf.createdAt',
    documentNo: 'tf.documentNo',
    expectedDate: 'tf.expectedDate',
  },
  filters: {
    status: 'tf.status',
    fromWarehouseId: 'tf.fromWarehouseId',
    toWarehouseId: 'tf.toWarehouseId',
    late: 'tf.isLate',
  },
  search: (query, term) => query.where(searching('tf.searchText', term)),
  dates: { column: 'tf.documentDate', kind: 'date' },
  countsColumn: 'tf.status',
  export: {
    fileName: 'parts-transfers',
    columns: {
      documentNo: { title: { en: 'Transfer no.', th: 'เลขที่ใบโอนย้าย' }, type: 'text' },
      documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' },
      fromWarehouse: { title: { en: 'From warehouse', th: 'คลังต้นทาง' }, type: 'text' },
      toWarehouse: { title: { en: 'To warehouse', th: 'คลังปลายทาง' }, type: 'text' },
      carrier: { title: { en: 'Carrier', th: 'ผู้ขนส่ง' }, type: 'text' },
      expectedDate: { title: { en: 'Expected', th: 'กำหนดถึง' }, type: 'date' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      shippedAt: { title: { en: 'Shipped', th: 'ส่งเมื่อ' }, type: 'datetime' },
      isLate: { title: { en: 'Late', th: 'เลยกำหนด' }, type: 'text' },
      hasMissing: { title: { en: 'Missing goods', th: 'มีของขาด' }, type: 'text' },
      status: { title: { en: 'Status', th: 'สถานะ' }, type: 'status', labels: STATUS_WORDS },
      createdBy: { title: { en: 'Created by', th: 'ผู้สร้าง' }, type: 'text' },
    },
  },
});

export const transferMaster = defineList('transfers.master', {
  id: 'tf.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('partTransfers as tf'), ctx.actor, TRANSFER_SCOPE),
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'tf.toWarehouseId')
      .select(['tf.id', 'tf.documentNo as code', 'w.name']),
  map: (rows) => rows,
  sorts: { documentNo: 'tf.documentNo' },
  filters: {},
  search: (query, term) => query.where(searching('tf.searchText', term)),
});
