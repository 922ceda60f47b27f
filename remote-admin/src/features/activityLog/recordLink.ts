import { mayOpen, pathOf } from '@boxyard/shared/runtime';

/** Pages of one record, by the kind of record. */
const PAGES: Readonly<Record<string, string>> = {
  purchaseRequests: 'purchase-request-detail',
  purchaseOrders: 'purchase-order-detail',
  receipts: 'receipt-detail',
  goodsImports: 'import-warehouse-detail',
  parts: 'parts-warehouse-tracking',
};

interface ListPlace {
  readonly page: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** Records without a page of their own are found in their list by what they are called. */
const LISTS: Readonly<Record<string, ListPlace>> = {
  users: { page: 'users' },
  companies: { page: 'company-groups' },
  subWarehouses: { page: 'company-groups', query: { tab: 'warehouses' } },
  categories: { page: 'categories' },
  units: { page: 'categories', query: { tab: 'units' } },
  suppliers: { page: 'suppliers' },
};

interface Logged {
  readonly subject: string;
  readonly subjectId: string | null;
  readonly record: string | null;
  readonly action: string;
}

/** Where the record of an entry is looked at; null where there is no such page, or not for this person. */
export function recordPath({ subject, subjectId, record, action }: Logged): string | null {
  if (subjectId === null || action === 'delete') return null;
  const page = PAGES[subject];
  if (page !== undefined) return mayOpen(page) ? pathOf(page, { id: subjectId }) : null;
  const list = LISTS[subject];
  if (list === undefined || record === null || !mayOpen(list.page)) return null;
  return pathOf(list.page, {}, { ...list.query, search: record });
}

/** Everything that happened to a record, or by one request. */
export const entriesPath = (query: Readonly<Record<string, string>>): string =>
  pathOf('activity-log', {}, query);
