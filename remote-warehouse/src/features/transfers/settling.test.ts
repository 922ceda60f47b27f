import type { TransferItem } from '@boxyard/shared/contract';
import { liableOf, missingLinesOf, settledBody } from './settling.ts';

const item = (id: string, missing: readonly object[]) =>
  ({ id, missing }) as unknown as TransferItem;
const parcel = (quantity: number, more: object = {}) => ({
  lotNo: null,
  serialNo: null,
  condition: 'new',
  quantity,
  ...more,
});

it('asks for each lot and serial number that is missing, conditions together', () => {
  const lines = missingLinesOf([
    item('belt', [parcel(2), parcel(1, { condition: 'used' })]),
    item('board', [parcel(1, { serialNo: 'S-1' }), parcel(1, { serialNo: 'S-2' })]),
    item('glue', [parcel(3, { lotNo: 'L-1' })]),
    item('here', []),
  ]);
  expect(lines.map(({ key, most, quantity }) => [key, most, quantity])).toEqual([
    ['belt/', 3, 3],
    ['board/S-1', 1, 1],
    ['board/S-2', 1, 1],
    ['glue/L-1', 3, 3],
  ]);
  expect(settledBody(lines)).toEqual([
    { id: 'belt', quantity: 3 },
    { id: 'board', quantity: 2, serials: ['S-1', 'S-2'] },
    { id: 'glue', quantity: 3, lotNo: 'L-1' },
  ]);
  const some = lines.map((line) => (line.serialNo === 'S-2' ? line : { ...line, quantity: 0 }));
  expect(settledBody(some)).toEqual([{ id: 'board', quantity: 1, serials: ['S-2'] }]);
});

it('says who answers only for what is written off', () => {
  expect(liableOf('lost', 'carrier')).toBe('carrier');
  expect(liableOf('found', 'carrier')).toBeUndefined();
});
