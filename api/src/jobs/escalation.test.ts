import { approvedRequest, requestBody } from '../modules/purchasing/testing/documents.ts';
import { createTestApp, manualClock, type Person, type TestApp } from '../testing/index.ts';
import { escalateWaiting } from '../workflow/index.ts';
import { expectData, makeWorld, type World } from '../workflow/testing/world.ts';

const HOUR = 3_600_000;
const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
let test: TestApp;
let world: World;
let leader: Person;
beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
  leader = await test.as('purchasing-manager');
});
afterAll(() => test?.close());

const ask = async () =>
  expectData(await world.asker.post('/purchase_requests', requestBody(world)));

/** Levels that somebody was told of, of one document. */
const levelsOf = async (who: Person, id: string): Promise<string[]> => {
  const { rows } = await test.app.pg.query<{ level: string }>(
    `select split_part(dedupe_key, ':', 5) as level from notifications
      where user_id = $1 and entity_id = $2 and dedupe_key like '%:waits:%:_' order by 1`,
    [who.userId, id],
  );
  return rows.map(({ level }) => level);
};
const run = () => escalateWaiting(test.app);
/** Gives somebody a limit of their own. */
const approvalLimit = (who: Person, limit: string) =>
  test.app.pg.query(
    `with own as (
        insert into roles (name, label_en, label_th, data_scope, approval_limit, created_at, updated_at)
        select 'copy-' || u.id || $2::text, 'Copy', 'สำเนา', r.data_scope, $2::text::numeric, now(), now()
        from users u join roles r on r.id = u.role_id where u.id = $1 returning id
      ), menus as (
        insert into role_menus (role_id, menu_id) select own.id, m.menu_id
        from own, role_menus m join users u on u.role_id = m.role_id where u.id = $1
      ), verbs as (
        insert into role_permissions (role_id, name) select own.id, p.name
        from own, role_permissions p join users u on u.role_id = p.role_id where u.id = $1
      )
      update users set role_id = (select id from own) where id = $1`,
    [who.userId, limit],
  );

it('reminds after 24 hours, and goes to the higher limit after 48, once each', async () => {
  await approvalLimit(leader, '9000000.00');
  const request = await ask();
  clock.advance(23 * HOUR);
  await run();
  expect(await levelsOf(world.manager, request.id)).toEqual([]);
  clock.advance(2 * HOUR);
  await run();
  await run();
  expect(await levelsOf(world.manager, request.id)).toEqual(['1']);
  expect(await levelsOf(leader, request.id)).toEqual(['1']);
  expect(await levelsOf(world.asker, request.id)).toEqual([]);
  clock.advance(24 * HOUR);
  await run();
  await run();
  expect(await levelsOf(leader, request.id)).toEqual(['1', '2']);
  expect(await levelsOf(world.keeper, request.id)).toEqual(['1']);
});

it('says the same after days without a server, and nothing twice that somebody deleted', async () => {
  const request = await ask();
  clock.advance(200 * HOUR);
  await run();
  expect(await levelsOf(world.keeper, request.id)).toEqual(['1']);
  expect(await levelsOf(leader, request.id)).toEqual(['1', '2']);
  await leader.delete('/notifications');
  await run();
  expect(await levelsOf(leader, request.id)).toEqual([]);
});

it('one that fails keeps no other from being told, and is told of itself', async () => {
  const [first, second] = [await ask(), await ask()];
  // Stands for any fault of one document: the database refuses to note that somebody was told.
  await test.app.pg.query(`create function refuse_escalation() returns trigger language plpgsql as $$ begin
      if new.subject_id = '${first.id}' then raise exception 'this one is broken'; end if;
      return new;
    end $$;
    create trigger refuse_escalation before insert on escalations
      for each row execute function refuse_escalation()`);
  clock.advance(25 * HOUR);
  await expect(run()).rejects.toThrow('escalation failed');
  await test.app.pg.query(
    'drop trigger refuse_escalation on escalations; drop function refuse_escalation()',
  );
  expect(await levelsOf(world.manager, first.id)).toEqual([]);
  expect(await levelsOf(world.manager, second.id)).toEqual(['1']);
  const told = expectData(await world.admin.get('/notifications?limit=50'));
  expect(told.map(({ title }: { title: string }) => title)).toContain(
    'Not everybody was reminded of what waits for a decision',
  );
});

it('is withdrawn with the decision', async () => {
  const request = await ask();
  clock.advance(49 * HOUR);
  await run();
  expect(await levelsOf(leader, request.id)).toEqual(['1', '2']);
  expectData(
    await world.manager.post(`/purchase_requests/${request.id}/approval`, {
      version: request.version,
    }),
  );
  expect(await levelsOf(leader, request.id)).toEqual([]);
  clock.advance(49 * HOUR);
  await run();
  expect(await levelsOf(world.manager, request.id)).toEqual([]);
});

it('leaves what was decided alone', async () => {
  const request = await approvedRequest(world);
  clock.advance(49 * HOUR);
  await run();
  expect(await levelsOf(world.manager, request.id)).toEqual([]);
});

it('goes to the leader of the team where no limit is higher, and to nobody who wrote it', async () => {
  for (const person of [leader, world.manager, world.keeper]) await approvalLimit(person, '1.00');
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ('Buyers', 'sales', $1, now(), now()) returning id`,
    [test.companyId],
  );
  const teamId = String(rows[0]?.id);
  const head = await test.as('purchasing-officer', { teamId });
  const place = (who: Person, position: string) =>
    test.app.pg.query('update users set team_id = $2, team_position = $3 where id = $1', [
      who.userId,
      teamId,
      position,
    ]);
  await place(world.manager, 'member');
  await place(head, 'leader');
  const request = await ask();
  clock.advance(49 * HOUR);
  await run();
  expect(await levelsOf(head, request.id)).toEqual(['2']);
  expect(await levelsOf(world.manager, request.id)).toEqual(['1']);
  expect(await levelsOf(world.admin, request.id)).toEqual([]);
});

it('goes to whoever manages everything where nobody stands above', async () => {
  await test.app.pg.query('update users set team_id = null, team_position = null');
  const request = await ask();
  clock.advance(49 * HOUR);
  await run();
  expect(await levelsOf(world.admin, request.id)).toEqual(['2']);
});
