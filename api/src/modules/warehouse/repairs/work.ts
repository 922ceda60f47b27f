import { DOCUMENT, partTitle, workOf } from '../../familyWork.ts';
import { pathOf, repairType } from './type.ts';

export const repairWork = workOf(repairType, {
  scope: { ...DOCUMENT, owner: ['d.created_by', 'd.technician_id'] },
  amount: null,
  due: null,
  title: partTitle('d.part_id'),
  path: pathOf(''),
  owned: {
    owners: ['technician_id', 'created_by'],
    ability: 'repair:update',
    seenByOwner: true,
  },
  steps: [
    { key: 'approveRepair', action: 'approve', status: 'pending' },
    { key: 'startRepair', action: 'start', status: 'approved' },
    { key: 'completeRepair', action: 'complete', status: 'onGoing' },
  ],
});
