import { ListPage } from '@boxyard/shared/kit';
import { repairJobs } from './jobs.resource.tsx';

/** Repair jobs, from the report to the final report. */
export function Page() {
  return <ListPage resource={repairJobs} query={{ filters: { kind: ['repair'] } }} />;
}
