import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { type Doc, inForce, lease, makeWorld, type World } from './testing/world.ts';

/** A container that is lost at its customer sells nothing (domain-containers 2.1). */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const SOLD = '/product_contracts';
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
