import { bangkokDate, startOfBangkokDay } from '@boxyard/shared/domain';
import {
  DAY_HOURS,
  daysShown,
  dropped,
  firstPlacement,
  fractionOf,
  lanesOf,
  movedByKey,
  resized,
} from './placement.ts';

const HOUR = 3_600_000;
const DAY = '2026-12-09';
const at = (day: string, hour: number) => startOfBangkokDay(day).getTime() + hour * HOUR;
const placed = { technicianId: 'a', start: at(DAY, 9), end: at(DAY, 11) };
const clock = ({ start, end }: { start: number; end: number }) =>
  [start, end].map((instant) => (instant - at(DAY, 0)) / HOUR);

test.each([
  ['day', ['2026-12-09', '2026-12-09', 1]],
  ['week', ['2026-12-07', '2026-12-13', 7]],
  ['month', ['2026-12-01', '2026-12-31', 31]],
] as const)('a %s shows its days', (view, [first, last, length]) => {
  const days = daysShown(view, DAY);
  expect([days[0], days.at(-1), days.length]).toEqual([first, last, length]);
});

test('February of a leap year has 29 days', () => {
  expect(daysShown('month', '2028-02-10')).toHaveLength(29);
});

test('a job of the backlog lands where it is dropped, in quarters of an hour', () => {
  const fraction = (10.1 - DAY_HOURS.from) / (DAY_HOURS.to - DAY_HOURS.from);
  const drop = { view: 'day', days: [DAY], technicianId: 'b', fraction, moved: null } as const;
  expect(clock(dropped(null, drop))).toEqual([10, 11]);
});

test('an appointment moves by as much as it was dragged, and keeps its length', () => {
  const moved = 2 / (DAY_HOURS.to - DAY_HOURS.from);
  const drop = { view: 'day', days: [DAY], technicianId: 'b', fraction: 0.9, moved } as const;
  const there = dropped(placed, drop);
  expect([there.technicianId, ...clock(there)]).toEqual(['b', 11, 13]);
});

test('between days an appointment keeps its time', () => {
  const days = daysShown('week', DAY);
  const there = dropped(placed, {
    view: 'week',
    days,
    technicianId: 'b',
    fraction: 0.99,
    moved: 0.5,
  });
  expect(there).toEqual({
    technicianId: 'b',
    start: at('2026-12-13', 9),
    end: at('2026-12-13', 11),
  });
});

test('an appointment lasts a quarter of an hour at least', () => {
  expect(clock(resized(placed, -1))).toEqual([9, 9.25]);
});

describe('by keyboard', () => {
  const grid = { view: 'day', days: [DAY], technicianIds: ['a', 'b'] } as const;
  const press = (key: string, shiftKey = false) => movedByKey(placed, { key, shiftKey }, grid);

  test('arrows move between technicians and times', () => {
    expect(press('ArrowDown')?.technicianId).toBe('b');
    expect(press('ArrowUp')?.technicianId).toBe('a');
    expect(clock(press('ArrowRight') ?? placed)).toEqual([9.25, 11.25]);
    expect(clock(press('ArrowLeft') ?? placed)).toEqual([8.75, 10.75]);
    expect(clock(press('ArrowRight', true) ?? placed)).toEqual([9, 11.25]);
    expect(press('x')).toBeNull();
  });

  test('nothing leaves the days that are shown', () => {
    const days = ['2026-12-09', '2026-12-10'];
    const week = { ...grid, view: 'week', days } as const;
    const once = movedByKey(placed, { key: 'ArrowRight', shiftKey: false }, week) ?? placed;
    expect(bangkokDate(new Date(once.start))).toBe('2026-12-10');
    const twice = movedByKey(once, { key: 'ArrowRight', shiftKey: false }, week) ?? once;
    expect(bangkokDate(new Date(twice.start))).toBe('2026-12-10');
    const back = movedByKey(placed, { key: 'ArrowLeft', shiftKey: false }, week) ?? placed;
    expect(bangkokDate(new Date(back.start))).toBe(DAY);
  });
});

test('what lies outside the hours is drawn at their edge', () => {
  expect([at(DAY, 3), at(DAY, 14), at(DAY, 23)].map((one) => fractionOf(one, DAY))).toEqual([
    0, 0.5, 1,
  ]);
  expect(clock(firstPlacement('a', DAY))).toEqual([9, 10]);
});

test('spans that overlap lie in lanes of their own', () => {
  const span = (start: number, end: number) => ({ start, end });
  expect(lanesOf([span(9, 11), span(10, 12), span(11, 13)])).toEqual({
    lanes: [0, 1, 0],
    count: 2,
  });
  expect(lanesOf([])).toEqual({ lanes: [], count: 1 });
});
