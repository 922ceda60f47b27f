import {
  type CommandContribution,
  documentSearch,
  type PageEntry,
  type PanelContribution,
  type SearchContribution,
  type WidgetContribution,
} from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  'purchase-requests',
  'purchase-request-create',
  'purchase-request-detail',
  'purchase-orders',
  'purchase-order-create',
  'purchase-order-detail',
  'receipt',
  'receipt-create',
  'receipt-detail',
  'customer-data',
  'products',
  'product-transactions',
  'container-inspection',
  'inspection-create',
  'inspection-detail',
];

export const search: readonly SearchContribution[] = [
  documentSearch({
    name: 'inspections',
    title: { en: 'Inspections', th: 'ใบตรวจตู้' },
    page: 'container-inspection',
    list: 'inspections.list',
    of: 'productModel',
    opens: 'inspection-detail',
  }),
  documentSearch({
    name: 'purchase-requests',
    title: { en: 'Purchase requests', th: 'ใบขอซื้อ' },
    page: 'purchase-requests',
    list: 'purchaseRequests.list',
    of: 'warehouse',
    opens: 'purchase-request-detail',
  }),
  documentSearch({
    name: 'purchase-orders',
    title: { en: 'Purchase orders', th: 'ใบสั่งซื้อ' },
    page: 'purchase-orders',
    list: 'purchaseOrders.list',
    of: 'supplier',
    opens: 'purchase-order-detail',
  }),
  documentSearch({
    name: 'receipts',
    title: { en: 'Receipts', th: 'ใบรับสินค้า' },
    page: 'receipt',
    list: 'receipts.list',
    of: 'supplier',
    opens: 'receipt-detail',
  }),
  {
    name: 'customers',
    title: { en: 'Customers', th: 'ลูกค้า' },
    ability: 'customer-data:view',
    list: 'customers.list',
    fields: { code: ['code'], title: ['name'], titleTh: ['nameTh'], subtitle: ['province'] },
    opens: { page: 'customer-data', query: 'record' },
  },
  {
    name: 'sold-containers',
    title: { en: 'Sold containers', th: 'ตู้ที่ขายและให้เช่า' },
    ability: 'products:view',
    list: 'productContracts.list',
    fields: {
      title: ['serialNumber'],
      subtitle: ['customer.name'],
      subtitleTh: ['customer.nameTh'],
    },
    opens: { page: 'products', query: 'record' },
  },
];

export const commands: readonly CommandContribution[] = [
  {
    name: 'silent-containers',
    title: { en: 'Silent containers', th: 'ตู้ที่ไม่มีรายการขาย' },
    ability: 'products:view',
    page: 'products',
    query: { isSilent: 'true' },
  },
  {
    name: 'requests-to-approve',
    title: { en: 'Requests to approve', th: 'ใบขอซื้อที่รออนุมัติ' },
    ability: 'purchase-requests:approve',
    page: 'purchase-requests',
    query: { status: 'pending' },
  },
  {
    name: 'orders-to-approve',
    title: { en: 'Orders to approve', th: 'ใบสั่งซื้อที่รออนุมัติ' },
    ability: 'purchase-orders:approve',
    page: 'purchase-orders',
    query: { status: 'pending' },
  },
  {
    name: 'orders-awaiting-goods',
    title: { en: 'Orders that wait for goods', th: 'ใบสั่งซื้อที่รอรับสินค้า' },
    ability: 'purchase-orders:view',
    page: 'purchase-orders',
    query: { status: 'approved,booking,onGoing', sort: 'promisedDate' },
  },
];

export const widgets: readonly WidgetContribution[] = [
  {
    name: 'container-revenue',
    title: { en: 'Revenue of containers', th: 'ยอดขายของตู้' },
    ability: 'products:view-revenue',
    span: 'full',
    height: 104,
    heightOnPhone: 190,
  },
  {
    name: 'top-containers',
    title: { en: 'Containers that sold most in 30 days', th: 'ตู้ที่ขายดีที่สุดใน 30 วัน' },
    ability: 'products:view-revenue',
    span: 'half',
    height: 400,
  },
  {
    name: 'purchasing-figures',
    title: { en: 'Purchasing', th: 'จัดซื้อ' },
    ability: 'purchase-requests:view',
    span: 'full',
    height: 104,
    heightOnPhone: 270,
  },
  {
    name: 'orders-due',
    title: { en: 'Deliveries that are due', th: 'การส่งของที่ถึงกำหนด' },
    ability: 'purchase-orders:view',
    span: 'half',
    height: 216,
    heightOnPhone: 316,
  },
  {
    name: 'orders-by-status',
    title: { en: 'Open orders by status', th: 'ใบสั่งซื้อที่ยังไม่เสร็จตามสถานะ' },
    ability: 'purchase-orders:view',
    span: 'half',
    height: 280,
  },
  {
    name: 'purchases-by-month',
    title: { en: 'Ordered and received by month', th: 'สั่งซื้อและรับเข้ารายเดือน' },
    ability: 'dashboard:view-finance',
    span: 'half',
    height: 400,
  },
  {
    name: 'top-suppliers',
    title: {
      en: 'Largest suppliers of the last 12 months',
      th: 'ผู้จำหน่ายรายใหญ่ใน 12 เดือนที่ผ่านมา',
    },
    ability: 'dashboard:view-finance',
    span: 'half',
    height: 400,
  },
];

export const panels: readonly PanelContribution[] = [
  {
    name: 'revenue-of-container',
    title: { en: 'Sales of the last 30 days', th: 'ยอดขาย 30 วันล่าสุด' },
    ability: 'products:view-revenue',
    on: 'container-warehouse-tracking-info',
    record: 'container',
    height: 104,
    heightOnPhone: 190,
  },
  {
    name: 'orders-of-part',
    title: { en: 'Open purchase orders', th: 'ใบสั่งซื้อที่ยังไม่เสร็จ' },
    ability: 'purchase-orders:view',
    on: 'parts-warehouse-tracking',
    record: 'part',
    height: 66,
    heightOnPhone: 87,
  },
  {
    name: 'orders-of-supplier',
    title: { en: 'Latest purchase orders', th: 'ใบสั่งซื้อล่าสุด' },
    ability: 'purchase-orders:view',
    on: 'suppliers',
    record: 'supplier',
    height: 140,
    heightOnPhone: 200,
  },
];
