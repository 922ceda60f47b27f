import { transferMachine } from '@boxyard/shared/domain';
import { type Ctx, record } from '../../../kernel/index.ts';
import type { ReleasedDocument } from '../../../workflow/index.ts';
import { TOUCHES, transfers } from './type.ts';

/**
 * A count did not find what was held for a transfer: what its lines hold is read from the holds, so
 * nothing of it is written but its timeline (2.13). It ships what is left.
 */
export async function onTransferReservationLost(
  ctx: Ctx,
  id: string,
): Promise<ReleasedDocument | null> {
  const row = await transfers.type.load(ctx, id, { lock: true });
  const mayShip = transferMachine.actions.ship.from as readonly string[];
  if (!row || !mayShip.includes(row.status)) return null;
  await record(ctx, {
    subject: transfers.type.subject,
    subjectId: id,
    companyId: row.companyId,
    label: row.documentNo,
    action: 'release-held',
    from: row.status,
    to: row.status,
    touches: TOUCHES,
  });
  return {
    subject: transfers.type.subject,
    label: transfers.type.label,
    documentNo: row.documentNo,
    path: transfers.path(id),
    owners: [row.assigneeId, row.createdBy],
  };
}
