import type { Contract, DataOf } from '@boxyard/shared/contract';

/** What the page knows of places and of who covers them, put together. Pure. */
export type Coverage = DataOf<Contract['zones.coverage']>;
export type Zone = Coverage['zones'][number];
export type Region = Coverage['regions'][number];

interface Place {
  readonly id: number;
  readonly nameTh: string;
  readonly nameEn: string;
}

export interface Amphoe extends Place {
  readonly provinceId: number;
  /** The zone that has it; one that is out of use covers nothing but still has it. */
  readonly zone: Zone | null;
}

export interface Province extends Place {
  readonly amphoes: readonly Amphoe[];
  readonly covered: number;
}

const isCovered = ({ zone }: Amphoe): boolean => zone?.isActive === true;

/** Provinces with their districts and the zones that these are in. */
export function provincesOf(
  provinces: readonly Place[],
  amphoes: readonly (Place & { readonly provinceId: number })[],
  zones: readonly Zone[],
): Province[] {
  const zoneOf = new Map(zones.flatMap((zone) => zone.amphoeIds.map((id) => [id, zone] as const)));
  const grouped = Map.groupBy(
    amphoes.map((amphoe) => ({ ...amphoe, zone: zoneOf.get(amphoe.id) ?? null })),
    ({ provinceId }) => provinceId,
  );
  return provinces.map((province) => {
    const own = grouped.get(province.id) ?? [];
    return { ...province, amphoes: own, covered: own.filter(isCovered).length };
  });
}

/** By name in the language of the page; the server's order is the Thai one. */
export function inOrder(provinces: readonly Province[], locale: 'en' | 'th'): Province[] {
  const nameOf = ({ nameTh, nameEn }: Place) => (locale === 'th' ? nameTh : nameEn);
  const order = new Intl.Collator(locale);
  const byName = (a: Place, b: Place) => order.compare(nameOf(a), nameOf(b));
  return provinces
    .map((province) => ({ ...province, amphoes: province.amphoes.toSorted(byName) }))
    .toSorted(byName);
}

export interface Totals {
  readonly amphoes: number;
  readonly covered: number;
  /** Provinces by how much of them is covered. */
  readonly whole: number;
  readonly partly: number;
  readonly none: number;
}

export function totalsOf(provinces: readonly Province[]): Totals {
  const sum = (count: (province: Province) => number) =>
    provinces.reduce((total, province) => total + count(province), 0);
  const whole = provinces.filter(({ amphoes, covered }) => covered === amphoes.length).length;
  const none = provinces.filter(({ covered }) => covered === 0).length;
  return {
    amphoes: sum(({ amphoes }) => amphoes.length),
    covered: sum(({ covered }) => covered),
    whole,
    none,
    partly: provinces.length - whole - none,
  };
}

/** The least covered first: what is to be done stands on top. */
export const byNeed = (provinces: readonly Province[]): Province[] =>
  provinces.toSorted((a, b) => a.covered / a.amphoes.length - b.covered / b.amphoes.length);

/** Only what nobody covers; provinces that are covered whole fall out. */
export const uncovered = (provinces: readonly Province[]): Province[] =>
  provinces
    .map((province) => ({
      ...province,
      amphoes: province.amphoes.filter((amphoe) => !isCovered(amphoe)),
    }))
    .filter(({ amphoes }) => amphoes.length > 0);

/** Thai tone marks, and spaces, which people and sources set differently (Nakhonratchasima). */
const MARKS = /[\u0e47-\u0e4e\s]/g;
const folded = (text: string): string => text.normalize('NFC').toLowerCase().replace(MARKS, '');

/** Places by a part of their name in either language; a province that fits brings all of its own. */
export function searched(provinces: readonly Province[], term: string): Province[] {
  const wanted = folded(term);
  if (wanted === '') return [...provinces];
  const fits = ({ nameTh, nameEn }: Place) =>
    folded(nameTh).includes(wanted) || folded(nameEn).includes(wanted);
  return provinces.flatMap((province) => {
    if (fits(province)) return [province];
    const amphoes = province.amphoes.filter(fits);
    return amphoes.length > 0 ? [{ ...province, amphoes }] : [];
  });
}

/** How much of a province is among the chosen districts. */
export function tickOf(amphoes: readonly Amphoe[], chosen: ReadonlySet<number>): boolean | 'mixed' {
  const count = amphoes.filter(({ id }) => chosen.has(id)).length;
  if (count === 0) return false;
  return count === amphoes.length ? true : 'mixed';
}
