import { findEndpoint } from '../../client/call.ts';
import type { ListName } from '../../contract/index.ts';
import type { Resource } from '../resource/defineResource.ts';

export const hasCall = (key: string): boolean => findEndpoint(key) !== undefined;

/** Whether the resource's records are made by a form, and not only by other documents. */
export const isCreatable = (resource: Resource<ListName>): boolean =>
  resource.form.length > 0 && hasCall(`${resource.family}.create`);

/** Whether a record can be opened by its id alone. */
export const isLinkable = ({ family }: { readonly family: string }): boolean =>
  hasCall(`${family}.get`);
