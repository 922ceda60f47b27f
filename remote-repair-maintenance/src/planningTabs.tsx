import type { JobKind } from '@boxyard/shared/domain/service/jobs.ts';
import { retryingLazy } from '@boxyard/shared/runtime';
import { Skeleton, type TabItem } from '@boxyard/shared/ui';
import { type ReactNode, Suspense } from 'react';

// The library that drags comes with the first visit of a tab that needs it.
const PlanningTab = retryingLazy(async () => ({
  default: (await import('./features/planning/PlanningTab.tsx')).PlanningTab,
}));
const BoardTab = retryingLazy(async () => ({
  default: (await import('./features/planning/BoardTab.tsx')).BoardTab,
}));
const MapTab = retryingLazy(async () => ({
  default: (await import('./features/planning/MapTab.tsx')).MapTab,
}));

/** A tab whose code comes with its first visit. */
export const later = (tab: ReactNode) => (
  <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{tab}</Suspense>
);

/** Keys of the tabs that plan jobs. */
export const PLANNING_TABS = ['planning', 'board', 'map'] as const;

/** Calendar by technician, board and map, for the page of either kind of jobs. */
export const planningTabs = (t: (key: string) => string, kind: JobKind): readonly TabItem[] => [
  { key: 'planning', label: t('planning.title'), children: later(<PlanningTab kind={kind} />) },
  { key: 'board', label: t('board.title'), children: later(<BoardTab kind={kind} />) },
  { key: 'map', label: t('map.title'), children: later(<MapTab />) },
];
