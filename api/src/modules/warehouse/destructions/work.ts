import { sql } from 'kysely';
import { DOCUMENT, partTitle, workOf } from '../../familyWork.ts';
import { destructionType, pathOf } from './type.ts';

export const destructionWork = workOf(destructionType, {
  scope: { ...DOCUMENT, owner: ['d.created_by'] },
  amount: null,
  due: 'd.scheduled_at',
  title: partTitle(`(select i.part_id from destruction_items i
    where i.destruction_id = d.id and i.line_no = 1)`),
  path: pathOf(''),
  steps: [
    {
      key: 'approveDestruction',
      action: 'approve',
      status: 'pending',
      // Who is to watch does not decide.
      where: ({ actor }) => sql<boolean>`not exists (select 1 from destruction_witnesses w
        where w.destruction_id = d.id and w.user_id = ${actor.userId}::uuid)`,
    },
    { key: 'completeDestruction', action: 'complete', status: 'approved' },
  ],
});
