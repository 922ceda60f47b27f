import { deflateSync } from 'node:zlib';
import { renderTestPng } from '../../../documents/pdf/testPng.ts';
import { wrapPng } from '../../../documents/png.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { companyBody, tag, taxId } from '../../masterData/testing/office.ts';
import {
  approvedOrder,
  approvedRequest,
  receive,
  requestBody,
} from '../../purchasing/testing/documents.ts';

let test: TestApp;
let world: World;
let admin: Person;
let boss: Person;
let elsewhere: string;
const reader = openPdfReader();

beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  admin = world.admin;
  elsewhere = expectData(await admin.post('/companies', companyBody())).id;
  boss = await test.as('company-admin', { companyId: world.companyId });
});
afterAll(async () => {
  await reader.close();
  await test?.close();
});

const png = (width: number, height: number) =>
  `data:image/png;base64,${renderTestPng({ width, height }).toString('base64')}`;

const body = (more: object = {}) => ({
  companyId: world.companyId,
  type: 'purchaseOrder',
  name: `Header ${tag()}`,
  companyNameTh: 'บริษัท ทดสอบ จำกัด',
  companyNameEn: 'Letterhead Company Limited',
  taxId: taxId(),
  branchCode: '00000',
  address: '99/1 ถนนพระราม 1\nเขตปทุมวัน กรุงเทพมหานคร 10330',
  phone: '021234567',
  footer: null,
  terms: null,
  logo: null,
  signatureBlocks: [],
  isDefault: true,
  isActive: true,
  ...more,
});
const path = '/document_headers';
const save = async (more: object = {}) => expectData(await boss.post(path, body(more)));
/** What a header holds, as a body that saves it again. */
const again = ({ company, ...header }: Record<string, unknown> & { company: { id: string } }) => {
  const names = [...Object.keys(body()), 'id', 'version'];
  return {
    ...Object.fromEntries(Object.entries(header).filter(([name]) => names.includes(name))),
    companyId: company.id,
  };
};
const faultsOf = (answer: {
  status: number;
  body: { errors?: readonly { field: string; code: string }[] };
}) => [answer.status, ...(answer.body.errors ?? []).map(({ field, code }) => `${field} ${code}`)];
const refused = async (more: object) => faultsOf(await boss.post(path, body(more)));
const headerOf = async (id: string) => expectData(await boss.get(`${path}/${id}`));

interface Pdf {
  readonly text: string;
  readonly raw: string;
}
async function pdf(who: Person, route: string, language: 'en' | 'th' = 'en'): Promise<Pdf> {
  const answer = await who.get(route, { headers: { 'accept-language': language } });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  return {
    text: squeezed((await reader.pages(answer.raw)).join(' ')),
    raw: answer.raw.toString('latin1'),
  };
}
const orderPdf = (order: { id: string }, language: 'en' | 'th' = 'en') =>
  pdf(world.officer, `/purchase_orders/${order.id}/export`, language);

describe('a header', () => {
  it('comes back as it was saved, logo and signatures included', async () => {
    const sent = body({
      logo: png(40, 40),
      terms: 'Paid in 30 days.\nGoods stay ours until then.',
      footer: 'ขอบคุณที่ใช้บริการ',
      signatureBlocks: [
        { labelTh: 'ผู้จัดทำ', labelEn: 'Prepared by', signer: 'creator' },
        { labelTh: 'ผู้อนุมัติ', labelEn: 'Approved by', signer: 'approver' },
      ],
    });
    const made = expectData(await boss.post(path, sent));
    const { companyId, ...kept } = sent;
    expect(await headerOf(made.id)).toMatchObject({ ...kept, company: { id: companyId } });
    const { data } = (await boss.get(`${path}?pageName=purchase-header&type=purchaseOrder`)).body;
    expect(data).toEqual([
      expect.objectContaining({ id: made.id, hasLogo: true, signatureCount: 2, version: 1 }),
    ]);
    expect((await boss.get(`${path}?pageName=contract-header`)).body.data).toEqual([]);
  });

  it('is one default of its company and type, whoever else was it before', async () => {
    const first = await save({ type: 'contract' });
    expect(await refused({ type: 'contract', isDefault: true, isActive: false })).toEqual([
      422,
      'isActive DEFAULT_ACTIVE',
    ]);
    const second = await save({ type: 'contract' });
    expect(await headerOf(first.id)).toMatchObject({ isDefault: false, version: 2 });
    expect(second.isDefault).toBe(true);
    const lone = await boss.post(path, { ...again(second), isDefault: false });
    expect(faultsOf(lone)).toEqual([422, 'isDefault DEFAULT_NEEDED']);
    // Of another company there is another default.
    const there = expectData(
      await admin.post(path, body({ type: 'contract', companyId: elsewhere })),
    );
    expect(there.isDefault).toBe(true);
    expect((await headerOf(second.id)).isDefault).toBe(true);
  });

  it('stays one default when two are made at once', async () => {
    const companyId = expectData(await admin.post('/companies', companyBody())).id;
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.post(path, body({ companyId, type: 'acceptance' }))),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { data } = (await admin.get(`${path}?companyId=${companyId}`)).body;
    expect(data.filter((row: { isDefault: boolean }) => row.isDefault)).toHaveLength(1);
  });

  it('keeps company and type, and its name to itself', async () => {
    const made = await save({ type: 'acceptance' });
    const moved = { ...again(made), type: 'purchaseRequest', companyId: elsewhere };
    expect(faultsOf(await admin.post(path, moved))).toEqual([
      422,
      'companyId FIELD_LOCKED',
      'type FIELD_LOCKED',
      // Nothing of that type and company is a default yet, and this one does not become it.
    ]);
    const duplicate = body({ type: 'acceptance', name: made.name.toUpperCase() });
    expect(faultsOf(await boss.post(path, duplicate))).toEqual([409, 'name DUPLICATE']);
  });

  it('is changed by whoever saw its present version, and says so in the log', async () => {
    const made = await save({ type: 'acceptance', logo: png(20, 20) });
    const { version: _version, ...unversioned } = again(made) as Record<string, unknown>;
    expect(faultsOf(await boss.post(path, unversioned))).toEqual([422, 'version REQUIRED']);
    const changed = { ...again(made), footer: 'New footer' };
    expect((await boss.post(path, changed)).body.data.version).toBe(2);
    const late = await boss.post(path, changed);
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    const { rows } = await test.app.pg.query<{ action: string; after: Record<string, unknown> }>(
      `select action, after from activity_logs where subject = 'documentHeaders' and subject_id = $1 order by at`,
      [made.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(rows[1]?.after).toEqual({ footer: 'New footer' });
    // The picture itself is no business of the log.
    expect(JSON.stringify(rows[0])).not.toContain('base64');
  });

  it.each([
    ['name REQUIRED', { name: ' ' }],
    ['taxId TAX_ID', { taxId: '1234567890123' }],
    ['branchCode BRANCH_CODE', { branchCode: '1' }],
    ['address REQUIRED', { address: '  ' }],
    ['phone PHONE', { phone: '12' }],
    ['type ONE_OF', { type: 'invoice' }],
    ['terms TOO_LONG', { terms: 'x'.repeat(4001) }],
    [
      'signatureBlocks TOO_MANY',
      { signatureBlocks: Array(5).fill({ labelTh: 'ก', labelEn: 'a', signer: 'blank' }) },
    ],
    [
      'signatureBlocks[0].signer ONE_OF',
      { signatureBlocks: [{ labelTh: 'ก', labelEn: 'a', signer: 'owner' }] },
    ],
  ])('is refused with %s', async (fault, more) => {
    expect(await refused(more)).toEqual([422, fault]);
  });

  it('of a company that is closed or out of reach is not made', async () => {
    expect(await refused({ companyId: elsewhere })).toEqual([422, 'companyId UNKNOWN_ID']);
    const closed = expectData(await admin.post('/companies', companyBody()));
    await test.app.pg.query('update companies set is_active = false where id = $1', [closed.id]);
    const late = await admin.post(path, body({ companyId: closed.id }));
    expect(faultsOf(late)).toEqual([422, 'companyId INACTIVE']);
  });
});

describe('a logo', () => {
  const asLogo = (content: Buffer, mime = 'image/png') =>
    `data:${mime};base64,${content.toString('base64')}`;
  const SIZE = { width: 30, height: 30 };
  const broken = () => {
    const picture = renderTestPng(SIZE);
    picture.writeUInt8(picture.readUInt8(60) ^ 0xff, 60);
    return picture;
  };
  /** Whole as a file, but its pixels are others than it says. */
  const filledWith = (pixels: Buffer) => asLogo(wrapPng(SIZE, pixels));

  it.each([
    ['text that calls itself a picture', () => asLogo(Buffer.from('not a picture')), 'LOGO_TYPE'],
    ['a PDF', () => asLogo(Buffer.from('%PDF-1.4\n%%EOF')), 'LOGO_TYPE'],
    ['another kind of address', () => 'https://example.test/logo.png', 'LOGO_TYPE'],
    ['a picture cut off', () => asLogo(renderTestPng(SIZE).subarray(0, -30)), 'LOGO_TYPE'],
    ['a picture broken inside', () => asLogo(broken()), 'LOGO_TYPE'],
    ['one whose pixels do not open', () => filledWith(Buffer.from('pixels')), 'LOGO_TYPE'],
    ['one of too few pixels', () => filledWith(deflateSync(Buffer.alloc(10))), 'LOGO_TYPE'],
    ['one that unfolds', () => filledWith(deflateSync(Buffer.alloc(90_000_000))), 'LOGO_TYPE'],
    ['one of too many pixels', () => png(1501, 20), 'LOGO_PIXELS'],
    ['one too small to see', () => png(20, 15), 'LOGO_PIXELS'],
    ['more than 1 MB', () => asLogo(Buffer.alloc(1024 * 1024 + 1)), 'LOGO_SIZE'],
  ])('is not %s', async (_what, logo, code) => {
    expect(await refused({ logo: logo() })).toEqual([422, `logo ${code}`]);
    const preview = await boss.post(`${path}/preview`, previewBody({ logo: logo() }));
    expect(faultsOf(preview)).toEqual([422, `logo ${code}`]);
  });

  it('that is the same picture is one file, and goes when it is taken away', async () => {
    const logo = png(33, 21);
    const first = await save({ type: 'purchaseRequest', logo });
    await save({ type: 'purchaseRequest', logo });
    const { rows } = await test.app.pg.query(
      `select count(distinct logo_file_id)::int as files, count(*)::int as headers
       from document_headers where type = 'purchaseRequest' and logo_file_id is not null`,
    );
    expect(rows).toEqual([{ files: 1, headers: 2 }]);
    const bare = await boss.post(path, { ...again(await headerOf(first.id)), logo: null });
    expect(bare.body.data.logo).toBeNull();
  });
});

describe('the two pages', () => {
  it('are each kept by whoever has it', async () => {
    const contract = await save({ type: 'contract' });
    await test.app.pg.query(
      `delete from role_menus where role_id = (select role_id from users where id = $1)
       and menu_id = (select id from menus where name = 'contract-header')`,
      [boss.userId],
    );
    await test.app.pg.query(
      `delete from role_permissions where role_id = (select role_id from users where id = $1)
       and name like 'contract-header:%'`,
      [boss.userId],
    );
    test.app.forgetActors();
    const { data } = (await boss.get(`${path}?limit=100`)).body;
    expect(data.some((row: { type: string }) => row.type === 'contract')).toBe(false);
    expect((await boss.get(`${path}/${contract.id}`)).status).toBe(404);
    expect((await boss.post(path, { ...again(contract) })).status).toBe(404);
    expect((await boss.post(path, body({ type: 'contract' }))).status).toBe(403);
    const preview = await boss.post(`${path}/preview`, previewBody({ type: 'contract' }));
    expect(preview.status).toBe(403);
    await save({ type: 'purchaseOrder' });
  });

  it('show and change the headers of one’s own companies only', async () => {
    const theirs = expectData(await admin.post(path, body({ companyId: elsewhere })));
    expect((await boss.get(`${path}/${theirs.id}`)).status).toBe(404);
    expect((await boss.post(path, again(theirs))).status).toBe(404);
    const { data } = (await boss.get(`${path}?limit=100`)).body;
    expect(data.some(({ id }: { id: string }) => id === theirs.id)).toBe(false);
    const auditor = await test.as('auditor', { companyId: world.companyId });
    expect((await auditor.get(path)).status).toBe(200);
    expect((await auditor.post(path, body())).status).toBe(403);
  });
});

const previewBody = (more: object = {}) => {
  const { companyId: _c, name: _n, isDefault: _d, isActive: _a, ...shown } = body(more);
  return shown;
};

describe('the preview', () => {
  it('is a PDF with what is typed, in either language', async () => {
    const typed = previewBody({
      companyNameTh: 'บริษัท น้ำใจ จำกัด',
      terms: 'ชำระภายใน 30 วัน',
      signatureBlocks: [
        { labelTh: 'ผู้สั่งซื้อ', labelEn: '', signer: 'creator' },
        { labelTh: 'ผู้ขาย', labelEn: 'Seller', signer: 'blank' },
      ],
    });
    const read = async (locale: string) => {
      const answer = await admin.post(`${path}/preview`, { ...typed, locale });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      return squeezed((await reader.pages(answer.raw)).join(' '));
    };
    const thai = await read('th');
    for (const words of ['ใบสั่งซื้อ', 'บริษัท', 'ตัวอย่าง', 'PREVIEW', 'ผู้ขาย', 'สมชาย']) {
      expect(thai).toContain(words);
    }
    const english = await read('en');
    for (const words of ['Purchaseorder', 'LetterheadCompanyLimited', 'Seller', 'SomchaiJaidee']) {
      expect(english).toContain(words);
    }
    expect(
      (
        await test.app.pg.query(
          `select 1 from document_headers where company_name_th like '%น้ำใจ%'`,
        )
      ).rows,
    ).toEqual([]);
  });

  it('shows a form that is hardly begun', async () => {
    const empty = previewBody({ companyNameTh: '', companyNameEn: '', taxId: '', address: '' });
    expect((await admin.post(`${path}/preview`, { ...empty, branchCode: '' })).status).toBe(200);
  });
});

describe('PDFs', () => {
  const wide = { logo: png(80, 40), companyNameEn: 'First Name Limited' };

  it('keep header, logo and signatures from their approval on', async () => {
    const blocks = [
      { labelTh: 'ผู้จัดทำ', labelEn: 'Prepared by', signer: 'creator' },
      { labelTh: 'ผู้มีอำนาจ', labelEn: 'Authorised by', signer: 'approver' },
      { labelTh: 'ผู้ขาย', labelEn: 'Seller', signer: 'blank' },
    ];
    const header = await save({
      ...wide,
      type: 'purchaseOrder',
      terms: 'First terms',
      signatureBlocks: blocks,
    });
    const order = await approvedOrder(world);
    const first = await orderPdf(order);
    const manager = squeezed(`(${order.approvedBy.name})`);
    for (const words of ['FirstNameLimited', 'Firstterms', 'Preparedby', 'Authorisedby', manager]) {
      expect(first.text).toContain(words);
    }
    expect(first.raw).toMatch(/\/Width 80\s*\/Height 40/);
    expect((await orderPdf(order, 'th')).text).toContain('ผู้ขาย');

    expectData(
      await boss.post(path, {
        ...again(await headerOf(header.id)),
        logo: png(50, 60),
        companyNameEn: 'Second Name Limited',
        terms: 'Second terms',
        signatureBlocks: [],
      }),
    );
    const old = await orderPdf(order);
    expect(old.text).toBe(first.text);
    expect(old.raw).toMatch(/\/Width 80\s*\/Height 40/);
    const next = await orderPdf(await approvedOrder(world));
    expect(next.text).toContain('SecondNameLimited');
    expect(next.text).not.toContain('Preparedby');
    expect(next.raw).toMatch(/\/Width 50\s*\/Height 60/);
  });

  it('follow the present header until they are approved', async () => {
    await save({ ...wide, type: 'purchaseRequest' });
    const waiting = expectData(await world.asker.post('/purchase_requests', requestBody(world)));
    const route = `/purchase_requests/${waiting.id}/export`;
    expect((await pdf(world.asker, route)).text).toContain('FirstNameLimited');
    await save({ type: 'purchaseRequest', companyNameEn: 'Third Name Limited' });
    expect((await pdf(world.asker, route)).text).toContain('ThirdNameLimited');
  });

  it('of requests and receipts carry logo and signatures as well', async () => {
    for (const type of ['purchaseRequest', 'acceptance']) {
      await save({
        ...wide,
        type,
        signatureBlocks: [
          { labelTh: 'ผู้รับของ', labelEn: 'Taken in by', signer: 'receiver' },
          { labelTh: 'ผู้ทำ', labelEn: 'Written by', signer: 'creator' },
        ],
      });
    }
    const request = await approvedRequest(world);
    const asked = await pdf(world.asker, `/purchase_requests/${request.id}/export`);
    const receipt = expectData(await receive(world, await approvedOrder(world)));
    const received = await pdf(world.receiver, `/purchase_order_acceptances/${receipt.id}/export`);
    for (const one of [asked, received]) {
      expect(one.raw).toMatch(/\/Width 80\s*\/Height 40/);
      expect(one.text).toContain('FirstNameLimited');
      expect(one.text).toContain('Writtenby');
    }
    expect(asked.text).toContain(squeezed(`(${request.requester.name})`));
    expect(received.text.split(squeezed(`(${receipt.createdBy.name})`))).toHaveLength(3);
  });

  it("print the company's logo where their header has none", async () => {
    const admin = await test.as('system-admin');
    const setLogo = (logo: string | null) =>
      admin.get(`/companies/${world.companyId}`).then(({ body: { data } }) => {
        const { code, nameTh, taxId: tax, branchCode, isVatRegistered, version } = data;
        const company = { code, nameTh, taxId: tax, branchCode, isVatRegistered, version };
        const address = { line1: '99/1 Rama I Road' };
        return admin.patch(`/companies/${world.companyId}`, {
          ...company,
          address,
          isActive: true,
          logo,
        });
      });
    expectData(await setLogo(png(70, 35)));
    await save({ type: 'purchaseRequest' });
    const asked = async () => {
      const request = await approvedRequest(world);
      return (await pdf(world.asker, `/purchase_requests/${request.id}/export`)).raw;
    };
    expect(await asked()).toMatch(/\/Width 70\s*\/Height 35/);
    await save({ ...wide, type: 'purchaseRequest' });
    expect(await asked()).toMatch(/\/Width 80\s*\/Height 40/);
    const { companyId } = world;
    const sample = async ({ companyId: whose, ...more }: { companyId?: string; logo?: string }) =>
      (await boss.post(`${path}/preview`, { ...previewBody(more), companyId: whose })).raw.toString(
        'latin1',
      );
    expect(await sample({ companyId })).toMatch(/\/Width 70\s*\/Height 35/);
    expect(await sample({ companyId, logo: png(33, 22) })).toMatch(/\/Width 33\s*\/Height 22/);
    expect(await sample({})).not.toMatch(/\/Width 70\s*\/Height 35/);
    expectData(await setLogo(null));
  });

  it("never print another company's logo", async () => {
    const admin = await test.as('system-admin');
    const other = expectData(await admin.post('/companies', companyBody({ logo: png(72, 36) })));
    const sample = await boss.post(`${path}/preview`, { ...previewBody(), companyId: other.id });
    expect(sample.status).toBe(200);
    expect(sample.raw.toString('latin1')).not.toMatch(/\/Width 72\s*\/Height 36/);
  });
});
