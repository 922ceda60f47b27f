import { sql } from 'kysely';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** The senders of the containers: the person who called them back, or every hand of the transfer. */
const senderIds = sql<string[]>`(select array_remove(wr.created_by || array(
  select unnest(array[t.created_by, t.source_approved_by, t.destination_approved_by] || t.author_ids)
  from container_transfers t where t.id = wr.source_id), null))`;

/** Receipt of containers, `warehouse-receives` (domain-containers 1.2, 2.4). */
export const containerReceipts = defineFamily('containerReceipts', {
  as: 'wr',
  ownersOnly: true,
  fields: (query) => query.select(senderIds.as('senderIds')),
});
export type ContainerReceiptRow = RowOfFamily<typeof containerReceipts>;
