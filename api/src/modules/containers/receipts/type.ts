import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** Receipt of containers, `warehouse-receives` (domain-containers 1.2, 2.4). */
export const containerReceipts = defineFamily('containerReceipts', {
  as: 'wr',
  ownersOnly: true,
  // Who sent the containers does not receive them.
  fields: (query) => query.select('wr.createdBy as senderId'),
});
export type ContainerReceiptRow = RowOfFamily<typeof containerReceipts>;
