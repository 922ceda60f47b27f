import { getDatabase, setEngMode, setGeoMode } from 'thai-address-universal';
import { isRtgs } from './rtgs.ts';

/**
 * Thai provinces, districts (amphoe), sub-districts (tambon) and postal codes, held in memory. Ids
 * are the official codes; where the source lacks one, or gives one to two places, the number is made
 * from the district and the place in its alphabetical list, which a pinned version never changes.
 */
export interface Place {
  readonly id: number;
  readonly nameTh: string;
  readonly nameEn: string;
}

export interface Amphoe extends Place {
  readonly provinceId: number;
}

export interface District extends Place {
  readonly amphoeId: number;
  readonly zipcodes: readonly string[];
}

export interface Geography {
  readonly provinces: readonly Place[];
  readonly province: ReadonlyMap<number, Place>;
  readonly amphoe: ReadonlyMap<number, Amphoe>;
  readonly district: ReadonlyMap<number, District>;
  readonly amphoesOf: ReadonlyMap<number, readonly Amphoe[]>;
  readonly districtsOf: ReadonlyMap<number, readonly District[]>;
}

/** Rows of the source, one for each sub-district and postal code, in one language. */
interface SourceRow {
  readonly province: string;
  readonly district: string;
  readonly sub_district: string;
  readonly postal_code: string;
  readonly province_code?: string;
  readonly district_code?: string;
  readonly sub_district_code?: string;
}

/** Districts that the source spells letter by letter, as the Royal Institute spells them. */
const SPELT: Readonly<Record<string, string>> = {
  สาทร: 'Sathon',
  อุบลรัตน์: 'Ubolratana',
  สนามชัยเขต: 'Sanam Chai Khet',
};

/** A sub-district whose romanisation cannot be right keeps its Thai name: a courier can read that. */
const romanised = ({ nameTh, nameEn }: Pick<Place, 'nameTh' | 'nameEn'>): string =>
  isRtgs(nameEn, nameTh) ? nameEn : nameTh;

let loading: Promise<Geography> | undefined;

/** Read once, at the first question (about 50 ms). */
export function geography(): Promise<Geography> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Geography> {
  await setGeoMode(true);
  await setEngMode(true);
  const english: readonly SourceRow[] = getDatabase();
  await setEngMode(false);
  const thai: readonly SourceRow[] = getDatabase();
  return build(thai, english);
}

const codeOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : null;

const byNameTh = (a: Place, b: Place): number =>
  a.nameTh.localeCompare(b.nameTh, 'th') || a.id - b.id;

/** An official code serves its first owner; others get `parent × scale + 1..`, free of clashes. */
function idFor(used: Set<number>, code: number | null, floor: number): number {
  let id = code ?? floor;
  if (used.has(id)) id = floor;
  while (used.has(id)) id += 1;
  used.add(id);
  return id;
}

interface Draft {
  readonly key: string;
  /** Key of the level above. */
  readonly parent: string;
  readonly nameTh: string;
  readonly nameEn: string;
  readonly code: number | null;
  readonly zipcodes: Set<string>;
}

const byKey = (a: Draft, b: Draft): number => (a.key < b.key ? -1 : 1);

type Names = Readonly<Record<'key' | 'parent' | 'nameTh' | 'nameEn', string>>;

function draftIn(drafts: Map<string, Draft>, names: Names, code: number | null): Draft {
  const draft = drafts.get(names.key) ?? { ...names, code, zipcodes: new Set<string>() };
  drafts.set(names.key, draft);
  return draft;
}

function build(thai: readonly SourceRow[], english: readonly SourceRow[]): Geography {
  const provinces = new Map<string, Draft>();
  const amphoes = new Map<string, Draft>();
  const districts = new Map<string, Draft>();
  thai.forEach((row, index) => {
    const en = english[index] ?? row;
    const province = row.province;
    const amphoe = `${province}/${row.district}`;
    const district = `${amphoe}/${row.sub_district}`;
    const add = (drafts: Map<string, Draft>, names: Names, code: string | undefined) =>
      draftIn(drafts, names, codeOf(code));
    add(
      provinces,
      { key: province, parent: '', nameTh: province, nameEn: en.province },
      row.province_code,
    );
    add(
      amphoes,
      { key: amphoe, parent: province, nameTh: row.district, nameEn: en.district },
      row.district_code,
    );
    const entry = add(
      districts,
      { key: district, parent: amphoe, nameTh: row.sub_district, nameEn: en.sub_district },
      row.sub_district_code,
    );
    if (row.postal_code !== '') entry.zipcodes.add(row.postal_code);
  });

  const province = new Map<number, Place>();
  const provinceIds = new Map<string, number>();
  const usedProvinces = new Set<number>();
  for (const draft of [...provinces.values()].sort(byKey)) {
    const id = idFor(usedProvinces, draft.code, 100);
    provinceIds.set(draft.key, id);
    province.set(id, { id, nameTh: draft.nameTh, nameEn: draft.nameEn });
  }

  const amphoe = new Map<number, Amphoe>();
  const amphoeIds = new Map<string, number>();
  const amphoesOf = new Map<number, Amphoe[]>();
  const usedAmphoes = new Set(
    [...amphoes.values()].flatMap(({ code }) => (code === null ? [] : [code])),
  );
  const givenAmphoes = new Set<number>();
  for (const draft of [...amphoes.values()].sort(byKey)) {
    const provinceId = provinceIds.get(draft.parent) ?? 0;
    const own = draft.code !== null && !givenAmphoes.has(draft.code);
    const id =
      own && draft.code !== null ? draft.code : idFor(usedAmphoes, null, provinceId * 100 + 50);
    givenAmphoes.add(id);
    amphoeIds.set(draft.key, id);
    const nameEn = SPELT[draft.nameTh] ?? draft.nameEn;
    const entry = { id, nameTh: draft.nameTh, nameEn, provinceId };
    amphoe.set(id, entry);
    amphoesOf.set(provinceId, [...(amphoesOf.get(provinceId) ?? []), entry]);
  }

  const district = new Map<number, District>();
  const districtsOf = new Map<number, District[]>();
  const usedDistricts = new Set<number>();
  for (const draft of [...districts.values()].sort(byKey)) {
    const amphoeId = amphoeIds.get(draft.parent) ?? 0;
    const id = idFor(usedDistricts, draft.code, amphoeId * 10_000 + 1);
    const zipcodes = [...draft.zipcodes].sort();
    const entry = { id, nameTh: draft.nameTh, nameEn: romanised(draft), amphoeId, zipcodes };
    district.set(id, entry);
    districtsOf.set(amphoeId, [...(districtsOf.get(amphoeId) ?? []), entry]);
  }

  for (const places of amphoesOf.values()) places.sort(byNameTh);
  for (const places of districtsOf.values()) places.sort(byNameTh);
  return {
    provinces: [...province.values()].sort(byNameTh),
    province,
    amphoe,
    district,
    amphoesOf,
    districtsOf,
  };
}
