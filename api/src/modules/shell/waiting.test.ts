import { withTestServer } from '../../workflow/testing/testServer.ts';
import { expectData } from '../../workflow/testing/world.ts';
import { ask, requisitionBody } from '../containers/containerRequisitions/testing/world.ts';
import { makeWorld, type World } from '../containers/testing/world.ts';

/** The page of a document says for whom it waits, and who may not although they have the right. */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const PATH = '/withdraw_products';
type By = World['admin'];
const waits = async (
  id: string,
  { by = world.admin, locale = 'en' } = {} as { by?: By; locale?: string },
) =>
  expectData(
    await by.get(`/waits_for?type=containerRequisitions&id=${id}`, {
      headers: { 'accept-language': locale },
    }),
  ) as { readonly text: string | null; readonly isStuck: boolean };
const nameOf = async ({ userId }: By): Promise<string> => {
  const { rows } = await world.test.app.pg.query<{ name: string }>(
    `select first_name || ' ' || last_name as name from users where id = $1`,
    [userId],
  );
  return String(rows[0]?.name);
};

it('names the roles that may decide', async () => {
  const doc = await ask(world);
  const { text, isStuck } = await waits(doc.id);
  expect(text).toMatch(/^Waits for: .*Warehouse manager/);
  expect(text).not.toContain('except');
  expect(isStuck).toBe(false);
  const thai = await waits(doc.id, { locale: 'th' });
  expect(thai.text).toMatch(/^รอ: .*ผู้จัดการคลัง/);
});

it('names who may not, since they made it', async () => {
  const doc = expectData(await world.chief.post(`${PATH}/request`, requisitionBody(world)));
  const { text } = await waits(doc.id);
  expect(text).toContain(`except ${await nameOf(world.chief)}, having made it`);
});

describe('where nobody else may decide', () => {
  const others = async (isActive: boolean) =>
    world.test.app.pg.query(
      `update users set status = $2 where id <> all($1::uuid[]) and status in ('active', 'suspended')`,
      [[world.chief.userId], isActive ? 'active' : 'suspended'],
    );

  it('says so before it is sent, and while it waits', async () => {
    const draft = expectData(
      await world.chief.post(`${PATH}/request`, { ...requisitionBody(world), isDraft: true }),
    );
    const sent = expectData(await world.chief.post(`${PATH}/request`, requisitionBody(world)));
    expect(await waits(draft.id)).toMatchObject({ isStuck: false });
    await others(false);
    try {
      const before = await waits(draft.id, { by: world.chief });
      expect(before).toMatchObject({
        isStuck: true,
        text: expect.stringContaining('Nobody could'),
      });
      const after = await waits(sent.id, { by: world.chief });
      expect(after).toMatchObject({ isStuck: true, text: expect.stringContaining('Nobody may') });
    } finally {
      await others(true);
    }
  });
});

it('waits for nobody once it is over, and is not told to whoever may not read it', async () => {
  const doc = await ask(world);
  const { version } = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  expectData(
    await world.admin.post(`${PATH}/${doc.id}/cancel`, { version, reason: 'No longer needed' }),
  );
  expect(await waits(doc.id)).toEqual({ text: null, isStuck: false });
  const stranger = await world.test.as('accounting-officer');
  const answer = await stranger.get(`/waits_for?type=containerRequisitions&id=${doc.id}`);
  expect(answer.status).toBe(404);
});
