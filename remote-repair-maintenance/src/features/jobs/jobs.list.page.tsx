import { ListPage } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { JobTabs } from '../../JobTabs.tsx';
import { repairJobs } from './jobs.resource.tsx';

/** Repair jobs, and the masters that jobs need. */
export function Page() {
  const t = useT('remote-repair-maintenance');
  return (
    <JobTabs
      title={t('jobs.title')}
      label={t('jobs.tab')}
      jobs={<ListPage resource={repairJobs} query={{ filters: { kind: ['repair'] } }} embedded />}
    />
  );
}
