import { ACTIVITY_ACTIONS, ACTIVITY_SUBJECTS } from '../../contract/areas/admin/activityLogs.ts';
import { ALL_HEADER_TYPES, SIGNERS } from '../documents/headers.ts';
import { activityChanges, wholeText } from './changes.ts';
import { ACTIVITY_TEXTS, activityText, activityValue } from './texts.ts';

describe('what changed', () => {
  it('is every field that differs, on either side', () => {
    expect(activityChanges({ a: 1, b: 'x' }, { b: 'y', c: true })).toEqual([
      { field: 'a', before: 1, after: null },
      { field: 'b', before: 'x', after: 'y' },
      { field: 'c', before: null, after: true },
    ]);
  });

  it('leaves out what only looks different', () => {
    const before = { price: '5.00', count: '10', note: null, tags: [], phone: '' };
    expect(activityChanges(before, { price: '5', count: '10', note: '' })).toEqual([]);
    expect(activityChanges({ count: '10' }, { count: '1' })).toHaveLength(1);
  });

  it('takes values with parts apart', () => {
    const address = { line1: '1 Rama I', zipcode: '10330' };
    expect(activityChanges({ address }, { address: { ...address, zipcode: '10400' } })).toEqual([
      { field: 'address.zipcode', before: '10330', after: '10400' },
    ]);
    expect(activityChanges(null, { address }).map(({ field }) => field)).toEqual([
      'address.line1',
      'address.zipcode',
    ]);
  });
});

it('says an address as it is written, in the language asked for', () => {
  const address = { line1: '1 Rama I', text: '1 Rama I, Bangkok', textTh: '1 ถ.พระราม 1 กรุงเทพฯ' };
  expect(activityChanges(null, { address })).toEqual([
    { field: 'address', before: null, after: address },
  ]);
  expect([wholeText(address, 'en'), wholeText(address, 'th')]).toEqual([
    address.text,
    address.textTh,
  ]);
  expect(wholeText({ line1: '1 Rama I' }, 'en')).toBeNull();
});

const HEADER_FIELDS = [
  ...['type', 'name', 'companyNameTh', 'companyNameEn', 'taxId', 'branchCode', 'address', 'phone'],
  ...['footer', 'terms', 'signatureBlocks', 'isDefault', 'isActive', 'logoFile'],
  ...['labelTh', 'labelEn', 'signer'],
];

describe('words', () => {
  it.each(['en', 'th'] as const)('name every kind of record and action in %s', (locale) => {
    expect(Object.keys(ACTIVITY_TEXTS[locale].subject).sort()).toEqual(
      [...ACTIVITY_SUBJECTS].sort(),
    );
    expect(Object.keys(ACTIVITY_TEXTS[locale].action).sort()).toEqual([...ACTIVITY_ACTIONS].sort());
  });

  it('name the same fields in both languages', () => {
    for (const kind of ['field', 'value'] as const) {
      expect(Object.keys(ACTIVITY_TEXTS.th[kind])).toEqual(Object.keys(ACTIVITY_TEXTS.en[kind]));
    }
  });

  it.each(['en', 'th'] as const)('name all that a document header holds in %s', (locale) => {
    const { field, value } = ACTIVITY_TEXTS[locale];
    for (const name of HEADER_FIELDS)
      expect([name, field[name]]).toEqual([name, expect.any(String)]);
    const values = [
      ...ALL_HEADER_TYPES.map((type) => `type.${type}`),
      ...SIGNERS.map((signer) => `signer.${signer}`),
    ];
    for (const name of values) expect([name, value[name]]).toEqual([name, expect.any(String)]);
  });

  it('are found for ids and parts, and made up for what nobody has named', () => {
    expect(activityText('en', 'field', 'supplierId')).toBe('Supplier');
    expect(activityText('th', 'field', 'address.zipcode')).toBe('รหัสไปรษณีย์');
    expect(activityText('en', 'field', 'hullColourIds')).toBe('Hull colour');
    expect(activityText('en', 'action', 'close-hatch')).toBe('Close hatch');
    expect(activityValue('th', 'vatMode', 'none')).toBe('ไม่มีภาษี');
    expect(activityValue('en', 'remark', 'none')).toBeNull();
  });
});
