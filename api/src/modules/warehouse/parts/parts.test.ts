import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { plantModel } from '../../containers/testing/planted.ts';
import {
  type Catalogue,
  makeCatalogue,
  makeOffice,
  type Office,
  partBody,
  putStock,
  supplierBody,
  tag,
  warehouseBody,
} from '../../masterData/testing/office.ts';

let test: TestApp;
let office: Office;
let catalogue: Catalogue;
let admin: Person;
let staff: Person;
let chief: Person;
let buyer: Person;
let warehouseA: string;
let warehouseB: string;

beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  admin = office.admin;
  catalogue = await makeCatalogue(office);
  staff = await test.as('warehouse-staff', { companyId: office.companyA });
  chief = await test.as('warehouse-manager', { companyId: office.companyA });
  buyer = await test.as('purchasing-officer', { companyId: office.companyA });
  const warehouse = async (company: string): Promise<string> =>
    (await admin.post('/sub-warehouses', warehouseBody(company))).body.data.id;
  warehouseA = await warehouse(office.companyA);
  warehouseB = await warehouse(office.companyB);
});
afterAll(() => test.close());

const add = async (more: object = {}) => {
  const answer = await admin.post('/material_parts', partBody(catalogue, more));
  expect(answer.status).toBe(201);
  return answer.body.data;
};

const edit = (part: { id: string; version: number; partNo: string }, more: object = {}) =>
  admin.patch(`/material_parts/${part.id}`, {
    ...partBody(catalogue),
    partNo: part.partNo,
    version: part.version,
    isActive: true,
    ...more,
  });

const fieldsOf = (body: { errors?: { field: string; code: string }[] }) =>
  (body.errors ?? []).map(({ field, code }) => `${field} ${code}`).sort();

describe('a part', () => {
  it('is labelled by its number until somebody gives it a barcode', async () => {
    const part = await add();
    expect(part.barcode).toBe(part.partNo);
    expect(part.stockLevel).toBe('out');
    expect((await add({ barcode: `885-${part.partNo}` })).barcode).toBe(`885-${part.partNo}`);
  });

  it('says every fault at once', async () => {
    const answer = await admin.post(
      '/material_parts',
      partBody(catalogue, {
        categoryId: catalogue.sub,
        subCategoryId: catalogue.otherMain,
        minStock: 5,
        reorderPoint: 3,
        maxStock: 4.5,
        preferredSupplierId: office.companyA,
      }),
    );
    expect(answer.status).toBe(422);
    expect(fieldsOf(answer.body)).toEqual([
      'categoryId NOT_MAIN',
      'maxStock MIN',
      'maxStock WHOLE',
      'preferredSupplierId UNKNOWN_ID',
      'reorderPoint MIN',
      'subCategoryId NOT_IN_CATEGORY',
    ]);
  });

  it.each([
    [
      'partNo',
      (part: { partNo: string }) => ({ partNo: part.partNo.toLowerCase(), barcode: tag() }),
    ],
    ['barcode', (part: { partNo: string }) => ({ barcode: part.partNo })],
  ])('has a %s of its own', async (field, duplicate) => {
    const part = await add();
    const answer = await admin.post('/material_parts', partBody(catalogue, duplicate(part)));
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe('DUPLICATE');
    expect(answer.body.errors[0].field).toBe(field);
  });

  it('is for models of containers, by which the list is cut', async () => {
    const [one, two] = [(await plantModel(test)).modelId, (await plantModel(test)).modelId];
    const part = await add({ productModelIds: [one, two, one] });
    expect(part.productModels.map(({ id }: { id: string }) => id).sort()).toEqual(
      [one, two].sort(),
    );
    const found = async (modelId: string) =>
      (await admin.get(`/material_parts?productModelId=${modelId}`)).body.data.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found(two)).toEqual([part.id]);
    const edited = await edit(part, { productModelIds: [one] });
    expect(edited.body.data.productModels).toMatchObject([{ id: one }]);
    expect(await found(two)).toEqual([]);
    // Whoever does not know of them leaves them as they are, and the timeline says what changed.
    const kept = await edit(edited.body.data, { name: 'Another' });
    expect(kept.body.data.productModels).toHaveLength(1);
    const { rows } = await test.app.pg.query<{ diff: object }>(
      `select diff from history where subject_id = $1 and diff ? 'productModelIds' order by at`,
      [part.id],
    );
    expect(rows.at(-1)?.diff).toMatchObject({
      productModelIds: { from: [one, two].sort(), to: [one] },
    });
    expect(rows).toHaveLength(2);
  });

  it('is for models that there are and that are in use', async () => {
    const { modelId } = await plantModel(test);
    const part = await add({ productModelIds: [modelId] });
    await test.app.pg.query('update product_models set is_active = false where id = $1', [modelId]);
    expect((await edit(part, { productModelIds: [modelId] })).status).toBe(200);
    const refused = await admin.post(
      '/material_parts',
      partBody(catalogue, { productModelIds: [modelId, office.companyA] }),
    );
    expect(fieldsOf(refused.body)).toEqual([
      'productModelIds[0] INACTIVE',
      'productModelIds[1] UNKNOWN_ID',
    ]);
    const removal = await admin.delete(`/product_models/${modelId}`);
    expect([removal.status, removal.body.details?.references]).toEqual([
      409,
      expect.arrayContaining([{ family: 'parts', count: 1 }]),
    ]);
  });

  it('refuses a stale version and changes nothing', async () => {
    const part = await add();
    expect((await edit(part, { name: 'First' })).status).toBe(200);
    const late = await edit(part, { name: 'Second' });
    expect([late.status, late.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expect((await admin.get(`/material_parts/${part.id}`)).body.data.name).toBe('First');
  });

  it('keeps unit and tracking once something was posted', async () => {
    const part = await add();
    expect((await edit(part, { unitId: catalogue.metres })).status).toBe(200);
    await putStock(test, {
      companyId: office.companyA,
      warehouseId: warehouseA,
      partId: part.id,
      quantity: 2,
    });
    const now = (await admin.get(`/material_parts/${part.id}`)).body.data;
    expect(now.hasMoves).toBe(true);
    for (const [field, change] of Object.entries({
      unitId: { unitId: catalogue.pieces },
      trackingType: { unitId: catalogue.metres, trackingType: 'serial' },
    })) {
      const answer = await edit(now, change);
      expect([answer.status, answer.body.code]).toEqual([409, 'FIELD_LOCKED']);
      expect(answer.body.details.field).toBe(field);
    }
  });

  it('stays active while there is stock of it', async () => {
    const part = await add();
    await putStock(test, {
      companyId: office.companyB,
      warehouseId: warehouseB,
      partId: part.id,
      quantity: 1,
    });
    const answer = await edit(part, { isActive: false });
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
    expect((await edit(await add(), { partNo: `P-${tag()}`, isActive: false })).status).toBe(200);
  });

  it('is deleted only when nothing refers to it, and the answer says what does', async () => {
    const free = await add();
    expect((await admin.delete(`/material_parts/${free.id}`)).status).toBe(200);
    expect((await admin.get(`/material_parts/${free.id}`)).status).toBe(404);
    const used = await add();
    await putStock(test, {
      companyId: office.companyA,
      warehouseId: warehouseA,
      partId: used.id,
      quantity: 1,
    });
    const answer = await admin.delete(`/material_parts/${used.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
    expect(answer.body.details.references).toEqual([{ family: 'stock', count: 1 }]);
  });

  it('writes who changed what, without a row for a refusal', async () => {
    const part = await add({ standardPrice: '12.5000' });
    await edit(part, { name: 'Renamed', standardPrice: '12.5000' });
    await edit(part, { name: 'Refused' });
    const log = await test.app.db
      .selectFrom('activityLogs')
      .select(['action', 'userId', 'before', 'after'])
      .where('subjectId', '=', part.id)
      .orderBy('at')
      .execute();
    expect(log.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(log[1]?.userId).toBe(admin.userId);
    expect(log[1]?.after).toMatchObject({ name: 'Renamed' });
    expect(log[1]?.after).not.toHaveProperty('standardPrice');
    expect(log[1]?.before).toMatchObject({ name: part.name });
  });
});

describe('stock of a part', () => {
  it('is that of one’s own company, and so is its level', async () => {
    const part = await add({ reorderPoint: 5, maxStock: 20 });
    const find = async (who: Person, query: string) => {
      const { body } = await who.get(`/material_parts?search=${part.partNo}&${query}`);
      return body.data.map((row: { stock: { onHand: number }; stockLevel: string }) => [
        row.stock.onHand,
        row.stockLevel,
      ]);
    };
    const put = (quantity: number, where: 'A' | 'B') =>
      putStock(test, {
        companyId: where === 'A' ? office.companyA : office.companyB,
        warehouseId: where === 'A' ? warehouseA : warehouseB,
        partId: part.id,
        quantity,
      });
    expect(await find(staff, 'stock=out')).toEqual([[0, 'out']]);
    await put(4, 'A');
    expect(await find(staff, 'stock=out')).toEqual([]);
    expect(await find(staff, 'stock=low')).toEqual([[4, 'low']]);
    await put(30, 'B');
    expect(await find(staff, 'stock=low')).toEqual([[4, 'low']]);
    expect(await find(admin, 'stock=over')).toEqual([[34, 'over']]);
    expect(await find(staff, 'stock=over')).toEqual([]);
    const where = async (who: Person, query: string) => {
      const { body } = await who.get(`/material_parts?search=${part.partNo}&${query}`);
      return body.data.map((row: { levelCompanies?: string[] }) => row.levelCompanies);
    };
    const codeA = (await admin.get(`/companies/${office.companyA}`)).body.data.code;
    expect(await where(admin, 'stock=low')).toEqual([[codeA]]);
    expect(await where(staff, 'stock=low')).toEqual([undefined]);
    expect(await where(admin, '')).toEqual([undefined]);
    await put(3, 'A');
    expect(await find(staff, 'stock=ok,over')).toEqual([[7, 'ok']]);
    // A rule changed by hand moves the level as well.
    await edit((await admin.get(`/material_parts/${part.id}`)).body.data, {
      reorderPoint: 10,
      maxStock: 20,
    });
    expect(await find(staff, 'stock=low')).toEqual([[7, 'low']]);
  });

  it('is cut to one’s warehouses', async () => {
    const part = await add();
    const other = (await admin.post('/sub-warehouses', warehouseBody(office.companyA))).body.data
      .id;
    const keeper = await test.as('warehouse-manager', {
      companyId: office.companyA,
      warehouseIds: [other],
    });
    const spec = { companyId: office.companyA, partId: part.id };
    await putStock(test, { ...spec, warehouseId: warehouseA, quantity: 9 });
    await putStock(test, { ...spec, warehouseId: other, quantity: 2 });
    const mine = (await keeper.get(`/material_parts/${part.id}`)).body.data;
    expect(mine.stock.onHand).toBe(2);
    expect(mine.balances.map((row: { warehouse: { id: string } }) => row.warehouse.id)).toEqual([
      other,
    ]);
    const elsewhere = await keeper.get(
      `/material_parts?search=${part.partNo}&warehouseId=${warehouseA}`,
    );
    expect(elsewhere.body.data).toEqual([]);
    const ours = (await staff.get(`/material_parts/${part.id}`)).body.data;
    expect(ours.stock.onHand).toBe(11);
  });

  it('shows cost only to whoever may view it', async () => {
    const part = await add();
    await putStock(test, {
      companyId: office.companyA,
      warehouseId: warehouseA,
      partId: part.id,
      quantity: 4,
      unitCost: '12.5000',
    });
    const path = `/material_parts?search=${part.partNo}`;
    const seen = (await buyer.get(path)).body;
    expect(seen.data[0]).toMatchObject({ averageCost: '12.5000', stockValue: '50.00' });
    expect(seen.meta.summary).toEqual({ parts: 1, totalValue: '50.00' });
    const hidden = (await staff.get(path)).body;
    expect(hidden.data[0]).toMatchObject({
      averageCost: null,
      stockValue: null,
      lastPurchasePrice: null,
    });
    expect(hidden.meta.summary).toEqual({ parts: 1, totalValue: null });
  });

  it('is worth in its category what the company owns of it, for whoever sees cost', async () => {
    const part = await add();
    await putStock(test, {
      companyId: office.companyA,
      warehouseId: warehouseA,
      partId: part.id,
      quantity: 7,
      unitCost: '3.0000',
    });
    const valued = async (who: Person, id: string) => {
      const { body } = await who.get(`/categories?ids=${id}`);
      return body.data[0].onHandValue;
    };
    const { rows } = await test.app.pg.query<{ value: string }>(
      `select sum(v.owned_value)::numeric(15, 2)::text as value
       from part_valuations v join material_parts p on p.id = v.item_id
       where p.category_id = $1 and v.company_id = $2`,
      [part.category.id, office.companyA],
    );
    expect(Number(rows[0]?.value)).toBeGreaterThan(0);
    expect(await valued(chief, part.category.id)).toBe(rows[0]?.value);
    expect(await valued(staff, part.category.id)).toBeNull();
  });

  it('is worth to a keeper of some warehouses what lies in those, in its row, sum and category', async () => {
    const part = await add();
    const own = { companyId: office.companyA, partId: part.id, unitCost: '3.0000' };
    await putStock(test, { ...own, warehouseId: warehouseA, quantity: 7 });
    const { rows } = await test.app.pg.query<{ id: string }>(
      `insert into warehouses (company_id, code, name, kind, holds, created_at, updated_at)
       values ($1, 'FAR' || right($2, 6), 'Far', 'branch', 'parts', now(), now()) returning id`,
      [office.companyA, part.id],
    );
    const far = String(rows[0]?.id);
    await test.app.pg.query(
      `insert into bins (warehouse_id, code, created_at, updated_at)
       values ($1, 'DEFAULT', now(), now())`,
      [far],
    );
    await putStock(test, { ...own, warehouseId: far, quantity: 2 });
    const valued = async (who: Person) => {
      const parts = (await who.get(`/material_parts?search=${part.partNo}`)).body;
      const categories = (await who.get(`/categories?ids=${part.category.id}`)).body;
      return {
        row: parts.data[0].stockValue,
        average: parts.data[0].averageCost,
        sum: parts.meta.summary.totalValue,
        category: Number(categories.data[0].onHandValue),
      };
    };
    const keeper = await test.as('warehouse-manager', {
      companyId: office.companyA,
      warehouseIds: [far],
    });
    const whole = await valued(chief);
    expect(whole).toMatchObject({ row: '27.00', average: '3.0000', sum: '27.00' });
    const { rows: system } = await test.app.pg.query<{ value: string }>(
      `select coalesce(sum(round(v.owned_value * b.on_hand / nullif(v.owned_qty, 0), 2)), 0)::text as value
       from part_valuations v join material_parts p on p.id = v.item_id
       join stock_balances b on b.item_id = p.id and b.company_id = v.company_id and b.is_physical
       join bins n on n.id = b.location_id join warehouses w on w.id = n.warehouse_id
       where p.category_id = $1 and v.company_id = $2 and w.is_system`,
      [part.category.id, office.companyA],
    );
    expect(await valued(keeper)).toEqual({
      row: '6.00',
      average: '3.0000',
      sum: '6.00',
      category: 6 + Number(system[0]?.value),
    });
    expect(whole.category).toBeGreaterThan(6 + Number(system[0]?.value));
  });

  it('names parts to be ordered again, those that are out first, as many of each as its list has', async () => {
    await add({ reorderPoint: 5 });
    const { out, low, parts } = (await staff.get('/material_parts/reorder')).body.data;
    const list = async (stock: string) =>
      (await staff.get(`/material_parts?stock=${stock}&limit=10`)).body;
    const [isOut, isLow] = [await list('out'), await list('low')];
    expect([out, low]).toEqual([isOut.meta.totalItems, isLow.meta.totalItems]);
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    expect(ids(parts)).toEqual(ids([...isOut.data, ...isLow.data].slice(0, 5)));
    expect(ids(parts).length).toBeGreaterThan(0);
    const buyer = await test.as('sales-officer');
    expect((await buyer.get('/material_parts/reorder')).status).toBe(
      (await buyer.get('/material_parts?limit=10')).status,
    );
  });

  it('counts parts by level', async () => {
    const before = (await staff.get('/material_parts/count')).body.data;
    const part = await add({ reorderPoint: 5 });
    await putStock(test, {
      companyId: office.companyA,
      warehouseId: warehouseA,
      partId: part.id,
      quantity: 1,
    });
    const after = (await staff.get('/material_parts/count')).body.data;
    expect(after.total).toBe(before.total + 1);
    expect(after.low).toBe(before.low + 1);
    expect(after.out).toBe(before.out);
  });
});

describe('choosing a part', () => {
  it.each(['name', 'nameTh', 'partNo', 'barcode'])('finds it by its %s', async (field) => {
    const part = await add({ nameTh: `ปั๊มน้ำ ${tag()}`, barcode: `BAR${tag()}` });
    const term = encodeURIComponent(String(part[field]).toLowerCase());
    const { body } = await staff.get(`/material_parts/master?search=${term}`);
    expect(body.data.map((row: { id: string }) => row.id)).toEqual([part.id]);
  });

  it('does not mind a missing tone mark', async () => {
    const word = tag();
    const part = await add({ nameTh: `ปั๊มน้ำ ${word}` });
    const term = encodeURIComponent(`ปัมนำ ${word}`);
    const { body } = await staff.get(`/material_parts?search=${term}`);
    expect(body.data.map((row: { id: string }) => row.id)).toEqual([part.id]);
  });

  it('offers active parts, and names an inactive one that is asked for by its id', async () => {
    const part = await add();
    const inactive = await edit(part, { isActive: false });
    const offered = await staff.get(`/material_parts/master?search=${part.partNo}`);
    expect(offered.body.data).toEqual([]);
    const named = await staff.get(`/material_parts/master?ids=${part.id}`);
    expect(named.body.data[0].code).toBe(part.partNo);
    // Searched among these ids, it is asked whether it is offered.
    const asked = `/material_parts/master?ids=${part.id}&search=${part.partNo}`;
    expect((await staff.get(asked)).body.data).toEqual([]);
    await edit(inactive.body.data, { isActive: true });
    expect((await staff.get(asked)).body.data).toMatchObject([{ id: part.id }]);
  });

  it('cuts by main and by sub category', async () => {
    const part = await add({ name: `Only ${tag()}` });
    const ids = async (categoryId: string) =>
      (await staff.get(`/material_parts/master?limit=1000&categoryId=${categoryId}`)).body.data.map(
        (row: { id: string }) => row.id,
      );
    expect(await ids(catalogue.main)).toContain(part.id);
    expect(await ids(catalogue.sub)).toContain(part.id);
    expect(await ids(catalogue.otherMain)).not.toContain(part.id);
  });

  it('warns of the same number, and of the same name, brand and model', async () => {
    const part = await add({ brand: 'Acme', model: 'X1' });
    const ask = async (body: object) =>
      (await chief.post('/material_parts/exist/params', body)).body.data;
    expect((await ask({ partNo: part.partNo.toLowerCase() })).matches[0]).toMatchObject({
      id: part.id,
      field: 'partNo',
    });
    const same = { name: part.name.toUpperCase(), brand: 'acme', model: 'x1' };
    expect((await ask(same)).matches[0]).toMatchObject({ id: part.id, field: 'name' });
    expect(await ask({ ...same, model: 'X2' })).toEqual({ exists: false, matches: [] });
    expect((await ask({ ...same, excludeId: part.id })).exists).toBe(false);
  });
});

describe('a supplier', () => {
  const create = async (more: object = {}) =>
    admin.post('/suppliers', supplierBody({ categoryIds: [catalogue.main], ...more }));

  it('gets the next code and the tax rate of its kind', async () => {
    const first = (await create({ whtType: 'service3' })).body.data;
    const second = (await create({ whtType: 'custom', whtRate: '1.50' })).body.data;
    expect(Number(second.code.slice(4))).toBe(Number(first.code.slice(4)) + 1);
    expect(first.code).toMatch(/^SUP-\d{4}$/);
    expect([first.whtRate, second.whtRate]).toEqual(['3.00', '1.50']);
    expect(first.address.text).toContain('Pathum Wan');
    expect(first.address.textTh).toContain('เขตปทุมวัน');
  });

  it('loses no code to a refusal', async () => {
    const first = (await create()).body.data;
    const duplicate = await create({ taxId: first.taxId });
    expect([duplicate.status, duplicate.body.code, duplicate.body.errors[0].field]).toEqual([
      409,
      'DUPLICATE',
      'taxId',
    ]);
    const next = (await create({ taxId: first.taxId, branchCode: '00001' })).body.data;
    expect(Number(next.code.slice(4))).toBe(Number(first.code.slice(4)) + 1);
  });

  it('says every fault at once', async () => {
    const contact = { name: 'Somchai', isPrimary: true };
    const answer = await create({
      taxId: '0101700230705',
      address: { line1: 'x' },
      whtType: 'none',
    });
    expect(fieldsOf(answer.body)).toEqual(['taxId TAX_ID']);
    const deeper = await create({
      address: { line1: 'x', provinceId: 50, amphoeId: 1007 },
      contacts: [contact, contact],
      whtType: 'custom',
      categoryIds: [office.companyA],
    });
    expect(deeper.status).toBe(422);
    expect(fieldsOf(deeper.body)).toEqual([
      'address.amphoeId ADDRESS_CHAIN',
      'categoryIds[0] UNKNOWN_ID',
      'contacts[1].isPrimary ONE_PRIMARY',
      'whtRate REQUIRED',
    ]);
  });

  it('that is blocked needs a reason and is no longer offered', async () => {
    const supplier = (await create()).body.data;
    const update = (more: object) =>
      admin.patch(`/suppliers/${supplier.id}`, {
        ...supplierBody({ name: supplier.name, taxId: supplier.taxId }),
        version: supplier.version,
        isActive: true,
        isBlocked: true,
        ...more,
      });
    expect(fieldsOf((await update({})).body)).toEqual(['blockedReason REASON']);
    const blocked = await update({ blockedReason: 'Late three times' });
    expect(blocked.body.data).toMatchObject({ isBlocked: true, blockedReason: 'Late three times' });
    const offered = await buyer.get(`/suppliers/master?search=${supplier.code}`);
    expect(offered.body.data).toEqual([]);
    const listed = await buyer.get(`/suppliers?isBlocked=true&search=${supplier.code}`);
    expect(listed.body.data).toHaveLength(1);
  });

  it('is found by tax id and branch, or by name', async () => {
    const supplier = (await create()).body.data;
    const ask = async (body: object) =>
      (await buyer.post('/suppliers/exist/params', body)).body.data;
    expect((await ask({ taxId: supplier.taxId, branchCode: '00000' })).exists).toBe(true);
    expect((await ask({ taxId: supplier.taxId, branchCode: '00009' })).exists).toBe(false);
    expect((await ask({ name: supplier.name.toLowerCase() })).matches[0].field).toBe('name');
  });

  it('that a part prefers is not deleted', async () => {
    const supplier = (await create()).body.data;
    await add({ preferredSupplierId: supplier.id });
    const answer = await admin.delete(`/suppliers/${supplier.id}`);
    expect(answer.status).toBe(409);
    expect(answer.body.details.references).toEqual([{ family: 'parts', count: 1 }]);
    const free = (await create()).body.data;
    expect((await admin.delete(`/suppliers/${free.id}`)).status).toBe(200);
  });
});

it.each([
  ['ป\u0E31\u0E4Aมน\u0E49\u0E33', 'น\u0E49\u0E4D\u0E32'],
  ['ช\u0E33ระเง\u0E34น', 'ช\u0E4D\u0E32ระ'],
  ['ล\u0E4D\u0E32โพง', 'ล\u0E33โพง'],
  ['\u0E40\u0E40ผงวงจร', 'แผงวงจร'],
])('a part named %j is found by %j', async (nameTh, search) => {
  const part = await add({ nameTh });
  const { body } = await admin.get(`/material_parts?search=${encodeURIComponent(search)}`);
  expect(body.data.map(({ id }: { id: string }) => id)).toContain(part.id);
});

describe('categories and units', () => {
  const category = (more: object = {}) =>
    admin.post('/categories', { code: `C${tag()}`, name: `Category ${tag()}`, ...more });
  const unit = (more: object = {}) =>
    admin.post('/units', {
      code: `u${tag()}`.slice(-9),
      name: 'Unit',
      allowFraction: false,
      ...more,
    });

  it('have two levels and no more', async () => {
    const answer = await category({ parentId: catalogue.sub });
    expect(fieldsOf(answer.body)).toEqual(['parentId DEPTH']);
    const main = (await admin.get(`/categories/${catalogue.main}`)).body.data;
    const moved = await admin.patch(`/categories/${main.id}`, {
      version: main.version,
      code: main.code,
      name: main.name,
      parentId: catalogue.otherMain,
      isActive: true,
    });
    expect(fieldsOf(moved.body)).toContain('parentId DEPTH');
  });

  it('have codes and names of their own under one parent, whatever the case', async () => {
    const first = (await category()).body.data;
    const sameName = await category({ name: first.name.toUpperCase() });
    expect([sameName.status, sameName.body.errors[0].field]).toEqual([409, 'name']);
    const sameCode = await category({ code: first.code.toLowerCase() });
    expect([sameCode.status, sameCode.body.errors[0].field]).toEqual([409, 'code']);
    const below = await category({ code: first.code, name: first.name, parentId: first.id });
    expect(below.status).toBe(201);
  });

  it('are deleted only while unused', async () => {
    const used = await admin.delete(`/categories/${catalogue.main}`);
    expect(used.status).toBe(409);
    const families = used.body.details.references.map(({ family }: { family: string }) => family);
    expect(families).toContain('categories');
    const free = (await category()).body.data;
    expect((await admin.delete(`/categories/${free.id}`)).status).toBe(200);
    expect((await admin.delete(`/units/${catalogue.pieces}`)).status).toBe(409);
  });

  it('convert by a factor to a base unit, one step only', async () => {
    const piece = (await unit()).body.data;
    const box = (await unit({ baseUnitId: piece.id, factor: 12 })).body.data;
    expect([box.baseUnit.id, box.factor]).toEqual([piece.id, 12]);
    expect(fieldsOf((await unit({ baseUnitId: box.id, factor: 2 })).body)).toEqual([
      'baseUnitId DEPTH',
    ]);
    expect(fieldsOf((await unit({ factor: 3 })).body)).toEqual(['factor BASE_UNIT_REQUIRED']);
    expect((await unit({ baseUnitId: piece.id, factor: 0 })).status).toBe(422);
    const duplicate = await unit({ code: piece.code.toUpperCase() });
    expect([duplicate.status, duplicate.body.errors[0].field]).toEqual([409, 'code']);
  });

  it('can be chosen by whoever cannot open their page', async () => {
    const technician = await test.as('technician', { companyId: office.companyA });
    expect((await technician.get('/categories')).status).toBe(403);
    const mains = await technician.get(`/categories/master?level=main&ids=${catalogue.main}`);
    expect(mains.body.data.map((row: { id: string }) => row.id)).toEqual([catalogue.main]);
    const subs = await technician.get(`/categories/master?mainId=${catalogue.main}`);
    expect(subs.body.data.map((row: { id: string }) => row.id)).toEqual([catalogue.sub]);
    expect((await technician.get('/units/master')).status).toBe(200);
  });
});
