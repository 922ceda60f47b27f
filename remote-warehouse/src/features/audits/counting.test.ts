import type { AuditItem } from '@boxyard/shared/contract';
import {
  answered,
  batchOf,
  byBin,
  type CountQueue,
  closed,
  EMPTY,
  type ShownLine,
  shownLine,
  type WaitingCount,
  withCount,
} from './countQueue.ts';
import { readStep } from './scanning.ts';

const count = (id: string, itemId: string, quantity: number | null): WaitingCount => ({
  id,
  itemId,
  round: 1,
  countedAt: '2026-11-20T03:00:00.000Z',
  quantity,
  label: itemId,
});
const waiting = (queue: CountQueue) => queue.waiting.map(({ id }) => id);

describe('the counts of this browser', () => {
  const two = withCount(withCount(EMPTY, count('1', 'a', 5)), count('2', 'b', 1));

  it('keep the last of a line, unless the one before is on its way', () => {
    expect(waiting(withCount(two, count('3', 'a', 6)))).toEqual(['2', '3']);
    expect(waiting(withCount(two, count('3', 'a', 6), new Set(['1'])))).toEqual(['1', '2', '3']);
  });

  it('go once they are answered, and stay to be read where they did not hold', () => {
    const later = withCount(two, count('3', 'c', 2));
    const after = answered(later, [
      { id: '1', outcome: 'saved', by: null },
      { id: '2', outcome: 'taken', by: { name: 'Bob' } },
    ]);
    expect([waiting(after), after.sent]).toEqual([['3'], { a: 5 }]);
    expect(after.refused).toMatchObject([{ id: '2', outcome: 'taken', by: 'Bob', quantity: 1 }]);
    expect(answered(two, [{ id: '1', outcome: 'older', by: null }]).refused).toEqual([]);
  });

  it('are shown, not dropped, when counting was over', () => {
    const after = closed(two);
    expect(after.waiting).toEqual([]);
    expect(after.refused.map(({ id, outcome }) => [id, outcome])).toEqual([
      ['1', 'closed'],
      ['2', 'closed'],
    ]);
  });

  it('are sent with the clock of the device, without what only its owner sees', () => {
    const body = batchOf(two, new Date('2026-11-20T04:00:00Z'));
    expect(body.sentAt).toBe('2026-11-20T04:00:00.000Z');
    expect(body.counts[0]).not.toHaveProperty('label');
  });
});

const item = (id: string, more: Partial<AuditItem> = {}): AuditItem => ({
  id,
  lineNo: 1,
  part: { id: `p-${id}`, code: `P-${id}`.toUpperCase(), name: id },
  bin: { id: 'bin-1', code: 'A-01', name: 'A-01' },
  unit: { id: 'u', code: 'pcs', name: 'pcs' },
  unitAllowsFraction: false,
  trackingType: 'none',
  barcode: null,
  lotNo: null,
  serialNo: null,
  condition: 'new',
  isFound: false,
  first: null,
  recount: null,
  needsRecount: false,
  isOpen: true,
  ...more,
});
const BINS = [
  { id: 'bin-2', code: 'A-02', name: 'A-02' },
  { id: 'bin-1', code: 'A-01', name: 'A-01' },
];

it('a line shows what was counted last, here, there or by somebody else', () => {
  const made = (id: string, quantity: number) => ({
    quantity,
    by: { id, name: id },
    at: '2026-11-20T03:00:00.000Z',
  });
  const show = (line: AuditItem, queue: CountQueue = EMPTY): ShownLine =>
    shownLine(line, { round: 1, queue, me: 'me' });
  expect(show(item('a'))).toMatchObject({ quantity: null, by: null });
  expect(show(item('a'), withCount(EMPTY, count('1', 'a', 0)))).toMatchObject({
    quantity: 0,
    isWaiting: true,
  });
  expect(show(item('a'), { ...EMPTY, sent: { a: 4 } })).toMatchObject({ quantity: 4 });
  expect(show(item('a', { first: made('bob', 9) }), { ...EMPTY, sent: { a: 4 } })).toMatchObject({
    quantity: 9,
    by: 'bob',
  });
});

describe('a scan', () => {
  const lines = [
    item('x', { barcode: '885001' }),
    item('s', { serialNo: 'SN-1', trackingType: 'serial' }),
    item('l', { lotNo: 'L-9', trackingType: 'lot' }),
  ].map((line): ShownLine => ({ line, quantity: null, isWaiting: false, by: null }));
  const bins = byBin(lines, BINS);
  const at = bins[0] ?? null;
  const read = (kind: 'bin' | 'part' | 'serial' | 'lot' | null, code: string, here = at) =>
    readStep({ kind, code, of: null }, { bins, at: here });

  it('is read where the counter stands', () => {
    expect(bins.map(({ code, open }) => [code, open])).toEqual([
      ['A-01', 3],
      ['A-02', 0],
    ]);
    expect(read('bin', 'A-02')).toEqual({ do: 'bin', binId: 'bin-2' });
    expect(read(null, '885001', null)).toEqual({ do: 'noBin' });
    expect(read(null, '885001')).toMatchObject({ do: 'line', line: { line: { id: 'x' } } });
    expect(read('part', 'P-X')).toMatchObject({ do: 'line', line: { line: { id: 'x' } } });
    expect(read(null, 'SN-1')).toMatchObject({ do: 'there', line: { line: { id: 's' } } });
    expect(read('lot', 'L-9')).toMatchObject({ do: 'line', line: { line: { id: 'l' } } });
    expect(read('serial', 'NEW')).toEqual({ do: 'found', code: 'NEW', isSerial: true });
  });
});
