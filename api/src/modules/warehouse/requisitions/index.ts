import { type Ctx, type Family, type HandlersOf, historyOf } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { actingOn } from '../acting.ts';
import { allocateRequisition, approveRequisition, rejectRequisition } from './approve.ts';
import { availableParts } from './available.ts';
import { cancelAll, cancelItems, confirmItems } from './confirm.ts';
import { confirmDispatch, reverseRequisition } from './dispatch.ts';
import { requisitionDocument } from './document.ts';
import { createRequisition, updateRequisition } from './draft.ts';
import { watchHolds } from './expiry.ts';
import { returnRequisition } from './giveBack.ts';
import { requisitionList, requisitionMaster } from './list.ts';
import { presentRequisition } from './present.ts';
import { requisitionType } from './type.ts';

const files = fileHandlers(requisitionType);

const acting = actingOn(presentRequisition);

/** Parts requisitions (domain-warehouse 2.7). */
export const requisitionHandlers: HandlersOf<Family<'requisitions'>> = {
  'requisitions.list': requisitionList.run,
  'requisitions.master': requisitionMaster.run,
  'requisitions.available': availableParts,
  'requisitions.get': async (ctx, { params }) => ({
    data: await presentRequisition(ctx, params.id),
  }),
  'requisitions.create': async (ctx, input) => {
    const { id } = await createRequisition(ctx, input);
    return { data: await presentRequisition(ctx, id) };
  },
  'requisitions.update': acting(updateRequisition),
  'requisitions.approve': acting(approveRequisition),
  'requisitions.reject': acting(rejectRequisition),
  'requisitions.allocate': acting(allocateRequisition),
  'requisitions.confirmItems': acting(confirmItems),
  'requisitions.cancelItems': acting(cancelItems),
  'requisitions.cancelAll': acting(cancelAll),
  'requisitions.confirmDispatch': acting(confirmDispatch),
  'requisitions.return': acting(returnRequisition),
  'requisitions.reverse': acting(reverseRequisition),
  'requisitions.history': async (ctx, { params }) => {
    await loadVisible(ctx, requisitionType, { id: params.id });
    return { data: await historyOf(ctx, requisitionType.subject, params.id) };
  },
  'requisitions.document': (ctx, { params }) => requisitionDocument(ctx, params.id),
  'requisitions.attach': files.attach,
  'requisitions.detach': files.detach,
};

export const requisitionsNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [watchHolds];
