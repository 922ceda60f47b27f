import { completeContract } from '@boxyard/shared/client';
import { lazy, type ReactNode, Suspense } from 'react';
import { Splash } from '../layout/Splash.tsx';

// antd's context and the whole contract are needed by the remotes' pages, not by the shell.
const AppTheme = lazy(async () => {
  const [{ AppTheme: Theme }, { contract }] = await Promise.all([
    import('@boxyard/shared/runtime/theme.tsx'),
    import('@boxyard/shared/contract/index.ts'),
  ]);
  completeContract(contract);
  return { default: Theme };
});

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;

/** Gives a contributed page antd in the theme and language now chosen, and every call. */
export function Themed({ children }: { readonly children: ReactNode }) {
  return (
    <Suspense fallback={<Splash />}>
      <AppTheme nonce={nonce}>{children}</AppTheme>
    </Suspense>
  );
}
