import { grantSet } from '../access/abilities.ts';
import { allowedActions, refusalOf } from '../machine/machine.ts';
import { unfinished } from '../people/team.ts';
import {
  inTransitQty,
  type TransferLine,
  transferLineState,
  transferStatus,
} from './transferLines.ts';
import { transferMachine } from './transferMachine.ts';

const viewer = (userId: string) => ({
  userId,
  grants: grantSet([{ subject: 'all', action: 'manage' }]),
  approvalLimit: null,
  discountLimitPercent: null,
});
const doc = (status: string, more: object = {}) => ({
  status,
  createdBy: 'maker',
  isFromMine: true,
  importUntouched: true,
  hasMissing: true,
  ...more,
});

describe('the machine of a transfer (2.8)', () => {
  it('offers in each state what may be done', () => {
    const course = Object.fromEntries(
      Object.keys(transferMachine.states).map((status) => [
        status,
        allowedActions(transferMachine, doc(status), viewer('other')),
      ]),
    );
    expect(course).toEqual({
      pending: ['update', 'approve', 'reject', 'cancel'],
      approved: ['ship', 'cancel'],
      inTransit: ['recall', 'resolve-loss'],
      partlyReceived: ['resolve-loss'],
      completed: [],
      recalled: ['resolve-loss'],
      returned: [],
      rejected: [],
      cancelled: [],
    });
    expect(unfinished(transferMachine)).toEqual(['pending', 'approved', 'inTransit']);
  });

  it('lets the source decide, and nobody on their own', () => {
    const ask = (action: string, status: string, more: object) =>
      refusalOf(transferMachine, action, { doc: doc(status, more), viewer: viewer('other') });
    expect(ask('approve', 'pending', { createdBy: 'other' })).toEqual({ code: 'SELF_APPROVAL' });
    for (const [action, status] of [
      ['approve', 'pending'],
      ['reject', 'pending'],
      ['ship', 'approved'],
      ['recall', 'inTransit'],
    ] as const) {
      expect(ask(action, status, { isFromMine: false })).toEqual({
        code: 'GUARD',
        guard: 'isFromMine',
      });
    }
    expect(ask('recall', 'inTransit', { importUntouched: false })).toEqual({
      code: 'GUARD',
      guard: 'importUntouched',
    });
    expect(ask('resolve-loss', 'inTransit', { hasMissing: false })).toEqual({
      code: 'GUARD',
      guard: 'hasMissing',
    });
  });
});

const line = (more: Partial<TransferLine> = {}): TransferLine => ({
  approvedQty: 5,
  shippedQty: 5,
  receivedQty: 0,
  damagedQty: 0,
  returnedQty: 0,
  lostQty: 0,
  missingQty: 0,
  ...more,
});

it.each([
  ['waiting', { approvedQty: null, shippedQty: 0 }, true],
  ['declined', { approvedQty: 0, shippedQty: 0 }, true],
  ['reserved', { shippedQty: 0 }, true],
  ['unshipped', { shippedQty: 0 }, false],
  ['unshipped', { approvedQty: null, shippedQty: 0 }, false],
  ['inTransit', {}, false],
  ['missing', { receivedQty: 4, missingQty: 1 }, false],
  ['received', { receivedQty: 5 }, false],
  ['damaged', { receivedQty: 4, damagedQty: 1 }, false],
  ['lost', { receivedQty: 3, damagedQty: 1, lostQty: 1 }, false],
  ['returned', { returnedQty: 5 }, false],
] as const)('a line is %s by its quantities', (state, more, mayShip) => {
  expect(transferLineState(line(more), { mayShip })).toBe(state);
});

it('the status follows from the lines (I17), and what is in transit from what became of it (I22)', () => {
  const status = (isRecalled: boolean, ...lines: Partial<TransferLine>[]) =>
    transferStatus(lines.map(line), { isRecalled });
  expect(inTransitQty(line({ receivedQty: 1, damagedQty: 1, returnedQty: 1, lostQty: 1 }))).toBe(1);
  expect(status(false, {})).toBe('inTransit');
  expect(status(false, { missingQty: 5 })).toBe('inTransit');
  expect(status(false, { receivedQty: 5 }, {})).toBe('partlyReceived');
  expect(status(false, { receivedQty: 4, lostQty: 1 }, { damagedQty: 5 })).toBe('completed');
  expect(status(false, { lostQty: 5 })).toBe('completed');
  expect(status(false, { returnedQty: 5 })).toBe('returned');
  expect(status(true, { returnedQty: 4 })).toBe('recalled');
  expect(status(true, { returnedQty: 4, lostQty: 1 })).toBe('returned');
});
