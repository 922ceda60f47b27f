import type { Ctx } from '../../../kernel/index.ts';
import { approveTransfer, cancelTransfer, rejectTransfer } from './approve.ts';
import { createTransfer, updateTransfer } from './draft.ts';
import { transferList, transferMaster } from './list.ts';
import { notifyOverdueArrivals } from './overdue.ts';
import { transferPdf } from './pdf.ts';
import { presentTransfer } from './present.ts';
import { recallTransfer, resolveLoss } from './recallAndLoss.ts';
import { onTransferReservationLost } from './reservationLoss.ts';
import { shipTransfer } from './ship.ts';
import { TRANSFER_MOVES, transfers } from './type.ts';
import { transferWorkItems } from './workItems.ts';

/** Parts transfers (domain-warehouse 2.8). */
export const transferHandlers = transfers.handlers({
  present: presentTransfer,
  list: transferList,
  master: transferMaster,
  create: createTransfer,
  actions: {
    update: updateTransfer,
    approve: approveTransfer,
    reject: rejectTransfer,
    ship: shipTransfer,
    cancel: cancelTransfer,
    recall: recallTransfer,
    resolveLoss,
  },
  document: transferPdf,
});

export const transfersNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [notifyOverdueArrivals];

export const transferFamily = transfers.family({
  workItems: transferWorkItems,
  reservations: { docType: TRANSFER_MOVES, onLost: onTransferReservationLost },
});
