import * as z from 'zod/mini';
import type { FormValues } from './fields.tsx';

/**
 * Form rules from the contract's body schema, so that browser and server refuse the same things in
 * the same words (architecture 3). Pure; nothing of React in here.
 */
export type Schema = z.core.$ZodType;
export type Path = readonly (string | number)[];

export interface BodyIssue {
  /** `items[2].quantity`: how the server names fields too (domain-conventions "Errors"). */
  readonly field: string;
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** `['items', 2, 'quantity']` → `items[2].quantity`. */
export const formatPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');

/** `items[2].quantity` or `items.2.quantity` → `['items', 2, 'quantity']`. */
export const parsePath = (field: string): Path =>
  field
    .split(/[.[\]]/)
    .filter((part) => part !== '')
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
}

const definition = (schema: Schema): Definition => schema._zod.def as unknown as Definition;

/** What is inside optional, nullable and default wrappers. */
function unwrap(schema: Schema): Schema {
  const { innerType } = definition(schema);
  return innerType ? unwrap(innerType) : schema;
}

const accepts = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

/** Whether a form must have something in this field: nothing at all is refused in every shape. */
export function isRequired(schema: Schema | undefined, path: Path): boolean {
  const field = schema ? schemaAt(schema, path) : undefined;
  if (!field) return false;
  if (definition(unwrap(field)).type === 'boolean') return false;
  if (definition(unwrap(field)).type === 'array') return !accepts(field, []);
  return !accepts(field, undefined) && !accepts(field, null) && !accepts(field, '');
}

/** The schema of a field, through objects and arrays. */
export function schemaAt(schema: Schema, path: Path): Schema | undefined {
  let at: Schema | undefined = schema;
  for (const part of path) {
    if (!at) return undefined;
    const { shape, element } = definition(unwrap(at));
    at = typeof part === 'number' ? element : shape?.[part];
  }
  return at;
}

/** What a line of a list in a body consists of; undefined where the field is no such list. */
export function lineOf(
  schema: Schema,
  field: string,
): { readonly schema: Schema; readonly fields: readonly string[] } | undefined {
  const line = schemaAt(schema, [field, 0]);
  const shape = line && definition(unwrap(line)).shape;
  return line && shape && { schema: line, fields: Object.keys(shape) };
}

export const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** A line that was added and in which nobody has typed: at the end of a list it is no part of the body. */
const isUntouched = (line: FormValues | null): boolean => {
  const { _begun, _key, ...rest } = line ?? {};
  return _begun !== undefined && JSON.stringify(rest) === JSON.stringify(_begun);
};

/**
 * The body of a form's values: only what the schema knows, an emptied field as null where the
 * schema takes null (so that it is cleared) and absent otherwise.
 */
export function bodyOf(schema: Schema, values: unknown): unknown {
  const inner = unwrap(schema);
  const { type, shape, element } = definition(inner);
  if (isNothing(values)) {
    // An emptied text that may be empty stays text; a missing object or list stays missing.
    if (type === 'string' || type === 'pipe') {
      if (!accepts(schema, null) && !accepts(schema, undefined) && accepts(schema, '')) return '';
    }
    return accepts(schema, null) ? null : undefined;
  }
  if (type === 'object' && shape && typeof values === 'object') {
    const from = values as Readonly<Record<string, unknown>>;
    const out: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(shape)) {
      const value = bodyOf(field, from[key]);
      if (value !== undefined) out[key] = value;
    }
    return out;
  }
  if (type === 'array' && element && Array.isArray(values)) {
    return values
      .slice(0, values.findLastIndex((line) => !isUntouched(line)) + 1 || 1)
      .map((value) => bodyOf(element, value) ?? value);
  }
  return values;
}

const CODE = /^[A-Z][A-Z0-9_]+$/;

/** The code of an issue: the schema's own, or what the library's kind of issue comes to. */
function codeOf(issue: z.core.$ZodIssue, missing: boolean): string {
  if (missing) return 'REQUIRED';
  if (CODE.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string' ? 'TOO_SHORT' : 'MIN';
    case 'too_big':
      return issue.origin === 'string' ? 'TOO_LONG' : 'MAX';
    case 'invalid_value':
      return 'ONE_OF';
    case 'unrecognized_keys':
      return 'UNKNOWN_KEY';
    default:
      return 'TYPE';
  }
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, part) => (at === null || at === undefined ? undefined : (at as never)[part]),
    value,
  );

/** Everything the schema has against a body; one issue a field, the first. */
export function issuesOf(schema: Schema, body: unknown): BodyIssue[] {
  const result = z.safeParse(schema, body);
  if (result.success) return [];
  const seen = new Map<string, BodyIssue>();
  for (const issue of result.error.issues) {
    const field = formatPath(issue.path);
    if (seen.has(field)) continue;
    const { minimum, maximum } = issue as { minimum?: unknown; maximum?: unknown };
    seen.set(field, {
      field,
      code: codeOf(
        issue,
        isNothing(valueAt(body, issue.path)) && issue.code !== 'too_small'
          ? true
          : issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1,
      ),
      params: {
        ...(minimum === undefined ? {} : { min: minimum }),
        ...(maximum === undefined ? {} : { max: maximum }),
      },
    });
  }
  return [...seen.values()];
}
