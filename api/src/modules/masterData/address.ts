import type { addressSchema } from '@boxyard/shared/contract';
import type * as z from 'zod/mini';
import type { StoredAddress } from '../../db/schema/masters.ts';
import type { FieldFault } from '../../kernel/index.ts';
import { type Geography, geography } from './geography.ts';

type AddressInput = z.output<typeof addressSchema>;

const BANGKOK = 10;

/**
 * Checks the chain sub-district ∈ district ∈ province, and the postal code (domain-containers 0),
 * and writes the address out in both languages. A lower level needs the ones above it.
 */
export async function addressOf(
  input: AddressInput,
  field = 'address',
): Promise<{ address: StoredAddress; faults: FieldFault[] }> {
  const places = await geography();
  const address = {
    line1: input.line1,
    provinceId: input.provinceId ?? null,
    amphoeId: input.amphoeId ?? null,
    districtId: input.districtId ?? null,
    zipcode: input.zipcode ?? null,
  };
  return {
    address: { ...address, ...textsOf(places, address) },
    faults: faultsOf(places, address).map((name) => ({
      field: `${field}.${name}`,
      code: 'ADDRESS_CHAIN',
    })),
  };
}

type Chain = Omit<StoredAddress, 'text' | 'textTh'>;

/** Names of the levels that do not belong to the one above. */
function faultsOf(places: Geography, address: Chain): string[] {
  const { provinceId, amphoeId, districtId, zipcode } = address;
  const faults: string[] = [];
  if (provinceId !== null && !places.province.has(provinceId)) faults.push('provinceId');
  if (amphoeId !== null && places.amphoe.get(amphoeId)?.provinceId !== provinceId) {
    faults.push('amphoeId');
  }
  const district = districtId === null ? undefined : places.district.get(districtId);
  if (districtId !== null && (amphoeId === null || district?.amphoeId !== amphoeId)) {
    faults.push('districtId');
  }
  if (zipcode !== null && !zipcodesWithin(places, address).has(zipcode)) faults.push('zipcode');
  return faults;
}

/** Postal codes of the narrowest level given. */
function zipcodesWithin(
  places: Geography,
  { provinceId, amphoeId, districtId }: Chain,
): Set<string> {
  if (districtId !== null) return new Set(places.district.get(districtId)?.zipcodes ?? []);
  const amphoes =
    amphoeId !== null
      ? [amphoeId]
      : provinceId !== null
        ? (places.amphoesOf.get(provinceId) ?? []).map(({ id }) => id)
        : [...places.amphoe.keys()];
  const districts = amphoes.flatMap((id) => places.districtsOf.get(id) ?? []);
  return new Set(districts.flatMap(({ zipcodes }) => zipcodes));
}

/** As an envelope has it: Bangkok says แขวง and เขต, the provinces ตำบล and อำเภอ. */
function textsOf(places: Geography, address: Chain): { text: string; textTh: string } {
  const { line1, provinceId, amphoeId, districtId, zipcode } = address;
  const province = provinceId === null ? undefined : places.province.get(provinceId);
  const amphoe = amphoeId === null ? undefined : places.amphoe.get(amphoeId);
  const district = districtId === null ? undefined : places.district.get(districtId);
  const inBangkok = provinceId === BANGKOK;
  const th = [
    line1,
    district && `${inBangkok ? 'แขวง' : 'ตำบล'}${district.nameTh}`,
    amphoe && `${inBangkok ? 'เขต' : 'อำเภอ'}${amphoe.nameTh}`,
    province && (inBangkok ? province.nameTh : `จังหวัด${province.nameTh}`),
    zipcode,
  ];
  const last = [province?.nameEn, zipcode].filter((part) => part != null).join(' ');
  const en = [line1, district?.nameEn, amphoe?.nameEn, last];
  const said = (part: string | null | undefined): part is string => part != null && part !== '';
  return { text: en.filter(said).join(', '), textTh: th.filter(said).join(' ') };
}

const NOWHERE: StoredAddress = {
  line1: '',
  provinceId: null,
  amphoeId: null,
  districtId: null,
  zipcode: null,
  text: '',
  textTh: '',
};

/** A stored address as the contract shows it; older rows may lack keys. */
export const shownAddress = (stored: Partial<StoredAddress>): StoredAddress => ({
  ...NOWHERE,
  ...stored,
});
