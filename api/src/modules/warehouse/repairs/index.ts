import { type Family, type HandlersOf, historyOf } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { actingOn } from '../acting.ts';
import { completeRepair, drawParts } from './complete.ts';
import { approveRepair, cancelRepair, rejectRepair, startRepair } from './decide.ts';
import { repairDocument } from './document.ts';
import { createRepair, updateRepair } from './draft.ts';
import { repairList, repairMaster } from './list.ts';
import { presentRepair } from './present.ts';
import { repairType } from './type.ts';

const files = fileHandlers(repairType);
const acting = actingOn(presentRepair);

/** Own repairs of parts (domain-warehouse 2.11). */
export const repairHandlers: HandlersOf<Family<'repairs'>> = {
  'repairs.list': repairList.run,
  'repairs.master': repairMaster.run,
  'repairs.get': async (ctx, { params }) => ({ data: await presentRepair(ctx, params.id) }),
  'repairs.create': async (ctx, input) => {
    const { id } = await createRepair(ctx, input);
    return { data: await presentRepair(ctx, id) };
  },
  'repairs.update': acting(updateRepair),
  'repairs.approve': acting(approveRepair),
  'repairs.reject': acting(rejectRepair),
  'repairs.start': acting(startRepair),
  'repairs.parts': acting(drawParts),
  'repairs.complete': acting(completeRepair),
  'repairs.cancel': acting(cancelRepair),
  'repairs.history': async (ctx, { params }) => {
    await loadVisible(ctx, repairType, { id: params.id });
    return { data: await historyOf(ctx, repairType.subject, params.id) };
  },
  'repairs.document': (ctx, { params }) => repairDocument(ctx, params.id),
  'repairs.attach': files.attach,
  'repairs.detach': files.detach,
};
