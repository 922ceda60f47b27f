import { addDays, purchaseOrderMachine, startsFrom } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { PurchasingTables } from '../../../db/schema/purchasing.ts';
import { today } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';

/** A supplier may be this late before an order that nothing came of expires (domain-warehouse 2.1). */
export const GRACE_DAYS = 7;

type Validity = Pick<
  Selectable<PurchasingTables['purchaseOrders']>,
  'status' | 'validUntil' | 'promisedDate' | 'hasReceipts'
>;

/** Whether the supplier has promised a date, which binds instead of the order's validity. */
export const isBooked = (status: string): boolean =>
  purchaseOrderMachine.actions.confirm.to.some((to) => to === status);

/** Whether the validity ran out with no fulfilment. */
export function isOver(row: Validity, day: string): boolean {
  if (isBooked(row.status)) {
    const latest = addDays(day, -GRACE_DAYS);
    return !row.hasReceipts && row.promisedDate !== null && row.promisedDate < latest;
  }
  return startsFrom(purchaseOrderMachine, 'expire', row.status) && row.validUntil < day;
}

/** Purchase orders; one whose validity has run out counts as expired from that midnight on. */
export const purchaseOrders = defineFamily('purchaseOrders', {
  as: 'po',
  fields: (query) => query.select('po.status as storedStatus'),
  statusNow: (row, ctx) => (isOver(row, today(ctx.clock)) ? 'expired' : row.status),
  concerned: (row) => [row.assigneeId],
});
export type OrderRow = RowOfFamily<typeof purchaseOrders>;
