import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { sendPicture } from '../../../testing/photo.ts';
import { removeUnboundFiles } from './files.ts';

const BASE = '/back-office/customers';
let test: TestApp;
let admin: Person;
let officer: Person;
let colleague: Person;
let manager: Person;
let accountant: Person;
let warehouse: Person;

beforeAll(async () => {
  test = await createTestApp();
  admin = await test.as('system-admin');
  accountant = await test.as('accounting-officer');
  warehouse = await test.as('warehouse-staff');
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ('North', 'sales', $1, now(), now()) returning id`,
    [test.companyId],
  );
  const teamId = String(rows[0]?.id);
  officer = await test.as('sales-officer', { teamId });
  manager = await test.as('sales-manager', { teamId });
  colleague = await test.as('sales-officer');
});
afterAll(() => test?.close());

const ADDRESS = {
  line1: '99 ถนนสาทรใต้',
  provinceId: 10,
  amphoeId: 1001,
  districtId: 100101,
  zipcode: '10200',
};
const company = (over: object = {}) => ({
  companyId: test.companyId,
  type: 'juristic',
  prefix: 'บริษัท',
  companyName: 'สยาม สแน็ค จำกัด',
  nameEn: 'Siam Snack Co., Ltd.',
  taxId: '0105552001116',
  branchCode: '00000',
  phone: '02-123-4501',
  email: 'office@siam-snack.example',
  contacts: [{ name: 'คุณวิภา', phone: '0812345678' }],
  registeredAddress: ADDRESS,
  creditTermDays: 30,
  hasConsent: true,
  ...over,
});
const person = (over: object = {}) => ({
  ...company(),
  type: 'person',
  prefix: 'นาย',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  companyName: null,
  nameEn: null,
  taxId: null,
  branchCode: null,
  ...over,
});
let serial = 0;
/** Another branch of the same company: tax id and branch are unique together. */
const branch = () => String(++serial).padStart(5, '0');
const made = async (by: Person, body: object) => {
  const { status, body: answer } = await by.post(`${BASE}/create-customer`, body);
  expect([status, answer.errors]).toEqual([201, undefined]);
  return answer.data;
};

describe('a customer', () => {
  it('has a code, a name as it stands on documents, and whoever made it as salesperson', async () => {
    const juristic = await made(officer, company({ branchCode: branch() }));
    expect(juristic).toMatchObject({
      code: expect.stringMatching(/^CUS-\d{4}$/),
      name: 'Siam Snack Co., Ltd.',
      nameTh: 'บริษัท สยาม สแน็ค จำกัด',
      sale: { id: officer.userId },
      taxId: '0105552001116',
      phone: '021234501',
      consentAt: expect.any(String),
    });
    const natural = await made(officer, person());
    expect(natural).toMatchObject({ nameTh: 'นายสมชาย ใจดี', branchCode: null });
  });

  it.each(['n/a', '-', '—', 'ไม่มี', 'NULL', 'none', '.'])(
    'is refused by field where “%s” stands for nothing',
    async (nothing) => {
      const faults = {
        email: 'EMAIL',
        phone: 'PHONE',
        taxId: 'TAX_ID',
        branchCode: 'BRANCH_CODE',
        creditTermDays: 'INTEGER',
      };
      const body = Object.fromEntries(Object.keys(faults).map((field) => [field, nothing]));
      const refused = await officer.post(`${BASE}/create-customer`, company(body));
      expect(refused.status).toBe(422);
      const told = refused.body.errors.map(({ field, code }: Record<string, string>) => [
        field,
        code,
      ]);
      expect(Object.fromEntries(told)).toEqual(faults);
    },
  );

  it.each([
    [
      'a company without its tax id',
      () => company({ taxId: null }),
      { field: 'taxId', code: 'REQUIRED' },
    ],
    [
      'a company without a branch',
      () => company({ branchCode: null }),
      { field: 'branchCode', code: 'REQUIRED' },
    ],
    [
      'a person without a name',
      () => person({ lastName: '' }),
      { field: 'lastName', code: 'REQUIRED' },
    ],
    [
      'a wrong check digit',
      () => company({ taxId: '0105552001117' }),
      { field: 'taxId', code: 'TAX_ID' },
    ],
    ['a wrong phone number', () => person({ phone: '123' }), { field: 'phone', code: 'PHONE' }],
    [
      'a district of another province',
      () => person({ registeredAddress: { ...ADDRESS, provinceId: 50 } }),
      { field: 'registeredAddress.amphoeId', code: 'ADDRESS_CHAIN' },
    ],
    [
      'a salesperson who is none',
      () => person({ saleId: '01890000-0000-7000-8000-00000000ffff' }),
      { field: 'saleId', code: 'UNKNOWN_ID' },
    ],
    [
      'a colleague of another team as salesperson',
      () => person({ saleId: colleague.userId }),
      { field: 'saleId', code: 'UNKNOWN_ID' },
    ],
  ])('is refused: %s', async (_name, body, fault) => {
    const { status, body: answer } = await officer.post(`${BASE}/create-customer`, body());
    expect(status).toBe(422);
    expect(answer.errors).toContainEqual(expect.objectContaining(fault));
  });

  it('is one of its tax id and branch', async () => {
    const branchCode = branch();
    await made(officer, company({ branchCode }));
    const again = await officer.post(`${BASE}/create-customer`, company({ branchCode }));
    expect([again.status, again.body.code, again.body.errors?.[0]?.field]).toEqual([
      409,
      'DUPLICATE',
      'taxId',
    ]);
  });

  it('changes by version, and not twice', async () => {
    const row = await made(officer, person());
    const { companyId: _company, ...body } = person({ firstName: 'สมศักดิ์' });
    const path = `${BASE}/${row.id}/update-customer`;
    const first = await officer.put(path, { ...body, version: 1, isActive: true });
    expect([first.status, first.body.data.nameTh, first.body.data.version]).toEqual([
      200,
      'นายสมศักดิ์ ใจดี',
      2,
    ]);
    const stale = await officer.put(path, { ...body, version: 1, isActive: true });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });

  it('is barred for a reason and admitted again', async () => {
    const row = await made(officer, person());
    const path = `${BASE}/${row.id}/blacklist`;
    const body = { version: 1, isBlacklisted: true, reason: 'ค้างชำระเกิน 90 วัน' };
    expect((await officer.post(path, body)).status).toBe(403);
    const barred = await manager.post(path, body);
    expect(barred.body.data).toMatchObject({ isBlacklisted: true, blacklistReason: body.reason });
    const offered = await officer.get(`${BASE}/master?search=${row.code}`);
    expect(offered.body.data).toEqual([]);
    // What is owed is paid all the same.
    const paying = await officer.get(`${BASE}/master?search=${row.code}&paying=true`);
    expect(paying.body.data).toMatchObject([{ id: row.id }]);
    const free = { version: 2, isBlacklisted: false, reason: 'ชำระครบแล้ว' };
    expect((await manager.post(path, free)).body.data).toMatchObject({
      isBlacklisted: false,
      blacklistReason: null,
    });
  });
});

describe('the places of a customer', () => {
  const place = (over: object = {}) => ({
    name: 'ล็อบบี้',
    address: ADDRESS,
    contactName: 'คุณวิภา',
    contactPhone: '081-234-5678',
    ...over,
  });

  it('are kept as they were given until they are given anew', async () => {
    const { id, version } = await made(
      officer,
      company({ branchCode: branch(), installAddresses: [place(), place({ name: 'โรงอาหาร' })] }),
    );
    const seen = async () => (await officer.get(`${BASE}/${id}`)).body.data.installAddresses;
    expect(await seen()).toMatchObject([
      {
        name: 'ล็อบบี้',
        address: { districtId: 100101, textTh: expect.stringContaining('เขตพระนคร') },
        contactPhone: '0812345678',
      },
      { name: 'โรงอาหาร' },
    ]);
    const { companyId: _fixed, ...body } = company({ branchCode: branch(), isActive: true });
    const update = (more: object) => officer.put(`${BASE}/${id}/update-customer`, more);
    expect((await update({ ...body, version })).status).toBe(200);
    expect(await seen()).toHaveLength(2);
    const given = { ...body, version: version + 1, installAddresses: [place({ name: 'ใหม่' })] };
    expect((await update(given)).status).toBe(200);
    expect(await seen()).toMatchObject([{ name: 'ใหม่' }]);
    const auditor = await test.as('auditor');
    expect((await auditor.get(`${BASE}/${id}`)).body.data.installAddresses).toBeNull();
  });

  it('are each checked, and named where they are wrong', async () => {
    const { status, body } = await officer.post(
      `${BASE}/create-customer`,
      company({
        branchCode: branch(),
        installAddresses: [place(), place({ address: { ...ADDRESS, zipcode: '50000' } })],
      }),
    );
    expect([status, body.errors.map((fault: { field: string }) => fault.field)]).toEqual([
      422,
      ['installAddresses[1].address.zipcode'],
    ]);
  });
});

describe('who sees a customer', () => {
  it('is its salesperson, that person’s team, and whoever sees the company', async () => {
    const { id, code } = await made(officer, person());
    const statusFor = async (who: Person) => (await who.get(`${BASE}/${id}`)).status;
    expect([
      await statusFor(officer),
      await statusFor(manager),
      await statusFor(accountant),
    ]).toEqual([200, 200, 200]);
    expect(await statusFor(colleague)).toBe(404);
    const found = async (who: Person) =>
      (await who.get(`${BASE}?search=${code}`)).body.meta.totalItems;
    expect([await found(officer), await found(colleague)]).toEqual([1, 0]);
    expect((await warehouse.get(BASE)).status).toBe(403);
  });

  it('gets personal data masked without the right to it, in every answer', async () => {
    const { id, code } = await made(officer, person({ phone: '0819998877', lineId: 'somchai' }));
    const auditor = await test.as('auditor');
    const answers = [
      await auditor.get(`${BASE}/${id}`),
      await auditor.get(`${BASE}?search=${code}`),
      await auditor.get(`${BASE}?search=${code}&format=csv`),
    ];
    for (const answer of answers) {
      const text = JSON.stringify(answer.body);
      expect(answer.status).toBe(200);
      for (const secret of ['0819998877', 'somchai', 'office@', 'ถนนสาทรใต้'])
        expect(text).not.toContain(secret);
    }
    expect(answers[0]?.body.data).toMatchObject({ phone: '••••••8877', registeredAddress: null });
    // Nor is somebody found by what is hidden.
    const byPhone = async (who: Person) =>
      (await who.get(`${BASE}?search=0819998877`)).body.meta.totalItems;
    expect([await byPhone(auditor), await byPhone(officer)]).toEqual([0, 1]);
  });
});

describe('a customer that may be known already', () => {
  it('is shown by similar name and phone within the own scope', async () => {
    const row = await made(
      officer,
      person({ firstName: 'ประเสริฐ', lastName: 'แสงทอง', phone: '0891112233' }),
    );
    const ask = async (who: Person, body: object) =>
      (await who.post(`${BASE}/exist/params`, body)).body.data.matches;
    expect(await ask(officer, { name: 'นาย ประเสริฐ แสงทอง' })).toContainEqual(
      expect.objectContaining({ id: row.id, field: 'name' }),
    );
    expect(await ask(officer, { phone: '0891112233' })).toEqual([
      expect.objectContaining({ id: row.id, field: 'phone' }),
    ]);
    // However it is written.
    for (const phone of ['๐๘๙ ๑๑๑–๒๒๓๓', '+66 89 111 2233']) {
      expect(await ask(officer, { phone })).toEqual([
        expect.objectContaining({ id: row.id, field: 'phone' }),
      ]);
    }
    expect(await made(officer, person({ phone: '๐๘๙-๑๑๑-๒๒๓๔' }))).toMatchObject({
      phone: '0891112234',
    });
    expect(await ask(colleague, { phone: '0891112233', name: 'นาย ประเสริฐ แสงทอง' })).toEqual([]);
  });

  it.each([
    ['น\u0E49\u0E33ฝน', 'น\u0E49\u0E4D\u0E32ฝน', 'ำ in two characters behind its tone'],
    ['น\u0E49\u0E33ใส', 'น\u0E4D\u0E49\u0E32ใส', 'its tone between the two'],
    ['ก\u0E4D\u0E32พล', 'ก\u0E33พล', 'the other way round'],
    ['ส\u0E33ราญ', 'ส\u0E4D\u0E32ราญ\u200B', 'with a mark that nobody sees'],
    ['แก้ว', '\u0E40\u0E40ก้ว', 'แ as two เ'],
    ['จ\u0E33นงค์', ' จ\u0E4D\u0E32นงค์ ', 'between spaces'],
  ])('is the same in either spelling: %j and %j, %s', async (kept, asked) => {
    const phone = `08${String(60_000_000 + Number(branch()))}`;
    const row = await made(officer, person({ firstName: kept, phone }));
    const { data } = (
      await officer.post(`${BASE}/exist/params`, { name: `นาย ${asked} ใจดี`, phone })
    ).body;
    expect([data.exists, data.matches.map(({ id }: { id: string }) => id)]).toEqual([
      true,
      expect.arrayContaining([row.id]),
    ]);
    const found = await officer.get(`${BASE}?search=${encodeURIComponent(asked.trim())}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toContain(row.id);
  });

  it('of another salesperson is told by its exact tax id only: that there is one, and whom to ask', async () => {
    const branchCode = branch();
    const row = await made(officer, company({ branchCode }));
    const { body } = await colleague.post(`${BASE}/exist/params`, {
      taxId: '0105552001116',
      branchCode,
    });
    expect(body.data).toEqual({
      exists: true,
      matches: [{ id: null, code: null, name: null, field: 'taxId', sale: row.sale.name }],
    });
  });
});

describe('a merged customer', () => {
  it('gives everything to the one that stays', async () => {
    const kept = await made(officer, person());
    const duplicate = await made(officer, person());
    await bound(duplicate.id);
    const path = `${BASE}/${duplicate.id}/merge`;
    const body = { version: 1, intoId: kept.id, reason: 'บันทึกซ้ำ' };
    expect((await officer.post(path, body)).status).toBe(403);
    const merged = await manager.post(path, body);
    expect(merged.body.data).toMatchObject({
      isActive: false,
      mergedInto: { id: kept.id },
      attachments: [],
    });
    const { data } = (await officer.get(`${BASE}/${kept.id}`)).body;
    expect(data.attachments).toHaveLength(1);
    const again = await manager.post(path, { ...body, version: 2 });
    expect([again.status, again.body.code]).toEqual([409, 'CUSTOMER_MERGED']);
  });

  it('that was blacklisted bars the one that stays', async () => {
    const kept = await made(officer, person());
    const duplicate = await made(officer, person());
    const barred = await manager.post(`${BASE}/${duplicate.id}/blacklist`, {
      version: 1,
      isBlacklisted: true,
      reason: 'ค้างชำระเกินกำหนด',
    });
    expect(barred.status).toBe(200);
    const merged = await manager.post(`${BASE}/${duplicate.id}/merge`, {
      version: 2,
      intoId: kept.id,
      reason: 'บันทึกซ้ำ',
    });
    expect(merged.status).toBe(200);
    expect((await manager.get(`${BASE}/${kept.id}`)).body.data).toMatchObject({
      isBlacklisted: true,
      blacklistReason: 'ค้างชำระเกินกำหนด',
      isActive: true,
    });
  });

  it('stays within its company', async () => {
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
        values ('OTHER', 'อื่น', 'Other', '0994000000001', 'headOffice', '00000', now(), now()) returning id`,
    );
    const companyId = String(rows[0]?.id);
    const seller = await test.as('sales-officer', { companyId });
    const here = await made(admin, person());
    const there = await made(seller, person({ companyId }));
    const { status, body } = await admin.post(`${BASE}/${here.id}/merge`, {
      version: 1,
      intoId: there.id,
      reason: 'บันทึกซ้ำ',
    });
    expect([status, body.errors?.[0]]).toMatchObject([
      422,
      { field: 'intoId', code: 'CUSTOMER_OF_OTHER_COMPANY' },
    ]);
  });
});

const uploaded = async (by: Person): Promise<string> => {
  const { status, body } = await sendPicture(by, `${BASE}/upload-files`);
  expect(status).toBe(201);
  return body.data.files[0].fileId;
};
const bound = async (id: string, by: Person = officer) => {
  const { status, body } = await by.post(`${BASE}/${id}/map-attachment`, {
    fileIds: [await uploaded(by)],
    kind: 'idCard',
    expiresOn: '2020-01-01',
  });
  expect(status).toBe(200);
  return body.data.attachments[0];
};

describe('a file of a customer', () => {
  it('is uploaded, bound, fetched with an entry in the log, and removed', async () => {
    const { id } = await made(officer, person());
    const file = await bound(id);
    expect(file).toMatchObject({ kind: 'idCard', isExpired: true, by: { id: officer.userId } });
    const path = `${BASE}/${id}/attachments/${file.id}`;
    expect((await officer.get(path)).status).toBe(200);
    expect((await colleague.get(path)).status).toBe(404);
    const auditor = await test.as('auditor');
    expect((await auditor.get(path)).status).toBe(403);
    const { rows } = await test.app.pg.query<{ n: string }>(
      `select count(*) as n from activity_logs where subject_id = $1 and action = 'download'`,
      [id],
    );
    expect(Number(rows[0]?.n)).toBe(1);
    expect((await officer.delete(path)).status).toBe(200);
    expect((await officer.get(path)).status).toBe(404);
  });

  it('is removed by nobody but whoever attached it', async () => {
    const { id } = await made(officer, person());
    const file = await bound(id);
    const path = `${BASE}/${id}/attachments/${file.id}`;
    const { status, body } = await manager.delete(path);
    expect([status, body.code]).toEqual([409, 'FILE_OF_OTHER']);
    expect((await officer.get(path)).status).toBe(200);
    const own = await bound(id, manager);
    expect((await manager.delete(`${BASE}/${id}/attachments/${own.id}`)).status).toBe(200);
  });

  it('that another person has uploaded is unknown', async () => {
    const { id } = await made(officer, person());
    const fileIds = [await uploaded(manager)];
    const { status, body } = await officer.post(`${BASE}/${id}/map-attachment`, {
      fileIds,
      kind: 'other',
    });
    expect([status, body.errors?.[0]?.code]).toEqual([422, 'UNKNOWN_ID']);
  });

  it('that nobody has bound goes after a day', async () => {
    const fileId = await uploaded(officer);
    const left = async () =>
      (await test.app.db.selectFrom('files').where('id', '=', fileId).select('id').execute())
        .length;
    await removeUnboundFiles(test.app);
    expect(await left()).toBe(1);
    await test.app.pg.query(
      `update customer_files set created_at = created_at - interval '25 hours' where file_id = $1`,
      [fileId],
    );
    await removeUnboundFiles(test.app);
    expect(await left()).toBe(0);
  });
});

it('the log keeps of a customer no more than the tail of what is personal', async () => {
  const birthDate = '1988-04-17';
  const { id } = await made(
    officer,
    person({ email: 'somchai.log@example.com', birthDate, lineId: 'somchai-line' }),
  );
  const auditor = await test.as('auditor');
  const list = await auditor.get(`/activity-logs?subject=customers&subjectId=${id}`);
  const entry = await auditor.get(`/activity-logs/${list.body.data[0].id}`);
  const csv = await auditor.get('/activity-logs?subject=customers&format=csv');
  for (const { status, raw } of [list, entry, csv]) {
    expect(status).toBe(200);
    const text = raw.toString();
    for (const planted of ['somchai.log', birthDate, 'somchai-line', ADDRESS.line1]) {
      expect(text).not.toContain(planted);
    }
  }
  const { rows } = await test.app.pg.query<{ entry: string }>(
    'select after::text as entry from activity_logs where subject_id = $1',
    [id],
  );
  expect(rows.map((row) => row.entry).join()).not.toContain('somchai.log');
});
