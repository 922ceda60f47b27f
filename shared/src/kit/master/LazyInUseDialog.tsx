import { type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { InUseDialogProps } from './InUseDialog.tsx';

const Dialog = retryingLazy(async () => ({
  default: (await import('./InUseDialog.tsx')).InUseDialog,
}));

/** The dialog loads with the first deletion that is refused: most records are never deleted. */
export const InUseDialog = (props: InUseDialogProps): ReactNode =>
  props.refusal ? (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  ) : null;
