import type { Endpoint } from '@boxyard/shared/contract';
import type * as z from 'zod/mini';
import { type FieldFault, malformed } from './errors.ts';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

const hasVersion = (schema: Schema | undefined): boolean => {
  const def = schema?._zod.def as Def | undefined;
  return def?.type === 'object' && Object.hasOwn(def.shape, 'version');
};

/** Whether the body of this call names the version that its caller saw. */
export const takesVersion = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'mutation' && hasVersion(endpoint.body);

/** Whether this call answers one record with its version. */
export const answersVersion = (endpoint: Endpoint): boolean =>
  endpoint.kind === 'one' && hasVersion(endpoint.data);

/**
 * The version of the one record that was read, as an ETag. Strong although the answer may leave
 * compressed, since If-Match compares nothing else; no cache keeps it (`no-store`).
 */
export function etagOf(endpoint: Endpoint, body: unknown): string | undefined {
  if (!answersVersion(endpoint)) return undefined;
  const { data } = body as { readonly data?: { readonly version?: unknown } };
  return typeof data?.version === 'number' ? `"${data.version}"` : undefined;
}

/** Proxies that compress make an ETag weak; it still is the version that was answered. */
const IF_MATCH = /^(?:W\/)?"(\d{1,15})"$/;

/**
 * The body with the version of `If-Match: "<version>"`, for every call whose body has one. A body
 * that names another one contradicts its header, whatever the record is by now: that is a fault of
 * the input. `*` asks for no version, which these calls do not know.
 */
export function withIfMatch(
  endpoint: Endpoint,
  body: unknown,
  ifMatch: string | null,
): { readonly body: unknown; readonly faults: readonly FieldFault[] } {
  if (ifMatch === null || !takesVersion(endpoint)) return { body, faults: [] };
  if (ifMatch.trim() === '*') return { body, faults: [] };
  const [, digits] = IF_MATCH.exec(ifMatch.trim()) ?? [];
  if (digits === undefined) throw malformed();
  const sent = body ?? {};
  if (typeof sent !== 'object' || Array.isArray(sent)) return { body, faults: [] };
  const { version } = sent as { readonly version?: unknown };
  if (version === undefined) return { body: { ...sent, version: Number(digits) }, faults: [] };
  // What is no version at all, its own rule refuses.
  const differs = typeof version === 'number' && version !== Number(digits);
  return { body, faults: differs ? [{ field: 'version', code: 'IF_MATCH' }] : [] };
}
