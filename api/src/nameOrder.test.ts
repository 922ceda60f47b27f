import { nameOrderWarning } from './db/migrate.ts';
import { createTestApp, type Person, type TestApp } from './testing/index.ts';

/** Names sort as a Thai list has them: leading vowels do not count (migration 0320). */
const NAMES = [
  'ใจดี',
  'ศรีสุข',
  'เก่งกาจ',
  'กมล',
  'แสงทอง',
  'โชติ',
  'ไพศาล',
  'พงษ์',
  'เหนือ',
  'หนึ่ง',
  'อรุณ',
  'เอก',
  'Acme',
  'acme',
  'Zeta',
  'ขวัญ',
  'เขียว',
  'ฟ้า',
  'เฟื่อง',
  'ๆ ลฯ',
  '9 ดาว',
  'นิดา',
];
const collator = new Intl.Collator('th');
let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.as('system-admin');
  await test.app.pg.query(
    `insert into units (code, name, created_at, updated_at)
     select 'ORD' || n, name, now(), now() from unnest($1::text[]) with ordinality as t(name, n)`,
    [NAMES],
  );
});
afterAll(async () => test?.close());

const isThai = (name: string) => /^[ก-ฮเแโใไ]/.test(name);

/** All names of a list, ten at a time, each page after the key of the one before. */
async function walk(sort: string): Promise<string[]> {
  const names: string[] = [];
  let after = '';
  do {
    const { body } = await admin.get(`/units?limit=10&search=ORD&sort=${sort}${after}`);
    names.push(...body.data.map(({ name }: { name: string }) => name));
    after = body.meta.next === undefined ? '' : `&after=${body.meta.next}`;
  } while (after !== '');
  return names;
}

it('pages of names follow the order of a Thai list, in both directions', async () => {
  const up = await walk('name');
  expect([...up].sort()).toEqual([...NAMES].sort());
  const thai = up.filter(isThai);
  expect(thai).toEqual([...thai].sort(collator.compare));
  expect(up.indexOf('ใจดี')).toBeLessThan(up.indexOf('ศรีสุข'));
  expect((await walk('-name')).filter(isThai)).toEqual([...thai].reverse());
});

it.each([
  ['a leading vowel', ['ศรีสุข', 'ใจดี'], ['ใจดี', 'ศรีสุข']],
  ['each of the leading vowels', ['โก้', 'กา', 'ไก่', 'แก้ว', 'เก่ง', 'ใกล้', 'กบ'], null],
  ['marks of tone, which come last', ['ก้าน', 'กาน', 'ก่าน', 'การ', 'ก๊าน'], null],
  ['vowels below and above', ['กุ้ง', 'กี่', 'กำ', 'กะ', 'กัน', 'กูด'], null],
  ['names in two scripts', ['อรุณ', 'Zeta', 'acme', 'กมล', 'Acme 2', '7-ดาว', 'Äpfel'], null],
  ['what stands before a name', ['บริษัท ศรีสุข จำกัด', 'บริษัท ใจดี จำกัด', 'หจก. เอก'], null],
  ['names that are numbers', ['ร้าน 10', 'ร้าน 2', 'ร้าน ๓', 'ร้าน 1'], null],
] as const)('the database sorts as a Thai list does: %s', async (_name, names, expected) => {
  const { rows } = await test.app.pg.query<{ name: string }>(
    'select name from unnest($1::text[]) as name order by name collate thai_names, name collate "C"',
    [names],
  );
  const sorted = rows.map(({ name }) => name);
  expect(sorted).toEqual(expected ?? [...names].sort(collator.compare));
});

it('every column of names has the order', async () => {
  const { rows } = await test.app.pg.query(
    `select c.table_name || '.' || c.column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
       and c.column_name ~ '^(name|name_(th|en)|(first|last|full|company|customer|supplier)_name)$'
       and c.table_name not in ('schema_migrations', 'role_permissions', 'menus')
       and c.collation_name is distinct from 'thai_names'`,
  );
  expect(rows).toEqual([]);
});

it('what is searched is folded as before, whatever order a column has', async () => {
  const { rows } = await test.app.pg.query(
    `select fold_search('ABC ก่า' collate thai_names) = fold_search('abc กา') as same`,
  );
  expect(rows).toEqual([{ same: true }]);
});

it('a database without ICU, or with another release of it, says so', async () => {
  const saying = (collation: object) =>
    nameOrderWarning({ query: async <R extends object>() => ({ rows: [collation as R] }) });
  expect(await nameOrderWarning(test.app.pg)).toBeNull();
  expect(await saying({ provider: 'c', before: null, now: null })).toMatch(/has no ICU/);
  expect(await saying({ provider: 'i', before: '1', now: '2' })).toMatch(/reindex/);
});
