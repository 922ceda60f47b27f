import type { Selectable } from 'kysely';
import type { Database } from '../../../db/schema.ts';
import type { ServerModule } from '../../../workflow/index.ts';
import { defineMaster } from '../../masterData/index.ts';

/** Schedules of preventive maintenance (domain-containers 1.4, 2.10). */
export const schedules = defineMaster({ table: 'pmSchedules', subject: 'pmSchedules' });
export type ScheduleRow = Selectable<Database['pmSchedules']>;
export type OccurrenceRow = Selectable<Database['pmOccurrences']>;

/** A schedule is its author's, and the team's whose leader hands its jobs out. */
export const SCHEDULE_SCOPE = {
  pmSchedules: {
    table: `(select r.id, r.company_id, r.created_by, l.id as leader_id from pm_schedules r
      left join users l on l.team_id = r.team_id and l.team_position = 'leader')`,
    scope: { company: 'd.company_id', owner: ['d.created_by', 'd.leader_id'] },
  },
} satisfies ServerModule['recordScopes'];

/** Query families that show something of an occurrence. */
export const OCCURRENCE_TOUCHES = ['pmSchedules', 'pmOccurrences'];
