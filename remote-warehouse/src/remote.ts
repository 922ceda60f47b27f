import { registerContract } from '@boxyard/shared/client';
import { inventoryArea } from '@boxyard/shared/contract/areas/inventory.ts';
import { warehouseArea } from '@boxyard/shared/contract/areas/warehouse.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

// The look-ups of warehouses, bins and places are the inventory area's. What one feature alone asks
// for is registered by it, so that the first page weighs no more with each family.
registerContract({
  ...inventoryArea,
  ...warehouseArea,
});

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {
    audit: () => import('./features/audits/audits.list.page.tsx'),
    'audit-create': () => import('./features/audits/audits.create.page.tsx'),
    'audit-detail': () => import('./features/audits/audits.document.page.tsx'),
    categories: () => import('./features/categories/categories.page.tsx'),
    'parts-warehouse': () => import('./features/parts/parts.list.page.tsx'),
    'parts-warehouse-tracking': () => import('./features/parts/parts.tracking.page.tsx'),
    suppliers: () => import('./features/suppliers/suppliers.list.page.tsx'),
    'supplier-detail': () => import('./features/suppliers/supplier.page.tsx'),
    'supplier-quotation': () => import('./features/suppliers/quotation.document.page.tsx'),
    'supplier-bidding': () => import('./features/suppliers/bidding.document.page.tsx'),
    'import-warehouse': () => import('./features/goodsImports/goodsImports.list.page.tsx'),
    'import-warehouse-detail': () =>
      import('./features/goodsImports/goodsImports.document.page.tsx'),
    'parts-requisition': () => import('./features/requisitions/requisitions.list.page.tsx'),
    'parts-requisition-create': () =>
      import('./features/requisitions/requisitions.create.page.tsx'),
    'parts-requisition-edit': () => import('./features/requisitions/requisitions.edit.page.tsx'),
    'parts-requisition-view': () =>
      import('./features/requisitions/requisitions.document.page.tsx'),
    'part-sale-deliver': () => import('./features/partSales/partSales.deliver.page.tsx'),
    'part-sale-return': () => import('./features/partSales/partSales.return.page.tsx'),
    'parts-transfer': () => import('./features/transfers/transfers.list.page.tsx'),
    'parts-transfer-detail': () => import('./features/transfers/transfers.document.page.tsx'),
    claim: () => import('./features/claims/claims.list.page.tsx'),
    'claim-detail': () => import('./features/claims/claims.document.page.tsx'),
    repair: () => import('./features/repairs/repairs.list.page.tsx'),
    'repair-create': () => import('./features/repairs/repairs.create.page.tsx'),
    'repair-update': () => import('./features/repairs/repairs.document.page.tsx'),
    destruction: () => import('./features/destructions/destructions.list.page.tsx'),
    'destruction-update': () => import('./features/destructions/destructions.document.page.tsx'),
    transformation: () => import('./features/transformations/transformations.list.page.tsx'),
    'transformation-detail': () =>
      import('./features/transformations/transformations.document.page.tsx'),
  },
  widgets: {
    'stock-to-reorder': () => import('./features/parts/toReorder.widget.tsx'),
    'goods-waiting': () => import('./features/goodsImports/waiting.widget.tsx'),
  },
  panels: {
    'stock-of-order': () => import('./features/parts/stockOfOrder.panel.tsx'),
    'stock-of-request': () => import('./features/parts/stockOfOrder.panel.tsx'),
  },
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
