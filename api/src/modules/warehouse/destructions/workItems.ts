import { sql } from 'kysely';
import { partTitle } from '../../../workflow/index.ts';
import { destructions } from './type.ts';

export const destructionWorkItems = destructions.workItems({
  due: 'd.scheduled_at',
  title: partTitle(`(select i.part_id from destruction_items i
    where i.destruction_id = d.id and i.line_no = 1)`),
  steps: [
    {
      action: 'approve',
      status: 'pending',
      // Who is to watch does not decide.
      where: ({ actor }) => sql<boolean>`not exists (select 1 from destruction_witnesses w
        where w.destruction_id = d.id and w.user_id = ${actor.userId}::uuid)`,
    },
    {
      key: 'completeDestruction',
      action: 'complete',
      status: 'approved',
      clears: ['hasAfterPhoto'],
    },
  ],
});
