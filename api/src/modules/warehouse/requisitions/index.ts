import type { App } from '../../../kernel/index.ts';
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
import { REQUISITION_MOVES, requisitions } from './type.ts';
import { requisitionWorkItems } from './workItems.ts';

/** Parts requisitions (domain-warehouse 2.7). */
export const requisitionHandlers = requisitions.handlers({
  present: presentRequisition,
  list: requisitionList,
  master: requisitionMaster,
  create: createRequisition,
  actions: {
    update: updateRequisition,
    approve: approveRequisition,
    reject: rejectRequisition,
    allocate: allocateRequisition,
    confirmItems,
    cancelItems,
    cancelAll,
    confirmDispatch,
    return: returnRequisition,
    reverse: reverseRequisition,
  },
  document: requisitionPdf,
  others: {
    available: availableParts,
  },
});

export const requisitionsNightlyApart: readonly ((app: App) => Promise<void>)[] = [watchHolds];

export const requisitionFamily = requisitions.family({
  workItems: requisitionWorkItems,
  isReversed: true,
  reservations: { docType: REQUISITION_MOVES, onLost: onRequisitionReservationLost },
});
