import { type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { SignaturePadProps } from './SignaturePad.tsx';

const Pad = retryingLazy(async () => ({
  default: (await import('./SignaturePad.tsx')).SignaturePad,
}));

/** The pad loads with the first form that asks for a signature. */
export const SignaturePad = (props: SignaturePadProps): ReactNode => (
  <Suspense fallback={null}>
    <Pad {...props} />
  </Suspense>
);
