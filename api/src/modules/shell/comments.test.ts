import { createTestApp, manualClock, type Person, type TestApp } from '../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { approvedOrder, requestBody } from '../purchasing/testing/documents.ts';

const clock = manualClock(new Date('2026-11-02T03:00:00Z'));
const MINUTE = 60_000;
const TYPE = 'purchaseRequests';
let test: TestApp;
let world: World;
let id: string;
beforeAll(async () => {
  test = await createTestApp({ clock });
  world = await makeWorld(test);
});
afterAll(() => test?.close());
beforeEach(async () => {
  id = expectData(await world.asker.post('/purchase_requests', requestBody(world))).id;
});

const write = (who: Person, text: string, mentions: readonly string[] = []) =>
  who.post('/comments', { type: TYPE, id, text, mentions });
const read = (who: Person) => who.get(`/comments?type=${TYPE}&id=${id}`);
const toldOf = async (who: Person) => {
  const { rows } = await test.app.pg.query<{ key: string; title: string; action: string }>(
    `select split_part(dedupe_key, ':', 5) as key, title_en as title, action from notifications
      where user_id = $1 and entity_id = $2 and dedupe_key like '%:comment:%' order by id`,
    [who.userId, id],
  );
  return rows;
};

it('shows a comment to everybody who sees the document, and tells its creator', async () => {
  const text = 'Is  this urgent?\n<b>Not</b> markup';
  expect((await write(world.manager, ` ${text} `)).status).toBe(201);
  const seen = expectData(await read(world.asker));
  expect(seen).toMatchObject({ total: 1, isMuted: false, mayComment: true });
  expect(seen.comments).toEqual([
    expect.objectContaining({
      text,
      by: { id: world.manager.userId, name: 'purchasing-manager Tester' },
      editedAt: null,
      allowedActions: [],
    }),
  ]);
  const [told] = await toldOf(world.asker);
  expect(told?.key).toBe('comments');
  expect(told?.action).toBe(`/purchase-management/purchase-requests/${id}?section=comments`);
  expect(await toldOf(world.manager)).toEqual([]);
});

it('is for nobody else: out of scope, without the page, without a document', async () => {
  await write(world.asker, 'Ours');
  const stranger = await test.as('purchasing-manager', { companyId: null });
  const salesman = await test.as('accounting-officer', { companyId: null });
  for (const who of [stranger, salesman]) {
    expect((await read(who)).status).toBe(404);
    expect((await write(who, 'Mine')).status).toBe(404);
  }
  const order = await approvedOrder(world);
  // The technician asks for parts and has no page of orders.
  const technician = await test.as('technician');
  expect((await technician.get(`/comments?type=purchaseOrders&id=${order.id}`)).status).toBe(404);
  expect((await world.admin.get(`/comments?type=users&id=${id}`)).status).toBe(404);
});

it('lets an auditor read, and write nothing', async () => {
  await write(world.asker, 'Ours');
  const auditor = await test.as('auditor');
  expect(expectData(await read(auditor))).toMatchObject({ total: 1, mayComment: false });
  expect((await write(auditor, 'Mine')).status).toBe(403);
});

it('names people who see the document, and tells them; nobody else can be named', async () => {
  const stranger = await test.as('purchasing-manager', { companyId: null });
  const refused = await write(world.asker, '@Stranger', [world.manager.userId, stranger.userId]);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual([
    expect.objectContaining({ field: 'mentions[1]', code: 'CANNOT_SEE_DOCUMENT' }),
  ]);
  const technician = await test.as('technician');
  const offered = async (search: string) =>
    (
      expectData(
        await world.asker.get(`/comments/people?type=${TYPE}&id=${id}&search=${search}`),
      ) as { id: string }[]
    ).map((one) => one.id);
  expect(await offered('purchasing-man')).toEqual([world.manager.userId]);
  expect(await offered('TECHNI')).toEqual([]);
  expect(await offered('nobody-is-called-so')).toEqual([]);
  expect(technician.userId).not.toBe('');

  await write(world.asker, '@purchasing-manager Tester please', [world.manager.userId]);
  expect((await toldOf(world.manager)).map(({ key }) => key)).toEqual(['mentions']);
  // Whoever was named follows the document.
  await write(world.officer, 'Seen');
  expect((await toldOf(world.manager)).map(({ key }) => key)).toEqual(['mentions', 'comments']);
  expect(expectData(await read(world.asker)).comments[0].mentions).toEqual([
    { id: world.manager.userId, name: 'purchasing-manager Tester' },
  ]);
});

it('is changed by its author for 15 minutes only', async () => {
  const comment = expectData(await write(world.manager, 'Frist'));
  const path = `/comments/${comment.id}`;
  const other = await world.asker.patch(path, { version: 1, text: 'Mine', mentions: [] });
  expect([other.status, other.body.code]).toEqual([409, 'COMMENT_OF_OTHER']);
  clock.advance(14 * MINUTE);
  const named = [world.asker.userId];
  const changed = await world.manager.patch(path, { version: 1, text: 'First', mentions: named });
  expect(changed.status).toBe(200);
  expect((await toldOf(world.asker)).map(({ key }) => key)).toEqual(['comments', 'mentions']);
  const stale = await world.manager.patch(path, { version: 1, text: 'Again', mentions: [] });
  expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT']);
  const [shown] = expectData(await read(world.manager)).comments;
  expect(shown).toMatchObject({ text: 'First', editedAt: expect.any(String) });
  expect(shown.allowedActions).toEqual(['update', 'delete']);
  clock.advance(2 * MINUTE);
  const late = await world.manager.patch(path, { version: 2, text: 'Late', mentions: [] });
  expect([late.status, late.body.code]).toEqual([409, 'COMMENT_TOO_OLD']);
  expect(expectData(await read(world.manager)).comments[0].allowedActions).toEqual(['delete']);
});

it('leaves a trace when its author deletes it, and its words nowhere', async () => {
  const comment = expectData(await write(world.manager, 'A secret slip', [world.asker.userId]));
  expect((await world.asker.delete(`/comments/${comment.id}`)).body.code).toBe('COMMENT_OF_OTHER');
  clock.advance(60 * MINUTE);
  expect((await world.manager.delete(`/comments/${comment.id}`)).status).toBe(200);
  const [trace] = expectData(await read(world.asker)).comments;
  expect(trace).toMatchObject({ text: null, mentions: [], allowedActions: [] });
  expect(await toldOf(world.asker)).toEqual([]);
  const log = await world.admin.get(`/activity-logs?subjectId=${id}&limit=50`);
  const actions = (expectData(log) as { action: string }[]).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['comment', 'delete-comment']));
  expect(JSON.stringify(log.body)).not.toContain('A secret slip');
  const again = await world.manager.delete(`/comments/${comment.id}`);
  expect([again.status, again.body.code]).toEqual([409, 'COMMENT_DELETED']);
});

it('tells nobody who has stopped following the document, unless it names them', async () => {
  expect((await world.asker.post('/notifications/mutes', { type: TYPE, id })).status).toBe(200);
  expect(expectData(await read(world.asker)).isMuted).toBe(true);
  await write(world.manager, 'Anybody?');
  expect(await toldOf(world.asker)).toEqual([]);
  await write(world.manager, '@warehouse-staff Tester', [world.asker.userId]);
  expect((await toldOf(world.asker)).map(({ key }) => key)).toEqual(['mentions']);
  expect((await world.asker.delete(`/notifications/mutes/${id}`)).status).toBe(200);
  await write(world.manager, 'Hello again');
  expect((await toldOf(world.asker)).map(({ key }) => key)).toEqual(['mentions', 'comments']);
});

it('is announced to browsers that show the document', async () => {
  const { rows: before } = await test.app.pg.query<{ n: number }>(
    'select coalesce(max(id), 0)::int as n from outbox_events',
  );
  await write(world.manager, 'Live');
  const { rows } = await test.app.pg.query<{ payload: { touches: string[]; id: string } }>(
    "select payload from outbox_events where id > $1 and topic = 'touch'",
    [before[0]?.n],
  );
  expect(rows.map(({ payload }) => payload)).toEqual([
    expect.objectContaining({ id, touches: [TYPE, 'comments'] }),
  ]);
});
