import { PageTitle, useTabParam } from '@boxyard/shared/kit';
import { retryingLazy, useT } from '@boxyard/shared/runtime';
import { Skeleton, Tabs } from '@boxyard/shared/ui';
import { type ReactNode, Suspense } from 'react';

// The page opens with its jobs; schedules and calendar come with their first visit.
const SchedulesTab = retryingLazy(async () => ({
  default: (await import('./features/schedules/SchedulesTab.tsx')).SchedulesTab,
}));
const CalendarTab = retryingLazy(async () => ({
  default: (await import('./features/schedules/CalendarTab.tsx')).CalendarTab,
}));
const later = (tab: ReactNode) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{tab}</Suspense>
);

/** Maintenance jobs, the schedules that make them, and the calendar of both, as tabs of one page. */
export function MaintenanceTabs({ jobs }: { readonly jobs: ReactNode }) {
  const t = useT('remote-repair-maintenance');
  const [tab, setTab] = useTabParam(['jobs', 'schedules', 'calendar']);
  return (
    <>
      <PageTitle>{t('maintenanceJobs.title')}</PageTitle>
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'jobs', label: t('jobs.tab'), children: jobs },
          { key: 'schedules', label: t('pmSchedules.title'), children: later(<SchedulesTab />) },
          { key: 'calendar', label: t('calendar.title'), children: later(<CalendarTab />) },
        ]}
      />
    </>
  );
}
