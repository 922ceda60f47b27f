import { defineList, whereInScope } from '../../../kernel/index.ts';
import { searching } from '../../purchasing/common.ts';
import { presentImports } from './present.ts';
import { IMPORT_SCOPE } from './type.ts';

export const STATUS_WORDS = {
  pending: { en: 'To be counted', th: 'รอตรวจนับ' },
  inspecting: { en: 'Inspecting', th: 'กำลังตรวจนับ' },
  completed: { en: 'Put away', th: 'นำเข้าแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่รับสินค้า' },
  reversed: { en: 'Reversed', th: 'กลับรายการ' },
} as const;

export const SOURCE_WORDS = {
  acceptance: { en: 'Receipt', th: 'ใบรับสินค้า' },
  transfer: { en: 'Transfer', th: 'ใบโอนย้าย' },
  claimReplacement: { en: 'Claim replacement', th: 'ของทดแทนจากการเคลม' },
  claimReturn: { en: 'Claim return', th: 'ของคืนจากการเคลม' },
  repairReturn: { en: 'Repair return', th: 'ของคืนจากการซ่อม' },
  dispatchReturn: { en: 'Requisition return', th: 'คืนจากการเบิก' },
  transform: { en: 'Transformation', th: 'แปรสภาพ' },
  opening: { en: 'Opening stock', th: 'ยอดยกมา' },
} as const;

export const importList = defineList('goodsImports.list', {
  id: 'gi.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('goodsImports as gi'), ctx.actor, IMPORT_SCOPE),
  select: (query) =>
    query.select([
      'gi.id',
      'gi.version',
      'gi.createdAt',
      'gi.updatedAt',
      'gi.documentNo',
      'gi.status',
      'gi.documentDate',
      'gi.companyId',
      'gi.remark',
      'gi.createdBy',
      'gi.approvedBy',
      'gi.approvedAt',
      'gi.statusReason',
      'gi.sourceType',
      'gi.sourceId',
      'gi.sourceNo',
      'gi.warehouseId',
      'gi.itemCount',
      'gi.expectedQty',
      'gi.countedBy',
    ]),
  map: (rows, ctx) => presentImports(ctx, rows),
  sorts: { createdAt: 'gi.createdAt', documentNo: 'gi.documentNo' },
  filters: { status: 'gi.status', sourceType: 'gi.sourceType', warehouseId: 'gi.warehouseId' },
  search: (query, term) => query.where(searching('gi.searchText', term)),
  dates: { column: 'gi.documentDate', kind: 'date' },
  countsColumn: 'gi.status',
  export: {
    fileName: 'goods-imports',
    columns: {
      documentNo: { title: { en: 'Import no.', th: 'เลขที่ใบนำเข้า' }, type: 'text' },
      documentDate: { title: { en: 'Date', th: 'วันที่' }, type: 'date' },
      sourceType: { title: { en: 'Source', th: 'ที่มา' }, type: 'status', labels: SOURCE_WORDS },
      source: { title: { en: 'Source document', th: 'เอกสารต้นทาง' }, type: 'text' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      expectedQty: { title: { en: 'Expected', th: 'จำนวนที่คาดไว้' }, type: 'quantity' },
      status: { title: { en: 'Status', th: 'สถานะ' }, type: 'status', labels: STATUS_WORDS },
      createdBy: { title: { en: 'Created by', th: 'ผู้สร้าง' }, type: 'text' },
    },
  },
});

export const importMaster = defineList('goodsImports.master', {
  id: 'gi.id',
  from: (ctx) => whereInScope(ctx.db.selectFrom('goodsImports as gi'), ctx.actor, IMPORT_SCOPE),
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'gi.warehouseId')
      .select(['gi.id', 'gi.documentNo as code', 'w.name']),
  map: (rows) => rows,
  sorts: { documentNo: 'gi.documentNo' },
  filters: {},
  search: (query, term) => query.where(searching('gi.searchText', term)),
});
