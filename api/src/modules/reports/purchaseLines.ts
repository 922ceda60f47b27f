import { sql } from 'kysely';

/** Lines of orders and receipts are cut as their documents are: by company, warehouse and whose they are. */
export const LINE_SCOPE = {
  company: 'i.companyId',
  warehouse: 'i.warehouseId',
  owner: ['i.createdBy'],
} as const;

/**
 * A category is a main one or a sub-category. Written so that no index on either is tried: the
 * page is then read in the order of the list, whatever the category.
 */
export const inCategory = (ids: readonly string[]) =>
  sql<boolean>`case when i.category_id = any(${ids}::uuid[]) then true
    else i.sub_category_id = any(${ids}::uuid[]) end`;
