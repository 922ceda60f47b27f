import { SYSTEM } from '../../../kernel/index.ts';
import type { Person } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { watchContracts } from './index.ts';
import {
  approved,
  type Doc,
  inForce,
  lease,
  makeWorld,
  PATH,
  type World,
} from './testing/world.ts';

/** A contract is in force, and its container does not stand at the customer (domain-containers 5). */
let world: World;
const clock = withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const FILTER = 'awayUnderContract=true&limit=100';
const idsOf = async (path: string, by = world.admin): Promise<string[]> =>
  (await by.get(path)).body.data.map(({ id }: { readonly id: string }) => id);
const listed = async (doc: Doc) => [
  (await idsOf(`${PATH}?${FILTER}`)).includes(doc.id),
  (await idsOf(`/products?${FILTER}`)).includes(doc.product?.id ?? ''),
];
const counted = async (): Promise<number> =>
  expectData(await world.admin.get('/products/counting')).awayUnderContract;
const told = async (doc: Doc, who: Person): Promise<string[]> => {
  const { rows } = await world.test.app.pg.query<{ title: string }>(
    `select title_en as title from notifications
     where user_id = $1 and dedupe_key like $2 order by date`,
    [who.userId, `contracts:${doc.id}:containerAway:%`],
  );
  return rows.map(({ title }) => title);
};
async function move(doc: Doc, action: 'lose' | 'found'): Promise<void> {
  const path = `/products/${doc.product?.id}`;
  const { version } = expectData(await world.admin.get(path));
  expectData(await world.admin.post(`${path}/${action}`, { version, reason: 'It is not there' }));
}
const night = () => world.test.app.transaction({ actor: SYSTEM }, watchContracts);

it('is told to whoever can act, found in both lists and counted, until it stands again', async () => {
  const doc = await inForce(world, lease(world), world.seller);
  const other = await inForce(world, lease(world));
  const before = await counted();
  expect(await listed(doc)).toEqual([false, false]);
  await move(doc, 'lose');
  const text = `Container ${doc.product?.serialNumber} of contract ${doc.documentNo} is lost`;
  expect(await told(doc, world.seller)).toEqual([text]);
  expect(await told(doc, world.salesChief)).toEqual([text]);
  await night();
  expect(await told(doc, world.seller)).toEqual([text]);
  expect(await listed(doc)).toEqual([true, true]);
  expect(await listed(other)).toEqual([false, false]);
  expect(await counted()).toBe(before + 1);
  const { body } = await world.admin.get(`${PATH}?${FILTER}`);
  expect(body.data).toContainEqual(
    expect.objectContaining({ id: doc.id, awayUnderContract: true }),
  );
  // The tabs count what the filter leaves.
  const { pending, other: rest } = body.meta.counts;
  expect(pending + rest).toBe(body.data.length);
  expect(await idsOf(`${PATH}?awayUnderContract=false&limit=100`)).not.toContain(doc.id);

  clock.advance(3_600_000);
  await move(doc, 'found');
  expect(await listed(doc)).toEqual([false, false]);
  expect(await counted()).toBe(before);
  clock.advance(3_600_000);
  await move(doc, 'lose');
  expect(await told(doc, world.seller)).toEqual([text, text]);
});

it('is told in the night, whatever took the container away', async () => {
  const doc = await inForce(world, lease(world), world.seller);
  await world.test.app.pg.query(`update products set status = 'returned' where id = $1`, [
    doc.product?.id,
  ]);
  await night();
  await night();
  const text = `Contract ${doc.documentNo} is in force, and container ${doc.product?.serialNumber} is not installed`;
  expect(await told(doc, world.seller)).toEqual([text]);
  expect(await listed(doc)).toEqual([true, true]);
});

it('is not said of a contract that is not in force', async () => {
  const doc = await approved(world);
  expect(await listed(doc)).toEqual([false, false]);
  await night();
  expect(await told(doc, world.secondAdmin)).toEqual([]);
});
