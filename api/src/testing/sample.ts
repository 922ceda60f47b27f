import type * as z from 'zod/mini';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

const INSTANT = '2026-11-20T03:00:00.000Z';
const LATER = '2026-11-21T03:00:00.000Z';
const ID = '01890000-0000-7000-8000-00000000ffff';
/** One of these fits every text of the contract. */
const TEXTS = [
  'A reason in words',
  'name',
  ID,
  '1.00',
  '1.0000',
  '2026-11-20',
  INSTANT,
  'somebody@example.test',
  '0812345678',
  '0105552029681',
  '00000',
  'CODE-1',
  '/path',
  'CODE1',
  '{prefix}{seq:4}',
];

const fits = (schema: Schema, value: unknown): boolean =>
  (schema as z.ZodMiniType).safeParse(value).success;

/** The same, with one instant put off where a beginning must lie before its end. */
function withEndLater(schema: Schema, sample: Readonly<Record<string, unknown>>): unknown {
  if (fits(schema, sample)) return sample;
  const later = Object.keys(sample)
    .filter((key) => sample[key] === INSTANT)
    .map((key) => ({ ...sample, [key]: LATER }));
  return later.find((candidate) => fits(schema, candidate)) ?? sample;
}

/**
 * A body that passes a schema: as little as it asks for, so that a call gets past 422 to the record
 * that it is about.
 */
export function sampleOf(schema: Schema): unknown {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape).map(([key, inner]) => [key, sampleOf(inner)]);
      const sample = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
      return withEndLater(schema, sample);
    }
    case 'array':
      return fits(schema, []) ? [] : [sampleOf(def.element)];
    case 'optional':
      return undefined;
    case 'nullable':
      return null;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'boolean':
      return true;
    case 'number':
      return [1, 10, 0].find((value) => fits(schema, value));
    case 'literal':
      return def.values[0];
    case 'record':
      return {};
    default:
      return TEXTS.find((value) => fits(schema, value));
  }
}
