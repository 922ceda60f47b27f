import type { RequisitionItem } from '@boxyard/shared/contract';
import { readScan } from '@boxyard/shared/domain';
import {
  allAsHeld,
  applyScan,
  linesOf,
  type Picking,
  pickBody,
  pickedLines,
  pickedOf,
} from './picking.ts';

const ref = (code: string) => ({ id: `id-${code}`, code, name: code });
const pick = (bin: string, quantity: number, more: object = {}) => ({
  id: `${bin}-${quantity}-${JSON.stringify(more)}`,
  warehouse: ref('CENTRAL'),
  bin: ref(bin),
  lotNo: null,
  expiryDate: null,
  serialNo: null,
  condition: 'new',
  isCounted: false,
  quantity,
  pickedQty: 0,
  returnedQty: 0,
  ...more,
});
const item = (code: string, reservedQty: number, more: object = {}) =>
  ({
    id: `line-${code}`,
    lineNo: 1,
    part: ref(code),
    substitute: null,
    unit: ref('pcs'),
    unitAllowsFraction: false,
    trackingType: 'none',
    barcode: `885-${code}`,
    reservedQty,
    pickedQty: 0,
    picks: [pick('A-01', reservedQty)],
    ...more,
  }) as unknown as RequisitionItem;

const FUSE = item('FUSE', 3, { picks: [pick('A-01', 2), pick('B-01', 1)] });
const BOARD = item('BOARD', 2, {
  trackingType: 'serial',
  picks: [pick('A-02', 1, { serialNo: 'S1' }), pick('A-02', 1, { serialNo: 'S2' })],
});
const GLUE = item('GLUE', 2, {
  trackingType: 'lot',
  picks: [pick('C-01', 1, { lotNo: 'L1' }), pick('C-01', 1, { lotNo: 'L2' })],
});
const CABLE = item('CABLE', 5, { unitAllowsFraction: true });

/** Scans one code after the other; what each came to, and the lines at the end. */
function scanned(items: readonly RequisitionItem[], ...codes: readonly string[]) {
  let picking: Picking = { lines: linesOf(items), at: { lineId: null, bin: null } };
  const said = codes.map((code) => {
    const scan = readScan(code);
    if (!scan) throw new Error(code);
    const { outcome, ...next } = applyScan(picking, scan);
    picking = next;
    return outcome.key;
  });
  return { said, lines: picking.lines };
}
const bodies = (...args: Parameters<typeof scanned>) =>
  pickedLines(scanned(...args).lines).map(pickBody);

test('a part is taken piece by piece, from where it is held, and no more than that', () => {
  const codes = ['P:FUSE', 'fuse', '885-FUSE', 'P:FUSE'];
  expect(scanned([FUSE], ...codes).said).toEqual(['added', 'added', 'added', 'full']);
  expect(bodies([FUSE], ...codes)).toEqual([
    {
      id: 'line-FUSE',
      quantity: 3,
      picks: [
        { bin: 'A-01', lotNo: null, quantity: 2 },
        { bin: 'B-01', lotNo: null, quantity: 1 },
      ],
    },
  ]);
});

test('the bin that was scanned says where the next piece comes from, held there or not', () => {
  const { said, lines } = scanned([FUSE], 'B:B-01', 'P:FUSE', 'B:Z-09', 'P:FUSE');
  expect(said).toEqual(['bin', 'added', 'otherBin', 'added']);
  expect(lines.map(pickBody)).toMatchObject([
    {
      picks: [
        { bin: 'B-01', lotNo: null, quantity: 1 },
        { bin: 'Z-09', lotNo: null, quantity: 1 },
      ],
    },
  ]);
});

test('a serial number that is not held takes the place of one that is, where it is clear which', () => {
  expect(scanned([FUSE, BOARD], 'S:S1', 'S9', 'S:S1', 'S:S2').said).toEqual([
    'serial',
    'exchanged',
    'twice',
    'full',
  ]);
  expect(bodies([FUSE, BOARD], 'S:S1', 'S:S9')).toEqual([
    { id: 'line-BOARD', quantity: 2, serials: ['S1', 'S9'] },
  ]);
  const other = item('RELAY', 1, {
    trackingType: 'serial',
    picks: [pick('D-01', 1, { serialNo: 'R1' })],
  });
  expect(scanned([BOARD, other], 'S:NEW').said).toEqual(['whichLine']);
  expect(scanned([BOARD, other], 'P:RELAY', 'S:NEW').said).toEqual(['scanSerial', 'exchanged']);
});

test('a lot is a piece of it; what is measured is typed', () => {
  expect(bodies([GLUE], 'L:L2')).toEqual([
    { id: 'line-GLUE', quantity: 1, picks: [{ bin: 'C-01', lotNo: 'L2', quantity: 1 }] },
  ]);
  expect(scanned([CABLE], 'P:CABLE').said).toEqual(['typeQuantity']);
});

test('a code of another requisition changes nothing and is said', () => {
  const { said, lines } = scanned([FUSE], 'P:NOTHING', 'L:X', '0000');
  expect(said).toEqual(['unknown', 'unknown', 'unknown']);
  expect(lines.map(pickedOf)).toEqual([0]);
});

test('all as held is the short way; taking it back is sent as well', () => {
  expect(allAsHeld(linesOf([FUSE, BOARD, CABLE])).map(pickedOf)).toEqual([3, 2, 5]);
  const before = item('FUSE', 3, { pickedQty: 3, picks: [pick('A-01', 3, { pickedQty: 3 })] });
  const lines = linesOf([before]).map((line) => ({
    ...line,
    taken: line.taken.map((taken) => ({ ...taken, quantity: 0 })),
  }));
  expect(pickedLines(lines).map(pickBody)).toEqual([{ id: 'line-FUSE', quantity: 0, picks: [] }]);
});
