import { TabbedPage, useTabParam } from '@boxyard/shared/kit';
import { retryingLazy, useCan, useT } from '@boxyard/shared/runtime';
import type { ReactNode } from 'react';
import { later, PLANNING_TABS, planningTabs } from './planningTabs.tsx';

// The page opens with its jobs; each master comes with its first visit.
const FaultReportsTab = retryingLazy(async () => ({
  default: (await import('./features/reports/FaultReportsTab.tsx')).FaultReportsTab,
}));
const DayTab = retryingLazy(async () => ({
  default: (await import('./features/jobs/day/DayTab.tsx')).DayTab,
}));
const CodesTab = retryingLazy(async () => ({
  default: (await import('./features/masters/CodesTab.tsx')).CodesTab,
}));
const SkillsTab = retryingLazy(async () => ({
  default: (await import('./features/masters/SkillsTab.tsx')).SkillsTab,
}));
const AbsencesTab = retryingLazy(async () => ({
  default: (await import('./features/masters/AbsencesTab.tsx')).AbsencesTab,
}));

interface Props {
  /** Heading of the page. */
  readonly title: string;
  /** Label of the first tab. */
  readonly label: string;
  readonly jobs: ReactNode;
}

/** Jobs, reports that wait to become some, and the masters that they need, as tabs of one page. */
export function JobTabs({ title, label, jobs }: Props) {
  const t = useT('remote-repair-maintenance');
  const decides = useCan('repair-list:create');
  const works = useCan('repair-list:work');
  const [tab, setTab] = useTabParam([
    'jobs',
    ...(works ? ['day'] : []),
    ...(decides ? ['reports'] : []),
    ...PLANNING_TABS,
    'codes',
    'skills',
    'absences',
  ]);
  return (
    <TabbedPage
      title={title}
      activeKey={tab}
      onChange={setTab}
      items={[
        { key: 'jobs', label, children: jobs },
        ...(works ? [{ key: 'day', label: t('day.title'), children: later(<DayTab />) }] : []),
        ...(decides
          ? [
              {
                key: 'reports',
                label: t('faultReports.title'),
                children: later(<FaultReportsTab />),
              },
            ]
          : []),
        ...planningTabs(t, 'repair'),
        { key: 'codes', label: t('jobCodes.title'), children: later(<CodesTab />) },
        { key: 'skills', label: t('technicianSkills.title'), children: later(<SkillsTab />) },
        {
          key: 'absences',
          label: t('technicianAbsences.title'),
          children: later(<AbsencesTab />),
        },
      ]}
    />
  );
}
