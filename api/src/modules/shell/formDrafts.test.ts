import { contract, DRAFT_FORMS, type DraftForm, MAX_FORM_DRAFTS } from '@boxyard/shared/contract';
import { createTestApp, type TestApp } from '../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../workflow/testing/world.ts';
import { orderBody, requestBody } from '../purchasing/testing/documents.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test?.close());

interface Draft {
  readonly id: string;
  readonly version: number;
  readonly form: string;
  readonly values: unknown;
}
const own = async (who = world.admin): Promise<readonly Draft[]> =>
  expectData(await who.get('/form_drafts')).drafts;
const pathOf = (form: DraftForm) => contract[form].path.replace(':supplierId', world.supplier);

/** Half a form: a line without anything, a figure that is none, a text in Thai. */
const HALF = { remark: 'ครึ่งใบ “x” \ud83d', items: [{}, { quantity: 'abc' }], warehouseId: null };

describe.each(DRAFT_FORMS)('%s', (form) => {
  it('is kept almost empty, reopened as typed, changed, and refused until it is complete', async () => {
    const kept = await world.admin.post('/form_drafts', {
      form,
      path: '/here?for=x',
      values: HALF,
    });
    expect(kept.status).toBe(201);
    const { id } = expectData(kept);
    expect(expectData(await world.admin.get(`/form_drafts/${id}`))).toMatchObject({
      id,
      version: 1,
      form,
      path: '/here?for=x',
      values: HALF,
    });

    const more = { ...HALF, remark: 'more', items: [] };
    const changed = await world.admin.put(`/form_drafts/${id}`, { version: 1, values: more });
    expect(expectData(changed)).toMatchObject({ id, version: 2 });
    expect(expectData(await world.admin.get(`/form_drafts/${id}`)).values).toEqual(more);
    const late = await world.admin.put(`/form_drafts/${id}`, { version: 1, values: HALF });
    expect(late.status).toBe(409);

    const sent = await world.admin.post(pathOf(form), { items: [] });
    expect(sent.status).toBe(422);
    expect(sent.body.errors.length).toBeGreaterThan(0);
    // What was refused is there still.
    expect((await own()).map((draft) => draft.id)).toContain(id);

    expect((await world.admin.delete(`/form_drafts/${id}`)).status).toBe(200);
    expect((await world.admin.get(`/form_drafts/${id}`)).status).toBe(404);
  });
});

it('is nobody else’s, whatever they may do', async () => {
  const { id } = expectData(
    await world.officer.post('/form_drafts', {
      form: 'purchaseOrders.create',
      path: '/here',
      values: HALF,
    }),
  );
  expect((await world.admin.get(`/form_drafts/${id}`)).status).toBe(404);
  const change = { version: 1, values: {} };
  expect((await world.admin.put(`/form_drafts/${id}`, change)).status).toBe(404);
  expect((await world.admin.delete(`/form_drafts/${id}`)).status).toBe(404);
  expect((await own()).map((draft) => draft.id)).not.toContain(id);
  expect((await own(world.officer)).map((draft) => draft.id)).toEqual([id]);
});

it('is kept only by whoever may send the form, and only for a page of the product', async () => {
  const keep = (body: object) => world.keeper.post('/form_drafts', { values: {}, ...body });
  const order = { form: 'purchaseOrders.create' };
  expect((await keep({ ...order, path: '/here' })).status).toBe(403);
  for (const path of ['//elsewhere.test', 'https://elsewhere.test', '/\\elsewhere.test', '']) {
    const refused = await keep({ ...order, path });
    expect([path, refused.status]).toEqual([path, 422]);
    expect(refused.body.errors[0].field).toBe('path');
  }
  const foreign = await keep({ form: 'users.create', path: '/here' });
  expect(foreign.body.errors[0]).toMatchObject({ field: 'form', code: 'ONE_OF' });
  const huge = await keep({ ...order, path: '/here', values: { remark: 'x'.repeat(200_001) } });
  expect(huge.body.errors[0]).toMatchObject({ field: 'values', code: 'TOO_LONG' });
});

it('there is an end to how many one person keeps', async () => {
  const now = test.app.clock.now();
  await test.app.pg.query(
    `insert into form_drafts (user_id, form, path, typed, created_at, updated_at)
     select $1, 'audits.create', '/x', '{}', $2, $2 from generate_series(1, $3)`,
    [world.secondAdmin.userId, now, MAX_FORM_DRAFTS],
  );
  const one = { form: 'audits.create', path: '/here', values: {} };
  const refused = await world.secondAdmin.post('/form_drafts', one);
  expect([refused.status, refused.body.code]).toEqual([409, 'TOO_MANY_DRAFTS']);
});

it.each([
  ['purchaseRequests.create', () => requestBody(world)],
  ['purchaseOrders.create', () => orderBody(world)],
] as const)('%s: complete, it is sent once under the name of its draft', async (form, bodyOf) => {
  const values = bodyOf();
  const { id } = expectData(
    await world.officer.post('/form_drafts', { form, path: '/here', values }),
  );
  const send = () =>
    world.officer.post(pathOf(form), values, { headers: { 'Idempotency-Key': id } });
  const [first, second] = [await send(), await send()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.data.id).toBe(first.body.data.id);
});
