import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { MatchNotice as Notice } from './MatchNotice.tsx';

const Part = retryingLazy(async () => ({
  default: (await import('./MatchNotice.tsx')).MatchNotice,
}));

/** Loads with the few forms that look for records that there are already. */
export const MatchNotice = (props: ComponentProps<typeof Notice>): ReactNode => (
  <Suspense fallback={null}>
    <Part {...props} />
  </Suspense>
);
