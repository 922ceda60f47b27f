import { openRequisitionStatuses } from '@boxyard/shared/domain';
import { sql } from 'kysely';
import { partTitle } from '../../../workflow/index.ts';
import { repairs } from './type.ts';

export const repairWorkItems = repairs.workItems({
  title: partTitle('d.part_id'),
  owned: {
    owners: ['technician_id', 'created_by'],
    ability: 'repair:update',
    seenByOwner: true,
  },
  steps: [
    { action: 'approve', status: 'pending' },
    { action: 'start', status: 'approved' },
    {
      action: 'complete',
      status: 'onGoing',
      // What it costs is not known while parts for it are under way.
      where: () => sql<boolean>`not exists (select 1 from requisitions q where q.repair_id = d.id
        and q.status = any(${[...openRequisitionStatuses]}::text[]))`,
    },
  ],
});
