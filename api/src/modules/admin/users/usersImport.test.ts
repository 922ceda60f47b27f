import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { csvStream } from '../../../documents/tables/csv.ts';
import { readTable } from '../../../documents/tables/readTable.ts';
import { xlsxStream } from '../../../documents/tables/xlsx.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { makeOffice, type Office, tag, warehouseBody } from '../../masterData/testing/office.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

let test: TestApp;
let office: Office;
let boss: Person;
let codeA: string;
let codeB: string;
beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  boss = await test.as('company-admin', { companyId: office.companyA });
  const companies = await test.app.db.selectFrom('companies').select(['id', 'code']).execute();
  const codeOf = (id: string) => companies.find((one) => one.id === id)?.code ?? '';
  codeA = codeOf(office.companyA);
  codeB = codeOf(office.companyB);
});
afterAll(() => test.close());

type Row = Readonly<Record<string, string>>;
const HEADINGS = [
  'E-mail',
  'First name',
  'Last name',
  'Phone',
  'Role',
  'Companies',
  'Warehouses',
  'Team',
];

const row = (more: Row = {}): Row => ({
  'E-mail': `${tag().toLowerCase()}@import.test`,
  'First name': 'Malee',
  'Last name': 'Sukjai',
  Phone: '0812345678',
  Role: 'technician',
  Companies: codeA,
  ...more,
});

const spec = (headings: readonly string[]) => ({
  lang: 'en' as const,
  name: 'people',
  columns: headings.map((key) => ({ key, label: key, type: 'text' as const })),
});
const workbook = (rows: readonly Row[], headings = HEADINGS) =>
  buffer(xlsxStream(spec(headings), rows));

function send(
  who: Person,
  content: Buffer | string,
  { name = 'people.xlsx', key = '', lang = 'en' } = {},
) {
  const boundary = 'import';
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
    ),
    Buffer.from(content as Buffer),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return who.post('/imports/users', body, {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'accept-language': lang,
    },
    ...(key === '' ? {} : { key }),
  });
}

const commit = (who: Person, { id, version }: { id: string; version: number }, key?: string) =>
  who.post(`/imports/${id}/commit`, { version }, key === undefined ? {} : { key });

const peopleOf = async (rows: readonly Row[]) =>
  test.app.db
    .selectFrom('users as u')
    .leftJoin('userCompanies as uc', 'uc.userId', 'u.id')
    .leftJoin('passwordTokens as t', 't.userId', 'u.id')
    .leftJoin('roles as r', 'r.id', 'u.roleId')
    .where(
      'u.email',
      'in',
      rows.map((one) => one['E-mail'] ?? ''),
    )
    .select([
      'u.id',
      'u.email',
      'u.status',
      'u.phone',
      'u.teamId',
      'uc.companyId',
      't.kind',
      'r.name as role',
    ])
    .execute();

const count = async (table: 'users' | 'mails' | 'activityLogs') =>
  (
    await test.app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .execute()
  )[0]?.n;

const faultsOf = (body: { data: { faults: { cell: string; code: string }[] } }) =>
  body.data.faults.map(({ cell, code }) => `${cell} ${code}`);

/** The faults of a refused file. */
const refused = (answer: { status: number; body: { errors?: { code: string }[] } }) => [
  answer.status,
  answer.body.errors?.map(({ code }) => code),
];

describe('200 people with 7 bad rows', () => {
  it('shows each bad cell, takes the good rows in, and nothing half', async () => {
    const known = (
      await boss.post('/users', {
        email: `${tag().toLowerCase()}@import.test`,
        firstName: 'Already',
        lastName: 'Here',
        roleId: null,
        companyIds: [office.companyA],
        warehouseIds: [],
      })
    ).body.data.email as string;
    const rows = Array.from({ length: 200 }, () => row());
    const bad: Readonly<Record<number, Row>> = {
      4: { 'E-mail': 'no address' },
      20: { 'E-mail': known.toUpperCase() },
      21: { 'E-mail': rows[2]?.['E-mail'] ?? '' },
      77: { Role: 'chief of everything', Phone: '12' },
      100: { Role: 'system-admin' },
      150: { Companies: codeB },
      199: { 'E-mail': '', Companies: '' },
    };
    for (const [at, more] of Object.entries(bad)) rows[Number(at)] = row(more);
    const before = await count('users');

    const dry = await send(boss, await workbook(rows));
    expect(dry.status).toBe(201);
    expect(dry.body.data).toMatchObject({
      totalRows: 200,
      goodRows: 193,
      badRows: 7,
      faultCount: 9,
      committedAt: null,
      allowedActions: ['commit'],
    });
    expect(faultsOf(dry.body)).toEqual([
      'A6 EMAIL',
      'A22 DUPLICATE',
      'A23 REPEATED_IN_ROW',
      'D79 PHONE',
      'E79 UNKNOWN_VALUE',
      'E102 ROLE_NOT_GRANTABLE',
      'F152 UNKNOWN_VALUE',
      'A201 REQUIRED',
      'F201 REQUIRED',
    ]);
    expect(dry.body.data.faults[4]).toMatchObject({
      row: 79,
      heading: 'Role',
      value: 'chief of everything',
      message: 'There is no “chief of everything” that you may choose.',
    });
    expect(await count('users')).toBe(before);

    const done = await commit(boss, dry.body.data, 'once');
    expect(done.status).toBe(200);
    expect(done.body.data).toMatchObject({ importedRows: 193, badRows: 7, allowedActions: [] });
    const good = rows.filter((_, index) => !(index in bad));
    const people = await peopleOf(good);
    expect(people).toHaveLength(193);
    for (const person of people) {
      expect(person).toMatchObject({
        status: 'invited',
        role: 'technician',
        phone: '0812345678',
        companyId: office.companyA,
        kind: 'invitation',
      });
    }
    expect(Number(await count('users'))).toBe(Number(before) + 193);
    const { rows: mails } = await test.app.pg.query<{ n: string }>(
      `select count(*) as n from mails where to_address = any($1) and body_text like '%token=%'`,
      [good.map((one) => one['E-mail'])],
    );
    expect(Number(mails[0]?.n)).toBe(193);

    // The same key replays, another finds that it is over.
    expect((await commit(boss, dry.body.data, 'once')).body).toEqual(done.body);
    const again = await commit(boss, done.body.data);
    expect([again.status, again.body.code]).toEqual([409, 'IMPORT_DONE']);
    expect(Number(await count('users'))).toBe(Number(before) + 193);
  });

  it('comes in whole or not at all when the database refuses a row', async () => {
    const rows = Array.from({ length: 20 }, () => row());
    const dry = await send(boss, await workbook(rows));
    const last = rows.at(-1)?.['E-mail'] ?? '';
    await test.app.pg.query(
      `create function refuse_one() returns trigger language plpgsql as $$
        begin if new.email = '${last}' then raise exception 'refused'; end if; return new; end $$`,
    );
    await test.app.pg.query(
      'create trigger refuse_one before insert on users for each row execute function refuse_one()',
    );
    const mails = await count('mails');
    const log = await count('activityLogs');
    try {
      expect((await commit(boss, dry.body.data)).status).toBe(500);
    } finally {
      await test.app.pg.query('drop trigger refuse_one on users');
      await test.app.pg.query('drop function refuse_one');
    }
    expect(await peopleOf(rows)).toHaveLength(0);
    expect([await count('mails'), await count('activityLogs')]).toEqual([mails, log]);
    expect((await commit(boss, dry.body.data)).body.data.importedRows).toBe(20);
  });
});

describe('a file', () => {
  it('may be CSV, in any order of columns, in the words of either language', async () => {
    const email = `${tag().toLowerCase()}@import.test`;
    const csv = `บทบาท;อีเมล;นามสกุล;ชื่อ;บริษัท\r\nช่างเทคนิค;${email.toUpperCase()};ใจดี;มาลี;${codeA.toLowerCase()}\r\n`;
    const labels = await test.app.db
      .selectFrom('roles')
      .select('labelTh')
      .where('name', '=', 'technician')
      .executeTakeFirstOrThrow();
    const dry = await send(boss, csv.replace('ช่างเทคนิค', labels.labelTh), { name: 'คน.csv' });
    expect(dry.body.data).toMatchObject({ goodRows: 1, faultCount: 0, fileName: 'คน.csv' });
    await commit(boss, dry.body.data);
    const [person] = await peopleOf([{ 'E-mail': email }]);
    expect(person).toMatchObject({ email, role: 'technician' });
  });

  it('names warehouses and a team of the companies', async () => {
    const here = (await office.admin.post('/sub-warehouses', warehouseBody(office.companyA))).body
      .data;
    const there = (await office.admin.post('/sub-warehouses', warehouseBody(office.companyB))).body
      .data;
    const team = `Crew ${tag()}`;
    await test.app.pg.query(
      `insert into teams (name, type, company_id, created_at, updated_at) values ($1, 'engineer', $2, now(), now())`,
      [team, office.companyA],
    );
    const fine = row({ Warehouses: here.code, Team: team.toLowerCase() });
    const dry = await send(
      boss,
      await workbook([
        fine,
        row({ Warehouses: `${here.code}, ${there.code}`, Team: 'No such team' }),
      ]),
    );
    expect(faultsOf(dry.body)).toEqual(['G3 UNKNOWN_VALUE', 'H3 UNKNOWN_VALUE']);
    await commit(boss, dry.body.data);
    const [person] = await peopleOf([fine]);
    expect(person?.teamId).not.toBeNull();
    const kept = await test.app.db
      .selectFrom('userWarehouses')
      .select('warehouseId')
      .where('userId', '=', person?.id ?? '')
      .execute();
    expect(kept).toEqual([{ warehouseId: here.id }]);
  });

  it('gives nobody more warehouses than whoever sends it has, and checks that again at the end', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(async () => {
        const made = await office.admin.post('/sub-warehouses', warehouseBody(office.companyA));
        return made.body.data as { id: string; code: string };
      }),
    );
    if (!one || !other) throw new Error('no warehouse');
    const limited = await test.as('company-admin', {
      companyId: office.companyA,
      warehouseIds: [one.id],
    });
    const mine = row({ Warehouses: one.code });
    const dry = await send(
      limited,
      // An empty list means all warehouses, which counts as all.
      await workbook([mine, row({ Warehouses: '' }), row({ Warehouses: other.code })]),
    );
    expect(faultsOf(dry.body)).toEqual(['G3 WAREHOUSES_NOT_HELD', 'G4 UNKNOWN_VALUE']);
    await test.app.pg.query('update user_warehouses set warehouse_id = $1 where user_id = $2', [
      other.id,
      limited.userId,
    ]);
    test.runtime.sessions.forget();
    const late = await commit(limited, dry.body.data);
    expect(faultsOf(late.body)).toEqual(['G2 UNKNOWN_VALUE', 'G3 WAREHOUSES_NOT_HELD']);
    expect(await peopleOf([mine])).toEqual([]);
  });

  it('says what is wrong in the person’s language', async () => {
    const dry = await send(boss, await workbook([row({ 'E-mail': 'x' })]), { lang: 'th' });
    expect(dry.body.data.faults[0]).toMatchObject({ heading: 'อีเมล' });
    expect(dry.body.data.faults[0].message).toMatch(/[\u0E00-\u0E7F]/);
    expect(dry.body.data.allowedActions).toEqual([]);
    const nothing = await commit(boss, dry.body.data);
    expect([nothing.status, nothing.body.code]).toEqual([409, 'NOTHING_TO_IMPORT']);
  });

  it('is refused as a whole when it is no such table', async () => {
    const lacking = HEADINGS.filter((heading) => heading !== 'Role');
    expect(refused(await send(boss, await workbook([row()], lacking)))).toEqual([
      422,
      ['COLUMN_MISSING'],
    ]);
    expect(refused(await send(boss, await workbook([row()], [...HEADINGS, 'Salary'])))).toEqual([
      422,
      ['COLUMN_UNKNOWN'],
    ]);
    expect(refused(await send(boss, await workbook([row()], [...HEADINGS, 'email'])))).toEqual([
      422,
      ['COLUMN_REPEATED'],
    ]);
    expect(refused(await send(boss, await workbook([])))).toEqual([422, ['TABLE_EMPTY']]);
    expect(refused(await send(boss, 'email\n"x'))).toEqual([422, ['TABLE_BROKEN']]);
    expect(refused(await send(boss, '%PDF-1.4\n%%EOF'))).toEqual([415, ['TABLE_TYPE']]);
    // A workbook with a password lies in a container of another kind.
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(1000),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ]);
    expect(refused(await send(boss, locked))).toEqual([415, ['TABLE_LOCKED']]);
    // A heading over two columns has a name in the first of them only.
    const merged = [...HEADINGS.slice(0, 2), '', ...HEADINGS.slice(2)];
    const cells = Object.values(row());
    const wide = [...cells.slice(0, 2), 'lost', ...cells.slice(2)];
    expect(refused(await send(boss, `${merged.join(',')}\n${wide.join(',')}`))).toEqual([
      422,
      ['COLUMN_UNKNOWN'],
    ]);
    expect((await send(boss, Buffer.alloc(11 * 1024 * 1024, 'a'))).status).toBe(413);
    const rows = Array.from({ length: 5001 }, () => row());
    expect(refused(await send(boss, await buffer(csvStream(spec(HEADINGS), rows))))).toEqual([
      422,
      ['TABLE_ROWS'],
    ]);
  });

  it.each(['#N/A', '#REF!', '#DIV/0!', '#VALUE!'])(
    'takes no row whose formula says %s',
    async (value) => {
      const good = row();
      const dry = await send(boss, await workbook([row({ 'First name': value }), good]));
      expect(faultsOf(dry.body)).toEqual(['B2 NO_RESULT']);
      const done = await commit(boss, dry.body.data);
      expect(faultsOf(done.body)).toEqual(['B2 NO_RESULT']);
      expect(await peopleOf([good])).toHaveLength(1);
    },
  );

  it.each(['#NULL!', '#NAME?', '#BUSY!', '#SPILL!', '#BLOCKED!', '#n/a', 'Err:508', '########'])(
    'takes “%s” for no name',
    async (value) => {
      const dry = await send(boss, await workbook([row({ 'Last name': value })]));
      expect(faultsOf(dry.body)).toEqual(['C2 NO_RESULT']);
    },
  );

  it.each(['#1 Trading', 'Err', '#', 'N/A!', '#Malee'])('takes “%s” for a name', async (value) => {
    const dry = await send(boss, await workbook([row({ 'Last name': value })]));
    expect(faultsOf(dry.body)).toEqual([]);
  });

  it.each(['n/a', '-', '—', 'ไม่มี', 'NULL', 'none', '.'])(
    'names each cell where “%s” stands for nothing, and takes in the others',
    async (nothing) => {
      const dry = await send(
        boss,
        await workbook([row(), row({ 'E-mail': nothing }), row({ Phone: nothing, Role: nothing })]),
      );
      expect(faultsOf(dry.body)).toEqual(['A3 EMAIL', 'D4 PHONE', 'E4 UNKNOWN_VALUE']);
      expect((await commit(boss, dry.body.data)).body.data.importedRows).toBe(1);
    },
  );

  it.each([
    ['First\nname', 'a heading on two lines'],
    ['  First   name ', 'a heading with more spaces'],
    ['First\u00A0name', 'a heading with another space'],
    ['\uFEFFFirst name\u200B', 'a heading with marks that nobody sees'],
    ['FIRST NAME', 'a heading in capitals'],
    ['ชื่อ', 'a heading in Thai'],
  ])('knows %j: %s', async (heading) => {
    const headings = HEADINGS.map((one) => (one === 'First name' ? heading : one));
    const one = { ...row(), [heading]: 'Malee' };
    const dry = await send(boss, await workbook([one], headings));
    expect([dry.status, dry.body.data?.goodRows]).toEqual([201, 1]);
  });

  it.each([
    [
      'an old workbook by a new name',
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]),
      { status: 415, code: 'TABLE_TYPE' },
    ],
    [
      'a page of a web site',
      '<html><table><tr><td>E-mail</td></tr></table></html>',
      { status: 422, code: 'COLUMN_UNKNOWN' },
    ],
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
      { status: 415, code: 'TABLE_TYPE' },
    ],
    [
      'text of two columns of one name',
      'E-mail,E-mail\nx,y',
      { status: 422, code: 'COLUMN_REPEATED' },
    ],
    ['headings alone', `${HEADINGS.join(',')}\n,,,,,,,\n`, { status: 422, code: 'TABLE_EMPTY' }],
    ['nothing', '', { status: 415, code: 'FILE_EMPTY' }],
  ] as const)('that is %s is refused by its kind', async (_name, content, answer) => {
    expect(refused(await send(boss, content))).toEqual([answer.status, [answer.code]]);
  });

  it('names the sheets that it leaves out', async () => {
    const zip = new ZipFile();
    const text = (cell: string) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
    const sheet = (rows: readonly (readonly string[])[]) =>
      `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.map(text).join('')}</row>`).join('')}</sheetData></worksheet>`;
    const one = row();
    const files = {
      '[Content_Types].xml':
        '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Bangkok" r:id="a"/><sheet name="เชียงใหม่" r:id="b"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="a" Target="worksheets/one.xml"/><Relationship Id="b" Target="worksheets/two.xml"/></Relationships>',
      'xl/worksheets/one.xml': sheet([HEADINGS, HEADINGS.map((heading) => one[heading] ?? '')]),
      'xl/worksheets/two.xml': sheet([HEADINGS, HEADINGS.map((heading) => row()[heading] ?? '')]),
    };
    for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
    zip.end();
    const dry = await send(boss, await buffer(zip.outputStream));
    expect(dry.body.data).toMatchObject({ goodRows: 1, unreadSheets: ['เชียงใหม่'] });
  });

  it('keeps formulas as text', async () => {
    const dry = await send(boss, await workbook([row({ 'First name': '=HYPERLINK("http://x")' })]));
    await commit(boss, dry.body.data);
    const copy = await test.app.db
      .selectFrom('users')
      .select('id')
      .where('firstName', '=', '=HYPERLINK("http://x")')
      .execute();
    expect(copy).toHaveLength(1);
  });
});

describe('the copy with what is wrong', () => {
  it('can be corrected and sent again', async () => {
    const rows = [row(), row({ 'E-mail': 'wrong' })];
    const dry = (await send(boss, await workbook(rows))).body.data;
    const file = await boss.get(`/imports/${dry.id}/copy`);
    const [headings, first, second] = await readTable(file.raw, XLSX, { rows: 10, columns: 20 });
    expect(headings?.cells).toEqual([...HEADINGS, 'Errors']);
    expect(first?.cells[0]).toBe(rows[0]?.['E-mail']);
    expect(second?.cells[8]).toMatch(/^E-mail: /);
    expect((await send(boss, file.raw)).body.data).toMatchObject({ totalRows: 2, badRows: 1 });

    await commit(boss, dry);
    const left = await boss.get(`/imports/${dry.id}/copy?format=csv`);
    const lines = await readTable(left.raw, 'text/csv', { rows: 10, columns: 20 });
    expect(lines.map(({ cells }) => cells[0])).toEqual(['E-mail', 'wrong']);
  });

  it('is answered in few words, however much its cells hold', async () => {
    const long = row({ Role: 'x'.repeat(30_000), Companies: 'y'.repeat(30_000) });
    const answer = await send(boss, await workbook([long]));
    expect(answer.body.data.faultCount).toBeGreaterThanOrEqual(2);
    expect(answer.raw.length).toBeLessThan(5000);
  });

  it('has a template beside it', async () => {
    const file = await boss.get('/imports/users/template', {
      headers: { 'accept-language': 'th' },
    });
    const [headings] = await readTable(file.raw, XLSX, { rows: 10, columns: 20 });
    expect(headings?.cells).toContain('อีเมล');
    expect((await send(boss, file.raw)).body.errors[0].code).toBe('TABLE_EMPTY');
  });
});

it('judges as many rows as a file may have', async () => {
  const rows = Array.from({ length: 5000 }, () => row());
  const dry = await send(boss, await workbook(rows));
  expect(dry.body.data).toMatchObject({ totalRows: 5000, goodRows: 5000, faultCount: 0 });
});

describe('who may', () => {
  it('is whoever holds the verb, with their own files only', async () => {
    const dry = (await send(boss, await workbook([row()]))).body.data;
    const keeper = await test.as('warehouse-manager', { companyId: office.companyA });
    expect((await send(keeper, 'x')).status).toBe(403);
    const other = await test.as('company-admin', { companyId: office.companyA });
    expect((await other.get(`/imports/${dry.id}`)).status).toBe(404);
    expect((await commit(other, dry)).status).toBe(404);
    expect((await other.get(`/imports/${dry.id}/copy`)).status).toBe(404);
    expect((await boss.get(`/imports/${dry.id}`)).body.data).toEqual(dry);
  });

  it('judges again at the commit', async () => {
    const rows = [row(), row()];
    const dry = (await send(boss, await workbook(rows))).body.data;
    await boss.post('/users', {
      email: rows[0]?.['E-mail'],
      firstName: 'Came',
      lastName: 'First',
      roleId: null,
      companyIds: [office.companyA],
      warehouseIds: [],
    });
    const done = await commit(boss, dry);
    expect(done.body.data).toMatchObject({ importedRows: 1, badRows: 1 });
    expect(faultsOf(done.body)).toEqual(['A2 DUPLICATE']);
  });

  it('commits once, also when asked twice at the same time', async () => {
    const rows = [row(), row()];
    const dry = (await send(boss, await workbook(rows))).body.data;
    const both = await Promise.all([commit(boss, dry), commit(boss, dry)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await peopleOf(rows)).toHaveLength(2);
  });
});
