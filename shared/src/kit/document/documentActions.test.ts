import { containerReceiptMachine } from '../../domain/containers/receiptMachine.ts';
import { grantSet, type Machine, purchaseRequestMachine, type Viewer } from '../../domain/index.ts';
import {
  actionButtons,
  camelCase,
  courseOf,
  inOrder,
  primaryOf,
  shownOf,
} from './documentActions.ts';
import { pageOfPosition } from './useWalk.ts';

const machine = purchaseRequestMachine as unknown as Machine;
const viewer = (over: Partial<Viewer> = {}): Viewer => ({
  userId: 'me',
  grants: grantSet([{ subject: 'purchase-requests', action: 'manage' }]),
  approvalLimit: '100000.00',
  discountLimitPercent: null,
  ...over,
});
const doc = {
  status: 'pending',
  createdBy: { id: 'other', name: 'Other' },
  estimatedTotal: '48150.00',
  hasOpenLines: true,
};
const names = (buttons: ReturnType<typeof actionButtons>) => buttons.map(({ name }) => name);

test('offers what state and abilities allow, and nothing the system does by itself', () => {
  expect(names(actionButtons(machine, doc, viewer()))).toEqual([
    'update',
    'approve',
    'reject',
    'cancel',
  ]);
  expect(names(actionButtons(machine, doc, viewer({ grants: new Set() })))).toEqual([]);
});

test('of a machine on two pages the buttons are those of the document’s page', () => {
  const onPages: Machine = {
    ...machine,
    pages: { by: 'kind', of: { request: 'purchase-requests', order: 'purchase-orders' } },
  };
  const shown = (kind: string) => names(actionButtons(onPages, { ...doc, kind }, viewer()));
  expect(shown('request')).toEqual(['update', 'approve', 'reject', 'cancel']);
  expect(shown('order')).toEqual([]);
});

test('one’s own work is drawn barred, with the reason', () => {
  const own = actionButtons(machine, { ...doc, createdBy: { id: 'me', name: 'Me' } }, viewer());
  expect(own.find(({ name }) => name === 'approve')?.refusal).toEqual({ code: 'SELF_APPROVAL' });
  expect(primaryOf(own)).toBeUndefined();
});

test('a guard that is not met says which', () => {
  const closed = actionButtons(machine, { ...doc, hasOpenLines: false }, viewer());
  expect(closed.find(({ name }) => name === 'cancel')?.refusal).toEqual({
    code: 'GUARD',
    guard: 'hasOpenLines',
  });
});

test('the server’s word wins: what it allows may be pressed, what it refuses may not', () => {
  const allowed = actionButtons(machine, { ...doc, allowedActions: ['approve'] }, viewer());
  expect(
    Object.fromEntries(allowed.map(({ name, refusal }) => [name, refusal?.code ?? null])),
  ).toEqual({
    update: 'SERVER',
    approve: null,
    reject: 'SERVER',
    cancel: 'SERVER',
  });
});

test('above one’s limit an approval is an endorsement', () => {
  const small = actionButtons(machine, doc, viewer({ approvalLimit: '1000.00' }));
  expect(small.find(({ name }) => name === 'approve')?.endorses).toBe(true);
  expect(small.find(({ name }) => name === 'reject')?.endorses).toBe(false);
});

test('the one primary action stands last', () => {
  const buttons = inOrder(actionButtons(machine, doc, viewer()));
  expect(names(buttons)).toEqual(['update', 'reject', 'cancel', 'approve']);
  expect(primaryOf(buttons)?.name).toBe('approve');
});

test('an action’s call is its name in camel case', () => {
  expect(camelCase('close-short')).toBe('closeShort');
  expect(camelCase('approve')).toBe('approve');
});

test('the course shows what is done, where it stands and what lies ahead', () => {
  expect(courseOf(machine, 'approved', []).steps.map(({ state }) => state)).toEqual([
    'done',
    'done',
    'current',
    'ahead',
    'ahead',
    'ahead',
  ]);
  expect(courseOf(machine, 'completed', []).steps.at(-1)?.state).toBe('done');
});

test('of states that share a step the course shows the one that was taken', () => {
  const receipt = containerReceiptMachine as unknown as Machine;
  const coursesOf = (status: string) =>
    courseOf(receipt, status, []).steps.map((step) => step.status);
  expect(coursesOf('pending')).toEqual(['pending', 'approved']);
  expect(coursesOf('approved')).toEqual(['pending', 'approved']);
  expect(coursesOf('partiallyApproved')).toEqual(['pending', 'partiallyApproved']);
});

test('a side state stands apart from the course as far as it came', () => {
  const course = courseOf(machine, 'rejected', [
    { to: 'draft' },
    { to: 'pending' },
    { to: 'rejected' },
  ]);
  expect(course.aside).toBe('rejected');
  expect(course.steps.filter(({ state }) => state === 'done').map(({ status }) => status)).toEqual([
    'draft',
    'pending',
  ]);
});

test('a position of the query lies on a page', () => {
  expect(pageOfPosition(44, 20)).toEqual({ page: 3, index: 4 });
});

describe('buttons beside the title', () => {
  const button = (key: string, more: object = {}) => ({
    key,
    primary: false,
    leads: false,
    reason: null,
    danger: false,
    ...more,
  });
  const shown = (keys: readonly ReturnType<typeof button>[]) => shownOf(keys).map(({ key }) => key);
  const danger = { danger: true };

  it('are all of them, up to six', () => {
    const six = [button('cancel', danger), ...'abcde'.split('').map((key) => button(key))];
    expect(shown(six)).toEqual(['cancel', 'a', 'b', 'c', 'd', 'e']);
  });

  it('are the five that matter most of more; the rest is in the menu', () => {
    const many = [
      button('cancel', danger),
      button('barred', { reason: 'Not yet' }),
      ...'abc'.split('').map((key) => button(key)),
      button('activate', { leads: true, reason: 'Not installed' }),
      button('install', { primary: true }),
    ];
    expect(shown(many)).toEqual(['a', 'b', 'c', 'activate', 'install']);
  });
});
