import type { ListName } from '../../contract/index.ts';

/** What a look-up offers: the placeholder of its field names it (`select.kind.<kind>`). */
const KINDS = {
  'audits.materials': 'part',
  'bankAccounts.master': 'bankAccount',
  'categories.master': 'category',
  'companies.all': 'company',
  'containerParts.list': 'part',
  'containerParts.models': 'model',
  'containerRequisitions.availableProduct': 'container',
  'containerTransfers.available': 'container',
  'containerTransfers.companies': 'company',
  'containerTransfers.warehouses': 'warehouse',
  'contracts.available': 'container',
  'contracts.availableDrafts': 'container',
  'customers.master': 'customer',
  'documentHeaders.master': 'header',
  'inspections.products': 'container',
  'invoices.owed': 'invoice',
  'jobCodes.master': 'code',
  'jobs.parts': 'part',
  'masterData.bins': 'bin',
  'masterData.subWarehouses': 'warehouse',
  'menus.all': 'menu',
  'partSales.parts': 'part',
  'parts.master': 'part',
  'parts.price': 'part',
  'productContracts.contracts': 'contract',
  'productContracts.master': 'container',
  'productModels.all': 'model',
  'productSoftwares.all': 'software',
  'productTypes.all': 'type',
  'products.available': 'container',
  'products.disassembled': 'container',
  'purchaseRequests.all': 'request',
  'receipts.receivable': 'order',
  'regions.all': 'region',
  'roleGroups.all': 'roleGroup',
  'roles.all': 'role',
  'suppliers.master': 'supplier',
  'teams.all': 'team',
  'technicianSkills.technicians': 'person',
  'units.master': 'unit',
  'users.all': 'person',
  'warranties.containers': 'container',
  'zones.all': 'zone',
} as const satisfies Partial<Record<ListName, string>>;

export const kindOfLookup = (lookup: ListName): string | undefined =>
  (KINDS as Partial<Record<ListName, string>>)[lookup] ??
  // Families of documents have their choice from the table of their calls.
  (lookup.endsWith('.master') ? 'document' : undefined);
