import { DOCUMENT, partTitle, workOf } from '../../familyWork.ts';
import { pathOf, transformationType } from './type.ts';

export const transformationWork = workOf(transformationType, {
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: null,
  due: null,
  title: partTitle('d.part_id'),
  path: pathOf(''),
  steps: [
    { key: 'approveTransformation', action: 'approve', status: 'pending' },
    { key: 'confirmTransformation', action: 'confirm', status: 'approved' },
  ],
});
