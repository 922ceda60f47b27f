import { missedSince, nextOccurrence, type Series } from './nextOccurrence.ts';

const series = (given: Partial<Series> = {}): Series => ({
  startsOn: '2026-01-05',
  endsOn: null,
  every: 1,
  unit: 'week',
  basedOn: 'scheduledDate',
  lastDue: null,
  lastDone: null,
  from: '2026-01-01',
  ...given,
});

it.each<[string, Partial<Series>, string, ReturnType<typeof nextOccurrence>]>([
  ['the start', {}, '2026-01-01', { dueOn: '2026-01-05', missedOn: [] }],
  [
    'nothing before the container stood there',
    { from: '2026-02-01' },
    '2026-02-01',
    { dueOn: '2026-02-02', missedOn: [] },
  ],
  [
    'the latest of those that nobody planned for 40 days, with the others named',
    { lastDue: '2026-01-05' },
    '2026-02-14',
    {
      dueOn: '2026-02-09',
      missedOn: ['2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02'],
    },
  ],
  ['none after the end', { endsOn: '2026-01-20', lastDue: '2026-01-19' }, '2026-01-20', null],
  [
    'the last one before the end, long after it',
    { endsOn: '2026-01-20' },
    '2026-06-01',
    { dueOn: '2026-01-19', missedOn: ['2026-01-05', '2026-01-12'] },
  ],
  [
    'from the day done',
    { basedOn: 'completedDate', lastDue: '2026-01-05', lastDone: '2026-01-08' },
    '2026-01-08',
    { dueOn: '2026-01-15', missedOn: [] },
  ],
  [
    'from the day done, long ago: once, and no day was missed',
    { basedOn: 'completedDate', lastDue: '2026-01-05', lastDone: '2026-01-08' },
    '2026-05-01',
    { dueOn: '2026-01-15', missedOn: [] },
  ],
  [
    'the first of those that count from the day done, as planned',
    { basedOn: 'completedDate', from: '2026-02-01' },
    '2026-02-01',
    { dueOn: '2026-02-02', missedOn: [] },
  ],
  [
    'not before a schedule is used again',
    { lastDue: '2026-01-05', from: '2026-03-01' },
    '2026-03-01',
    { dueOn: '2026-03-02', missedOn: [] },
  ],
  [
    'the same, from the day done',
    {
      basedOn: 'completedDate',
      lastDue: '2026-01-05',
      lastDone: '2026-01-05',
      from: '2026-03-01',
    },
    '2026-03-01',
    { dueOn: '2026-03-01', missedOn: [] },
  ],
])('plans %s', (_case, given, ...[today, expected]) => {
  expect(nextOccurrence(series(given), today)).toEqual(expected);
});

it('names the days that pass while one is open, of planned series only', () => {
  const open = { dueOn: '2026-01-05', until: '2026-01-20' };
  expect(missedSince(series(), open)).toEqual(['2026-01-12', '2026-01-19']);
  expect(missedSince(series({ endsOn: '2026-01-15' }), open)).toEqual(['2026-01-12']);
  expect(missedSince(series({ basedOn: 'completedDate' }), open)).toEqual([]);
});
