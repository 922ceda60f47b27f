import { ListPage, RecordDrawer } from '@boxyard/shared/kit';
import { useState } from 'react';
import { MaintenanceTabs } from '../../MaintenanceTabs.tsx';
import { NEW_JOB } from './jobForm.ts';
import { maintenanceJobs } from './jobs.resource.tsx';

/** Maintenance jobs; one is made in a drawer, since the page has no route for it. */
function Jobs() {
  const [isNew, setIsNew] = useState(false);
  return (
    <ListPage
      resource={maintenanceJobs}
      query={{ filters: { kind: ['maintenance'] } }}
      embedded
      onCreate={() => setIsNew(true)}
    >
      <RecordDrawer
        resource={maintenanceJobs}
        target={isNew ? 'new' : null}
        size="wide"
        initialValues={NEW_JOB}
        onClose={() => setIsNew(false)}
        toBody={(values) => ({ ...values, kind: 'maintenance' })}
      />
    </ListPage>
  );
}

/** Maintenance jobs with their schedules and calendar. */
export function Page() {
  return <MaintenanceTabs jobs={<Jobs />} />;
}
