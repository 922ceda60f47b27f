import { type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { ConflictDialogProps } from './ConflictDialog.tsx';

const Dialog = retryingLazy(async () => ({
  default: (await import('./ConflictDialog.tsx')).ConflictDialog,
}));

/** The dialog loads with the first conflict: most forms never have one. */
export const ConflictDialog = (props: ConflictDialogProps): ReactNode =>
  props.open ? (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  ) : null;
