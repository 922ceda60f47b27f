import * as z from 'zod/mini';
import type { ComparedKind, FilterDefs, ListDef } from './list.ts';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

const EMPTY: ReadonlySet<string> = new Set(['optional', 'nullable']);
const defOf = (schema: Schema): Def => schema._zod.def as Def;

/** What a schema is of below "may be missing", and whether it may. */
function unwrapped(schema: Schema): { readonly inner: Schema; readonly isNullable: boolean } {
  const def = defOf(schema);
  if (!EMPTY.has(def.type) || !('innerType' in def)) return { inner: schema, isNullable: false };
  return { inner: unwrapped(def.innerType as Schema).inner, isNullable: true };
}

/** Values that only a schema of the kind takes; a text takes the last as well. */
const KINDS: readonly (readonly [ComparedKind, unknown])[] = [
  ['number', 1],
  ['number', '1.00'],
  ['number', '1.0000'],
  ['date', '2026-01-31'],
  ['instant', '2026-01-31T00:00:00.000Z'],
];

const kindOf = (schema: Schema): ComparedKind | undefined =>
  z.safeParse(schema, 'x').success
    ? undefined
    : KINDS.find(([, sample]) => z.safeParse(schema, sample).success)?.[0];

/** The field of a row that a filter is about: `supplierId` is its `supplier`. */
const fieldOf = (shape: Readonly<Record<string, Schema>>, name: string): Schema | undefined =>
  shape[name] ?? shape[name.replace(/Id$/, '')];

/** A list with what conditions may compare, read off its rows when it is first asked. */
export function withCompared<F extends FilterDefs>(def: ListDef<F>, row: Schema): ListDef<F> {
  let known: Required<Pick<ListDef, 'compared' | 'mayBeEmpty'>> | undefined;
  const read = () => {
    if (known !== undefined) return known;
    const rowDef = defOf(row);
    const shape = rowDef.type === 'object' ? (rowDef.shape as Record<string, Schema>) : {};
    const compared: Record<string, ComparedKind> = {};
    for (const sort of [...def.sorts, ...(def.alsoCompared ?? [])]) {
      const field = shape[sort];
      const kind = field === undefined ? undefined : kindOf(unwrapped(field).inner);
      if (kind !== undefined) compared[sort] = kind;
    }
    const mayBeEmpty = [...Object.keys(compared), ...Object.keys(def.filters)].filter((name) => {
      const field = fieldOf(shape, name);
      return field !== undefined && unwrapped(field).isNullable;
    });
    known = { compared, mayBeEmpty };
    return known;
  };
  return Object.defineProperties(
    { ...def },
    {
      compared: { get: () => read().compared, enumerable: true },
      mayBeEmpty: { get: () => read().mayBeEmpty, enumerable: true },
    },
  );
}
