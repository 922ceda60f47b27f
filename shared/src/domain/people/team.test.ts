import { PAGE_VERBS, ROUTES } from '../access/pages.ts';
import { allowedActions, refusalOf, statusesOf, type Viewer } from '../machine/machine.ts';
import {
  goodsImportMachine,
  purchaseOrderMachine,
  purchaseRequestMachine,
  receiptMachine,
} from '../purchasing/machines.ts';
import {
  MOVE_STATUSES,
  TEAM_PAGES,
  TEAM_POSITIONS,
  TEAM_TYPES,
  teamMoveMachines,
  unfinished,
} from './team.ts';

const SUBJECTS = ['all', ...Object.keys(PAGE_VERBS), ...ROUTES.map(({ name }) => name)];

it.each([...TEAM_TYPES, ...TEAM_POSITIONS])('%s names no page', (word) => {
  expect(SUBJECTS).not.toContain(word);
});

describe.each(TEAM_TYPES)('moves into %s teams', (type) => {
  const machine = teamMoveMachines[type];
  const page = TEAM_PAGES[type];
  const viewer = (userId: string, ...verbs: string[]): Viewer => ({
    userId,
    grants: new Set(verbs.map((verb) => (verb.includes(':') ? verb : `${page}:${verb}`))),
    approvalLimit: null,
    discountLimitPercent: null,
  });
  const move = (more: object = {}) => ({
    status: 'pending',
    createdBy: 'asker',
    userId: 'moved',
    mayDecide: true,
    ...more,
  });

  it('has verbs of its page, and the statuses that the list filters by', () => {
    for (const { verb } of Object.values(machine.actions)) {
      if (verb !== undefined) expect(PAGE_VERBS[page]).toContain(verb);
    }
    expect(statusesOf(machine)).toEqual([...MOVE_STATUSES]);
  });

  it('is decided by neither the requester nor the person, whatever they hold', () => {
    for (const who of ['asker', 'moved']) {
      const grants = viewer(who, 'all:manage');
      for (const action of ['approve', 'reject']) {
        expect(refusalOf(machine, action, { doc: move(), viewer: grants })).toEqual({
          code: 'SELF_APPROVAL',
        });
      }
    }
    expect(allowedActions(machine, move(), viewer('leader', 'approve-assignee'))).toEqual([
      'approve',
      'reject',
    ]);
  });

  it('is decided by whoever leads the team, not by any approver', () => {
    const refusal = refusalOf(machine, 'approve', {
      doc: move({ mayDecide: false }),
      viewer: viewer('other', 'approve-assignee'),
    });
    expect(refusal).toEqual({ code: 'GUARD', guard: 'mayDecide' });
  });

  it('is withdrawn by whoever asked, and by nobody once it is decided', () => {
    const asker = viewer('asker', 'request-assignee');
    expect(allowedActions(machine, move(), asker)).toEqual(['cancel']);
    expect(
      refusalOf(machine, 'cancel', { doc: move(), viewer: viewer('x', 'request-assignee') }),
    ).toEqual({ code: 'NOT_OWNER' });
    for (const status of ['approved', 'rejected', 'cancelled']) {
      expect(allowedActions(machine, move({ status }), viewer('asker', 'all:manage'))).toEqual([]);
    }
  });
});

it('finds the states in which work is open', () => {
  expect(unfinished(purchaseRequestMachine)).toEqual([
    'draft',
    'pending',
    'approved',
    'booking',
    'onGoing',
  ]);
  expect(unfinished(purchaseOrderMachine)).toEqual(unfinished(purchaseRequestMachine));
  expect(unfinished(receiptMachine)).toEqual(['pending']);
  expect(unfinished(goodsImportMachine)).toEqual(['pending', 'inspecting']);
});
