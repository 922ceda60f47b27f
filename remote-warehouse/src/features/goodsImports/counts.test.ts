import {
  allInto,
  allReceived,
  type CountLine,
  countedLines,
  differenceOf,
  type ImportItem,
  linesOf,
  withCount,
  withSerials,
} from './counts.ts';

const item = (patch: Partial<ImportItem> = {}): ImportItem => ({
  id: 'line-1',
  lineNo: 1,
  part: { id: 'part-1', code: 'BRG-6204', name: 'Bearing 6204', nameTh: 'ตลับลูกปืน 6204' },
  unit: { id: 'unit-1', code: 'PCS', name: 'piece', nameTh: 'ชิ้น' },
  trackingType: 'none',
  unitAllowsFraction: false,
  expectedQty: 10,
  receivedQty: null,
  damagedQty: null,
  missingQty: null,
  postedQty: 0,
  isPosted: false,
  bin: null,
  proposedBin: null,
  lots: [],
  serials: [],
  damagedSerials: [],
  missingSerials: [],
  condition: 'new',
  unitCost: null,
  discrepancyReason: null,
  ...patch,
});
const line = (patch: Partial<ImportItem> = {}): CountLine => {
  const [first] = linesOf([item(patch)]);
  if (!first) throw new Error('the line is posted');
  return first;
};

test('lines that were put away are not counted again', () => {
  expect(linesOf([item({ isPosted: true }), item({ id: 'line-2' })]).map(({ id }) => id)).toEqual([
    'line-2',
  ]);
});

test('a line begins in the bin that is proposed, and stays in the one that was chosen', () => {
  const proposedBin = { id: 'bin-a', code: 'A-01', name: 'A-01' };
  const bin = { id: 'bin-b', code: 'B-01', name: 'B-01' };
  expect(line({ proposedBin }).binId).toBe('bin-a');
  expect(line({ proposedBin, bin }).binId).toBe('bin-b');
});

test('a new line has everything to account for', () => {
  expect(differenceOf(line())).toBe(10);
});

test('a damaged piece was not received: the line goes on adding up', () => {
  const counted = withCount(line(), { damagedQty: 2 });
  expect(counted).toMatchObject({ receivedQty: 8, damagedQty: 2 });
  expect(withCount(counted, { missingQty: 1 })).toMatchObject({ receivedQty: 7, missingQty: 1 });
});

test('a typed figure of received stays, and the rest is shown as a difference', () => {
  const counted = withCount(line(), { receivedQty: 7 });
  expect(counted.receivedQty).toBe(7);
  expect(differenceOf(counted)).toBe(3);
  expect(withCount(counted, { missingQty: 3 })).toMatchObject({ receivedQty: 7, missingQty: 3 });
});

test('fractions add up to the thousandth', () => {
  const counted = withCount(line({ expectedQty: 0.3, unitAllowsFraction: true }), {
    receivedQty: 0.1,
  });
  expect(differenceOf(withCount(counted, { damagedQty: 0.2 }))).toBe(0);
});

test('more damaged than expected is left for the person to see', () => {
  const counted = withCount(line(), { damagedQty: 12 });
  expect(counted.receivedQty).toBeNull();
  expect(differenceOf(counted)).toBe(-2);
});

test('serial numbers tell the counts, and each is in one list only', () => {
  const serial = line({ trackingType: 'serial', expectedQty: 3, serials: ['A', 'B', 'C'] });
  const damaged = withSerials(serial, { damagedSerials: ['A', 'B'] });
  expect(damaged).toMatchObject({ receivedQty: 1, damagedQty: 2, missingQty: 0 });
  expect(withSerials(damaged, { missingSerials: ['B'] })).toMatchObject({
    damagedSerials: ['A'],
    missingSerials: ['B'],
    receivedQty: 1,
    damagedQty: 1,
    missingQty: 1,
  });
});

test('"all received" leaves what was counted already', () => {
  const damaged = withCount(line(), { damagedQty: 2 });
  expect(allReceived([line(), damaged]).map(({ receivedQty }) => receivedQty)).toEqual([10, 8]);
});

test('one bin for all goes where none was chosen', () => {
  const chosen = { ...line(), binId: 'bin-a' };
  expect(allInto([line(), chosen], 'bin-b').map(({ binId }) => binId)).toEqual(['bin-b', 'bin-a']);
});

test('only counted lines are sent', () => {
  const counted = withCount(line({ id: 'line-2' }), { receivedQty: 0 });
  expect(countedLines([line(), counted]).map(({ id }) => id)).toEqual(['line-2']);
});
