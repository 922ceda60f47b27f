import { type ReactNode, Suspense } from 'react';
import { retryingLazy } from '../../runtime/retryingLazy.tsx';
import type { CustomFieldProps } from './fields.tsx';

const Field = retryingLazy(async () => ({ default: (await import('./LogoField.tsx')).LogoField }));

/** A logo loads with the two forms that have one. */
export const LogoField = (props: { readonly field: CustomFieldProps }): ReactNode => (
  <Suspense fallback={null}>
    <Field {...props} />
  </Suspense>
);
