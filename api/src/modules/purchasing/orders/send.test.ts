import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { approvedOrder, orderBody } from '../testing/documents.ts';

let test: TestApp;
let world: World;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
});
afterAll(() => test?.close());

const body = (version: number, more: object = {}) => ({
  version,
  to: 'Sales@Supplier.example',
  message: 'Please find our order attached.',
  ...more,
});

describe('an order is sent to its supplier', () => {
  it('as a mail with its PDF, copies and text; its history keeps to whom', async () => {
    const order = await approvedOrder(world);
    const sent = expectData(
      await world.officer.post(
        `/purchase_orders/${order.id}/send`,
        body(order.version, { cc: 'a@own.example; b@own.example' }),
      ),
    );
    expect(sent.status).toBe(order.status);
    const mail = await test.app.db
      .selectFrom('mails')
      .selectAll()
      .where('subject', 'like', `%${order.documentNo}%`)
      .executeTakeFirstOrThrow();
    expect(mail).toMatchObject({
      toAddress: 'sales@supplier.example',
      cc: ['a@own.example', 'b@own.example'],
      bodyText: 'Please find our order attached.',
      attachmentName: `${order.documentNo}.pdf`,
      hasSecret: false,
    });
    expect(mail.attachment?.subarray(0, 5).toString()).toBe('%PDF-');
    const [entry] = (sent.history as { action: string; diff: object }[]).filter(
      ({ action }) => action === 'send',
    );
    expect(entry?.diff).toEqual({
      sentTo: { from: null, to: 'sales@supplier.example' },
      cc: { from: null, to: 'a@own.example, b@own.example' },
    });
  });

  it('only once it is approved, to addresses of mail, by whoever works on orders', async () => {
    const draft = expectData(await world.officer.post('/purchase_orders', orderBody(world)));
    const early = await world.officer.post(
      `/purchase_orders/${draft.id}/send`,
      body(draft.version),
    );
    expect([early.status, early.body.code]).toEqual([409, 'INVALID_STATE']);
    const order = await approvedOrder(world);
    const path = `/purchase_orders/${order.id}/send`;
    const wrong = await world.officer.post(
      path,
      body(order.version, { to: 'nobody', cc: 'a@own.example, b', message: ' ' }),
    );
    expect(wrong.status).toBe(422);
    expect(
      (wrong.body.errors as { field: string; code: string }[])
        .map(({ field, code }) => `${field} ${code}`)
        .sort(),
    ).toEqual(['cc EMAIL', 'message REQUIRED', 'to EMAIL']);
    expect((await world.asker.post(path, body(order.version))).status).toBe(403);
  });
});
