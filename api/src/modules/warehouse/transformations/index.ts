import { confirmTransformation, reverseTransformation } from './confirm.ts';
import { approveTransformation, cancelTransformation, rejectTransformation } from './decide.ts';
import { createTransformation, updateTransformation } from './draft.ts';
import { transformationList, transformationMaster } from './list.ts';
import { transformationPdf } from './pdf.ts';
import { presentTransformation } from './present.ts';
import { proposalOf } from './proposal.ts';
import { transformations } from './type.ts';
import { transformationWorkItems } from './workItems.ts';

/** Transformations of parts (domain-warehouse 2.9). */
export const transformationHandlers = transformations.handlers({
  present: presentTransformation,
  list: transformationList,
  master: transformationMaster,
  create: createTransformation,
  actions: {
    update: updateTransformation,
    approve: approveTransformation,
    reject: rejectTransformation,
    confirm: confirmTransformation,
    cancel: cancelTransformation,
    reverse: reverseTransformation,
  },
  document: transformationPdf,
  others: { proposal: proposalOf },
});

export const transformationFamily = transformations.family({
  workItems: transformationWorkItems,
  isReversed: true,
  notifyOfLoss: (row) => [row.createdBy, row.approvedBy],
});
