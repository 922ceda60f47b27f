import { partTitle } from '../../../workflow/index.ts';
import { transformations } from './type.ts';

export const transformationWorkItems = transformations.workItems({
  title: partTitle('d.part_id'),
  steps: [
    { action: 'approve', status: 'pending' },
    { key: 'confirmTransformation', action: 'confirm', status: 'approved' },
  ],
});
