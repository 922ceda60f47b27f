import { createTestApp, type TestApp } from '../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { orderBody, requestBody } from './testing/documents.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test.close());

const draftOrder = () =>
  world.officer.post('/purchase_orders', orderBody(world, { isDraft: true }));

const thai = { headers: { 'accept-language': 'th' } };

it('says what was done to which document, in the language of whoever did it', async () => {
  const draft = await draftOrder();
  expect(draft.body.message).toBe('Purchase order: created');

  const { id, version } = expectData(draft);
  const sent = await world.officer.post(`/purchase_orders/${id}/submit`, { version });
  const { documentNo } = expectData(sent);
  expect(sent.body.message).toBe(`Purchase order ${documentNo}: submitted`);

  const cancelled = await world.officer.post(
    `/purchase_orders/${id}/cancel`,
    { version: expectData(sent).version, reason: 'Not needed' },
    thai,
  );
  expect(cancelled.body.message).toBe(`ใบสั่งซื้อ ${documentNo}: ยกเลิก`);
});

it('says the same to a repeated request', async () => {
  const { id, version } = expectData(await draftOrder());
  const submit = () =>
    world.officer.post(`/purchase_orders/${id}/submit`, { version }, { key: 'one-submission' });
  const { message } = (await submit()).body;
  expect(message).toMatch(/: submitted$/);
  expect((await submit()).body.message).toBe(message);
});

it('says it of masters by their code', async () => {
  const admin = await test.as('system-admin');
  const unit = { code: 'CARTON', name: 'Carton', allowFraction: false };
  const made = await admin.post('/units', unit);
  expect(made.body.message).toBe('Unit CARTON: created');
});

it('leaves a decision to its own notice', async () => {
  const made = await world.asker.post('/purchase_requests', requestBody(world));
  const { id, version } = expectData(made);
  const approved = await world.manager.post(`/purchase_requests/${id}/approval`, { version });
  expectData(approved);
  expect(approved.body).not.toHaveProperty('message');
});
