import type { TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { notifyOverdueInspections } from './overdue.ts';
import {
  act,
  allSound,
  begun,
  done,
  doorFails,
  inspectionBody,
  makeWorld,
  PATH,
  plan,
  type World,
} from './testing/world.ts';

/** What the calls answer and refuse. */
let world: World;
let server: TestApp;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  server = test;
  world = await makeWorld(test);
});

type Faults = { body: { errors: { field: string; code: string }[] } };
const faultsOf = (answer: Faults) => answer.body.errors.map(({ field, code }) => [field, code]);

it('copies the checklist of the model, keeps findings, and plans the next one', async () => {
  const planned = await plan(world, { assigneeId: world.admin.userId, remark: 'Ring first' });
  expect(planned).toMatchObject({
    status: 'planned',
    documentNo: expect.stringMatching(/^FU\d{4}-\d{4}$/),
    assignee: { id: world.admin.userId },
    product: { id: world.productId },
    items: [
      { name: 'Cooling', unit: '°C', minValue: '2', maxValue: '6.5', result: null },
      { name: 'Door', unit: null, result: null },
    ],
  });
  const doc = await done(world.admin, planned, { action: 'start' });
  const [cooling] = allSound(doc);
  const kept = await done(world.admin, doc, { action: 'record', items: [cooling] });
  expect(kept.items).toMatchObject([{ result: 'pass', measured: '4.5' }, { result: null }]);
  const completed = await done(world.admin, kept, {
    action: 'complete',
    items: allSound(doc).slice(1),
    result: 'pass',
    nextDueOn: dayFrom(world, 90),
  });
  expect(completed).toMatchObject({ status: 'completed', result: 'pass', failedCount: 0 });
  const [next] = completed.related;
  expect(expectData(await world.admin.get(`${PATH}/${next.id}`))).toMatchObject({
    status: 'planned',
    dueOn: dayFrom(world, 90),
    related: [{ id: completed.id }],
  });
});

it('asks for every item, a reading, a photograph of what fails, and a result that fits', async () => {
  const doc = await begun(world);
  const [cooling, door] = doc.items.map(({ id }) => id);
  const complete = (items: readonly object[], result = 'pass') =>
    act(world.admin, doc, { action: 'complete', items, result });
  expect(faultsOf(await complete([]))).toEqual([
    ['items[0].result', 'REQUIRED'],
    ['items[1].result', 'REQUIRED'],
  ]);
  const unread = [
    { id: cooling, result: 'pass' },
    { id: door, result: 'fail' },
  ];
  expect(faultsOf(await complete(unread, 'pass'))).toEqual([
    ['items[0].measured', 'REQUIRED'],
    ['items[1].photoIds', 'PHOTO_REQUIRED'],
    ['result', 'RESULT_DIFFERS'],
  ]);
  const record = (...items: readonly object[]) =>
    act(world.admin, doc, { action: 'record', items });
  expect(faultsOf(await record({ id: cooling, result: 'pass', measured: '9' }))).toEqual([
    ['items[0].result', 'OUTSIDE_LIMITS'],
  ]);
  expect(faultsOf(await record({ id: door, measured: '9' }))).toEqual([
    ['items[0].measured', 'NOT_MEASURED'],
  ]);
  expect(
    faultsOf(await record({ id: door, photoIds: [world.productId] }, { id: door }, { id: doc.id })),
  ).toEqual([
    ['items[0].photoIds', 'UNKNOWN_ID'],
    ['items[1].id', 'REPEATED'],
    ['items[2].id', 'UNKNOWN_ID'],
  ]);
});

it('keeps what failed on a list until a later inspection finds it sound', async () => {
  const openDoors = async () =>
    expectData(await world.admin.get(`${PATH}/failures?productId=${world.productId}`)).map(
      ({ inspection }: { inspection: { id: string } }) => inspection.id,
    );
  const first = await begun(world);
  const items = await doorFails(world.admin, first);
  const failed = await done(world.admin, first, { action: 'complete', items, result: 'partial' });
  expect(failed).toMatchObject({ result: 'partial', failedCount: 1 });
  expect(await openDoors()).toEqual([first.id]);
  const state = async () => {
    const { inspection } = expectData(await world.admin.get(`/products/${world.productId}`));
    return [inspection.last?.id, inspection.last?.result, inspection.openFailures];
  };
  expect(await state()).toEqual([first.id, 'partial', 1]);
  const second = await begun(world);
  await done(world.admin, second, { action: 'complete', items: allSound(second), result: 'pass' });
  expect(await openDoors()).toEqual([]);
  expect(await state()).toEqual([second.id, 'pass', 0]);
  const seen = expectData(await world.admin.get(`${PATH}/${first.id}`));
  expect(seen.items[1].resolvedBy).toMatchObject({ id: second.id });
  const latest = await world.admin.get(`/products/${world.productId}/follow_ups/latest`);
  expect(expectData(latest).id).toBe(second.id);
});

it('says on the container which inspection comes next', async () => {
  const soon = dayFrom(world, 1);
  await plan(world, { dueOn: dayFrom(world, 40) });
  const { id, documentNo } = await plan(world, { dueOn: soon });
  const { inspection } = expectData(await world.admin.get(`/products/${world.productId}`));
  expect(inspection.next).toMatchObject({ id, documentNo, dueOn: soon, isLate: false });
});

it('leaves one open item where many find the same fault at once', async () => {
  const docs = await Promise.all(Array.from({ length: 8 }, () => begun(world)));
  const found = await Promise.all(docs.map((doc) => doorFails(world.admin, doc)));
  const answers = await Promise.all(
    docs.map((doc, index) =>
      act(world.admin, doc, { action: 'complete', items: found[index], result: 'fail' }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(docs.map(() => 200));
  const open = await world.admin.get(`${PATH}/failures?productId=${world.productId}`);
  expect(expectData(open)).toHaveLength(1);
});

it('names the fields of a plan that it refuses', async () => {
  const bad = { dueOn: dayFrom(world, -1), assigneeId: world.productId };
  const refused = await world.admin.post(PATH, inspectionBody(world, world.productId, bad));
  expect(faultsOf(refused)).toEqual([
    ['assigneeId', 'UNKNOWN_ID'],
    ['dueOn', 'PAST_DATE'],
  ]);
  const nowhere = await world.admin.post(PATH, inspectionBody(world, world.warehouseId));
  expect(faultsOf(nowhere)).toEqual([['productId', 'UNKNOWN_ID']]);
});

it('is late once its day has passed, and says so once', async () => {
  const doc = await plan(world, { dueOn: dayFrom(world, 0) });
  await server.app.pg.query(`update inspections set due_on = due_on - 1 where id = $1`, [doc.id]);
  const night = async () =>
    server.app.transaction({ actor: await world.admin.actor() }, notifyOverdueInspections);
  await night();
  await night();
  const { body } = await world.admin.get(`${PATH}?late=true`);
  expect(body.data.map(({ id }: { id: string }) => id)).toContain(doc.id);
  const { rows } = await server.app.pg.query<{ n: string }>(
    `select count(distinct user_id) = count(*) as n from notifications where entity_id = $1`,
    [doc.id],
  );
  expect(rows[0]?.n).toBe(true);
});

it('is exported and printed', async () => {
  const doc = await plan(world);
  const file = await world.admin.get(`${PATH}?format=csv`);
  expect(String(file.body)).toContain(doc.documentNo);
  const failures = await world.admin.get(`${PATH}/failures?format=csv`);
  expect(failures.status).toBe(200);
  for (const locale of ['en', 'th']) {
    const answer = await world.admin.get(`${PATH}/${doc.id}/document`, {
      headers: { 'accept-language': locale },
    });
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
});

it('is work of whoever it is assigned to', async () => {
  const doc = await plan(world, { assigneeId: world.admin.userId });
  const { myWork } = expectData(await world.admin.get('/dashboard/work'));
  expect(myWork.filter(({ id }: { id: string }) => id === doc.id)).toMatchObject([
    { key: 'startInspection', type: 'inspection' },
  ]);
});
