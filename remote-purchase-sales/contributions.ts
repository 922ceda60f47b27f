import type {
  CommandContribution,
  PageEntry,
  SearchContribution,
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
];

const supplier = { subtitle: ['supplier.name'], subtitleTh: ['supplier.nameTh'] };

export const search: readonly SearchContribution[] = [
  {
    name: 'purchase-requests',
    title: { en: 'Purchase requests', th: 'ใบขอซื้อ' },
    ability: 'purchase-requests:view',
    list: 'purchaseRequests.list',
    fields: {
      title: ['documentNo'],
      subtitle: ['warehouse.name'],
      subtitleTh: ['warehouse.nameTh'],
    },
    opens: { page: 'purchase-request-detail', param: 'id' },
  },
  {
    name: 'purchase-orders',
    title: { en: 'Purchase orders', th: 'ใบสั่งซื้อ' },
    ability: 'purchase-orders:view',
    list: 'purchaseOrders.list',
    fields: { title: ['documentNo'], ...supplier },
    opens: { page: 'purchase-order-detail', param: 'id' },
  },
  {
    name: 'receipts',
    title: { en: 'Receipts', th: 'ใบรับสินค้า' },
    ability: 'receipt:view',
    list: 'receipts.list',
    fields: { title: ['documentNo'], ...supplier },
    opens: { page: 'receipt-detail', param: 'id' },
  },
];

export const commands: readonly CommandContribution[] = [
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
