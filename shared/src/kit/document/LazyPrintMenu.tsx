import { type ComponentProps, type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { PrintMenu as Menu } from './PrintMenu.tsx';

const Part = retryingLazy(async () => ({ default: (await import('./PrintMenu.tsx')).PrintMenu }));

/** For pages that are no documents of the kit and print one all the same. */
export const PrintMenu = (props: ComponentProps<typeof Menu>): ReactNode => (
  <Suspense fallback={null}>
    <Part {...props} />
  </Suspense>
);
