import { registerContract } from '@boxyard/shared/client';
import { inventoryArea } from '@boxyard/shared/contract/areas/inventory.ts';
import type { RemoteModule } from '@boxyard/shared/runtime/remoteModule.ts';

// Its own rows come with it, since it may be newer than the host.
registerContract({ ...inventoryArea });

/** The only thing the host sees of this remote. */
export const remote: RemoteModule = {
  contract: 1,
  pages: {
    'container-requisition': () =>
      import('./features/containerRequisitions/containerRequisitions.list.page.tsx'),
    'container-requisition-create': () =>
      import('./features/containerRequisitions/containerRequisitions.create.page.tsx'),
    'container-requisition-detail': () =>
      import('./features/containerRequisitions/containerRequisitions.document.page.tsx'),
    'container-transfer': () =>
      import('./features/containerTransfers/containerTransfers.list.page.tsx'),
    'container-transfer-create': () =>
      import('./features/containerTransfers/containerTransfers.create.page.tsx'),
    'container-transfer-detail': () =>
      import('./features/containerTransfers/containerTransfers.document.page.tsx'),
    'company-groups': () => import('./features/companies/companyGroups.page.tsx'),
    'container-warehouse': () => import('./features/containers/containers.page.tsx'),
    'container-create': () => import('./features/containers/create.page.tsx'),
    'container-create-parts': () => import('./features/containers/createParts.page.tsx'),
    'container-update': () => import('./features/containers/update.page.tsx'),
    'update-parts': () => import('./features/containers/updateParts.page.tsx'),
    'container-warehouse-edit-parts': () => import('./features/containers/editParts.page.tsx'),
    'container-warehouse-edit-status': () => import('./features/containers/editStatus.page.tsx'),
    'container-warehouse-update-software': () =>
      import('./features/containers/updateSoftware.page.tsx'),
    'container-warehouse-tracking-info': () => import('./features/containers/tracking.page.tsx'),
    'import-warehouse-inventory': () => import('./features/receipts/receipts.list.page.tsx'),
    'import-warehouse-inventory-detail': () =>
      import('./features/receipts/receipts.document.page.tsx'),
    'container-maintenance': () => import('./features/maintenance/maintenance.list.page.tsx'),
    'container-maintenance-detail': () =>
      import('./features/maintenance/maintenance.detail.page.tsx'),
  },
  widgets: {
    'containers-under-way': () => import('./features/containerTransfers/underWay.widget.tsx'),
    'software-outdated': () => import('./features/containers/softwareOutdated.widget.tsx'),
  },
  panels: {
    'containers-of-part': () => import('./features/containers/ofPart.panel.tsx'),
    'containers-of-warehouse': () => import('./features/containers/ofWarehouse.panel.tsx'),
  },
  i18n: async (locale) =>
    locale === 'th'
      ? (await import('./i18n/th.json')).default
      : (await import('./i18n/en.json')).default,
};
