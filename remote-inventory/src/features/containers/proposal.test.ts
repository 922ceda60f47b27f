import { enteredOf, proposedParts, type Wanted } from './proposal.ts';

const wanted = (more: Partial<Wanted>): Wanted => ({
  part: { id: 'fan', code: 'FAN', name: 'Fan' },
  unit: { id: 'pcs', code: 'PCS', name: 'Piece' },
  required: 3,
  trackingType: 'none',
  available: 10,
  places: [],
  ...more,
});
const place = (code: string, free: number, serials: string[] = []): Wanted['places'][number] => ({
  bin: { id: code, code },
  condition: 'new',
  lotNo: null,
  expiryDate: null,
  free,
  serials,
});

test('takes first from the first place, and the rest from the next', () => {
  const lines = proposedParts([wanted({ places: [place('A', 1.5), place('B', 5)] })]);
  expect(lines.map(({ binId, quantity }) => [binId, quantity])).toEqual([
    ['A', 1.5],
    ['B', 1.5],
  ]);
});

test('names as many serial numbers as it takes', () => {
  const [line] = proposedParts([
    wanted({ required: 2, trackingType: 'serial', places: [place('A', 3, ['S1', 'S2', 'S3'])] }),
  ]);
  expect([line?.quantity, line?.serials]).toEqual([2, ['S1', 'S2']]);
});

test('proposes nothing of what lies nowhere, and counts what was entered', () => {
  expect(proposedParts([wanted({})])).toEqual([]);
  const entered = enteredOf([
    { partId: 'fan', quantity: 0.1 },
    { partId: 'fan', quantity: 0.2 },
    { partId: null, quantity: 5 },
  ]);
  expect([...entered]).toEqual([['fan', 0.3]]);
});
