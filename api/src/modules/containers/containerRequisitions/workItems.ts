import { sameTitle } from '../../../workflow/index.ts';
import { containerRequisitions } from './type.ts';

export const containerRequisitionWorkItems = containerRequisitions.workItems({
  due: 'd.needed_by',
  title: sameTitle('d.purpose'),
  steps: [
    { key: 'approveContainerRequisition', action: 'approve', status: 'pending' },
    { key: 'releaseContainers', action: 'release', status: 'approved' },
  ],
});
