import { attachPicture } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { inspected } from '../../containers/testing/life.ts';
import {
  exchangeAgreed,
  handedOut,
  inForce,
  lease,
  makeWorld,
  newContainer,
  PATH,
  to,
  type World,
} from './testing/world.ts';

/** A container that a contract has given up is brought back, whoever carries it (domain-containers 2.1). */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

it('does not stand at a customer whose contract ended while it was under way', async () => {
  const doc = await inForce(world, lease(world));
  const next = await newContainer(world);
  await exchangeAgreed(world, doc, next.id);
  await handedOut(world, { id: doc.id, product: next });
  await inspected(world, next.id);
  expectData(await attachPicture(world.admin, `/products/${next.id}`));
  await to(world.admin, expectData(await world.admin.get(`${PATH}/${doc.id}`)), {
    action: 'terminate',
    reason: 'The shop closes',
    returnWarehouseId: world.warehouseId,
  });
  const { version } = expectData(await world.admin.get(`/products/${next.id}`));
  const answer = await world.admin.post(`/products/${next.id}/install`, {
    version,
    holder: 'Siam Snacks',
    address: '99 ถนนสาทรใต้',
    siteReason: 'As before',
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'CONTRACT_GAVE_UP']);
  expect(expectData(await world.admin.get(`/products/${next.id}`)).status).toBe('withdrawn');
});
