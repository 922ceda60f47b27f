import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { ExportFormat } from '../../contract/list.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { ExportButtonProps } from './ExportMenu.tsx';

// React's lazy components lose the type that theirs is made for.
const Button: unknown = retryingLazy(async () => ({
  default: (await import('./ExportMenu.tsx')).ExportButton,
}));

/** Comes by itself: beside forms, few pages take something away. */
export function ExportButton<F extends ExportFormat>(props: ExportButtonProps<F>): ReactNode {
  const Drawn = Button as ComponentType<ExportButtonProps<F>>;
  return (
    <Suspense fallback={null}>
      <Drawn {...props} />
    </Suspense>
  );
}
