import { isDestroyed } from '@boxyard/shared/domain';
import { type Ctx, conflict, type Family, type HandlersOf } from '../../../kernel/index.ts';
import { allowedActions, loadVisible } from '../../../workflow/index.ts';
import { documentHandlers } from '../documentHandlers.ts';
import { completeDestruction, correctDestruction } from './complete.ts';
import { approveDestruction, cancelDestruction, rejectDestruction } from './decide.ts';
import { destructionDocument } from './document.ts';
import { createDestruction, updateDestruction } from './draft.ts';
import { destructionList, destructionMaster } from './list.ts';
import { presentDestruction } from './present.ts';
import { destructionType } from './type.ts';

const destruction = documentHandlers(destructionType, presentDestruction);

/** Photographs of what was destroyed are evidence: they stay (domain-warehouse 2.12). */
async function refuseWithoutEvidence(ctx: Ctx, id: string): Promise<void> {
  const row = await loadVisible(ctx, destructionType, { id });
  if (!isDestroyed(row.status)) return;
  const open = allowedActions(ctx, destructionType, row);
  throw conflict('INVALID_STATE', { current: row.status, allowedActions: open });
}

/** Destructions of parts (domain-warehouse 2.12). */
export const destructionHandlers: HandlersOf<Family<'destructions'>> = {
  'destructions.list': destructionList.run,
  'destructions.master': destructionMaster.run,
  'destructions.get': destruction.get,
  'destructions.create': destruction.creating(createDestruction),
  'destructions.update': destruction.acting(updateDestruction),
  'destructions.approve': destruction.acting(approveDestruction),
  'destructions.reject': destruction.acting(rejectDestruction),
  'destructions.complete': destruction.acting(completeDestruction),
  'destructions.cancel': destruction.acting(cancelDestruction),
  'destructions.correct': destruction.acting(correctDestruction),
  'destructions.history': destruction.history,
  'destructions.document': (ctx, { params }) => destructionDocument(ctx, params.id),
  'destructions.attach': destruction.attach,
  'destructions.detach': async (ctx, input) => {
    await refuseWithoutEvidence(ctx, input.params.id);
    return destruction.detach(ctx, input);
  },
};
