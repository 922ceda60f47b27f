import { sameTitle } from '../../../workflow/index.ts';
import { inspections } from './type.ts';

export const inspectionWorkItems = inspections.workItems({
  due: 'd.due_on',
  title: sameTitle('(select p.serial_number from products p where p.id = d.product_id)'),
  owned: {
    owners: ['assignee_id', 'created_by'],
    ability: 'container-inspection:complete',
    seenByOwner: true,
  },
  steps: [
    { key: 'startInspection', action: 'start', status: 'planned' },
    { key: 'completeInspection', action: 'complete', status: 'inProgress' },
  ],
});
