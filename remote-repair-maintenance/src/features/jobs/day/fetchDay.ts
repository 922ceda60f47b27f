import { call, callRow, isApiError } from '@boxyard/shared/client';
import type { JobDetail } from '@boxyard/shared/contract/areas/jobs.ts';
import { unsolvedJobStatuses } from '@boxyard/shared/domain/service/jobMachine.ts';
import type { Day, DayCode } from './dayStore.ts';

const QUIET = { silent: true, loading: false } as const;
/** Jobs of one person's day, and of the next ones. */
const MOST = 50;

export const fetchJob = (id: string): Promise<JobDetail> =>
  call('jobs.get', { params: { id }, ...QUIET, redirect: false });

/** Own open jobs with all that a technician needs of them, and the codes to choose from. */
export async function fetchDay(owner: string): Promise<Day> {
  const { data: rows } = await call('jobs.list', {
    query: {
      limit: MOST,
      sort: 'appointmentStart',
      filters: { technicianId: [owner], status: [...unsolvedJobStatuses] as 'reported'[] },
    },
    ...QUIET,
  });
  const jobs: JobDetail[] = [];
  // One after the other: many at once would keep a slow line from everything else.
  for (const { id } of rows) {
    const job = await fetchJob(id).catch((error: unknown) => {
      // It was given to somebody else a moment ago.
      if (isApiError(error) && error.statusCode === 404) return null;
      throw error;
    });
    if (job !== null) jobs.push(job);
  }
  const { data: codes } = (await callRow('jobCodes.master', {
    query: { limit: 1000, filters: { kind: ['cause', 'action'] } },
    ...QUIET,
  })) as { data: DayCode[] };
  return { owner, at: Date.now(), jobs, codes };
}
