import { addScanned, type PartLine, type ScannedPart, usablePlaces } from './scannedParts.ts';

type Place = ScannedPart['places'][number];

const WAREHOUSE = 'central';
const place = (code: string, more: Partial<Place> = {}): Place => ({
  warehouse: { id: WAREHOUSE, code: 'CENTRAL', name: 'Central' },
  bin: { id: code, code, name: code },
  condition: 'new',
  lotNo: null,
  expiryDate: null,
  free: 5,
  serials: [],
  ...more,
});
const scanned = (kind: ScannedPart['kind'], code: string, places: readonly Place[]) => ({
  kind,
  code,
  part: { id: 'fan', code: 'FAN' },
  places,
});
const at = (lines: readonly PartLine[]) =>
  lines.map(({ binId, lotNo, quantity, serials }) => [binId, lotNo, quantity, serials]);
const scans = (all: readonly ScannedPart[], lines: readonly PartLine[] = []) =>
  all.reduce<ReturnType<typeof addScanned>>((done, one) => addScanned(done.lines, one), {
    lines,
    said: { key: 'unknown', params: {} },
  });

test('a part is one more from the place that expires first, then from the next', () => {
  const places = usablePlaces(
    [
      place('LATE', { lotNo: 'L2', expiryDate: '2027-09-30' }),
      place('NEVER'),
      place('SOON', { lotNo: 'L1', expiryDate: '2027-01-31', free: 2 }),
      place('OVER', { lotNo: 'L0', expiryDate: '2026-11-30' }),
      place('BROKEN', { condition: 'defective' }),
      place('COUNTED', { free: null }),
      place('ELSEWHERE', { warehouse: { id: 'x', code: 'X', name: 'Quarantine' } }),
    ],
    { warehouseId: WAREHOUSE, today: '2026-12-02' },
  );
  expect(places.map(({ bin }) => bin.code)).toEqual(['SOON', 'LATE', 'NEVER']);
  const part = scanned('part', 'FAN', places);
  const { lines, said } = scans([part, part, part]);
  expect(at(lines)).toEqual([
    ['SOON', 'L1', 2, []],
    ['LATE', 'L2', 1, []],
  ]);
  expect(said).toEqual({ key: 'added', params: { code: 'FAN', part: 'FAN', quantity: 1 } });
});

test('a lot is taken from where it lies, and no more than is free', () => {
  const places = [place('A', { lotNo: 'L1' }), place('B', { lotNo: 'l2', free: 1.5 })];
  const lot = scanned('lot', 'L2', places);
  expect(at(scans([lot, lot]).lines)).toEqual([['B', 'l2', 1.5, []]]);
  const over = scans([lot, lot, lot]);
  expect([over.said.key, at(over.lines)]).toEqual(['noneLeft', [['B', 'l2', 1.5, []]]]);
});

test('fills the line that was begun by hand, and keeps the quantity typed there', () => {
  const begun = [{ partId: 'fan', binId: null, quantity: 3 }];
  const part = scanned('part', 'FAN', [place('A')]);
  expect(at(scans([part], begun).lines)).toEqual([['A', null, 3, []]]);
  expect(at(scans([part, part], begun).lines)).toEqual([['A', null, 4, []]]);
});

test('a serial number is chosen at its place, once', () => {
  const places = [place('A', { serials: ['S1'] }), place('B', { serials: ['S2', 'S3'] })];
  const serial = (code: string) => scanned('serial', code, places);
  const waiting = scans([scanned('part', 'FAN', places), scanned('part', 'FAN', places)]);
  expect([waiting.said.key, waiting.lines]).toEqual([
    'scanSerial',
    [{ partId: 'fan', trackingType: 'serial', binId: null, serials: [] }],
  ]);
  const { lines } = scans([serial('S2'), serial('S3'), serial('S1')], waiting.lines);
  expect(at(lines)).toEqual([
    ['B', null, 2, ['S2', 'S3']],
    ['A', null, 1, ['S1']],
  ]);
  const again = scans([serial('S3')], lines);
  expect([again.said.key, again.lines]).toEqual(['twice', lines]);
  expect(scans([serial('S9')], lines).said.key).toBe('notHere');
});

test('what lies nowhere here changes nothing', () => {
  const lines = [{ partId: 'bolt', binId: 'A', quantity: 1 }];
  for (const kind of ['part', 'lot', 'serial'] as const) {
    const outcome = scans([scanned(kind, 'FAN', [])], lines);
    expect([outcome.said.key, outcome.lines]).toEqual(['notHere', lines]);
  }
});
