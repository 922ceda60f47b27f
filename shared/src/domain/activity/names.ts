/** What records and places of the activity log are called, on the page and in the exports. */
type Locale = 'en' | 'th';

interface Logged {
  /** What the record was called then. */
  readonly record: string | null;
  /** What it is called today. */
  readonly current: {
    readonly code: string | null;
    readonly name: string;
    readonly nameTh?: string | null | undefined;
  } | null;
}

/**
 * The record by its name in the reader's language, with what it was called then where that is
 * something else: `NOR-PL พิษณุโลก`, `ผู้ช่วยคลัง (warehouse-helper)`, `PO2611-0004`.
 */
export function recordName({ record, current }: Logged, locale: Locale): string | null {
  if (current === null || current.name === '') return record;
  const name = locale === 'th' && current.nameTh ? current.nameTh : current.name;
  if (record === null || record === current.name || record === name) return name;
  return record === current.code ? `${record} ${name}` : `${name} (${record})`;
}

interface Place {
  readonly level: string;
  readonly id: number;
  readonly nameTh: string;
  readonly nameEn: string;
}

/** The district behind a number: which field names it says of which level it is. */
export function placeName(
  places: readonly Place[],
  { field, id }: { readonly field: string; readonly id: unknown },
  locale: Locale,
): string | null {
  const level = field.slice(field.lastIndexOf('.') + 1).replace(/Ids?$/, '');
  const place = places.find((one) => one.level === level && one.id === id);
  if (!place) return null;
  return locale === 'th' ? place.nameTh : place.nameEn;
}
