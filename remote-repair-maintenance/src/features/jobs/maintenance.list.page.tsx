import { ListPage, PageTitle, RecordDrawer, useTabParam } from '@boxyard/shared/kit';
import { retryingLazy, useT } from '@boxyard/shared/runtime';
import { Skeleton, Tabs } from '@boxyard/shared/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { NEW_JOB } from './jobForm.ts';
import { maintenanceJobs } from './jobs.resource.tsx';

// The page opens with its jobs; schedules and calendar come with their first visit.
const SchedulesTab = retryingLazy(async () => ({
  default: (await import('../schedules/SchedulesTab.tsx')).SchedulesTab,
}));
const CalendarTab = retryingLazy(async () => ({
  default: (await import('../schedules/CalendarTab.tsx')).CalendarTab,
}));
const later = (tab: ReactNode) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{tab}</Suspense>
);

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

/** Maintenance jobs, the schedules that make them, and the calendar of both. */
export function Page() {
  const t = useT('remote-repair-maintenance');
  const [tab, setTab] = useTabParam(['jobs', 'schedules', 'calendar']);
  return (
    <>
      <PageTitle>{t('maintenanceJobs.title')}</PageTitle>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'jobs', label: t('jobs.tab'), children: <Jobs /> },
          { key: 'schedules', label: t('pmSchedules.title'), children: later(<SchedulesTab />) },
          { key: 'calendar', label: t('calendar.title'), children: later(<CalendarTab />) },
        ]}
      />
    </>
  );
}
