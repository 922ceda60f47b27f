import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { documentHandlers } from '../documentHandlers.ts';
import { confirmTransformation, reverseTransformation } from './confirm.ts';
import { approveTransformation, cancelTransformation, rejectTransformation } from './decide.ts';
import { transformationDocument } from './document.ts';
import { createTransformation, updateTransformation } from './draft.ts';
import { transformationList, transformationMaster } from './list.ts';
import { presentTransformation } from './present.ts';
import { proposalOf } from './proposal.ts';
import { transformationType } from './type.ts';

const transformation = documentHandlers(transformationType, presentTransformation);

/** Transformations of parts (domain-warehouse 2.9). */
export const transformationHandlers: HandlersOf<Family<'transformations'>> = {
  'transformations.list': transformationList.run,
  'transformations.master': transformationMaster.run,
  'transformations.proposal': proposalOf,
  'transformations.get': transformation.get,
  'transformations.create': transformation.creating(createTransformation),
  'transformations.update': transformation.acting(updateTransformation),
  'transformations.approve': transformation.acting(approveTransformation),
  'transformations.reject': transformation.acting(rejectTransformation),
  'transformations.confirm': transformation.acting(confirmTransformation),
  'transformations.cancel': transformation.acting(cancelTransformation),
  'transformations.reverse': transformation.acting(reverseTransformation),
  'transformations.history': transformation.history,
  'transformations.document': (ctx, { params }) => transformationDocument(ctx, params.id),
  'transformations.attach': transformation.attach,
  'transformations.detach': transformation.detach,
};
