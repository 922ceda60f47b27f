/** A Thai address as forms hold it: the chain's records by id, its street line as text. */
export interface AddressValue {
  readonly line1?: string;
  readonly provinceId?: number | null;
  readonly amphoeId?: number | null;
  readonly districtId?: number | null;
  readonly zipcode?: string | null;
}

/** A sub-district with its postal code, as the look-up answers it. */
export interface ZipcodeRow {
  readonly zipcode: string;
  readonly districtId: number;
  readonly amphoeId: number;
  readonly provinceId: number;
}

const LEVELS = ['provinceId', 'amphoeId', 'districtId'] as const;
type Level = (typeof LEVELS)[number];

export const isZipcode = (typed: string): boolean => /^\d{5}$/.test(typed);

/**
 * What a postal code says about the chain: a level that it leaves no choice of is filled in, one
 * that it leaves open keeps a choice that fits and loses one that does not. A code that nobody
 * knows changes nothing else; the server says so.
 */
export function withZipcode(
  address: AddressValue,
  zipcode: string,
  rows: readonly ZipcodeRow[],
): AddressValue {
  const next: { -readonly [K in keyof AddressValue]: AddressValue[K] } = { ...address, zipcode };
  let fitting = rows;
  for (const level of rows.length === 0 ? [] : LEVELS) {
    const ids = [...new Set(fitting.map((row) => row[level]))];
    const chosen = address[level];
    const [only] = ids;
    next[level] =
      ids.length === 1 && only !== undefined
        ? only
        : chosen != null && ids.includes(chosen)
          ? chosen
          : null;
    if (next[level] != null) fitting = fitting.filter((row) => row[level] === next[level]);
  }
  return next;
}

/**
 * A level chosen by hand: what lies below it was of another place and is emptied. A postal code that the
 * chosen place has stays; `rows` are those of the code.
 */
export function withLevel(
  address: AddressValue,
  { level, id }: { readonly level: Level; readonly id: number | null },
  rows: readonly ZipcodeRow[] = [],
): AddressValue {
  if ((address[level] ?? null) === id) return address;
  const below = LEVELS.slice(LEVELS.indexOf(level) + 1);
  const emptied = {
    ...address,
    [level]: id,
    ...Object.fromEntries(below.map((name) => [name, null])),
    zipcode: null,
  };
  const fitting = rows.filter((row) => row[level] === id);
  return fitting[0] ? withZipcode(emptied, fitting[0].zipcode, fitting) : emptied;
}

/** Of the places of a level those that the postal code has; all of them where it has none of these. */
export function ofZipcode<P extends { readonly id: number }>(
  places: readonly P[],
  level: Level,
  rows: readonly ZipcodeRow[],
): readonly P[] {
  const ids = new Set(rows.map((row) => row[level]));
  const fitting = places.filter(({ id }) => ids.has(id));
  return fitting.length === 0 ? places : fitting;
}

/** The postal code of a chosen sub-district, where it has only one or the typed one is its own. */
export function zipcodeOf(rows: readonly ZipcodeRow[], typed: string | null): string | null {
  const codes = [...new Set(rows.map((row) => row.zipcode))];
  if (typed !== null && codes.includes(typed)) return typed;
  return codes.length === 1 ? (codes[0] ?? null) : null;
}
