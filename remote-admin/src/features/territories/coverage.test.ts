import {
  byNeed,
  inOrder,
  provincesOf,
  searched,
  tickOf,
  totalsOf,
  uncovered,
  type Zone,
} from './coverage.ts';

const zone = (code: string, amphoeIds: number[], more: Partial<Zone> = {}): Zone => ({
  id: code,
  code,
  name: `Zone ${code}`,
  nameTh: `โซน ${code}`,
  regionId: null,
  isActive: true,
  peopleCount: 0,
  amphoeIds,
  ...more,
});
const place = (id: number, nameTh: string, nameEn: string) => ({ id, nameTh, nameEn });
const PROVINCES = [place(10, 'กรุงเทพมหานคร', 'Bangkok'), place(50, 'เชียงใหม่', 'Chiang Mai')];
const AMPHOES = [
  { ...place(1004, 'บางรัก', 'Bang Rak'), provinceId: 10 },
  { ...place(1007, 'ปทุมวัน', 'Pathum Wan'), provinceId: 10 },
  { ...place(5001, 'เมืองเชียงใหม่', 'Mueang Chiang Mai'), provinceId: 50 },
  { ...place(5007, 'แม่ริม', 'Mae Rim'), provinceId: 50 },
];
const cover = (...zones: Zone[]) => provincesOf(PROVINCES, AMPHOES, zones);
const names = (provinces: ReturnType<typeof cover>) =>
  provinces.map(({ nameEn, amphoes }) => [nameEn, ...amphoes.map((amphoe) => amphoe.nameEn)]);

test('counts districts by the zones that are in use', () => {
  const idle = zone('B', [5001], { isActive: false });
  const provinces = cover(zone('A', [1004, 1007]), idle);
  expect(totalsOf(provinces)).toEqual({ amphoes: 4, covered: 2, whole: 1, partly: 0, none: 1 });
  // Out of use, it covers nothing and yet holds its districts.
  expect(provinces[1]?.amphoes[0]?.zone).toBe(idle);
});

test('puts what is least covered first, and leaves out what is covered', () => {
  const provinces = cover(zone('A', [1004, 1007, 5007]));
  expect(byNeed(provinces).map(({ nameEn }) => nameEn)).toEqual(['Chiang Mai', 'Bangkok']);
  expect(names(uncovered(provinces))).toEqual([['Chiang Mai', 'Mueang Chiang Mai']]);
});

test.each([
  ['BANG', [['Bangkok', 'Bang Rak', 'Pathum Wan']]],
  ['rak', [['Bangkok', 'Bang Rak']]],
  ['แมริม', [['Chiang Mai', 'Mae Rim']]],
  ['เชียงใหม่', [['Chiang Mai', 'Mueang Chiang Mai', 'Mae Rim']]],
  ['chiangmai', [['Chiang Mai', 'Mueang Chiang Mai', 'Mae Rim']]],
  ['nowhere', []],
])('finds %s in Thai and English, tone marks or not', (term, expected) => {
  expect(names(searched(cover(), term))).toEqual(expected);
});

test('stands in the order of the language that is read', () => {
  const order = (locale: 'en' | 'th') => names(inOrder(cover(), locale)).flat();
  expect(order('en')).toEqual([
    ...['Bangkok', 'Bang Rak', 'Pathum Wan'],
    ...['Chiang Mai', 'Mae Rim', 'Mueang Chiang Mai'],
  ]);
  // Thai sorts by the consonant (ม) first, then by the vowel that is written before it.
  expect(order('th').slice(-2)).toEqual(['Mueang Chiang Mai', 'Mae Rim']);
});

test('a province is ticked whole, in part or not at all', () => {
  const amphoes = cover()[0]?.amphoes ?? [];
  expect(tickOf(amphoes, new Set())).toBe(false);
  expect(tickOf(amphoes, new Set([1004]))).toBe('mixed');
  expect(tickOf(amphoes, new Set([1004, 1007]))).toBe(true);
});
