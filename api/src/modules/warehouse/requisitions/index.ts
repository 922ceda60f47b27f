import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { documentHandlers } from '../documentHandlers.ts';
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

const requisition = documentHandlers(requisitionType, presentRequisition);

/** Parts requisitions (domain-warehouse 2.7). */
export const requisitionHandlers: HandlersOf<Family<'requisitions'>> = {
  'requisitions.list': requisitionList.run,
  'requisitions.master': requisitionMaster.run,
  'requisitions.available': availableParts,
  'requisitions.get': requisition.get,
  'requisitions.create': requisition.creating(createRequisition),
  'requisitions.update': requisition.acting(updateRequisition),
  'requisitions.approve': requisition.acting(approveRequisition),
  'requisitions.reject': requisition.acting(rejectRequisition),
  'requisitions.allocate': requisition.acting(allocateRequisition),
  'requisitions.confirmItems': requisition.acting(confirmItems),
  'requisitions.cancelItems': requisition.acting(cancelItems),
  'requisitions.cancelAll': requisition.acting(cancelAll),
  'requisitions.confirmDispatch': requisition.acting(confirmDispatch),
  'requisitions.return': requisition.acting(returnRequisition),
  'requisitions.reverse': requisition.acting(reverseRequisition),
  'requisitions.history': requisition.history,
  'requisitions.document': (ctx, { params }) => requisitionDocument(ctx, params.id),
  'requisitions.attach': requisition.attach,
  'requisitions.detach': requisition.detach,
};

export const requisitionsNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [watchHolds];
