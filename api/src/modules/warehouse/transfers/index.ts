import { type Ctx, type Family, type HandlersOf, historyOf } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { actingOn } from '../acting.ts';
import { approveTransfer, cancelTransfer, rejectTransfer } from './approve.ts';
import { transferDocument } from './document.ts';
import { createTransfer, updateTransfer } from './draft.ts';
import { watchArrivals } from './late.ts';
import { transferList, transferMaster } from './list.ts';
import { presentTransfer } from './present.ts';
import { recallTransfer, resolveLoss } from './settle.ts';
import { shipTransfer } from './ship.ts';
import { transferType } from './type.ts';

const files = fileHandlers(transferType);

const acting = actingOn(presentTransfer);

/** Parts transfers (domain-warehouse 2.8). */
export const transferHandlers: HandlersOf<Family<'transfers'>> = {
  'transfers.list': transferList.run,
  'transfers.master': transferMaster.run,
  'transfers.get': async (ctx, { params }) => ({ data: await presentTransfer(ctx, params.id) }),
  'transfers.create': async (ctx, input) => {
    const { id } = await createTransfer(ctx, input);
    return { data: await presentTransfer(ctx, id) };
  },
  'transfers.update': acting(updateTransfer),
  'transfers.approve': acting(approveTransfer),
  'transfers.reject': acting(rejectTransfer),
  'transfers.ship': acting(shipTransfer),
  'transfers.cancel': acting(cancelTransfer),
  'transfers.recall': acting(recallTransfer),
  'transfers.resolveLoss': acting(resolveLoss),
  'transfers.history': async (ctx, { params }) => {
    await loadVisible(ctx, transferType, { id: params.id });
    return { data: await historyOf(ctx, transferType.subject, params.id) };
  },
  'transfers.document': (ctx, { params }) => transferDocument(ctx, params.id),
  'transfers.attach': files.attach,
  'transfers.detach': files.detach,
};

export const transfersNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [watchArrivals];
