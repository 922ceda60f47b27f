import { Document } from './JobDocument.tsx';
import { repairJobs } from './jobs.resource.tsx';

/** A repair job, or the form of its report (`?edit=1`). */
export function Page() {
  return <Document resource={repairJobs} />;
}
