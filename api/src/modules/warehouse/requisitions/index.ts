import type { Ctx, Family, HandlersOf } from '../../../kernel/index.ts';
import { documentFamily, documentHandlers } from '../../../workflow/index.ts';
import { allocateRequisition, approveRequisition, rejectRequisition } from './approve.ts';
import { availableParts } from './available.ts';
import { cancelAll, cancelItems, confirmItems } from './confirm.ts';
import { confirmDispatch, reverseRequisition } from './dispatch.ts';
import { createRequisition, updateRequisition } from './draft.ts';
import { watchHolds } from './expiry.ts';
import { requisitionList, requisitionMaster } from './list.ts';
import { requisitionPdf } from './pdf.ts';
import { presentRequisition } from './present.ts';
import { onRequisitionReservationLost } from './reservationLoss.ts';
import { returnRequisition } from './returnParts.ts';
import { REQUISITION_MOVES, requisitionType } from './type.ts';
import { requisitionWorkItems } from './workItems.ts';

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
  'requisitions.moves': requisition.moves,
  'requisitions.document': (ctx, { params }) => requisitionPdf(ctx, params.id),
  'requisitions.attach': requisition.attach,
  'requisitions.detach': requisition.detach,
};

export const requisitionsNightly: readonly ((ctx: Ctx) => Promise<void>)[] = [watchHolds];

export const requisitionFamily = documentFamily(requisitionType, {
  workItems: requisitionWorkItems,
  moveTypes: [REQUISITION_MOVES, 'reversal'],
  reservations: { docType: REQUISITION_MOVES, onLost: onRequisitionReservationLost },
});
