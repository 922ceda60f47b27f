import { TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { retryingLazy, useT } from '@boxyard/shared/runtime';
import type { ReactNode } from 'react';
import { later, PLANNING_TABS, planningTabs } from './planningTabs.tsx';

// The page opens with its jobs; schedules and calendar come with their first visit.
const SchedulesTab = retryingLazy(async () => ({
  default: (await import('./features/schedules/SchedulesTab.tsx')).SchedulesTab,
}));
const CalendarTab = retryingLazy(async () => ({
  default: (await import('./features/schedules/CalendarTab.tsx')).CalendarTab,
}));

/** Maintenance jobs, the schedules that make them, and the calendar of both, as tabs of one page. */
export function MaintenanceTabs({ jobs }: { readonly jobs: ReactNode }) {
  const t = useT('remote-repair-maintenance');
  const [tab, setTab] = useTabParam(['jobs', ...PLANNING_TABS, 'schedules', 'calendar']);
  return (
    <TabbedPage
      title={t('maintenanceJobs.title')}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'jobs', label: t('jobs.tab'), children: jobs },
        ...planningTabs(t, 'maintenance'),
        { key: 'schedules', label: t('pmSchedules.title'), children: later(<SchedulesTab />) },
        { key: 'calendar', label: t('calendar.title'), children: later(<CalendarTab />) },
      ]}
    />
  );
}
