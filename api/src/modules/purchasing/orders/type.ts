import { addDays, purchaseOrderMachine, startsFrom } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { PurchasingTables } from '../../../db/schema/purchasing.ts';
import { type Ctx, compiledRow, today } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type OrderRow = Selectable<PurchasingTables['purchaseOrders']> &
  DocumentRow & {
    readonly grandTotal: string;
    readonly hasReceipts: boolean;
    /** As the table has it, even when the validity has run out since. */
    readonly storedStatus: string;
  };

/** A supplier may be this late before an order that nothing came of expires (domain-warehouse 2.1). */
export const GRACE_DAYS = 7;

type Validity = Pick<OrderRow, 'status' | 'validUntil' | 'promisedDate' | 'hasReceipts'>;

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

const orderById = compiledRow('purchaseOrders', (db, id) =>
  db.selectFrom('purchaseOrders').selectAll().where('id', '=', id),
);

async function load(
  ctx: Ctx,
  { id, lock, lazy }: { id: string; lock: boolean; lazy: boolean },
): Promise<OrderRow | undefined> {
  const row = await orderById(ctx, id, { lock });
  if (!row) return undefined;
  const status = lazy && isOver(row, today(ctx.clock)) ? 'expired' : row.status;
  return { ...row, status, storedStatus: row.status };
}

/** Purchase orders; one whose validity has run out counts as expired from that midnight on. */
export const orderType: DocumentType<OrderRow, 'purchaseOrders'> = {
  machine: purchaseOrderMachine,
  subject: 'purchaseOrders',
  table: 'purchaseOrders',
  docType: 'PO',
  label: { en: 'Purchase order', th: 'ใบสั่งซื้อ' },
  path: (row) => `/purchase-management/purchase-orders/${row.id}`,
  load: (ctx, id, { lock }) => load(ctx, { id, lock, lazy: true }),
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.createdBy],
  }),
  concerned: (row) => [row.assigneeId],
};

/** As stored: for the job that writes the expiry down. */
export const storedOrderType: DocumentType<OrderRow, 'purchaseOrders'> = {
  ...orderType,
  load: (ctx, id, { lock }) => load(ctx, { id, lock, lazy: false }),
};

export const ORDER_SCOPE = {
  company: 'po.companyId',
  warehouse: 'po.warehouseId',
  owner: ['po.createdBy'],
} as const;
