import type { MachineDocument, Viewer } from '../machine/machine.ts';
import { allowedActions, refusalOf } from '../machine/machine.ts';
import { unfinished } from '../people/team.ts';
import {
  openRequisitionQty,
  type RequisitionLine,
  requisitionLineState,
  requisitionStatus,
  shortQty,
} from './requisitionLines.ts';
import { requisitionMachine } from './requisitionMachine.ts';

const viewer = (userId: string, ...grants: string[]): Viewer => ({
  userId,
  grants: new Set(grants),
  approvalLimit: null,
  discountLimitPercent: null,
});
const doc = (status: string, more: object = {}): MachineDocument => ({
  status,
  createdBy: 'maker',
  requester: 'asker',
  hasShortLines: true,
  dispatchedToday: true,
  ...more,
});

describe('the machine of a requisition (2.7)', () => {
  it('offers in each state what may be done', () => {
    const course = Object.fromEntries(
      Object.keys(requisitionMachine.states).map((status) => [
        status,
        allowedActions(requisitionMachine, doc(status), viewer('other', 'all:manage')),
      ]),
    );
    expect(course).toEqual({
      pending: ['update', 'approve', 'reject', 'cancel-all'],
      approved: ['allocate', 'confirm-items', 'cancel-items', 'cancel-all', 'confirm-dispatch'],
      picking: ['allocate', 'confirm-items', 'cancel-items', 'cancel-all', 'confirm-dispatch'],
      dispatched: ['return', 'reverse'],
      partlyReturned: ['return'],
      returned: [],
      rejected: [],
      cancelled: [],
      reversed: [],
    });
    expect(unfinished(requisitionMachine)).toEqual(['pending', 'approved', 'picking']);
  });

  it('lets neither its maker nor whoever wants the parts decide', () => {
    for (const userId of ['maker', 'asker']) {
      for (const action of ['approve', 'reject']) {
        expect(
          refusalOf(requisitionMachine, action, {
            doc: doc('pending'),
            viewer: viewer(userId, 'all:manage'),
          }),
        ).toEqual({ code: 'SELF_APPROVAL' });
      }
    }
  });

  it('lets an owner cancel while it waits', () => {
    const ask = (status: string) =>
      refusalOf(requisitionMachine, 'cancel-all', { doc: doc(status), viewer: viewer('maker') });
    expect([ask('pending'), ask('approved')]).toEqual([null, { code: 'FORBIDDEN' }]);
  });

  it('takes a hand-over back on its day, and holds more only where stock lacks', () => {
    const refusal = (action: string, status: string) =>
      refusalOf(requisitionMachine, action, {
        doc: doc(status, { hasShortLines: false, dispatchedToday: false }),
        viewer: viewer('other', 'all:manage'),
      });
    expect(refusal('reverse', 'dispatched')).toEqual({ code: 'GUARD', guard: 'dispatchedToday' });
    expect(refusal('allocate', 'approved')).toEqual({ code: 'GUARD', guard: 'hasShortLines' });
  });
});

const line = (more: Partial<RequisitionLine> = {}): RequisitionLine => ({
  approvedQty: 5,
  reservedQty: 5,
  pickedQty: 0,
  cancelledQty: 0,
  dispatchedQty: 0,
  returnedQty: 0,
  ...more,
});

it.each([
  ['waiting', { approvedQty: null, reservedQty: 0 }],
  ['declined', { approvedQty: 0, reservedQty: 0 }],
  ['short', { reservedQty: 2 }],
  ['reserved', {}],
  ['picking', { pickedQty: 2 }],
  ['picked', { pickedQty: 5 }],
  ['picked', { pickedQty: 3, reservedQty: 3, cancelledQty: 2 }],
  ['cancelled', { reservedQty: 0, cancelledQty: 5 }],
  ['dispatched', { reservedQty: 0, dispatchedQty: 5 }],
  ['partlyReturned', { reservedQty: 0, dispatchedQty: 5, returnedQty: 1 }],
  ['returned', { reservedQty: 0, dispatchedQty: 5, returnedQty: 5 }],
] as const)('a line is %s by its quantities', (state, more) => {
  expect(requisitionLineState(line(more))).toBe(state);
});

it('what is open and short of a line adds up', () => {
  const some = line({ approvedQty: 5, reservedQty: 2, pickedQty: 1, cancelledQty: 1 });
  expect([openRequisitionQty(some), shortQty(some)]).toEqual([3, 2]);
});

it('the status follows from the lines (I17)', () => {
  const out = { reservedQty: 0, dispatchedQty: 5 };
  const status = (...lines: Partial<RequisitionLine>[]) => requisitionStatus(lines.map(line));
  expect(status({}, { reservedQty: 1 })).toBe('approved');
  expect(status({}, { pickedQty: 1 })).toBe('picking');
  expect(status({ cancelledQty: 5, reservedQty: 0 }, { approvedQty: 0, reservedQty: 0 })).toBe(
    'cancelled',
  );
  expect(status(out, { cancelledQty: 5, reservedQty: 0 })).toBe('dispatched');
  expect(status(out, { ...out, returnedQty: 1 })).toBe('partlyReturned');
  expect(status({ ...out, returnedQty: 5 })).toBe('returned');
});
