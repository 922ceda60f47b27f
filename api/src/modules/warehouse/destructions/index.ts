import { isDestroyed } from '@boxyard/shared/domain';
import {
  type Ctx,
  conflict,
  type Family,
  type HandlersOf,
  historyOf,
} from '../../../kernel/index.ts';
import { allowedActions, loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { actingOn } from '../acting.ts';
import { completeDestruction, correctDestruction } from './complete.ts';
import { approveDestruction, cancelDestruction, rejectDestruction } from './decide.ts';
import { destructionDocument } from './document.ts';
import { createDestruction, updateDestruction } from './draft.ts';
import { destructionList, destructionMaster } from './list.ts';
import { presentDestruction } from './present.ts';
import { destructionType } from './type.ts';

const files = fileHandlers(destructionType);

const acting = actingOn(presentDestruction);

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
  'destructions.get': async (ctx, { params }) => ({
    data: await presentDestruction(ctx, params.id),
  }),
  'destructions.create': async (ctx, input) => {
    const { id } = await createDestruction(ctx, input);
    return { data: await presentDestruction(ctx, id) };
  },
  'destructions.update': acting(updateDestruction),
  'destructions.approve': acting(approveDestruction),
  'destructions.reject': acting(rejectDestruction),
  'destructions.complete': acting(completeDestruction),
  'destructions.cancel': acting(cancelDestruction),
  'destructions.correct': acting(correctDestruction),
  'destructions.history': async (ctx, { params }) => {
    await loadVisible(ctx, destructionType, { id: params.id });
    return { data: await historyOf(ctx, destructionType.subject, params.id) };
  },
  'destructions.document': (ctx, { params }) => destructionDocument(ctx, params.id),
  'destructions.attach': files.attach,
  'destructions.detach': async (ctx, input) => {
    await refuseWithoutEvidence(ctx, input.params.id);
    return files.detach(ctx, input);
  },
};
