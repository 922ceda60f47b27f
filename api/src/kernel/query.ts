import { type ListEndpoint, parseListQuery } from '@boxyard/shared/contract';
import type * as z from 'zod/mini';
import type { FieldFault } from './errors.ts';
import { validate } from './validate.ts';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

/** A query string as the framework reads it: repeated keys are arrays. */
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The value that a query string means where the schema wants no text. */
function coerced(schema: Schema, value: unknown): unknown {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return coerced(def.innerType, value);
    case 'pipe':
      return coerced(def.in, value);
    case 'number':
      return typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value)
        ? Number(value)
        : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'array': {
      const parts = (Array.isArray(value) ? value : [value]).flatMap((part) =>
        typeof part === 'string' ? part.split(',').filter((item) => item !== '') : [part],
      );
      return parts.map((part) => coerced(def.element, part));
    }
    default:
      return value;
  }
}

/** Reads a list's query against its definition; every fault at once. */
export function readListQuery(endpoint: ListEndpoint, raw: RawQuery) {
  const { query, errors } = parseListQuery(endpoint.list, raw);
  return { value: query as unknown, faults: errors as readonly FieldFault[] };
}

/** Reads any other query string; without a schema no key is known. */
export function readQuery(schema: Schema | undefined, raw: RawQuery) {
  const def = schema?._zod.def as Def | undefined;
  if (schema === undefined || def?.type !== 'object') {
    const faults = Object.keys(raw).map((field): FieldFault => ({ field, code: 'UNKNOWN_KEY' }));
    return { value: undefined, faults };
  }
  const values = Object.fromEntries(
    Object.entries(raw).map(([key, value]) => {
      const inner = Object.hasOwn(def.shape, key) ? def.shape[key] : undefined;
      return [key, inner === undefined ? value : coerced(inner, value)];
    }),
  );
  return validate(schema, values);
}
