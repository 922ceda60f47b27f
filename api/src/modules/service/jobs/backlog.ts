import { BACKLOG_STATUSES } from '@boxyard/shared/domain/service/planning.ts';
import { sql } from 'kysely';
import { defineList } from '../../../kernel/index.ts';
import { presentPlanned, selectPlanned, visibleJobs } from './plannedJobs.ts';

/** SQL: a job `jb` waits to be planned. Written out, since an index of these alone serves it. */
const WAITS = sql<boolean>`jb.appointment_start is null
  and jb.status in (${sql.join(BACKLOG_STATUSES.map((status) => sql.lit(status)))})`;

/** Open jobs without an appointment, the most urgent first. */
export const jobBacklog = defineList('jobs.backlog', {
  id: 'jb.id',
  from: (ctx) => visibleJobs(ctx).where(WAITS),
  select: selectPlanned,
  map: (rows, ctx) => presentPlanned(ctx, rows),
  filters: { kind: 'jb.kind', teamId: 'jb.teamId' },
  sorts: { urgency: 'jb.urgency' },
  search: 'jb.searchText',
});
