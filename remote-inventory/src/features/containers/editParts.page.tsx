import { pathOf } from '@boxyard/shared/runtime';
import { Navigate, useLocation } from 'react-router-dom';
import { ChangeParts } from './ChangeParts.tsx';

/**
 * Parts of the container that is being edited: the page before says which. Without it there is nothing
 * to edit (domain-conventions "Pages").
 */
export function Page() {
  const { state } = useLocation() as { state: { readonly id?: string } | null };
  if (!state?.id) return <Navigate to={pathOf('container-warehouse')} replace />;
  return <ChangeParts key={state.id} id={state.id} />;
}
