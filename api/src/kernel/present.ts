import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];
type Presenter = (value: unknown) => unknown;

const compiled = new WeakMap<Schema, Presenter>();

/**
 * Shapes an answer by its schema: only declared keys leave the server, Date becomes an ISO string,
 * numeric strings become numbers where the schema says number, undefined becomes null where null
 * is allowed. `strict` (tests) throws where the result does not fit the schema.
 */
export function present(schema: Schema, value: unknown, strict = false): unknown {
  const result = presenterOf(schema)(value);
  if (strict) {
    const check = (schema as z.ZodMiniType).safeParse(result);
    if (!check.success) {
      const issues = check.error.issues.map(
        ({ path, message }) => `${path.map(String).join('.')}: ${message}`,
      );
      throw new Error(`The answer does not fit the contract: ${issues.join('; ')}`);
    }
  }
  return result;
}

function presenterOf(schema: Schema): Presenter {
  const known = compiled.get(schema);
  if (known) return known;
  // Set first: a menu holds menus.
  compiled.set(schema, (value) => build(value));
  const build = compile(schema._zod.def as Def);
  compiled.set(schema, build);
  return build;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function compile(def: Def): Presenter {
  switch (def.type) {
    case 'object':
      return objectOf(def.shape);
    case 'array': {
      const element = presenterOf(def.element);
      return (value) => (Array.isArray(value) ? value.map(element) : value);
    }
    case 'nullable': {
      const inner = presenterOf(def.innerType);
      return (value) => (value === null || value === undefined ? null : inner(value));
    }
    case 'optional': {
      const inner = presenterOf(def.innerType);
      return (value) => (value === undefined ? undefined : inner(value));
    }
    case 'default':
    case 'readonly':
    case 'nonoptional':
      return presenterOf(def.innerType);
    case 'pipe':
      return presenterOf(def.out);
    case 'record': {
      const inner = presenterOf(def.valueType);
      return (value) =>
        isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]))
          : value;
    }
    case 'number':
      return (value) => (typeof value === 'string' ? Number(value) : value);
    case 'string':
      return (value) => (value instanceof Date ? value.toISOString() : value);
    default:
      return (value) => value;
  }
}

function objectOf(shape: Readonly<Record<string, Schema>>): Presenter {
  let fields: readonly (readonly [string, Presenter])[] | undefined;
  return (value) => {
    if (!isRecord(value)) return value;
    fields ??= Object.entries(shape).map(([key, schema]) => [key, presenterOf(schema)] as const);
    const result: Record<string, unknown> = {};
    for (const [key, field] of fields) {
      const item = field(value[key]);
      if (item !== undefined) result[key] = item;
    }
    return result;
  };
}
