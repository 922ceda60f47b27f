import Alert from 'antd/es/alert';
import type { ReactNode } from 'react';
import type { ApiError } from '../../client/errors.ts';

/** Puts the keyboard on a field that is wrong. */
export function focusField(field: string): void {
  requestAnimationFrame(() => {
    const exact = document.getElementById(field);
    const element = exact ?? document.getElementById(field.split(/[.[]/)[0] ?? '');
    element?.scrollIntoView?.({ block: 'center' });
    element?.focus();
  });
}

/**
 * What the business has against it and no field is wrong with. A notice goes by itself; whoever has to
 * change something needs it for as long as they do.
 */
export const refusalOf = ({ code, errors, fromServer, message, statusCode }: ApiError) =>
  fromServer && errors.length === 0 && statusCode === 409 && code !== 'VERSION_CONFLICT'
    ? message
    : null;

/** Why it was refused, until it is tried again. */
export function Refusal({ sentences }: { readonly sentences: readonly string[] }): ReactNode {
  const said = [...new Set(sentences)];
  return said.length > 0 ? <Alert type="error" showIcon title={said.join(' · ')} /> : null;
}
