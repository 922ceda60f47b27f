import { renderTestPng } from '../../../documents/pdf/testPng.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import {
  type Catalogue,
  makeCatalogue,
  makeOffice,
  type Office,
  partBody,
  putStock,
  warehouseBody,
} from '../../masterData/testing/office.ts';

/** Pictures of parts, their usual condition, and what they are found by (domain-warehouse 1.4, 4.1). */
let test: TestApp;
let office: Office;
let catalogue: Catalogue;
let admin: Person;
let warehouse: string;
beforeAll(async () => {
  test = await createTestApp();
  office = await makeOffice(test);
  admin = office.admin;
  catalogue = await makeCatalogue(office);
  const made = await admin.post('/sub-warehouses', warehouseBody(office.companyA));
  warehouse = made.body.data.id;
});
afterAll(() => test?.close());

const png = (width: number) =>
  `data:image/png;base64,${renderTestPng({ width, height: 20 }).toString('base64')}`;
const add = async (more: object = {}) => {
  const answer = await admin.post('/material_parts', partBody(catalogue, more));
  expect(answer.status).toBe(201);
  return answer.body.data;
};
const addImage = (part: { id: string }, width: number, who = admin) =>
  who.post(`/material_parts/${part.id}/images`, { picture: png(width), thumbnail: png(width) });

it('shows the first of its pictures wherever the part is listed or chosen', async () => {
  const part = await add();
  expect([part.images, part.cover]).toEqual([[], null]);
  const one = (await addImage(part, 40)).body.data;
  const two = (await addImage(part, 41)).body.data;
  expect(two.images.map(({ thumbnail }: { thumbnail: string }) => thumbnail)).toEqual([
    png(40),
    png(41),
  ]);
  expect(two.version).toBe(one.version + 1);
  const ids = two.images.map(({ id }: { id: string }) => id);
  const swapped = await admin.put(`/material_parts/${part.id}/images`, {
    imageIds: [ids[1], ids[0]],
  });
  expect(swapped.body.data.cover).toBe(png(41));
  for (const path of ['/material_parts', '/material_parts/master', '/material_parts/price']) {
    const { body } = await admin.get(`${path}?ids=${part.id}`);
    expect([path, body.data[0].cover]).toEqual([path, png(41)]);
  }
  const file = await admin.get(`/material_parts/${part.id}/images/${ids[1]}`);
  expect([file.status, file.headers['content-type']]).toEqual([200, 'image/png']);
  // One that is left out is gone.
  const left = await admin.put(`/material_parts/${part.id}/images`, { imageIds: [ids[0]] });
  expect(left.body.data.images).toHaveLength(1);
  expect((await admin.get(`/material_parts/${part.id}/images/${ids[1]}`)).status).toBe(404);
});

it('takes pictures only, of whoever may change the part, and not too many', async () => {
  const part = await add();
  const broken = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`;
  const path = `/material_parts/${part.id}/images`;
  for (const body of [
    { picture: broken, thumbnail: png(20) },
    { picture: png(20), thumbnail: broken },
    { picture: 'data:image/svg+xml;base64,AAAA', thumbnail: png(20) },
  ]) {
    const answer = await admin.post(path, body);
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([422, 'PICTURE']);
  }
  const staff = await test.as('technician', { companyId: office.companyA });
  expect((await addImage(part, 30, staff)).status).toBe(403);
  for (let n = 0; n < 8; n += 1) expect((await addImage(part, 30 + n)).status).toBe(201);
  const ninth = await addImage(part, 50);
  expect([ninth.status, ninth.body.code]).toEqual([409, 'TOO_MANY_IMAGES']);
  const strange = await admin.put(path, { imageIds: [part.id] });
  expect(strange.body.errors).toMatchObject([{ field: 'imageIds[0]', code: 'UNKNOWN_ID' }]);
});

it('goes with a part that was never used', async () => {
  const part = await add();
  await addImage(part, 30);
  expect((await admin.delete(`/material_parts/${part.id}`)).status).toBe(200);
});

it('is new unless somebody says otherwise', async () => {
  expect((await add()).defaultCondition).toBe('new');
  const used = await add({ defaultCondition: 'used' });
  expect(used.defaultCondition).toBe('used');
  const { body } = await admin.get(`/material_parts/master?ids=${used.id}`);
  expect(body.data[0].defaultCondition).toBe('used');
  const opened = await admin.post('/material-receives', {
    warehouseId: warehouse,
    items: [{ partId: used.id, quantity: 2, unitCost: '5.0000' }],
  });
  expect(opened.body.data.items[0].condition).toBe('used');
  const wrong = await admin.post('/material_parts', {
    ...partBody(catalogue),
    defaultCondition: 'defective',
  });
  expect(wrong.status).toBe(422);
});

it('is found by where and in which condition it lies, and by its serial numbers', async () => {
  const part = await add();
  const place = { companyId: office.companyA, warehouseId: warehouse, partId: part.id };
  await putStock(test, { ...place, quantity: 3 });
  const { rows } = await test.app.pg.query<{ id: string }>(
    "select id from bins where warehouse_id = $1 and code = 'DEFAULT'",
    [warehouse],
  );
  const bin = rows[0]?.id;
  const finds = async (query: string) => {
    const { body } = await admin.get(`/material_parts?ids=${part.id}&${query}`);
    return body.data.length === 1;
  };
  expect(await finds(`binId=${bin}`)).toBe(true);
  expect(await finds(`binId=${part.id}`)).toBe(false);
  expect([await finds('condition=new'), await finds('condition=used')]).toEqual([true, false]);
  expect([await finds('hasSerial=true'), await finds('hasSerial=false')]).toEqual([false, true]);
});
