import { SYSTEM } from '../../../kernel/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { watchContracts } from './index.ts';
import { booked, inForce, lease, makeWorld, PATH, type World } from './testing/world.ts';

/** What the night does with contracts whose time is over. */
let world: World;
const clock = withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const night = () => world.test.app.transaction({ actor: SYSTEM }, watchContracts);
const statusOf = async ({ id }: { readonly id: string }) =>
  expectData(await world.admin.get(`${PATH}/${id}`)).status;

it('gives every contract its turn, whichever of them fails', async () => {
  const leases = [await inForce(world, lease(world)), await inForce(world, lease(world))];
  const [first, second] = leases.sort((one, other) => one.id.localeCompare(other.id));
  const held = await booked(world);
  if (!first || !second) throw new Error('both were made');
  clock.advance(25 * 86_400_000);
  const { pg } = world.test.app;
  await pg.query(
    `alter table contracts add constraint contracts_stuck_ck check (id <> '${first.id}' or status <> 'expired')`,
  );
  await expect(night()).rejects.toThrow('contracts could not be ended');
  expect([await statusOf(first), await statusOf(second), await statusOf(held)]).toEqual([
    'onGoing',
    'expired',
    'draft',
  ]);
  await pg.query('alter table contracts drop constraint contracts_stuck_ck');
  await night();
  expect(await statusOf(first)).toBe('expired');
});

it('tells the salesperson alone, and once, that a reservation ends tomorrow and that it has ended', async () => {
  const held = await booked(world, {}, world.seller);
  const { pg } = world.test.app;
  const told = async () =>
    (
      await pg.query<{ who: string; title: string }>(
        `select user_id as who, title_en as title from notifications
         where entity_id = $1 and title_en ~ 'given up tomorrow|has ended' order by date, id`,
        [held.id],
      )
    ).rows;
  const until = async (hours: number) => {
    const at = new Date(clock.now().getTime() + hours * 3_600_000);
    await pg.query('update contracts set reserved_until = $2 where id = $1', [held.id, at]);
    await night();
    await night();
  };
  await until(30);
  expect(await told()).toEqual([]);
  await until(20);
  const warned = { who: world.seller.userId, title: expect.stringMatching(/given up tomorrow/) };
  expect(await told()).toEqual([warned]);
  await until(-1);
  expect(await told()).toEqual([
    warned,
    { who: world.seller.userId, title: expect.stringMatching(/reservation .* has ended/) },
  ]);
});
