import type { RequisitionItem } from '@boxyard/shared/contract';
import { codeOf, type Decided, emptied, proposed, proposedQty } from './approving.ts';

const ref = (id: string) => ({ id, code: id.toUpperCase(), name: id, nameTh: null });

function line(
  partId: string,
  {
    requestedQty,
    available,
    alternatives = [],
  }: {
    requestedQty: number;
    available: number | null;
    alternatives?: RequisitionItem['alternatives'];
  },
): Decided {
  const label = { part: ref(partId), substitute: null, requestedQty, available, alternatives };
  return { label: label as unknown as RequisitionItem, alternatives };
}

const quantities = (lines: readonly Decided[]) =>
  proposed(lines).map(({ approvedQty }) => approvedQty);

test('proposes what was asked for, and no more than is there', () => {
  expect(
    quantities([
      line('fan', { requestedQty: 3, available: 9 }),
      line('fuse', { requestedQty: 3, available: 2 }),
      line('lamp', { requestedQty: 3, available: 0 }),
    ]),
  ).toEqual([3, 2, 0]);
});

test('gives two lines of one part no more than there is of it together', () => {
  const fan = (requestedQty: number) => line('fan', { requestedQty, available: 5.5 });
  expect(quantities([fan(3), fan(4), fan(1)])).toEqual([3, 2.5, 0]);
});

test('lets what a counter is not told limit nothing', () => {
  const hidden = line('fan', { requestedQty: 3, available: null });
  expect(quantities([hidden])).toEqual([3]);
  expect(emptied(proposed([hidden]))).toEqual([]);
});

test('proposes anew from where the line is served instead', () => {
  const alternatives = [
    { warehouse: ref('north'), part: null, available: 2 },
    { warehouse: ref('central'), part: ref('fan-24'), available: 7 },
  ];
  const short = line('fan', { requestedQty: 4, available: 1, alternatives });
  expect(proposedQty(short)).toBe(1);
  expect(proposedQty({ ...short, warehouseId: 'north', substitutePartId: null })).toBe(2);
  expect(proposedQty({ ...short, warehouseId: null, substitutePartId: 'fan-24' })).toBe(4);
});

test('names the lines that leave nothing', () => {
  const alternatives = [{ warehouse: ref('central'), part: ref('fuse-b'), available: 4 }];
  const lines = [
    { ...line('fan', { requestedQty: 3, available: 4 }), approvedQty: 3 },
    { ...line('fan', { requestedQty: 1, available: 4 }), approvedQty: 1 },
    { ...line('lamp', { requestedQty: 3, available: 4 }), approvedQty: 3 },
    { ...line('seal', { requestedQty: 3, available: 0 }), approvedQty: 3 },
    { ...line('hose', { requestedQty: 3, available: 3 }), approvedQty: 0 },
    {
      ...line('fuse', { requestedQty: 4, available: 9, alternatives }),
      approvedQty: 4,
      substitutePartId: 'fuse-b',
    },
  ];
  expect(emptied(lines).map(codeOf)).toEqual(['FAN', 'FAN', 'FUSE-B']);
});
