import fc from 'fast-check';
import {
  allowedActions,
  type MachineDocument,
  refusalOf,
  type Viewer,
} from '../machine/machine.ts';
import { contractChecklist, contractMachine } from './contractMachine.ts';
import {
  applyVersion,
  canonical,
  changeTypeOf,
  diffVersions,
  type Json,
  revertVersion,
} from './contractVersions.ts';

const MANAGER: Viewer = {
  userId: 'manager',
  grants: new Set([
    'purchase-contract:approve',
    'purchase-contract:activate',
    'purchase-contract:update',
  ]),
  approvalLimit: '1000000.00',
  discountLimitPercent: null,
};

const contract = (fields: Partial<MachineDocument>): MachineDocument => ({
  status: 'approved',
  createdBy: 'sale',
  sale: 'sale',
  grandTotal: '100.00',
  isReserved: true,
  isCustomerReady: true,
  ...fields,
});

describe('contractMachine', () => {
  it('keeps the salesperson of a contract from approving it', () => {
    const doc = contract({ status: 'pending', sale: 'manager' });
    expect(refusalOf(contractMachine, 'approve', { doc, viewer: MANAGER })).toEqual({
      code: 'SELF_APPROVAL',
    });
  });

  it('is not in force before it is signed and the container stands at the customer', () => {
    const doc = contract({});
    expect(allowedActions(contractMachine, doc, MANAGER)).not.toContain('activate');
    expect(contractChecklist(doc)).toEqual([
      { action: 'activate', guard: 'hasSignedFile', isMet: false },
      { action: 'activate', guard: 'isInstalled', isMet: false },
    ]);
    const ready = contract({ hasSignedFile: true, isInstalled: true });
    expect(allowedActions(contractMachine, ready, MANAGER)).toContain('activate');
  });

  it('keeps whoever proposed a change from approving it', () => {
    const doc = contract({ status: 'onGoing', hasProposal: true, proposedBy: 'manager' });
    expect(refusalOf(contractMachine, 'approve-change', { doc, viewer: MANAGER })).toEqual({
      code: 'SELF_APPROVAL',
    });
  });
});

const values: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, false, '', 'text', '10.00', 0, 7),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'total', 'schedule', 'name'), tie('value'), {
      noNullPrototype: true,
    }),
  ),
})).value;

it('the difference from n−1 to n, applied to n−1, gives n, and taken from n gives n−1', () => {
  fc.assert(
    fc.property(values, values, (before, after) => {
      const changes = diffVersions(before, after);
      expect(canonical(applyVersion(before, changes))).toBe(canonical(after));
      expect(canonical(revertVersion(after, changes))).toBe(canonical(before));
    }),
    { numRuns: 3000 },
  );
});

it('says in which terms a contract changed', () => {
  const before = { price: '100.00', discount: null, schedule: [{ total: '107.00' }] };
  const after = { price: '90.00', discount: null, schedule: [{ total: '96.30' }] };
  const changes = diffVersions(before, after);
  expect(changes).toEqual([
    { path: 'price', from: '100.00', to: '90.00' },
    { path: 'schedule[0].total', from: '107.00', to: '96.30' },
  ]);
  expect(changeTypeOf(changes)).toBe('priceChange');
  expect(changeTypeOf(diffVersions({ a: 1 }, { a: 1, b: 2 }))).toBe('amendment');
  expect(diffVersions(before, { ...before })).toEqual([]);
});
