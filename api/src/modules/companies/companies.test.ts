import { renderTestPng } from '../../documents/pdf/testPng.ts';
import { createTestApp, type Person, type TestApp } from '../../testing/index.ts';
import {
  BANGKOK,
  companyBody,
  makeCatalogue,
  makeOffice,
  type Office,
  partBody,
  putStock,
  tag,
  warehouseBody,
} from '../masterData/testing/office.ts';

let test: TestApp;
let office: Office;
let admin: Person;
let manager: Person;

beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  admin = office.admin;
  manager = await test.as('warehouse-manager', { companyId: office.companyA });
});
afterAll(() => test.close());

interface Row {
  readonly id: string;
  readonly code: string;
  readonly kind: string;
  readonly version: number;
}

const addWarehouse = async (companyId: string, more: object = {}): Promise<Row> =>
  (await admin.post('/sub-warehouses', warehouseBody(companyId, more))).body.data;

const editWarehouse = (who: Person, row: Row, more: object = {}) => {
  const { companyId: _company, code: _code, kind: _kind, ...body } = warehouseBody(office.companyA);
  return who.patch(`/sub-warehouses/${row.id}`, {
    ...body,
    version: row.version,
    isActive: true,
    ...more,
  });
};

const fieldsOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort();

const putSomething = async (warehouseId: string) => {
  const catalogue = await makeCatalogue(office);
  const part = (await admin.post('/material_parts', partBody(catalogue))).body.data;
  await putStock(test, {
    companyId: office.companyA,
    warehouseId,
    partId: part.id,
    quantity: 1,
  });
};

describe('a company', () => {
  it('begins with the places that posting needs, each with its bin', async () => {
    const company = (await admin.post('/companies', companyBody())).body.data;
    const { body } = await admin.get(
      `/sub-warehouses?companyId=${company.id}&isSystem=true&limit=100`,
    );
    expect(body.data.map(({ code }: Row) => code)).toEqual([
      'ADJUST',
      'CLAIM',
      'CONSUMED',
      'CONTAINER',
      'OPENING',
      'QUARANTINE',
      'RECEIVING',
      'REPAIR',
      'SCRAP',
      'SITE',
      'SOLD',
      'SUPPLIER',
      'TRANSFORM',
      'TRANSIT',
    ]);
    expect(body.data.every((row: { binCount: number }) => row.binCount === 1)).toBe(true);
    expect(company.address.text).toBe('99/1 Rama I Road, Lumpini, Pathum Wan, Bangkok 10330');
  });

  it.each([
    ['a wrong tax id', { taxId: '0101700230705' }, 'taxId TAX_ID'],
    ['a branch code of four digits', { branchCode: '0000' }, 'branchCode BRANCH_CODE'],
    [
      'an address that contradicts itself',
      { address: { ...BANGKOK, provinceId: 50 } },
      'address.amphoeId ADDRESS_CHAIN',
    ],
    [
      'a parent that does not exist',
      { parentId: '00000000-0000-7000-8000-000000000000' },
      'parentId UNKNOWN_ID',
    ],
  ])('refuses %s', async (_what, more, fault) => {
    const answer = await admin.post('/companies', companyBody(more));
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toEqual([fault]);
  });

  it('is a head office or a branch, as its code says', async () => {
    const post = (more: object) => admin.post('/companies', companyBody(more));
    const said = async (more: object) => (await post(more)).body.data.branchType;
    expect(await said({ branchCode: '00000' })).toBe('headOffice');
    expect(await said({ branchCode: '00001' })).toBe('branch');
    expect(await said({ branchType: 'branch', branchCode: '00002' })).toBe('branch');
    for (const [branchType, branchCode] of [
      ['branch', '00000'],
      ['headOffice', '00001'],
    ]) {
      const refused = await post({ branchType, branchCode });
      expect([refused.status, fieldsOf(refused.body)]).toEqual([422, ['branchCode BRANCH_TYPE']]);
    }
  });

  it('has a logo until it is taken away', async () => {
    const logo = `data:image/png;base64,${renderTestPng({ width: 40, height: 30 }).toString('base64')}`;
    const made = (await admin.post('/companies', companyBody({ logo }))).body.data;
    expect([made.logo, made.hasLogo]).toEqual([logo, true]);
    const change = async (more: object) => {
      const { version } = (await admin.get(`/companies/${made.id}`)).body.data;
      const body = companyBody({ code: made.code, taxId: made.taxId, ...more });
      return admin.patch(`/companies/${made.id}`, { ...body, version, isActive: true });
    };
    // Whoever does not know of logos leaves it as it is.
    expect((await change({ phone: '021234567' })).body.data.logo).toBe(logo);
    const listed = (await admin.get(`/companies?search=${made.code}`)).body.data;
    expect(listed).toMatchObject([{ hasLogo: true }]);
    expect(listed[0].logo).toBeUndefined();
    const small = `data:image/png;base64,${renderTestPng({ width: 4, height: 4 }).toString('base64')}`;
    expect(fieldsOf((await change({ logo: small })).body)).toEqual(['logo LOGO_PIXELS']);
    expect((await change({ logo: null })).body.data).toMatchObject({ logo: null, hasLogo: false });
  });

  it('is not above itself', async () => {
    const above = (await admin.post('/companies', companyBody())).body.data;
    const below = (await admin.post('/companies', companyBody({ parentId: above.id }))).body.data;
    expect(below.parent.id).toBe(above.id);
    const answer = await admin.patch(`/companies/${above.id}`, {
      ...companyBody({ code: above.code, taxId: above.taxId, parentId: below.id }),
      version: above.version,
      isActive: true,
    });
    expect(fieldsOf(answer.body)).toEqual(['parentId CYCLE']);
  });

  it('is deleted while nobody has used it, with its places', async () => {
    const free = (await admin.post('/companies', companyBody())).body.data;
    expect((await admin.delete(`/companies/${free.id}`)).status).toBe(200);
    expect((await admin.get(`/companies/${free.id}`)).status).toBe(404);
    const used = await admin.delete(`/companies/${office.companyA}`);
    expect([used.status, used.body.code]).toEqual([409, 'IN_USE']);
    expect(used.body.details.references).toContainEqual({ family: 'users', count: 1 });
    const left = await admin.get(`/sub-warehouses?companyId=${office.companyA}&isSystem=true`);
    expect(left.body.meta.totalItems).toBe(14);
  });

  it('whose own places are used says who uses them, not what the database calls the rule', async () => {
    const made = (await admin.post('/companies', companyBody())).body.data;
    // A person is put into a place that the system made.
    const person = await test.as('warehouse-staff', { companyId: made.id });
    await test.app.pg.query(
      `insert into user_warehouses (user_id, warehouse_id)
       select $1, id from warehouses where company_id = $2 and is_system limit 1`,
      [person.userId, made.id],
    );
    await test.app.pg.query('delete from user_companies where company_id = $1', [made.id]);
    const refused = await admin.delete(`/companies/${made.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details).toEqual({ references: [{ family: 'users', count: 1 }] });
    const places = await admin.get(`/sub-warehouses?companyId=${made.id}&isSystem=true`);
    expect(places.body.meta.totalItems).toBe(14);
  });

  it.each([
    ['a warehouse of its own', 'subWarehouses', (companyId: string) => addWarehouse(companyId)],
    [
      'a company below it',
      'companies',
      (companyId: string) => admin.post('/companies', companyBody({ parentId: companyId })),
    ],
    [
      'a team',
      'teams',
      (companyId: string) =>
        test.app.pg.query(
          `insert into teams (name, type, company_id, created_at, updated_at)
           values ('T' || $1, 'sales', $1::uuid, now(), now())`,
          [companyId],
        ),
    ],
    [
      'a customer',
      'customers',
      (companyId: string) =>
        test.app.pg.query(
          `insert into customers (code, company_id, type, name, first_name, last_name, phone, sale_id, registered_address, contacts, created_at, updated_at)
           values ('CUS-9' || substr($1, 1, 8), $1::uuid, 'person', 'A B', 'A', 'B', '0812345678', $2, '{"line1": "1"}', '[]', now(), now())`,
          [companyId, admin.userId],
        ),
    ],
  ] as const)('with %s says so: %s', async (_name, family, use) => {
    const made = (await admin.post('/companies', companyBody())).body.data;
    await use(made.id);
    const refused = await admin.delete(`/companies/${made.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'IN_USE']);
    expect(refused.body.details.references).toContainEqual({ family, count: 1 });
    expect((await admin.get(`/companies/${made.id}`)).status).toBe(200);
  });

  it('does not exist for people of another company', async () => {
    const auditor = await test.as('auditor', { companyId: office.companyB });
    const listed = (await auditor.get('/companies')).body.data.map(({ id }: Row) => id);
    expect(listed).toEqual([office.companyB]);
    expect((await auditor.get(`/companies/${office.companyA}`)).status).toBe(404);
    const chosen = (await auditor.get(`/companies/all?ids=${office.companyA}`)).body.data;
    expect(chosen).toEqual([]);
    const companyAdmin = await test.as('company-admin', { companyId: office.companyB });
    const change = await companyAdmin.patch(`/companies/${office.companyA}`, {
      ...companyBody(),
      version: 1,
      isActive: true,
    });
    expect(change.status).toBe(404);
  });

  it('with stock stays active', async () => {
    const warehouse = await addWarehouse(office.companyA);
    await putSomething(warehouse.id);
    const company = (await admin.get(`/companies/${office.companyA}`)).body.data;
    const answer = await admin.patch(`/companies/${company.id}`, {
      ...companyBody({ code: company.code, taxId: company.taxId }),
      version: company.version,
      isActive: false,
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
  });
});

describe('a warehouse', () => {
  it('has a DEFAULT bin from the start and a code of its own in the company', async () => {
    const warehouse = await addWarehouse(office.companyA);
    const bins = (await admin.get(`/sub-warehouses/${warehouse.id}/bins`)).body.data;
    expect(bins.map(({ code }: Row) => code)).toEqual(['DEFAULT']);
    const duplicate = await admin.post(
      '/sub-warehouses',
      warehouseBody(office.companyA, { code: warehouse.code }),
    );
    expect([duplicate.status, duplicate.body.errors[0].field]).toEqual([409, 'code']);
    const elsewhere = warehouseBody(office.companyB, { code: warehouse.code });
    expect((await admin.post('/sub-warehouses', elsewhere)).status).toBe(201);
  });

  it('is made in one’s own company only, below a warehouse of the same company', async () => {
    const foreign = await addWarehouse(office.companyB);
    const out = await manager.post('/sub-warehouses', warehouseBody(office.companyB));
    expect(fieldsOf(out.body)).toEqual(['companyId UNKNOWN_ID']);
    const outsider = await test.as('warehouse-staff', { companyId: office.companyB });
    const mixed = await manager.post(
      '/sub-warehouses',
      warehouseBody(office.companyA, { parentId: foreign.id, managerIds: [outsider.userId] }),
    );
    expect(fieldsOf(mixed.body)).toEqual(['managerIds[0] UNKNOWN_ID', 'parentId UNKNOWN_ID']);
    const fine = await manager.post(
      '/sub-warehouses',
      warehouseBody(office.companyA, { managerIds: [manager.userId] }),
    );
    expect(fine.body.data.managers).toEqual([
      { id: manager.userId, name: 'warehouse-manager Tester' },
    ]);
  });

  it('with stock stays active; an empty one closes', async () => {
    const full = await addWarehouse(office.companyA);
    await putSomething(full.id);
    const answer = await editWarehouse(manager, full, { isActive: false });
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
    expect(answer.body.details.references).toEqual([{ family: 'stock', count: 1 }]);
    const empty = await addWarehouse(office.companyA);
    const closed = await editWarehouse(manager, empty, { isActive: false });
    expect(closed.body.data.isActive).toBe(false);
    const offered = await manager.get(`/master-data/sub-warehouses?search=${empty.code}`);
    expect(offered.body.data).toEqual([]);
  });

  it('of the system keeps doing its work', async () => {
    const [place] = (await admin.get(`/sub-warehouses?companyId=${office.companyA}&kind=receiving`))
      .body.data;
    const refused = await editWarehouse(admin, place, { holds: 'both', isPickable: true });
    expect([refused.status, refused.body.code]).toEqual([409, 'FIELD_LOCKED']);
    const renamed = await editWarehouse(admin, place, {
      holds: 'both',
      isPickable: false,
      name: 'Dock 1',
    });
    expect(renamed.body.data.name).toBe('Dock 1');
  });

  it('out of scope is not there, by company and by warehouse', async () => {
    const mine = await addWarehouse(office.companyA);
    const others = await addWarehouse(office.companyA);
    const foreign = await addWarehouse(office.companyB);
    const keeper = await test.as('warehouse-manager', {
      companyId: office.companyA,
      warehouseIds: [mine.id],
    });
    const storage = (await keeper.get('/sub-warehouses?isSystem=false')).body.data;
    expect(storage.map(({ id }: Row) => id)).toEqual([mine.id]);
    for (const { id } of [others, foreign]) {
      expect((await keeper.get(`/sub-warehouses/${id}`)).status).toBe(404);
      expect((await keeper.get(`/sub-warehouses/${id}/bins`)).status).toBe(404);
      expect((await keeper.post(`/sub-warehouses/${id}/bins`, { code: 'A-1' })).status).toBe(404);
      expect((await editWarehouse(keeper, { ...others, id })).status).toBe(404);
    }
    const choices = await keeper.get('/master-data/sub-warehouses?storage=true&limit=1000');
    expect(choices.body.data.map(({ id }: Row) => id)).toEqual([mine.id]);
    const bins = await keeper.get(`/master-data/bins?warehouseId=${others.id}`);
    expect(bins.body.data).toEqual([]);
    // Whoever is held to certain warehouses sees the one they add.
    const added = await keeper.post('/sub-warehouses', warehouseBody(office.companyA));
    expect((await keeper.get(`/sub-warehouses/${added.body.data.id}`)).status).toBe(200);
  });
});

describe('a bin', () => {
  it('has a code of its own in its warehouse and a barcode of its own anywhere', async () => {
    const one = await addWarehouse(office.companyA);
    const two = await addWarehouse(office.companyA);
    const barcode = `B:${tag()}`;
    const first = await manager.post(`/sub-warehouses/${one.id}/bins`, {
      code: 'a-01-03',
      barcode,
      maxQty: 100,
    });
    expect(first.body.data).toMatchObject({ code: 'A-01-03', barcode, maxQty: 100 });
    const duplicate = await manager.post(`/sub-warehouses/${one.id}/bins`, { code: 'A-01-03' });
    expect([duplicate.status, duplicate.body.errors[0].field]).toEqual([409, 'code']);
    const label = await manager.post(`/sub-warehouses/${two.id}/bins`, {
      code: 'A-01-03',
      barcode,
    });
    expect([label.status, label.body.errors[0].field]).toEqual([409, 'barcode']);
    const found = await manager.get(`/master-data/bins?search=${encodeURIComponent(barcode)}`);
    expect(found.body.data.map(({ id }: Row) => id)).toEqual([first.body.data.id]);
  });

  it('with stock, and DEFAULT, stay active', async () => {
    const warehouse = await addWarehouse(office.companyA);
    const path = `/sub-warehouses/${warehouse.id}/bins`;
    const [bin] = (await manager.get(path)).body.data;
    const change = { version: bin.version, code: 'DEFAULT', isActive: false };
    expect((await manager.patch(`${path}/${bin.id}`, change)).body.code).toBe('FIELD_LOCKED');
    const other = (await manager.post(path, { code: 'B-1' })).body.data;
    const closed = await manager.patch(`${path}/${other.id}`, {
      version: other.version,
      code: 'B-1',
      isActive: false,
    });
    expect(closed.body.data.isActive).toBe(false);
    const stale = await manager.patch(`${path}/${other.id}`, {
      version: other.version,
      code: 'B-2',
      isActive: true,
    });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  });
});

describe('geography', () => {
  it('leads from province to postal code, and back from a code', async () => {
    const ask = async (path: string) => (await office.admin.get(`/master-data/${path}`)).body.data;
    expect(await ask('provinces')).toHaveLength(77);
    const amphoes = await ask('amphoes?provinceId=10');
    expect(amphoes).toHaveLength(50);
    expect(amphoes).toContainEqual({
      id: 1007,
      nameTh: 'ปทุมวัน',
      nameEn: 'Pathum Wan',
      provinceId: 10,
    });
    const everywhere = await ask('amphoes');
    expect(everywhere).toHaveLength(928);
    expect(new Set(everywhere.map((row: { provinceId: number }) => row.provinceId)).size).toBe(77);
    const districts = await ask('districts?amphoeId=1007');
    expect(districts.map(({ id }: { id: number }) => id)).toContain(100704);
    expect(await ask('zipcodes?districtId=100704')).toEqual([
      { zipcode: '10330', districtId: 100704, amphoeId: 1007, provinceId: 10 },
    ]);
    const back = await ask('zipcodes?code=10330');
    expect(back.every((row: { amphoeId: number }) => row.amphoeId === 1007)).toBe(true);
    expect(await ask('districts?amphoeId=999999')).toEqual([]);
  });

  it.each(['provinces', 'amphoes?provinceId=10', 'districts?amphoeId=1007', 'zipcodes?code=10330'])(
    'lets a browser keep %s for a day, and answers 304 to whoever has it',
    async (path) => {
      const first = await office.admin.get(`/master-data/${path}`);
      expect(first.headers['cache-control']).toBe('private, max-age=86400');
      const etag = String(first.headers.etag);
      const asked = (known: string) =>
        office.admin.get(`/master-data/${path}`, { headers: { 'if-none-match': known } });
      const again = await asked(`"older", ${etag}`);
      expect([again.status, again.headers.etag, again.body]).toEqual([304, etag, '']);
      const changed = await asked('"older"');
      expect([changed.status, changed.body]).toEqual([200, first.body]);
    },
  );

  it('lets nobody keep what lies in a scope, or a refusal', async () => {
    const kept = async (path: string) =>
      (await office.admin.get(`/master-data/${path}`)).headers['cache-control'];
    expect(await kept('sub-warehouses')).toBe('no-store');
    expect(await kept('districts?amphoeId=none')).toBe('no-store');
    const stranger = await test.nobody.get('/master-data/provinces');
    expect([stranger.status, stranger.headers['cache-control']]).toEqual([401, 'no-store']);
  });
});
