import type {
  CommandContribution,
  PageEntry,
  WidgetContribution,
} from '@boxyard/shared/contract/remote.ts';
import {
  documentSearch,
  type PanelContribution,
  type SearchContribution,
} from '@boxyard/shared/contract/remote.ts';

/** Pages that work, by route name; the build writes dist/contributions.json from it. */
export const pages: readonly PageEntry[] = [
  {
    name: 'container-requisition',
    list: { call: 'containerRequisitions.list', machine: 'containerRequisition' },
  },
  'container-requisition-create',
  'container-requisition-detail',
  {
    name: 'container-transfer',
    list: { call: 'containerTransfers.list', machine: 'containerTransfer' },
  },
  'container-transfer-create',
  'container-transfer-detail',
  { name: 'company-groups', list: { call: 'companies.list', unless: ['tab'] } },
  {
    name: 'container-warehouse',
    list: { call: 'products.list', machine: 'product', unless: ['tab'] },
  },
  'container-create',
  'container-create-parts',
  'container-update',
  'update-parts',
  'container-warehouse-edit-parts',
  'container-warehouse-edit-status',
  'container-warehouse-update-software',
  'container-warehouse-tracking-info',
  {
    name: 'import-warehouse-inventory',
    list: { call: 'containerReceipts.list', machine: 'containerReceipt' },
  },
  'import-warehouse-inventory-detail',
  { name: 'container-maintenance', list: { call: 'containerMaintenance.list' } },
  'container-maintenance-detail',
];

export const search: readonly SearchContribution[] = [
  {
    name: 'containers',
    title: { en: 'Containers', th: 'ตู้' },
    ability: 'container-warehouse:view',
    list: 'products.list',
    fields: {
      title: ['serialNumber'],
      subtitle: ['productModel.name', 'warehouse.name'],
      subtitleTh: ['productModel.nameTh', 'warehouse.nameTh'],
    },
    opens: { page: 'container-warehouse-tracking-info', param: 'id' },
  },
  documentSearch({
    name: 'container-receipts',
    title: { en: 'Container receipts', th: 'ใบรับตู้เข้าคลัง' },
    page: 'import-warehouse-inventory',
    list: 'containerReceipts.list',
    of: 'warehouse',
    opens: 'import-warehouse-inventory-detail',
  }),
  {
    name: 'software-releases',
    title: { en: 'Container software', th: 'ซอฟต์แวร์ตู้' },
    ability: 'container-warehouse:view',
    list: 'productSoftwares.list',
    fields: {
      title: ['versionNo'],
      subtitle: ['productModels.0.name'],
      subtitleTh: ['productModels.0.nameTh'],
      date: ['releasedAt'],
    },
    opens: { page: 'container-warehouse', query: 'record', within: { tab: 'software' } },
  },
  documentSearch({
    name: 'container-requisitions',
    title: { en: 'Container requisitions', th: 'ใบเบิกตู้' },
    page: 'container-requisition',
    list: 'containerRequisitions.list',
    of: 'warehouse',
    opens: 'container-requisition-detail',
  }),
  documentSearch({
    name: 'container-transfers',
    title: { en: 'Container transfers', th: 'ใบโอนย้ายตู้' },
    page: 'container-transfer',
    list: 'containerTransfers.list',
    of: 'toWarehouse',
    opens: 'container-transfer-detail',
  }),
];

export const commands: readonly CommandContribution[] = [
  {
    name: 'containers-under-way',
    title: { en: 'Containers under way', th: 'ตู้ระหว่างขนส่ง' },
    ability: 'container-transfer:view',
    page: 'container-transfer',
    query: { status: 'approved', sort: 'transferDate' },
  },
  {
    name: 'containers-lost',
    title: { en: 'Lost containers', th: 'ตู้ที่สูญหาย' },
    ability: 'container-warehouse:view',
    page: 'container-warehouse',
    query: { status: 'lost' },
  },
  {
    name: 'software-outdated',
    title: { en: 'Containers with outdated software', th: 'ตู้ที่ซอฟต์แวร์ล้าสมัย' },
    ability: 'container-warehouse:view',
    page: 'container-warehouse',
    query: { softwareOutdated: 'true' },
  },
  {
    name: 'contract-pending',
    title: { en: 'Installed containers without a contract', th: 'ตู้ที่ติดตั้งแล้วแต่ยังไม่มีสัญญา' },
    ability: 'container-warehouse:view',
    page: 'container-warehouse',
    query: { contractPending: 'true' },
  },
];

export const widgets: readonly WidgetContribution[] = [
  {
    name: 'containers-under-way',
    title: { en: 'Containers under way', th: 'ตู้ระหว่างขนส่ง' },
    ability: 'container-transfer:view',
    span: 'third',
    height: 316,
  },
  {
    name: 'software-outdated',
    title: { en: 'Outdated software', th: 'ซอฟต์แวร์ล้าสมัย' },
    ability: 'container-warehouse:view',
    span: 'third',
    height: 316,
  },
];

export const panels: readonly PanelContribution[] = [
  {
    name: 'containers-of-part',
    title: { en: 'Containers with this part', th: 'ตู้ที่ใช้อะไหล่นี้' },
    ability: 'container-warehouse:view',
    on: 'parts-warehouse-tracking',
    record: 'part',
    height: 140,
    heightOnPhone: 200,
  },
  {
    name: 'containers-of-warehouse',
    title: { en: 'Containers here', th: 'ตู้ในคลังนี้' },
    ability: 'container-warehouse:view',
    on: 'company-groups',
    record: 'warehouse',
    height: 140,
    heightOnPhone: 200,
  },
];
