import type { Machine, MachineDocument, Viewer } from '../machine/machine.ts';
import { allowedActions, refusalOf, stampOf } from '../machine/machine.ts';
import {
  goodsImportMachine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from './machines.ts';

/** The tables of domain-warehouse 2.2, 2.4 and 2.5: which action a person may do in which state. */
const everything = {
  hasOpenLines: true,
  hasReceipts: false,
  hasPutAway: false,
  importUntouched: true,
  counted: true,
  estimatedTotal: '1.00',
  grandTotal: '1.00',
};
const viewer = (userId: string, ...grants: string[]): Viewer => ({
  userId,
  grants: new Set(grants),
  approvalLimit: null,
  discountLimitPercent: null,
});
const doc = (status: string, more: object = {}): MachineDocument => ({
  status,
  createdBy: 'maker',
  ...everything,
  ...more,
});
const courseOf = (machine: Machine): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(machine.states).map((status) => [
      status,
      allowedActions(machine, doc(status), viewer('other', 'all:manage')),
    ]),
  );

describe('who may do everything', () => {
  it('finds the actions of a request', () => {
    expect(courseOf(purchaseRequestMachine)).toEqual({
      draft: ['update', 'submit', 'cancel'],
      pending: ['update', 'approve', 'reject', 'cancel'],
      approved: ['cancel'],
      booking: ['cancel'],
      onGoing: ['cancel'],
      completed: [],
      expired: ['cancel', 'renew'],
      rejected: [],
      cancelled: [],
    });
  });

  it('finds the actions of an order', () => {
    expect(courseOf(purchaseOrderMachine)).toEqual({
      draft: ['update', 'submit', 'cancel'],
      pending: ['update', 'approve', 'reject', 'cancel'],
      approved: ['confirm', 'send', 'amend', 'revise', 'cancel'],
      booking: ['confirm', 'send', 'amend', 'revise', 'cancel'],
      onGoing: ['send', 'amend', 'close-short'],
      completed: [],
      expired: ['cancel', 'extend'],
      rejected: [],
      cancelled: [],
    });
  });

  it('finds the actions of a receipt', () => {
    expect(courseOf(receiptMachine)).toEqual({
      pending: ['approve', 'cancel'],
      posted: ['reverse'],
      reversed: [],
      cancelled: [],
    });
  });
});

it('a PDF is stamped as long as, or since, its document does not count', () => {
  const stamps = (machine: Machine) =>
    Object.fromEntries(Object.keys(machine.states).map((name) => [name, stampOf(machine, name)]));
  const purchase = {
    draft: 'draft',
    pending: 'draft',
    expired: 'cancelled',
    rejected: 'rejected',
    cancelled: 'cancelled',
  };
  expect(stamps(purchaseRequestMachine)).toEqual(purchase);
  expect(stamps(purchaseOrderMachine)).toEqual(purchase);
  expect(stamps(receiptMachine)).toEqual({
    pending: 'draft',
    reversed: 'reversed',
    cancelled: 'cancelled',
  });
  expect(stamps(goodsImportMachine)).toEqual({
    pending: 'draft',
    inspecting: 'draft',
    rejected: 'rejected',
    reversed: 'reversed',
  });
});

describe('what stands against an action', () => {
  const ask = (machine: Machine, action: string, more: { doc: MachineDocument; viewer: Viewer }) =>
    refusalOf(machine, action, more);

  it('is the ability, unless it is the owner’s own document that waits', () => {
    const cancel = (status: string, userId: string) =>
      ask(purchaseRequestMachine, 'cancel', { doc: doc(status), viewer: viewer(userId) });
    expect(cancel('pending', 'maker')).toBeNull();
    expect(cancel('pending', 'other')).toEqual({ code: 'FORBIDDEN' });
    expect(cancel('approved', 'maker')).toEqual({ code: 'FORBIDDEN' });
  });

  it('is somebody else’s request, for who only may change requests', () => {
    const update = (userId: string, grant: string) =>
      ask(purchaseRequestMachine, 'update', {
        doc: doc('pending'),
        viewer: viewer(userId, grant),
      });
    expect(update('other', 'purchase-requests:update')).toEqual({ code: 'NOT_OWNER' });
    expect(update('other', 'purchase-requests:manage')).toBeNull();
    expect(update('maker', 'purchase-requests:update')).toBeNull();
  });

  it('is one’s own work, even with every right but the one that names it', () => {
    const approve = (...grants: string[]) =>
      ask(purchaseOrderMachine, 'approve', {
        doc: doc('pending'),
        viewer: viewer('maker', ...grants),
      });
    expect(approve('all:manage')).toEqual({ code: 'SELF_APPROVAL' });
    expect(approve('purchase-orders:approve', 'purchase-orders:approve-own')).toBeNull();
  });

  it.each([
    { machine: purchaseRequestMachine, action: 'cancel', guard: 'hasOpenLines' },
    { machine: purchaseOrderMachine, action: 'cancel', guard: 'nothingReceived' },
    { machine: purchaseOrderMachine, action: 'revise', guard: 'nothingReceived' },
    { machine: receiptMachine, action: 'reverse', guard: 'importUntouched' },
    { machine: goodsImportMachine, action: 'reject', guard: 'nothingPutAway' },
  ] as const)('of $action is its guard $guard', ({ machine, action, guard }) => {
    const status = {
      cancel: 'approved',
      revise: 'booking',
      reverse: 'posted',
      reject: 'inspecting',
    }[action];
    const refusal = ask(machine, action, {
      doc: doc(status, {
        hasOpenLines: false,
        hasReceipts: true,
        importUntouched: false,
        hasPutAway: true,
      }),
      viewer: viewer('other', 'all:manage'),
    });
    expect(refusal).toEqual({ code: 'GUARD', guard });
  });
});

describe.each([purchaseRequestMachine, purchaseOrderMachine, receiptMachine, goodsImportMachine])(
  'machine $id',
  (machine: Machine) => {
    it('names only states it has, and every guard it names', () => {
      for (const action of Object.values(machine.actions)) {
        for (const state of [...action.from, ...action.to]) {
          expect(Object.keys(machine.states)).toContain(state);
        }
        for (const guard of action.guards ?? []) {
          expect(Object.keys(machine.guards ?? {})).toContain(guard);
        }
      }
    });

    it('I18: nobody leaves a terminal state but by the system taking something back', () => {
      const terminal = Object.entries(machine.states)
        .filter(([, state]) => state.terminal)
        .map(([name]) => name);
      for (const action of Object.values(machine.actions)) {
        if (action.verb === undefined) continue;
        expect(action.from.filter((state) => terminal.includes(state))).toEqual([]);
      }
    });

    it('says of each action how it is taken back, or why it is not', () => {
      for (const action of Object.values(machine.actions)) {
        const { undo } = action;
        if ('action' in undo) expect(Object.keys(machine.actions)).toContain(undo.action);
        else expect(undo.irreversible).not.toBe('');
      }
    });
  },
);
