import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  act,
  booked,
  dayAfter,
  draft,
  lease,
  makeWorld,
  PATH,
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
const container = async (id: string) => expectData(await world.admin.get(`/products/${id}`));

it('is offered, held and installed with the approval, and comes into force as any other', async () => {
  const productId = await standing();
  expect(await container(productId)).toMatchObject({
    status: 'installed',
    saleStatus: 'notForSale',
  });
  const since = today(world);
  clock.set(new Date(`${dayAfter(world, 40)}T03:00:00Z`));
  const one = await draft(world, lease(world));
  const { body } = await world.admin.get(
    `${PATH}/available-products?productModelId=${world.modelId}&limit=100`,
  );
  expect((body.data as { readonly id: string }[]).map(({ id }) => id)).toContain(productId);

  const held = await act(world.secondAdmin, one, { action: 'reserve', productId });
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
  const first = await act(world.secondAdmin, await draft(world), { action: 'reserve', productId });
  const second = await world.secondAdmin.post(`${PATH}/${(await draft(world)).id}/reserve`, {
    version: 1,
    productId,
  });
  expect([second.status, second.body.code]).toEqual([409, 'NOT_AVAILABLE']);
  await act(world.secondAdmin, first, { action: 'release' });
  expect(await container(productId)).toMatchObject({
    status: 'installed',
    saleStatus: 'notForSale',
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
