import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Requests for warranties (docs/domain/containers.md "Warranty"): the salesperson's, as the customer is. */
export const warrantyRequests = defineFamily('warrantyRequests', {
  as: 'wq',
  warehouses: [],
  owners: ['saleId'],
  concerned: (row) => [row.saleId],
});
export type WarrantyRequestRow = RowOfFamily<typeof warrantyRequests>;
