import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { ServerModule } from '../../../workflow/index.ts';
import { defineMaster } from '../../masterData/index.ts';
import { DISPATCHER } from '../jobs/dispatchers.ts';

/** Schedules of preventive maintenance (domain-containers 1.4, 2.10). */
export const schedules = defineMaster({ table: 'pmSchedules', subject: 'pmSchedules' });
export type ScheduleRow = Selectable<Database['pmSchedules']>;
export type OccurrenceRow = Selectable<Database['pmOccurrences']>;

/** A schedule is its author's, and of whoever hands the jobs of its team out at the moment. */
export const SCHEDULE_SCOPE = {
  pmSchedules: {
    table: `(select s.*, ${DISPATCHER} as dispatcher_id
      from pm_schedules s left join teams t on t.id = s.team_id)`,
    scope: { company: 'd.company_id', owner: ['d.created_by', 'd.dispatcher_id'] },
  },
} satisfies ServerModule['recordScopes'];

/** Query families that show something of an occurrence. */
export const OCCURRENCE_TOUCHES = ['pmSchedules', 'pmOccurrences'];
