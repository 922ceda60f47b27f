import type * as z from 'zod/mini';
import type { FieldFault } from './errors.ts';

type Schema = z.core.$ZodType;
type Path = readonly PropertyKey[];
type Def = z.core.$ZodTypes['_zod']['def'];

/** `['items', 2, 'quantity']` → `items[2].quantity`. */
export const fieldPath = (path: Path): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    value,
  );

const isCode = (message: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(message);

function faultOf(issue: z.core.$ZodIssue, input: unknown): FieldFault[] {
  const field = fieldPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldPath([...issue.path, key]),
      code: 'UNKNOWN_KEY',
    }));
  }
  const value = at(input, issue.path);
  if (value === undefined || value === null) return [{ field, code: 'REQUIRED' }];
  const own = isCode(issue.message) ? issue.message : undefined;
  switch (issue.code) {
    case 'too_small':
      return [{ field, code: own ?? 'MIN', params: { min: Number(issue.minimum) } }];
    case 'too_big':
      return [{ field, code: own ?? 'MAX', params: { max: Number(issue.maximum) } }];
    case 'invalid_value':
      return [{ field, code: 'ONE_OF', params: { allowed: issue.values.map(String) } }];
    case 'invalid_type':
      return [{ field, code: own !== undefined && own !== 'REQUIRED' ? own : 'TYPE' }];
    default:
      return [{ field, code: own ?? 'TYPE' }];
  }
}

/** Checks what arrived: every fault at once, unknown keys among them (domain-conventions "Errors"). */
export function validate(
  schema: Schema,
  input: unknown,
): { readonly value: unknown; readonly faults: readonly FieldFault[] } {
  const unknown = unknownKeys(schema, input, []);
  const result = (schema as z.ZodMiniType).safeParse(input);
  if (result.success) return { value: result.data, faults: unknown };
  const faults = result.error.issues.flatMap((issue) => faultOf(issue, input));
  return { value: undefined, faults: [...faults, ...unknown] };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys that an object schema does not declare, however deep. */
function unknownKeys(schema: Schema, value: unknown, path: Path): FieldFault[] {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'object': {
      if (!isRecord(value)) return [];
      const { shape } = def;
      return Object.entries(value).flatMap(([key, item]) => {
        const inner = Object.hasOwn(shape, key) ? shape[key] : undefined;
        return inner === undefined
          ? [{ field: fieldPath([...path, key]), code: 'UNKNOWN_KEY' }]
          : unknownKeys(inner, item, [...path, key]);
      });
    }
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => unknownKeys(def.element, item, [...path, index]))
        : [];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
      return unknownKeys(def.innerType, value, path);
    case 'pipe':
      return unknownKeys(def.in, value, path);
    default:
      return [];
  }
}
