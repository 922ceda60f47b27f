/** What an entry of the activity log says about a record, field by field. */
type Fields = Readonly<Record<string, unknown>> | null;

export interface FieldChange {
  /** `grandTotal`; a part of a value that has parts: `address.zipcode`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

const isParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || JSON.stringify(value) === '[]';

/** `5` and `5.00`, and an absent value and none, are no change. */
const plain = (value: unknown): string => {
  if (isNothing(value)) return 'null';
  const isNumber = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  if (!isNumber) return JSON.stringify(value);
  return JSON.stringify(value.includes('.') ? value.replace(/\.?0+$/, '') : value);
};

/** Every field that differs, values with parts taken apart. */
export function activityChanges(before: Fields, after: Fields, path = ''): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names.flatMap((name) => {
    const [old, now] = [before?.[name], after?.[name]];
    const field = path === '' ? name : `${path}.${name}`;
    const inParts = (isParts(old) || isNothing(old)) && (isParts(now) || isNothing(now));
    if (inParts && (isParts(old) || isParts(now))) {
      return activityChanges(isParts(old) ? old : null, isParts(now) ? now : null, field);
    }
    return plain(old) === plain(now) ? [] : [{ field, before: old ?? null, after: now ?? null }];
  });
}
