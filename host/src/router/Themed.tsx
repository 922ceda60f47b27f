import { retryingLazy } from '@boxyard/shared/runtime';
import { type ReactNode, Suspense } from 'react';
import { loadContract } from '../federation/contract.ts';
import { Splash } from '../layout/Splash.tsx';

// antd's context and the whole contract are needed by the remotes' pages, not by the shell.
const AppTheme = retryingLazy(async () => {
  const [{ AppTheme: Theme }] = await Promise.all([
    import('@boxyard/shared/runtime/theme.tsx'),
    loadContract(),
  ]);
  return { default: Theme };
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

interface Props {
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

/** Gives what a remote draws antd in the theme and language now chosen, and every call. */
export function Themed({ waiting = <Splash />, children }: Props) {
  return (
    <Suspense fallback={waiting}>
      <AppTheme nonce={nonce}>{children}</AppTheme>
    </Suspense>
  );
}
