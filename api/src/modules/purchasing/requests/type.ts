import { purchaseRequestMachine } from '@boxyard/shared/domain';
import type { Selectable } from 'kysely';
import type { PurchasingTables } from '../../../db/schema/purchasing.ts';
import { type Ctx, today } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type RequestRow = Selectable<PurchasingTables['purchaseRequests']> &
  DocumentRow & { readonly estimatedTotal: string; readonly hasOpenLines: boolean };

/** Undecided or decided, but with nothing ordered: its validity may run out (domain-warehouse 2.1). */
const MAY_EXPIRE: readonly string[] = purchaseRequestMachine.actions.expire.from;

async function load(
  ctx: Ctx,
  { id, lock, lazy }: { id: string; lock: boolean; lazy: boolean },
): Promise<RequestRow | undefined> {
  const query = ctx.db.selectFrom('purchaseRequests').selectAll().where('id', '=', id);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) return undefined;
  const isOver = lazy && MAY_EXPIRE.includes(row.status) && row.validUntil < today(ctx.clock);
  const status = isOver ? 'expired' : row.status;
  // Before approval every line is free; afterwards the stored flag says so.
  const undecided = ['draft', 'pending', 'expired'].includes(status);
  return { ...row, status, hasOpenLines: undecided || row.hasOpenLines };
}

/**
 * Purchase requests. One whose validity has run out counts as expired from that midnight on,
 * whether or not the nightly job has written it down yet.
 */
export const requestType: DocumentType<RequestRow, 'purchaseRequests'> = {
  machine: purchaseRequestMachine,
  subject: 'purchaseRequests',
  table: 'purchaseRequests',
  docType: 'PR',
  label: { en: 'Purchase request', th: 'ใบขอซื้อ' },
  path: (row) => `/purchase-management/purchase-requests/${row.id}`,
  load: (ctx, id, { lock }) => load(ctx, { id, lock, lazy: true }),
  scope: (row) => ({
    companyId: row.companyId,
    warehouseIds: [row.warehouseId],
    ownerIds: [row.requesterId],
  }),
  concerned: (row) => [row.requesterId],
};

/** As stored: for the job that writes the expiry down. */
export const storedRequestType: DocumentType<RequestRow, 'purchaseRequests'> = {
  ...requestType,
  load: (ctx, id, { lock }) => load(ctx, { id, lock, lazy: false }),
};

export const REQUEST_SCOPE = {
  company: 'pr.companyId',
  warehouse: 'pr.warehouseId',
  owner: ['pr.requesterId'],
} as const;
