import { createTestApp, type Person, setSetting, type TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { approvedOrder, orderBody, receive } from '../testing/documents.ts';

let app: TestApp;
let world: World;
let buyer: Person;
const reader = openPdfReader();

beforeAll(async () => {
  app = await createTestApp();
  world = await makeWorld(app);
  buyer = await app.as('purchasing-manager', { companyId: world.companyId });
});
afterAll(async () => {
  await reader.close();
  await app?.close();
});

const path = '/supplier_parts';
const figures = (more: object = {}) => ({
  supplierPartNo: 'TC-4711',
  packQty: 6,
  moq: 12,
  leadTimeDays: 9,
  priceBreaks: [
    { minQty: 12, price: '95.0000' },
    { minQty: 60, price: '90.0000' },
  ],
  isPreferred: true,
  ...more,
});
const body = (more: object = {}) => ({
  supplierId: world.supplier,
  partId: world.part,
  ...figures(more),
});
const faultsOf = (answer: {
  status: number;
  body: { errors?: readonly { field: string; code: string }[] };
}) => [answer.status, ...(answer.body.errors ?? []).map(({ field, code }) => `${field} ${code}`)];
const preferredOf = async () =>
  expectData(await world.admin.get(`/material_parts/${world.part}`)).preferredSupplier?.id ?? null;
const terms = async (who: Person, query: string) =>
  expectData(await who.get(`${path}/terms?${query}`));

describe('how a supplier sells a part', () => {
  it('is one row for each supplier and part, and says who is preferred', async () => {
    const made = expectData(await buyer.post(path, body()));
    expect(made).toMatchObject({ ...figures(), part: { id: world.part } });
    expect(await preferredOf()).toBe(world.supplier);
    expect(faultsOf(await buyer.post(path, body()))).toEqual([409, 'partId DUPLICATE']);

    const changed = expectData(
      await buyer.patch(`${path}/${made.id}`, {
        ...figures({ isPreferred: false }),
        version: made.version,
      }),
    );
    expect([changed.isPreferred, await preferredOf()]).toEqual([false, null]);
    const stale = await buyer.patch(`${path}/${made.id}`, { ...figures(), version: made.version });
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
    expectData(await buyer.patch(`${path}/${made.id}`, { ...figures(), version: changed.version }));
    expect(await preferredOf()).toBe(world.supplier);
  });

  it.each([
    [{ packQty: 0 }, 'packQty POSITIVE'],
    [{ packQty: 5, moq: 12 }, 'moq WHOLE_PACKS'],
    [{ leadTimeDays: -1 }, 'leadTimeDays MIN'],
    [
      {
        priceBreaks: [
          { minQty: 10, price: '1.0000' },
          { minQty: 10, price: '2.0000' },
        ],
      },
      'priceBreaks[1].minQty RISING',
    ],
  ])('refuses %j', async (more, fault) => {
    expect(faultsOf(await buyer.post(path, body({ partId: world.serialPart, ...more })))).toEqual([
      422,
      fault,
    ]);
  });

  it('keeps its prices from those who see no costs, and they cannot remove them', async () => {
    const keeper = await app.as('warehouse-staff', { companyId: world.companyId });
    const { body: list } = await keeper.get(`${path}?partId=${world.part}&limit=10`);
    expect(list.data).toMatchObject([
      { supplierPartNo: 'TC-4711', priceBreaks: [], lastPrice: null },
    ]);
    expect((await keeper.post(path, body())).status).toBe(403);
  });

  it('is named in the activity log', async () => {
    const { body: log } = await world.admin.get('/activity-logs?subject=supplierParts&limit=10');
    expect(log.data[0]).toMatchObject({ current: { kind: world.supplier } });
  });
});

describe('an order', () => {
  it('begins with the terms of its supplier and the VAT of its company', async () => {
    const query = `supplierId=${world.supplier}&warehouseId=${world.warehouseId}&partIds=${world.part}`;
    const found = await terms(world.officer, query);
    expect(found).toMatchObject({
      vatRate: '7.00',
      parts: [
        { partId: world.part, packQty: 6, moq: 12, leadTimeDays: 9, supplierPartNo: 'TC-4711' },
      ],
    });
    await setSetting(app, 'vatRate', '10.00');
    expect((await terms(world.officer, query)).vatRate).toBe('10.00');
    await setSetting(app, 'vatRate', '7.00');
    // Without a supplier: as the preferred one sells it.
    const suggested = await terms(world.officer, `partIds=${world.part}`);
    expect(suggested.parts).toMatchObject([
      { supplierPartNo: 'TC-4711', preferredSupplier: { id: world.supplier } },
    ]);
  });

  it('prints what the supplier calls the part', async () => {
    const order = expectData(await world.officer.post('/purchase_orders', orderBody(world)));
    const answer = await world.officer.get(`/purchase_orders/${order.id}/export`, {
      headers: { 'accept-language': 'en' },
    });
    expect(squeezed((await reader.pages(answer.raw)).join(' '))).toContain(
      squeezed('Your part no. TC-4711'),
    );
  });

  it('leaves the terms as they are when it is received, but for the last price', async () => {
    expectData(await receive(world, await approvedOrder(world)));
    const { body: list } = await buyer.get(`${path}?partId=${world.part}&limit=10`);
    expect(list.data).toMatchObject([
      { supplierPartNo: 'TC-4711', packQty: 6, lastPrice: '100.0000' },
    ]);
  });
});

it('a row that is removed is no longer preferred', async () => {
  const { body: list } = await buyer.get(`${path}?partId=${world.part}&limit=10`);
  expectData(await buyer.delete(`${path}/${list.data[0].id}`));
  expect(await preferredOf()).toBeNull();
});
