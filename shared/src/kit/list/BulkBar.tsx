import { type ReactNode, Suspense, useState } from 'react';
import type { ListName } from '../../contract/index.ts';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { BulkBarProps } from './BulkActions.tsx';

const BulkActions = retryingLazy(async () => ({
  default: (await import('./BulkActions.tsx')).BulkActions,
})) as <L extends ListName>(props: BulkBarProps<L>) => ReactNode;

/** What can be done to the chosen rows: loaded with the first choice, and there until its report was read. */
export function BulkBar<L extends ListName>(props: BulkBarProps<L>): ReactNode {
  const [isUsed, setUsed] = useState(false);
  if (props.count > 0 && !isUsed) setUsed(true);
  return isUsed ? (
    <Suspense fallback={null}>
      <BulkActions {...props} />
    </Suspense>
  ) : null;
}
