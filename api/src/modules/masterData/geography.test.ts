import { createRequire } from 'node:module';
import { PROVINCES } from '@boxyard/shared/domain/places/provinces.ts';
import { addressOf } from './address.ts';
import { geography } from './geography.ts';

const require = createRequire(import.meta.url);
const within = { provinceId: 10, amphoeId: 1007, districtId: 100704, zipcode: '10330' };

describe('Thai geography', () => {
  it('has every province, district and sub-district under an id of its own', async () => {
    const places = await geography();
    expect(places.provinces).toHaveLength(77);
    expect(places.amphoe.size).toBe(928);
    const listed = [...places.districtsOf.values()].flat();
    expect(listed).toHaveLength(places.district.size);
    expect(listed.length).toBeGreaterThan(7400);
    expect([...places.district.values()].every(({ amphoeId }) => places.amphoe.has(amphoeId))).toBe(
      true,
    );
    expect(places.province.get(50)).toEqual({ id: 50, nameTh: 'เชียงใหม่', nameEn: 'Chiang Mai' });
  });

  it('is what reports call the provinces, in both languages', async () => {
    const { provinces } = await geography();
    const called = (language: 'en' | 'th') =>
      require(`@boxyard/shared/domain/texts/families/customerReport.${language}.json`).choice
        .province;
    const names = (language: 'nameEn' | 'nameTh') =>
      Object.fromEntries(provinces.map((place) => [String(place.id), place[language]]));
    expect(provinces.map(({ id }) => String(id)).toSorted()).toEqual([...PROVINCES]);
    expect(called('en')).toEqual(names('nameEn'));
    expect(called('th')).toEqual(names('nameTh'));
  });

  it('calls no sub-district by a romanisation that cannot be right', async () => {
    const { district, amphoe } = await geography();
    const named = (nameTh: string) =>
      [...district.values()].filter((place) => place.nameTh === nameTh).map(({ nameEn }) => nameEn);
    expect(named('จันทรเกษม')).toEqual(['จันทรเกษม']);
    expect(named('คำพอุง')).toEqual(['คำพอุง']);
    expect(named('ปทุมวัน')).toEqual(['Pathum Wan']);
    // Most are right; a rule that refuses more than a few hundred is too strict.
    const thai = [...district.values()].filter(({ nameEn }) => /[ก-๙]/.test(nameEn));
    expect(thai.length).toBeLessThan(200);
    expect([...amphoe.values()].map(({ nameEn }) => nameEn)).toContain('Sathon');
  });

  it('writes an address as offices do, in both languages', async () => {
    const bangkok = await addressOf({ line1: '99/1 ถนนพระราม 1', ...within });
    expect(bangkok.faults).toEqual([]);
    expect(bangkok.address.textTh).toMatch(
      /^99\/1 ถนนพระราม 1 แขวง\S+ เขตปทุมวัน กรุงเทพมหานคร 10330$/,
    );
    expect(bangkok.address.text).toMatch(/, Pathum Wan, Bangkok 10330$/);

    const { amphoesOf, districtsOf } = await geography();
    const amphoe = amphoesOf.get(50)?.[0];
    const district = districtsOf.get(amphoe?.id ?? 0)?.[0];
    const north = await addressOf({
      line1: '1',
      provinceId: 50,
      amphoeId: amphoe?.id,
      districtId: district?.id,
      zipcode: district?.zipcodes[0],
    });
    expect(north.faults).toEqual([]);
    expect(north.address.textTh).toMatch(/^1 ตำบล\S+ อำเภอ\S+ จังหวัดเชียงใหม่ \d{5}$/);
  });

  it.each([
    ['an unknown province', { provinceId: 999 }, ['address.provinceId']],
    ['a district of another province', { ...within, provinceId: 50 }, ['address.amphoeId']],
    ['a sub-district of another district', { ...within, amphoeId: 1001 }, ['address.districtId']],
    [
      'a sub-district without its district',
      { provinceId: 10, districtId: 100704 },
      ['address.districtId'],
    ],
    ['a postal code of elsewhere', { ...within, zipcode: '50000' }, ['address.zipcode']],
    ['a postal code that nobody has', { zipcode: '00000' }, ['address.zipcode']],
  ])('refuses %s', async (_what, chain, fields) => {
    const { faults } = await addressOf({ line1: '1', ...chain });
    expect(faults.map(({ field }) => field)).toEqual(fields);
    expect(faults.every(({ code }) => code === 'ADDRESS_CHAIN')).toBe(true);
  });
});
