import { documentFamily } from '../../../workflow/index.ts';
import { createInspection, updateInspection } from './draft.ts';
import {
  cancelInspection,
  completeInspection,
  recordFindings,
  startInspection,
} from './findings.ts';
import { failureList, inspectedProducts, inspectionList } from './list.ts';
import { followUps, latestFollowUp } from './ofProduct.ts';
import { inspectionPdf } from './pdf.ts';
import { presentInspection } from './present.ts';
import { inspections } from './type.ts';
import { inspectionWorkItems } from './workItems.ts';

/** Inspections of containers (domain-containers 1.1). */
export const inspectionHandlers = inspections.handlers({
  present: presentInspection,
  list: inspectionList,
  create: createInspection,
  actions: {
    update: updateInspection,
    start: startInspection,
    record: recordFindings,
    complete: completeInspection,
    cancel: cancelInspection,
  },
  document: inspectionPdf,
  others: {
    failures: failureList.run,
    products: inspectedProducts.run,
    ofProduct: followUps,
    latestOfProduct: latestFollowUp,
  },
});

export const inspectionFamily = documentFamily(inspections.type, {
  workItems: inspectionWorkItems,
});
