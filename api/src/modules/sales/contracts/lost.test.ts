import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  approved,
  type Doc,
  handedOut,
  inForce,
  lease,
  makeWorld,
  PATH,
  setUp,
  signed,
  to,
  type World,
} from './testing/world.ts';

/** A container that is lost at its customer sells nothing (domain-containers 2.1). */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const SOLD = '/product_contracts';
const REQUESTS = '/withdraw_products';
const soldOf = async ({ product }: Pick<Doc, 'product'>) => {
  const [row] = expectData(
    await world.admin.get(`${SOLD}?search=${product?.serialNumber}&limit=10`),
  ) as { readonly id: string }[];
  return expectData(await world.admin.get(`${SOLD}/${row?.id}`));
};
async function move(doc: Doc, action: 'lose' | 'found'): Promise<void> {
  const path = `/products/${doc.product?.id}`;
  const { version } = expectData(await world.admin.get(path));
  expectData(await world.admin.post(`${path}/${action}`, { version, reason: 'It is not there' }));
}

it('is switched off with its loss, its salesperson hears of it, and found it stays off', async () => {
  const doc = await inForce(world, lease(world));
  const { id, version } = await soldOf(doc);
  const on = await world.admin.post(`${SOLD}/setting/toggle_product_active`, {
    productId: doc.product?.id,
    version,
    active: true,
    reason: 'It sells from today on',
  });
  expect(on.status).toBe(200);
  expect(await soldOf(doc)).toMatchObject({ isActive: true });
  await move(doc, 'lose');
  const off = await soldOf(doc);
  expect(off).toMatchObject({ isActive: false });
  expect(off.history).toContainEqual(
    expect.objectContaining({ action: 'switch-off', reason: 'It is lost.' }),
  );
  const { rows } = await world.test.app.pg.query<{ userId: string }>(
    `select user_id as "userId" from notifications where dedupe_key like $1`,
    [`productContracts:${id}:off:%`],
  );
  expect(rows).toEqual([{ userId: world.secondAdmin.userId }]);
  await move(doc, 'found');
  expect(await soldOf(doc)).toMatchObject({ isActive: false });
});

describe('a container that is lost on its way to the customer', () => {
  const contract = async ({ id }: Pick<Doc, 'id'>): Promise<Doc> =>
    expectData(await world.admin.get(`${PATH}/${id}`));
  const requisition = async (id: string) => expectData(await world.admin.get(`${REQUESTS}/${id}`));
  const container = async ({ product }: Pick<Doc, 'product'>) =>
    expectData(await world.admin.get(`/products/${product?.id}`));
  const told = async (doc: Pick<Doc, 'id'>) => {
    const { rows } = await world.test.app.pg.query<{ userId: string; said: string }>(
      `select user_id as "userId", description_en as said from notifications
       where dedupe_key like $1`,
      [`contracts:${doc.id}:containerLost:%`],
    );
    return rows;
  };

  it('stays its contract’s, whose salesperson hears of it, and is set up once it is found', async () => {
    const doc = await signed(world, await approved(world));
    const { id } = await handedOut(world, doc);
    await move(doc, 'lose');
    expect(await container(doc)).toMatchObject({ status: 'lost', saleStatus: 'contracted' });
    expect(await contract(doc)).toMatchObject({ status: 'approved', product: doc.product });
    expect(await requisition(id)).toMatchObject({
      status: 'released',
      items: [{ lineStatus: 'released' }],
    });
    expect(await told(doc)).toEqual([
      {
        userId: world.secondAdmin.userId,
        said: 'It got lost before it was installed. Wait until it is found, or cancel the contract.',
      },
    ]);
    await move(doc, 'found');
    expect(await container(doc)).toMatchObject({ status: 'withdrawn', saleStatus: 'contracted' });
    expect((await setUp(world, doc)).installedOn).not.toBeNull();
  });

  it('is written off after its contract is cancelled, and its requisition is over', async () => {
    const doc = await approved(world);
    const { id } = await handedOut(world, doc);
    await move(doc, 'lose');
    const propose = async () =>
      world.chief.post(`/products/${doc.product?.id}/propose-retirement`, {
        version: (await container(doc)).version,
        reason: 'The lorry was robbed',
      });
    const early = await propose();
    expect([early.status, early.body.code]).toEqual([409, 'NOT_FREE']);
    await to(world.secondAdmin, await contract(doc), {
      action: 'cancel',
      reason: 'There is no container',
    });
    expect(await container(doc)).toMatchObject({ status: 'lost', saleStatus: 'notForSale' });
    const { version } = expectData(await propose());
    expectData(await world.receiverChief.post(`/products/${doc.product?.id}/retire`, { version }));
    expect(await container(doc)).toMatchObject({ status: 'retired' });
    expect(await requisition(id)).toMatchObject({
      status: 'completed',
      items: [{ lineStatus: 'removed' }],
    });
  });
});
