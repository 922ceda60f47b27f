import { PROVINCES } from '../places/provinces.ts';
import { THAILAND } from './thailand.ts';

type Point = readonly [number, number];

/** Corners of each ring of an outline. */
function ringsOf(path: string): Point[][] {
  return path
    .split('M')
    .filter(Boolean)
    .map((ring) => {
      const [first = 0, second = 0, ...steps] = (ring.match(/-?[\d.]+/g) ?? []).map(Number);
      const corners: [number, number][] = [[first, second]];
      for (let at = 0; at + 1 < steps.length; at += 2) {
        const [x, y] = corners.at(-1) ?? [0, 0];
        corners.push([x + (steps[at] ?? 0), y + (steps[at + 1] ?? 0)]);
      }
      return corners;
    });
}

const isInside = (ring: readonly Point[], [x, y]: Point): boolean =>
  ring.reduce((inside, [ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [0, 0];
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
    return crosses ? !inside : inside;
  }, false);

/** Point of the map for a place of the earth. */
const placeOf = (latitude: number, longitude: number): Point => [
  (longitude - 97.34) * 67.5,
  (20.46 - latitude) * 69,
];

test('every province has an outline within the map, and no other place has one', () => {
  expect(THAILAND.shapes.map(({ key }) => key)).toEqual([...PROVINCES]);
  for (const { key, path } of THAILAND.shapes) {
    for (const [x, y] of ringsOf(path).flat()) {
      expect([key, x >= 0 && x <= THAILAND.width, y >= 0 && y <= THAILAND.height]).toEqual([
        key,
        true,
        true,
      ]);
    }
  }
});

test.each<[string, string, Point]>([
  ['10', 'Bang Kapi in Bangkok', [13.77, 100.65]],
  ['20', 'Si Racha', [13.17, 100.95]],
  ['30', 'Nakhon Ratchasima', [14.97, 102.1]],
  ['34', 'Ubon Ratchathani', [15.24, 104.85]],
  ['40', 'Khon Kaen', [16.43, 102.83]],
  ['50', 'Chiang Mai', [18.79, 98.98]],
  ['57', 'Chiang Rai', [19.9, 99.83]],
  ['65', 'Phitsanulok', [16.82, 100.27]],
  ['71', 'Kanchanaburi', [14.02, 99.53]],
  ['83', 'Kathu on Phuket', [7.92, 98.34]],
  ['84', 'Khiri Rat Nikhom', [9.03, 98.95]],
  ['90', 'Hat Yai', [7.01, 100.47]],
  ['96', 'Narathiwat', [6.3, 101.75]],
])('%s holds %s', (code, _, place) => {
  const holding = THAILAND.shapes.filter(({ path }) =>
    ringsOf(path).some((ring) => isInside(ring, placeOf(...place))),
  );
  expect(holding.map(({ key }) => key)).toEqual([code]);
});
