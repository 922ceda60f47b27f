import { retryingLazy, useCan } from '@boxyard/shared/runtime';
import { type ComponentProps, Suspense } from 'react';

// Used in the weeks in which a business moves its books here.
const OpeningImport = retryingLazy(async () => ({
  default: (await import('./OpeningImport.tsx')).OpeningImport,
}));

/** The way to take over what was in the books before, for whoever may. */
export function TakeOver(props: ComponentProps<typeof OpeningImport>) {
  if (!useCan(props.ability)) return null;
  return (
    <Suspense fallback={null}>
      <OpeningImport {...props} />
    </Suspense>
  );
}
