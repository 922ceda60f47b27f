import { type Family, type HandlersOf, historyOf } from '../../../kernel/index.ts';
import { loadVisible } from '../../../workflow/index.ts';
import { fileHandlers } from '../../attachments.ts';
import { actingOn } from '../acting.ts';
import { confirmTransformation, reverseTransformation } from './confirm.ts';
import { approveTransformation, cancelTransformation, rejectTransformation } from './decide.ts';
import { transformationDocument } from './document.ts';
import { createTransformation, updateTransformation } from './draft.ts';
import { transformationList, transformationMaster } from './list.ts';
import { presentTransformation } from './present.ts';
import { proposalOf } from './proposal.ts';
import { transformationType } from './type.ts';

const files = fileHandlers(transformationType);

const acting = actingOn(presentTransformation);

/** Transformations of parts (domain-warehouse 2.9). */
export const transformationHandlers: HandlersOf<Family<'transformations'>> = {
  'transformations.list': transformationList.run,
  'transformations.master': transformationMaster.run,
  'transformations.proposal': proposalOf,
  'transformations.get': async (ctx, { params }) => ({
    data: await presentTransformation(ctx, params.id),
  }),
  'transformations.create': async (ctx, input) => {
    const { id } = await createTransformation(ctx, input);
    return { data: await presentTransformation(ctx, id) };
  },
  'transformations.update': acting(updateTransformation),
  'transformations.approve': acting(approveTransformation),
  'transformations.reject': acting(rejectTransformation),
  'transformations.confirm': acting(confirmTransformation),
  'transformations.cancel': acting(cancelTransformation),
  'transformations.reverse': acting(reverseTransformation),
  'transformations.history': async (ctx, { params }) => {
    await loadVisible(ctx, transformationType, { id: params.id });
    return { data: await historyOf(ctx, transformationType.subject, params.id) };
  },
  'transformations.document': (ctx, { params }) => transformationDocument(ctx, params.id),
  'transformations.attach': files.attach,
  'transformations.detach': files.detach,
};
