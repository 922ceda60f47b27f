import { completeRepair, drawParts } from './complete.ts';
import { approveRepair, cancelRepair, rejectRepair, startRepair } from './decide.ts';
import { createRepair, updateRepair } from './draft.ts';
import { repairList, repairMaster } from './list.ts';
import { repairPdf } from './pdf.ts';
import { presentRepair } from './present.ts';
import { repairs } from './type.ts';
import { repairWorkItems } from './workItems.ts';

/** Own repairs of parts (domain-warehouse 2.11). */
export const repairHandlers = repairs.handlers({
  present: presentRepair,
  list: repairList,
  master: repairMaster,
  create: createRepair,
  actions: {
    update: updateRepair,
    approve: approveRepair,
    reject: rejectRepair,
    start: startRepair,
    parts: drawParts,
    complete: completeRepair,
    cancel: cancelRepair,
  },
  document: repairPdf,
});

export const repairFamily = repairs.family({
  workItems: repairWorkItems,
  notifyOfLoss: (row) => [row.createdBy, row.technicianId],
});
