/** What an entry of the activity log says about a record, field by field. */
type Fields = Readonly<Record<string, unknown>> | null;

export interface FieldChange {
  /** `grandTotal`; a part of a value that has parts: `address.zipcode`. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A value with parts. An address is one: it says itself as a whole. */
const isParts = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('text' in value);

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || JSON.stringify(value) === '[]';

/** `5` and `5.00`, and an absent value and none, are no change. */
const plain = (value: unknown): string => {
  if (isNothing(value)) return 'null';
  const isNumber = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value);
  if (!isNumber) return JSON.stringify(value);
  return JSON.stringify(value.includes('.') ? value.replace(/\.?0+$/, '') : value);
};

/** What a value says of itself as a whole, in the language asked for: an address as written. */
export function wholeText(value: object, locale: 'en' | 'th'): string | null {
  const { text, textTh } = value as { readonly text?: unknown; readonly textTh?: unknown };
  const said = locale === 'th' && typeof textTh === 'string' ? textTh : text;
  return typeof said === 'string' ? said : null;
}

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
