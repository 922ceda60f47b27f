import { retryingLazy } from '@boxyard/shared/runtime';
import { type ReactNode, Suspense } from 'react';
import { Splash } from '../layout/Splash.tsx';

// antd's context is needed by the remotes' pages, not by the shell.
const AppTheme = retryingLazy(async () => ({
  default: (await import(/* webpackChunkName: "theme" */ '@boxyard/shared/runtime/theme.tsx'))
    .AppTheme,
}));

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

interface Props {
  readonly waiting?: ReactNode;
  readonly children: ReactNode;
}

/** Gives what a remote draws antd in the theme and language now chosen. */
export function Themed({ waiting = <Splash />, children }: Props) {
  return (
    <Suspense fallback={waiting}>
      <AppTheme nonce={nonce}>{children}</AppTheme>
    </Suspense>
  );
}
