import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { documentHandlers } from '../documentHandlers.ts';
import { completeRepair, drawParts } from './complete.ts';
import { approveRepair, cancelRepair, rejectRepair, startRepair } from './decide.ts';
import { repairDocument } from './document.ts';
import { createRepair, updateRepair } from './draft.ts';
import { repairList, repairMaster } from './list.ts';
import { presentRepair } from './present.ts';
import { repairType } from './type.ts';

const repair = documentHandlers(repairType, presentRepair);

/** Own repairs of parts (domain-warehouse 2.11). */
export const repairHandlers: HandlersOf<Family<'repairs'>> = {
  'repairs.list': repairList.run,
  'repairs.master': repairMaster.run,
  'repairs.get': repair.get,
  'repairs.create': repair.creating(createRepair),
  'repairs.update': repair.acting(updateRepair),
  'repairs.approve': repair.acting(approveRepair),
  'repairs.reject': repair.acting(rejectRepair),
  'repairs.start': repair.acting(startRepair),
  'repairs.parts': repair.acting(drawParts),
  'repairs.complete': repair.acting(completeRepair),
  'repairs.cancel': repair.acting(cancelRepair),
  'repairs.history': repair.history,
  'repairs.document': (ctx, { params }) => repairDocument(ctx, params.id),
  'repairs.attach': repair.attach,
  'repairs.detach': repair.detach,
};
