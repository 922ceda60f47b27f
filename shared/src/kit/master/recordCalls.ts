import { findEndpoint } from '../../client/call.ts';
import type { ListName } from '../../contract/index.ts';
import type { Resource } from '../resource/defineResource.ts';

/** Whether the resource's records are made by a form, and not only by other documents. */
export const isCreatable = (resource: Resource<ListName>): boolean =>
  resource.form.length > 0 && findEndpoint(`${resource.family}.create`) !== undefined;

/** Whether a record can be opened by its id alone. */
export const isLinkable = ({ family }: { readonly family: string }): boolean =>
  findEndpoint(`${family}.get`) !== undefined;
