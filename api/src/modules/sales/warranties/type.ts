import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Warranties of containers (docs/domain/containers.md "Warranty"): the salesperson's, as the customer is. */
export const warranties = defineFamily('warranties', {
  as: 'wa',
  warehouses: [],
  owners: ['saleId'],
  ownersOnly: true,
  concerned: (row) => [row.saleId],
});
export type WarrantyRow = RowOfFamily<typeof warranties>;
