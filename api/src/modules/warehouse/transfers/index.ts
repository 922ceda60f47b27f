import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { documentHandlers } from '../documentHandlers.ts';
import { approveTransfer, cancelTransfer, rejectTransfer } from './approve.ts';
import { transferDocument } from './document.ts';
import { createTransfer, updateTransfer } from './draft.ts';
import { watchArrivals } from './late.ts';
import { transferList, transferMaster } from './list.ts';
import { presentTransfer } from './present.ts';
import { recallTransfer, resolveLoss } from './settle.ts';
import { shipTransfer } from './ship.ts';
import { transferType } from './type.ts';

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
  'transfers.document': (ctx, { params }) => transferDocument(ctx, params.id),
  'transfers.attach': transfer.attach,
  'transfers.detach': transfer.detach,
};

export const transfersNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [watchArrivals];
