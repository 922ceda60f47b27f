import type { MachineDocument, Viewer } from '../machine/machine.ts';
import { allowedActions, refusalOf } from '../machine/machine.ts';
import {
  type AuditLine,
  isOverTolerance,
  isSettled,
  judgeCount,
  varianceOf,
  varianceTotal,
  varianceValueOf,
} from './auditLines.ts';
import { auditActionFor, auditMachine, isHidden } from './auditMachine.ts';

const viewer = (userId: string, ...grants: string[]): Viewer => ({
  userId,
  grants: new Set(grants),
  approvalLimit: null,
  discountLimitPercent: null,
});
const doc = (status: string, more: object = {}): MachineDocument => ({
  status,
  createdBy: 'planner',
  countedByIds: ['counter', 'other'],
  allCounted: true,
  allDecided: true,
  varianceValue: '0.00',
  ...more,
});

describe('the machine of a stock count (2.13)', () => {
  it('offers in each state what may be done', () => {
    const course = Object.fromEntries(
      Object.keys(auditMachine.states).map((status) => [
        status,
        allowedActions(auditMachine, doc(status), viewer('chief', 'all:manage')),
      ]),
    );
    expect(course).toEqual({
      draft: ['update', 'start'],
      counting: ['count', 'finish', 'cancel'],
      counted: ['recount', 'review', 'cancel'],
      recount: ['count', 'finish-recount', 'cancel'],
      review: ['recount', 'decide', 'approve', 'cancel'],
      approved: [],
      cancelled: [],
    });
  });

  it.each(['planner', 'counter', 'other'])('lets %s not post it', (userId) => {
    const asking = { doc: doc('review'), viewer: viewer(userId, 'all:manage') };
    expect(refusalOf(auditMachine, 'approve', asking)).toEqual({ code: 'SELF_APPROVAL' });
  });

  it('means one action by a wanted status, by where the count is', () => {
    expect(
      ['counted', 'recount', 'review'].map((current) => auditActionFor(current, 'review')),
    ).toEqual(['review', 'finish-recount', 'decide']);
  });

  it('hides the books of a blind count until its review, and for good when it is cancelled', () => {
    const hidden = Object.keys(auditMachine.states).filter((status) =>
      isHidden({ isBlind: true, status }),
    );
    expect(hidden).toEqual(['draft', 'counting', 'counted', 'recount', 'cancelled']);
    expect(isHidden({ isBlind: false, status: 'counting' })).toBe(false);
  });
});

const line = (more: Partial<AuditLine> = {}): AuditLine => ({
  snapshotQty: 100,
  first: { quantity: 90, movedSince: -8 },
  recount: null,
  unitCost: '12.5',
  ...more,
});

describe('a line', () => {
  it('differs by what was counted less the snapshot and what moved until then', () => {
    expect([varianceOf(line()), varianceValueOf(line())]).toEqual([-2, '-25.00']);
    expect(varianceOf(line({ recount: { quantity: 92, movedSince: -8 } }))).toBe(0);
    expect(varianceOf(line({ first: null }))).toBeNull();
    expect(varianceValueOf(line({ unitCost: null }))).toBeNull();
  });

  it.each([
    ['less than the quantity', { quantity: 2, percent: '0.00', value: '100.00' }, false],
    ['less than the per cent', { quantity: 0, percent: '3.00', value: '100.00' }, false],
    ['more than both', { quantity: 1, percent: '2.00', value: '100.00' }, true],
    ['worth more', { quantity: 9, percent: '9.00', value: '24.99' }, true],
  ] as const)('is counted again when it differs by %s', (_name, tolerance, over) => {
    expect(isOverTolerance(line(), tolerance)).toBe(over);
  });

  it('is settled by an answer', () => {
    const of = (more: object) =>
      isSettled({ variance: -2, decision: null, reasonCode: null, reasonText: null, ...more });
    expect([
      of({}),
      of({ variance: 0 }),
      of({ decision: 'ignore' }),
      of({ decision: 'recount', reasonCode: 'lost' }),
      of({ decision: 'accept' }),
      of({ decision: 'accept', reasonCode: 'lost' }),
      of({ decision: 'accept', reasonCode: 'other', reasonText: ' ' }),
      of({ decision: 'accept', reasonCode: 'other', reasonText: 'Rats' }),
    ]).toEqual([false, true, true, false, false, true, false, true]);
  });

  it('adds to the total by its size', () => {
    expect(varianceTotal(['-25.00', '10.50', null])).toBe('35.50');
  });
});

describe('a count that arrives', () => {
  const made = (by: string, at: number) => ({ by, at });
  const judge = (
    counting: { round: number; counterIds?: string[] },
    at: { needsRecount?: boolean; first?: object; again?: object },
    count: { by?: string; at?: number; round?: number } = {},
  ) =>
    judgeCount(
      { counterIds: [], ...counting },
      { needsRecount: false, first: null, again: null, ...at } as never,
      { by: 'ann', at: 10, round: counting.round, ...count },
    );
  it('is judged by who counted when', () => {
    expect([
      judge({ round: 1 }, {}),
      judge({ round: 1 }, { first: made('ann', 5) }),
      judge({ round: 1 }, { first: made('ann', 15) }),
      judge({ round: 1 }, { first: made('bob', 5) }),
      judge({ round: 1, counterIds: ['bob'] }, {}),
      judge({ round: 2 }, { needsRecount: true }, { round: 1 }),
      judge({ round: 2 }, { first: made('bob', 1) }),
      judge({ round: 2 }, { needsRecount: true, first: made('ann', 1) }),
      judge({ round: 2, counterIds: ['bob'] }, { needsRecount: true, first: made('bob', 1) }),
      judge({ round: 2 }, { needsRecount: true, first: made('bob', 1), again: made('cid', 2) }),
    ]).toEqual([
      'saved',
      'saved',
      'older',
      'taken',
      'notCounter',
      'roundOver',
      'notToRecount',
      'sameCounter',
      'saved',
      'taken',
    ]);
  });
});
