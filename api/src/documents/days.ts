import type { DateOrder } from '@boxyard/shared/domain/money/statements.ts';
import { isDate } from '@boxyard/shared/domain/values/dates.ts';

const THAI_ZERO = 0x0e50;
/** Thai figures as those of the rest of the world. */
export const arabic = (text: string): string =>
  text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - THAI_ZERO));

const MONTHS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    [
      'jan feb mar apr may jun jul aug sep oct nov dec',
      'มค กพ มีค เมย พค มิย กค สค กย ตค พย ธค',
      'มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม',
      'january february march april may june july august september october november december',
    ].flatMap((names) => names.split(' ').map((name, index) => [name, index + 1])),
  ),
  sept: 9,
};

const BUDDHIST = 543;
/** A four-digit year above this is of the Buddhist calendar. */
const LAST_YEAR = 2400;

/** A year as people and banks write it: of either calendar, with two figures or four. */
function yearOf(text: string, today: string): number {
  const year = Number(text);
  if (text.length === 4) return year > LAST_YEAR ? year - BUDDHIST : year;
  const now = Number(today.slice(0, 4));
  const distance = (one: number) => Math.abs(one - now);
  const [common, buddhist] = [2000 + year, 2500 + year - BUDDHIST];
  return distance(buddhist) < distance(common) ? buddhist : common;
}

/** An hour behind a day. */
export const HOUR = /[T,\s]+(\d{1,2}:\d{2}(?::\d{2})?).*$/;

const dateFrom = (year: number, month: number, day: number): string | null => {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isDate(date) ? date : null;
};

/** A day in any of the ways that people and banks write it; null when it is none. */
export function dayOf(
  text: string,
  { order, today }: { readonly order: DateOrder; readonly today: string },
): string | null {
  const written = arabic(text.trim()).replace(HOUR, '');
  const iso =
    /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(written) ??
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(written);
  if (iso) return dateFrom(yearOf(iso[1] ?? '', today), Number(iso[2]), Number(iso[3]));
  const figures = /^(\d{1,2})[-/. ]\s?(\d{1,2})[-/. ]\s?(\d{4}|\d{2})$/.exec(written);
  if (figures) {
    const [first, second] = [Number(figures[1]), Number(figures[2])];
    const [day, month] = order === 'dmy' ? [first, second] : [second, first];
    return dateFrom(yearOf(figures[3] ?? '', today), month, day);
  }
  const named = /^(\d{1,2})[-/. ]{0,2}([A-Za-zก-๎.]{2,20}?)[-/. ]{0,2}(\d{4}|\d{2})$/.exec(written);
  const month = MONTHS[(named?.[2] ?? '').replaceAll('.', '').toLowerCase()];
  return named && month !== undefined
    ? dateFrom(yearOf(named[3] ?? '', today), month, Number(named[1]))
    : null;
}
