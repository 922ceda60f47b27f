import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { documentFamily, documentHandlers } from '../../../workflow/index.ts';
import { approveTransfer, cancelTransfer, rejectTransfer } from './approve.ts';
import { createTransfer, updateTransfer } from './draft.ts';
import { transferList, transferMaster } from './list.ts';
import { notifyOverdueArrivals } from './overdue.ts';
import { transferPdf } from './pdf.ts';
import { presentTransfer } from './present.ts';
import { recallTransfer, resolveLoss } from './recallAndLoss.ts';
import { onTransferReservationLost } from './reservationLoss.ts';
import { shipTransfer } from './ship.ts';
import { TRANSFER_MOVES, transferType } from './type.ts';
import { transferWorkItems } from './workItems.ts';

const transfer = documentHandlers(transferType, presentTransfer);

/** Parts transfers (domain-warehouse 2.8). */
export const transferHandlers: HandlersOf<Family<'transfers'>> = {
  'transfers.list': transferList.run,
  'transfers.master': transferMaster.run,
  'transfers.get': transfer.get,
  'transfers.create': transfer.creating(createTransfer),
  'transfers.update': transfer.acting(updateTransfer),
  'transfers.approve': transfer.acting(approveTransfer),
  'transfers.reject': transfer.acting(rejectTransfer),
  'transfers.ship': transfer.acting(shipTransfer),
  'transfers.cancel': transfer.acting(cancelTransfer),
  'transfers.recall': transfer.acting(recallTransfer),
  'transfers.resolveLoss': transfer.acting(resolveLoss),
  'transfers.history': transfer.history,
  'transfers.moves': transfer.moves,
  'transfers.document': (ctx, { params }) => transferPdf(ctx, params.id),
  'transfers.attach': transfer.attach,
  'transfers.detach': transfer.detach,
};

export const transfersNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [notifyOverdueArrivals];

export const transferFamily = documentFamily(transferType, {
  workItems: transferWorkItems,
  moveTypes: [TRANSFER_MOVES],
  reservations: { docType: TRANSFER_MOVES, onLost: onTransferReservationLost },
});
