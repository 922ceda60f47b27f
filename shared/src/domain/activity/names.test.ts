import { placeName, recordName } from './names.ts';

const ref = (name: string, more: { code?: string; nameTh?: string } = {}) => ({
  code: null,
  name,
  ...more,
});

it.each([
  ['a number', { record: 'PO1', current: ref('PO1') }, 'PO1', 'PO1'],
  [
    'a code with its name',
    { record: 'N', current: ref('North', { code: 'N', nameTh: 'เหนือ' }) },
    'N North',
    'N เหนือ',
  ],
  [
    'a word for machines behind the name',
    { record: 'helper', current: ref('Helper', { nameTh: 'ผู้ช่วย' }) },
    'Helper (helper)',
    'ผู้ช่วย (helper)',
  ],
  [
    'a name that is the same today',
    { record: 'Crew', current: ref('Crew', { nameTh: 'ทีม' }) },
    'Crew',
    'ทีม',
  ],
  ['what it was called then', { record: 'Old', current: ref('New') }, 'New (Old)', 'New (Old)'],
  ['a record that is gone', { record: 'Old', current: null }, 'Old', 'Old'],
  ['a draft without a number', { record: null, current: ref('') }, null, null],
])('calls %s as people do', (...[_what, entry, ...said]) => {
  expect([recordName(entry, 'en'), recordName(entry, 'th')]).toEqual(said);
});

it('names a place by its number and level', () => {
  const places = [{ level: 'amphoe', id: 1039, nameTh: 'วัฒนา', nameEn: 'Watthana' }];
  expect(placeName(places, { field: 'cover.amphoeIds', id: 1039 }, 'th')).toBe('วัฒนา');
  expect(placeName(places, { field: 'amphoeId', id: 1039 }, 'en')).toBe('Watthana');
  expect(placeName(places, { field: 'districtId', id: 1039 }, 'en')).toBeNull();
  expect(placeName(places, { field: 'quantity', id: 1039 }, 'en')).toBeNull();
});
