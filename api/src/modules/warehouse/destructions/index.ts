import { completeDestruction, correctDestruction } from './complete.ts';
import { approveDestruction, cancelDestruction, rejectDestruction } from './decide.ts';
import { createDestruction, updateDestruction } from './draft.ts';
import { destructionList, destructionMaster } from './list.ts';
import { destructionPdf } from './pdf.ts';
import { presentDestruction } from './present.ts';
import { destructions } from './type.ts';
import { destructionWorkItems } from './workItems.ts';

/** Destructions of parts (domain-warehouse 2.12). */
export const destructionHandlers = destructions.handlers({
  present: presentDestruction,
  list: destructionList,
  master: destructionMaster,
  create: createDestruction,
  actions: {
    update: updateDestruction,
    approve: approveDestruction,
    reject: rejectDestruction,
    complete: completeDestruction,
    cancel: cancelDestruction,
    correct: correctDestruction,
  },
  document: destructionPdf,
});

export const destructionFamily = destructions.family({
  workItems: destructionWorkItems,
  isReversed: true,
  notifyOfLoss: (row) => [row.createdBy, row.approvedBy],
});
