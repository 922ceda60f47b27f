import { Document } from './JobDocument.tsx';
import { maintenanceJobs } from './jobs.resource.tsx';

/** A maintenance job, or the form of its report (`?edit=1`). */
export function Page() {
  return <Document resource={maintenanceJobs} />;
}
