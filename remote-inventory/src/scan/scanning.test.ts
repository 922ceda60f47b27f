import { findScanned } from './scanning.ts';

const line = (serialNumber: string, scannedSerial = '') => ({
  itemId: serialNumber,
  serialNumber,
  about: 'Drinks 200',
  scannedSerial,
});

test.each([
  ['VDA2611-0001', 'scanned'],
  [' vda2611-0001 ', 'scanned'],
  ['S:VDA2611-0001', 'scanned'],
  ['VDA2611-0002', 'again'],
  ['VDA2611-0009', 'unknown'],
])('%s is %s', (typed, key) => {
  const lines = [line('VDA2611-0001'), line('VDA2611-0002', 'VDA2611-0002')];
  const found = findScanned(lines, typed);
  expect(found?.said.key).toBe(key);
  expect(found?.line?.serialNumber ?? null).toBe(key === 'unknown' ? null : found?.said.code);
});

test('nothing typed says nothing', () => {
  expect(findScanned([line('VDA2611-0001')], '  ')).toBeNull();
});
