import { defineList } from '../../../kernel/index.ts';
import { documentExport, namesPart } from '../../../workflow/index.ts';
import { presentImports } from './present.ts';
import { goodsImports } from './type.ts';

export const STATUS_WORDS = {
  pending: { en: 'To be counted', th: 'รอตรวจนับ' },
  inspecting: { en: 'Inspecting', th: 'กำลังตรวจนับ' },
  completed: { en: 'Put away', th: 'นำเข้าแล้ว' },
  rejected: { en: 'Rejected', th: 'ไม่รับสินค้า' },
  reversed: { en: 'Reversed', th: 'กลับรายการ' },
} as const;

export const SOURCE_WORDS = {
  acceptance: { en: 'Receipt', th: 'ใบตรวจรับ' },
  transfer: { en: 'Transfer', th: 'ใบโอนย้าย' },
  claimReplacement: { en: 'Claim replacement', th: 'ของทดแทนจากการเคลม' },
  claimReturn: { en: 'Claim return', th: 'ของคืนจากการเคลม' },
  repairReturn: { en: 'Repair return', th: 'ของคืนจากการซ่อม' },
  dispatchReturn: { en: 'Requisition return', th: 'คืนจากการเบิก' },
  containerRemoval: { en: 'Taken out of a container', th: 'ถอดจากตู้' },
  saleReturn: { en: 'Return of a sale', th: 'คืนจากการขาย' },
  transform: { en: 'Transformation', th: 'แปรสภาพ' },
  opening: { en: 'Opening stock', th: 'ยอดยกมา' },
} as const;

export const importList = defineList('goodsImports.list', {
  ...goodsImports.list,
  select: (query) =>
    query.select([
      ...goodsImports.columns,
      'gi.sourceType',
      'gi.sourceId',
      'gi.sourceNo',
      'gi.warehouseId',
      'gi.itemCount',
      'gi.expectedQty',
      'gi.countedBy',
    ]),
  map: (rows, ctx) => presentImports(ctx, rows),
  filters: {
    ...goodsImports.list.filters,
    partId: namesPart({ document: 'gi.id', lines: 'goods_import_items', of: 'import_id' }),
  },
  export: {
    fileName: 'goods-imports',
    columns: {
      ...documentExport({ en: 'Import no.', th: 'เลขที่ใบนำเข้า' }, STATUS_WORDS),
      sourceType: { title: { en: 'Source', th: 'ที่มา' }, type: 'status', labels: SOURCE_WORDS },
      source: { title: { en: 'Source document', th: 'เอกสารต้นทาง' }, type: 'text' },
      warehouse: { title: { en: 'Warehouse', th: 'คลัง' }, type: 'text' },
      itemCount: { title: { en: 'Lines', th: 'จำนวนรายการ' }, type: 'number' },
      expectedQty: { title: { en: 'Expected', th: 'จำนวนที่คาดไว้' }, type: 'quantity' },
    },
  },
});

export const importMaster = defineList('goodsImports.master', {
  ...goodsImports.choice,
  select: (query) =>
    query
      .innerJoin('warehouses as w', 'w.id', 'gi.warehouseId')
      .select(['gi.id', 'gi.documentNo as code', 'w.name']),
  map: (rows) => rows,
});
