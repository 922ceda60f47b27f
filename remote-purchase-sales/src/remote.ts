import { registerContract } from '@boxyard/shared/client';
import { purchasingArea } from '@boxyard/shared/contract/areas/purchasing.ts';
import { supplierPartsArea } from '@boxyard/shared/contract/areas/supplierParts.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

// Its own rows come with it, since it may be newer than the host; look-ups are the host’s.
registerContract({ ...purchasingArea, ...supplierPartsArea });

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {
    'purchase-contract': () => import('./features/contracts/contracts.list.page.tsx'),
    'purchase-contract-create': () => import('./features/contracts/contracts.create.page.tsx'),
    'purchase-contract-detail': () => import('./features/contracts/contracts.document.page.tsx'),
    'purchase-contract-versions': () => import('./features/contracts/versions.page.tsx'),
    'purchase-contract-version': () => import('./features/contracts/version.page.tsx'),
    'parts-sales': () => import('./features/partSales/partSales.list.page.tsx'),
    'part-sale-create': () => import('./features/partSales/partSales.create.page.tsx'),
    'part-sale-detail': () => import('./features/partSales/partSales.document.page.tsx'),
    'container-inspection': () => import('./features/inspections/inspections.list.page.tsx'),
    'inspection-create': () => import('./features/inspections/inspections.create.page.tsx'),
    'inspection-detail': () => import('./features/inspections/inspections.document.page.tsx'),
    'purchase-requests': () => import('./features/purchaseRequests/purchaseRequests.list.page.tsx'),
    'purchase-request-create': () =>
      import('./features/purchaseRequests/purchaseRequests.create.page.tsx'),
    'purchase-request-detail': () =>
      import('./features/purchaseRequests/purchaseRequests.document.page.tsx'),
    'purchase-orders': () => import('./features/purchaseOrders/purchaseOrders.list.page.tsx'),
    'purchase-order-create': () =>
      import('./features/purchaseOrders/purchaseOrders.create.page.tsx'),
    'purchase-order-detail': () =>
      import('./features/purchaseOrders/purchaseOrders.document.page.tsx'),
    receipt: () => import('./features/receipts/receipts.list.page.tsx'),
    'receipt-create': () => import('./features/receipts/receipts.create.page.tsx'),
    'receipt-detail': () => import('./features/receipts/receipts.document.page.tsx'),
    products: () => import('./features/sold/products.page.tsx'),
    'product-transactions': () => import('./features/sold/productTransactions.page.tsx'),
    'customer-data': () => import('./features/customers/customers.page.tsx'),
    warranty: () => import('./features/warranties/warranties.page.tsx'),
    'payment-data': () => import('./features/payments/payments.page.tsx'),
  },
  widgets: {
    'contracts-by-month': () => import('./features/dashboard/contractsByMonth.widget.tsx'),
    'receivables-ageing': () => import('./features/dashboard/ageing.widget.tsx'),
    'containers-by-status': () => import('./features/dashboard/containersByStatus.widget.tsx'),
    'purchases-by-month': () => import('./features/dashboard/purchasesByMonth.widget.tsx'),
    'orders-by-status': () => import('./features/dashboard/ordersByStatus.widget.tsx'),
    'top-suppliers': () => import('./features/dashboard/topSuppliers.widget.tsx'),
    'top-containers': () => import('./features/sold/topContainers.widget.tsx'),
    'orders-due': () => import('./features/purchaseOrders/due.widget.tsx'),
    'contracts-waiting': () => import('./features/contracts/waiting.widget.tsx'),
    'invoices-overdue': () => import('./features/payments/overdue.widget.tsx'),
    'billed-by-month': () => import('./features/dashboard/billedByMonth.widget.tsx'),
    'payments-unverified': () => import('./features/payments/unverified.widget.tsx'),
    'warranties-expiring': () => import('./features/warranties/expiring.widget.tsx'),
    'sales-waiting': () => import('./features/partSales/waiting.widget.tsx'),
  },
  panels: {
    'revenue-of-container': () => import('./features/sold/revenue.panel.tsx'),
    'warranties-of-container': () => import('./features/warranties/ofContainer.panel.tsx'),
    'contracts-of-container': () => import('./features/contracts/ofContainer.panel.tsx'),
    'account-of-customer': () => import('./features/payments/ofCustomer.panel.tsx'),
    'contracts-of-customer': () => import('./features/contracts/ofCustomer.panel.tsx'),
    'containers-of-customer': () => import('./features/sold/ofCustomer.panel.tsx'),
    'inspections-of-customer': () => import('./features/inspections/ofCustomer.panel.tsx'),
    'sales-of-customer': () => import('./features/partSales/ofCustomer.panel.tsx'),
    'orders-of-part': () => import('./features/purchaseOrders/ofPart.panel.tsx'),
    'orders-of-supplier': () => import('./features/purchaseOrders/ofSupplier.panel.tsx'),
  },
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
