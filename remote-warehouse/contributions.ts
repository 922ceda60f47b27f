import type {
  CommandContribution,
  PageEntry,
  PanelContribution,
  SearchContribution,
  WidgetContribution,
} from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  'categories',
  'parts-warehouse',
  'parts-warehouse-tracking',
  'suppliers',
  'supplier-detail',
  'supplier-quotation',
  'supplier-bidding',
  'import-warehouse',
  'import-warehouse-detail',
  'parts-requisition',
  'parts-requisition-create',
  'parts-requisition-edit',
  'parts-requisition-view',
  'repair',
  'repair-create',
  'repair-update',
  'destruction',
  'destruction-update',
  'transformation',
  'transformation-detail',
  'audit',
  'audit-create',
  'audit-detail',
  'parts-transfer',
  'parts-transfer-detail',
];

const documentOfWarehouse = {
  title: ['documentNo'],
  subtitle: ['warehouse.name'],
  subtitleTh: ['warehouse.nameTh'],
};

export const search: readonly SearchContribution[] = [
  {
    name: 'parts',
    title: { en: 'Parts', th: 'อะไหล่' },
    ability: 'parts-warehouse:view',
    list: 'parts.list',
    fields: {
      code: ['partNo'],
      title: ['name'],
      titleTh: ['nameTh'],
      subtitle: ['category.name'],
      subtitleTh: ['category.nameTh'],
    },
    opens: { page: 'parts-warehouse-tracking', param: 'id' },
  },
  {
    name: 'suppliers',
    title: { en: 'Suppliers', th: 'ผู้จำหน่าย' },
    ability: 'suppliers:view',
    list: 'suppliers.list',
    fields: { code: ['code'], title: ['name'], titleTh: ['nameTh'], subtitle: ['province'] },
    opens: { page: 'supplier-detail', param: 'supplierId' },
  },
  {
    name: 'goods-imports',
    title: { en: 'Goods imports', th: 'ใบนำเข้าสินค้า' },
    ability: 'import-warehouse:view',
    list: 'goodsImports.list',
    fields: documentOfWarehouse,
    opens: { page: 'import-warehouse-detail', param: 'id' },
  },
  {
    name: 'requisitions',
    title: { en: 'Parts requisitions', th: 'ใบเบิกอะไหล่' },
    ability: 'parts-requisition:view',
    list: 'requisitions.list',
    fields: documentOfWarehouse,
    opens: { page: 'parts-requisition-view', param: 'id' },
  },
  {
    name: 'repairs',
    title: { en: 'Part repairs', th: 'ซ่อมอะไหล่' },
    ability: 'repair:view',
    list: 'repairs.list',
    fields: {
      title: ['documentNo'],
      subtitle: ['part.name'],
      subtitleTh: ['part.nameTh'],
    },
    opens: { page: 'repair-update', param: 'id' },
  },
  {
    name: 'destructions',
    title: { en: 'Destructions', th: 'ทำลายอะไหล่' },
    ability: 'destruction:view',
    list: 'destructions.list',
    fields: documentOfWarehouse,
    opens: { page: 'destruction-update', param: 'id' },
  },
  {
    name: 'transformations',
    title: { en: 'Transformations', th: 'แปรสภาพอะไหล่' },
    ability: 'transformation:view',
    list: 'transformations.list',
    fields: { title: ['documentNo'], subtitle: ['part.name'], subtitleTh: ['part.nameTh'] },
    opens: { page: 'transformation-detail', param: 'id' },
  },
  {
    name: 'audits',
    title: { en: 'Stock audits', th: 'ใบตรวจนับสต็อก' },
    ability: 'audit:view',
    list: 'audits.list',
    fields: documentOfWarehouse,
    opens: { page: 'audit-detail', param: 'id' },
  },
  {
    name: 'transfers',
    title: { en: 'Parts transfers', th: 'ใบโอนย้ายอะไหล่' },
    ability: 'parts-transfer:view',
    list: 'transfers.list',
    fields: {
      title: ['documentNo'],
      subtitle: ['toWarehouse.name'],
      subtitleTh: ['toWarehouse.nameTh'],
    },
    opens: { page: 'parts-transfer-detail', param: 'id' },
  },
];

export const commands: readonly CommandContribution[] = [
  {
    name: 'parts-to-reorder',
    title: { en: 'Parts that are low or out', th: 'อะไหล่ที่ใกล้หมดหรือหมดแล้ว' },
    ability: 'parts-warehouse:view',
    page: 'parts-warehouse',
    query: { stock: 'low,out' },
    keywords: 'reorder stock สั่งซื้อเพิ่ม',
  },
  {
    name: 'goods-to-put-away',
    title: { en: 'Goods to count and put away', th: 'สินค้าที่รอตรวจนับและจัดเก็บ' },
    ability: 'import-warehouse:view',
    page: 'import-warehouse',
    query: { status: 'pending,inspecting' },
    keywords: 'import นำเข้า',
  },
  {
    name: 'transformations-to-carry-out',
    title: { en: 'Transformations to carry out', th: 'ใบแปรสภาพที่รอดำเนินการ' },
    ability: 'transformation:confirm',
    page: 'transformation',
    query: { status: 'approved' },
    keywords: 'disassemble assemble ถอดแยก ประกอบ',
  },
  {
    name: 'stock-to-count',
    title: { en: 'Stock to count', th: 'สต็อกที่รอตรวจนับ' },
    ability: 'audit:count',
    page: 'audit',
    query: { status: 'counting,recount' },
    keywords: 'audit count ตรวจนับ',
  },
  {
    name: 'late-transfers',
    title: { en: 'Transfers that are late', th: 'ใบโอนย้ายที่เลยกำหนดถึง' },
    ability: 'parts-transfer:view',
    page: 'parts-transfer',
    query: { late: 'true' },
    keywords: 'transit transfer โอนย้าย ขนส่ง',
  },
];

export const widgets: readonly WidgetContribution[] = [
  {
    name: 'stock-to-reorder',
    title: { en: 'Stock that is low or out', th: 'สต็อกที่ใกล้หมดหรือหมดแล้ว' },
    ability: 'parts-warehouse:view',
    span: 'half',
    height: 216,
    heightOnPhone: 316,
  },
  {
    name: 'goods-waiting',
    title: { en: 'Goods to count and put away', th: 'สินค้าที่รอตรวจนับและจัดเก็บ' },
    ability: 'import-warehouse:view',
    span: 'half',
    height: 216,
    heightOnPhone: 316,
  },
];

export const panels: readonly PanelContribution[] = [
  {
    name: 'stock-of-order',
    title: { en: 'Stock of these parts', th: 'สต็อกของอะไหล่เหล่านี้' },
    ability: 'parts-warehouse:view',
    on: 'purchase-order-detail',
    record: 'purchaseOrder',
    height: 140,
    heightOnPhone: 200,
  },
];
