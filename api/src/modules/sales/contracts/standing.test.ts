import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { receiptOf, received } from '../../containers/testing/world.ts';
import {
  act,
  approved,
  booked,
  type Doc,
  dayAfter,
  draft,
  inForce,
  lease,
  makeWorld,
  newContainer,
  newCustomer,
  PATH,
  setUp,
  signed,
  to,
  today,
  type World,
} from './testing/world.ts';

/** Contracts about containers that stood at their customers before (docs/domain/containers.md "Contract"). */
let world: World;
const clock = withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

let serial = 0;
/** A container of the fleet that the business owned already, at a customer's site. */
async function standing(): Promise<string> {
  serial += 1;
  const serialNumber = `STAND-${String(serial).padStart(4, '0')}`;
  const { rows } = await world.test.app.pg.query<{ code: string; company: string }>(
    `select m.code, c.code as company from product_models m, companies c
     where m.id = $1 and c.id = $2`,
    [world.modelId, world.companyId],
  );
  const [{ code, company } = { code: '', company: '' }] = rows;
  const file = [
    'Serial number,Model,Company,Holder,Address',
    `${serialNumber},${code},${company},โรงพยาบาลกลาง,514 ถนนหลวง`,
  ].join('\r\n');
  const checked = expectData(
    await world.admin.post(
      '/imports/containers',
      Buffer.from(
        `--import\r\ncontent-disposition: form-data; name="file"; filename="fleet.csv"\r\n\r\n${file}\r\n--import--\r\n`,
      ),
      { headers: { 'content-type': 'multipart/form-data; boundary=import' } },
    ),
  );
  expectData(await world.admin.post(`/imports/${checked.id}/commit`, { version: checked.version }));
  const { body } = await world.admin.get(`/products?search=${serialNumber}&limit=10`);
  return (body.data as { readonly id: string }[])[0]?.id ?? '';
}
const ADDRESS = '514 ถนนหลวง';
/** A contract whose place of installation is where the container stands. */
const there = {
  installSite: { address: ` 514  ถนนหลวง`, contactName: 'คุณวิภา', contactPhone: '0812345678' },
};
const listed = async (query: string): Promise<readonly { readonly id: string }[]> =>
  expectData(
    await world.admin.get(
      `${PATH}/available-products?productModelId=${world.modelId}&limit=100${query}`,
    ),
  );
const container = async (id: string) => expectData(await world.admin.get(`/products/${id}`));

it('is offered, held and installed with the approval, and comes into force as any other', async () => {
  const productId = await standing();
  expect(await container(productId)).toMatchObject({
    status: 'installed',
    saleStatus: 'notForSale',
  });
  const since = today(world);
  clock.set(new Date(`${dayAfter(world, 40)}T03:00:00Z`));
  const one = await draft(world, { ...lease(world), ...there });
  expect(await listed(`&atCustomerOf=${one.id}`)).toContainEqual(
    expect.objectContaining({
      id: productId,
      status: 'installed',
      warehouse: null,
      site: expect.objectContaining({ holder: 'โรงพยาบาลกลาง', address: ADDRESS }),
      documentDate: since,
    }),
  );

  const held = await act(world.secondAdmin, one, {
    action: 'reserve',
    atCustomer: true,
    productId,
  });
  expect(await container(productId)).toMatchObject({ status: 'installed', saleStatus: 'reserved' });
  const sent = await to(world.secondAdmin, held, { action: 'submit' });
  const agreed = await to(world.admin, sent, { action: 'approve' });
  expect(agreed).toMatchObject({ installedOn: since });
  const inForce = await to(world.admin, await signed(world, agreed), { action: 'activate' });
  expect(inForce.status).toBe('onGoing');
  expect(await container(productId)).toMatchObject({ status: 'installed', saleStatus: 'leased' });
  // It is covered from the contract on, not from the day on which it was set up.
  const { body: covered } = await world.admin.get(
    `/back-office/purchase-warranty/list?productId=${productId}&limit=10`,
  );
  expect(covered.data).toMatchObject([{ startDate: today(world), status: 'active' }]);
});

it('is held by one contract, and free again when that is given up', async () => {
  const productId = await standing();
  const first = await act(world.secondAdmin, await draft(world, there), {
    action: 'reserve',
    atCustomer: true,
    productId,
  });
  const second = await world.secondAdmin.post(`${PATH}/${(await draft(world, there)).id}/reserve`, {
    version: 1,
    atCustomer: true,
    productId,
  });
  expect([second.status, second.body.code]).toEqual([409, 'NOT_AVAILABLE']);
  await act(world.secondAdmin, first, { action: 'release' });
  expect(await container(productId)).toMatchObject({
    status: 'installed',
    saleStatus: 'notForSale',
  });
});

describe('a container that stands at another customer', () => {
  const reserve = async (doc: Doc, body: object) => {
    const answer = await world.secondAdmin.post(`${PATH}/${doc.id}/reserve`, {
      version: 1,
      ...body,
    });
    return [answer.status, answer.body.code];
  };

  it('is in no picker, and is refused', async () => {
    const productId = await standing();
    const doc = await draft(world);
    for (const query of ['', `&atCustomerOf=${doc.id}`]) {
      expect((await listed(query)).map(({ id }) => id)).not.toContain(productId);
    }
    expect(await reserve(doc, { productId })).toEqual([409, 'STANDS_ELSEWHERE']);
    expect(await reserve(doc, { productId, atCustomer: true })).toEqual([409, 'STANDS_ELSEWHERE']);
    expect(await container(productId)).toMatchObject({ saleStatus: 'notForSale' });
  });

  it('is the customer’s where its holder is called like the customer', async () => {
    const productId = await standing();
    const customerId = await newCustomer(world.admin, world.companyId, {
      prefix: '',
      companyName: 'โรงพยาบาลกลาง',
    });
    const doc = await draft(world, { customerId });
    expect((await listed(`&atCustomerOf=${doc.id}`)).map(({ id }) => id)).toContain(productId);
    // It is taken only by a person who says that it stands there.
    expect(await reserve(doc, { productId })).toEqual([409, 'STANDS_ELSEWHERE']);
    const { id: stored } = await newContainer(world);
    expect(await reserve(doc, { productId: stored, atCustomer: true })).toEqual([
      409,
      'NOT_AT_CUSTOMER',
    ]);
    expect(await reserve(doc, { atCustomer: true })).toEqual([422, 'VALIDATION']);
    expect(await reserve(doc, { productId, atCustomer: true })).toEqual([200, undefined]);
  });
});

it('a container that stands by another contract is not offered', async () => {
  const { product } = await booked(world);
  const taken = await world.secondAdmin.post(`${PATH}/${(await draft(world)).id}/reserve`, {
    version: 1,
    productId: product?.id,
  });
  expect([taken.status, taken.body.code]).toEqual([409, 'NOT_AVAILABLE']);
});

describe('a container whose contract was terminated', () => {
  const REASON = 'The customer keeps the door shut';
  const terminated = async (doc: Doc, more: object = {}): Promise<Doc> =>
    to(world.admin, doc, {
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
      ...more,
    });
  /** The receipt refuses it: it stands where it stood. */
  async function refused(doc: Doc): Promise<string> {
    const receipt = await receiptOf(world, doc);
    expectData(
      await world.receiverChief.post(`/warehouse-receives/${receipt.id}/reject`, {
        version: receipt.version,
        reason: REASON,
      }),
    );
    return doc.product?.id ?? '';
  }
  const offered = async (): Promise<string[]> =>
    expectData(await world.admin.get(`${PATH}/available-products?limit=1000`)).map(
      ({ id }: { id: string }) => id,
    );
  async function expectRefused(productId: string, doc?: Doc) {
    expect(await container(productId)).toMatchObject({ status: 'installed' });
    expect(await offered()).not.toContain(productId);
    const { id, version } = doc ?? (await draft(world, lease(world)));
    const answer = await world.secondAdmin.post(`${PATH}/${id}/reserve`, { version, productId });
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_AVAILABLE']);
  }

  it('is offered to nobody until it came back', async () => {
    const ended = await terminated(await inForce(world, lease(world)));
    const productId = await refused(ended);
    await expectRefused(productId);
    const { version } = await container(productId);
    const again = expectData(
      await world.chief.post(`/products/${productId}/return`, {
        version,
        reason: REASON,
        warehouseId: world.warehouseId,
      }),
    );
    await received(world, again);
    expect(await container(productId)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'available',
    });
    expect(await offered()).toContain(productId);
    const next = await act(world.secondAdmin, await draft(world, lease(world)), {
      action: 'reserve',
      productId,
    });
    expect(next.product?.id).toBe(productId);
  });

  it('is offered to nobody where it ended before the container was set up', async () => {
    const doc = await approved(world, lease(world));
    clock.advance(3 * 86_400_000);
    const there = await setUp(world, await signed(world, doc));
    const ended = await terminated(there, { effectiveDate: dayAfter(world, -2) });
    await expectRefused(await refused(ended));
  });

  it('is offered to nobody when it was lost then, and is found', async () => {
    const doc = await inForce(world, lease(world));
    const productId = doc.product?.id ?? '';
    const move = async (action: string) =>
      expectData(
        await world.chief.post(`/products/${productId}/${action}`, {
          version: (await container(productId)).version,
          reason: REASON,
        }),
      );
    await move('lose');
    await terminated(doc);
    await move('found');
    await expectRefused(productId);
  });

  it('is offered to nobody, not even to the draft that was to renew its lease', async () => {
    const doc = await inForce(world, lease(world));
    const renewed = await act(world.admin, doc, {
      action: 'renew',
      startDate: dayAfter(world, 21),
      endDate: dayAfter(world, 60),
    });
    const next = renewed.related.find(({ id, type }) => type === 'contract' && id !== doc.id);
    const productId = await refused(await terminated(renewed));
    const renewal: Doc = expectData(await world.admin.get(`${PATH}/${next?.id}`));
    await expectRefused(productId, renewal);
    // Without a name it gets another one.
    await newContainer(world);
    const held = await act(world.secondAdmin, renewal, { action: 'reserve' });
    expect(held.product?.id).toEqual(expect.any(String));
    expect(held.product?.id).not.toBe(productId);
  });

  it('that stood at its customer before comes back like any other', async () => {
    const productId = await standing();
    const held = await act(world.secondAdmin, await draft(world, { ...lease(world), ...there }), {
      action: 'reserve',
      atCustomer: true,
      productId,
    });
    const sent = await to(world.secondAdmin, held, { action: 'submit' });
    const ended = await terminated(await to(world.admin, sent, { action: 'approve' }));
    await expectRefused(await refused(ended));
  });
});
