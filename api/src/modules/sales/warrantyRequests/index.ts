import { documentFamily } from '../../../workflow/index.ts';
import { toldHistoryOf } from '../warranties/reasons.ts';
import { renewByRequest } from '../warranties/renew.ts';
import { createWarrantyRequest } from './ask.ts';
import {
  approveWarrantyRequest,
  cancelWarrantyRequest,
  quoteWarranty,
  rejectWarrantyRequest,
} from './decide.ts';
import { warrantyRequestList } from './list.ts';
import { presentWarrantyRequest } from './present.ts';
import { warrantyRequests } from './type.ts';
import { warrantyRequestWorkItems } from './workItems.ts';

/** Requests for warranties (docs/domain/containers.md "Warranty"). */
export const warrantyRequestHandlers = warrantyRequests.handlers({
  present: presentWarrantyRequest,
  list: warrantyRequestList,
  create: createWarrantyRequest,
  actions: {
    quote: quoteWarranty,
    approve: approveWarrantyRequest,
    reject: rejectWarrantyRequest,
    accept: renewByRequest,
    cancel: cancelWarrantyRequest,
  },
  others: { history: toldHistoryOf(warrantyRequests.type) },
});

export const warrantyRequestFamily = documentFamily(warrantyRequests.type, {
  workItems: warrantyRequestWorkItems,
});
