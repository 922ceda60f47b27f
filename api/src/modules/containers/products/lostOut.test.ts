import type { TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  PATH as REQUISITIONS,
  type Doc as Requisition,
  released,
} from '../containerRequisitions/testing/world.ts';
import {
  answer,
  approved,
  PATH as TRANSFERS,
  type Doc as Transfer,
} from '../containerTransfers/testing/world.ts';
import { CONTAINER_RULES } from '../testing/rules.ts';
import { act, done, makeWorld, type World } from '../testing/world.ts';

/** Containers that are lost while they are out of the warehouses (domain-containers 2.1, 2.2, 2.3). */
let test_: TestApp;
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

afterEach(async () => {
  for (const [rule, text] of Object.entries(CONTAINER_RULES)) {
    const { rows } = await test_.app.pg.query(text);
    expect([rule, rows]).toEqual([rule, []]);
  }
});

interface Container {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly saleStatus: string;
  readonly warehouse: { readonly id: string } | null;
}
const REASON = 'The lorry was robbed';
const container = async (id = ''): Promise<Container> =>
  expectData(await world.admin.get(`/products/${id}`));
const lose = async (id = '') =>
  done(world.chief, await container(id), { action: 'lose', reason: REASON });
const transfer = async ({ id }: Pick<Transfer, 'id'>): Promise<Transfer> =>
  expectData(await world.admin.get(`${TRANSFERS}/${id}`));
const requisition = async ({ id }: Pick<Requisition, 'id'>): Promise<Requisition> =>
  expectData(await world.admin.get(`${REQUISITIONS}/${id}`));
const receiptOf = async (doc: Pick<Transfer, 'id'>) => {
  const { related } = await transfer(doc);
  const id = related.find(({ type }) => type === 'containerReceipt')?.id;
  return expectData(await world.admin.get(`/warehouse-receives/${id}`));
};
/** The place that the books have for a container, and how often it left them. */
async function booked(id = ''): Promise<{ place: string | null; scrapped: number }> {
  const { rows } = await test_.app.pg.query<{ place: string | null; scrapped: number }>(
    `select (select coalesce(nullif(b.code, 'DEFAULT'), w.code) from stock_balances s
        join bins b on b.id = s.location_id join warehouses w on w.id = b.warehouse_id
        where s.item_id = $1 and s.is_physical and s.on_hand > 0) as place,
      (select count(*)::int from stock_moves m join bins b on b.id = m.to_location_id
        join warehouses w on w.id = b.warehouse_id
        where m.item_id = $1 and w.code = 'SCRAP') as scrapped`,
    [id],
  );
  return rows[0] ?? { place: null, scrapped: 0 };
}

describe('a container on its way', () => {
  it('is lost on its transfer, which receives the rest and settles it once', async () => {
    const doc = await approved(world, 2);
    const [gone, other] = doc.items.map(({ product }) => product.id);
    await lose(gone);
    expect(await container(gone)).toMatchObject({ status: 'lost', saleStatus: 'notForSale' });
    expect(await booked(gone)).toEqual({ place: 'TRANSIT', scrapped: 0 });
    const during = await transfer(doc);
    expect([during.status, during.items.map(({ lineStatus }) => lineStatus)]).toEqual([
      'approved',
      ['lost', 'inTransit'],
    ]);
    const receipt = await receiptOf(doc);
    expect(receipt.items[0]).toMatchObject({ lineStatus: 'missing', note: REASON });
    const { rows: told } = await test_.app.pg.query<{ userId: string }>(
      `select user_id as "userId" from notifications where dedupe_key like $1`,
      [`containerTransfers:${doc.id}:missing:%`],
    );
    expect(told.map(({ userId }) => userId)).toContain(world.receiverChief.userId);

    // Its loss is the transfer's to settle, and a transfer that lost something is not called back.
    const found = await act(world.chief, await container(gone), {
      action: 'found',
      reason: REASON,
    });
    expect([found.status, found.body.code]).toEqual([409, 'LOST_ON_ITS_WAY']);
    const written = await act(world.receiverChief, await container(gone), {
      action: 'propose-retirement',
      reason: REASON,
    });
    expect([written.status, written.body.code]).toEqual([409, 'LOST_ON_ITS_WAY']);
    const back = await world.chief.post(`${TRANSFERS}/${doc.id}/cancel`, {
      version: during.version,
      reason: REASON,
    });
    expect(back.status).toBe(409);

    const over = await answer(world, doc, {
      by: world.receiverChief,
      found: ['missing', 'accepted'],
    });
    expect([over.status, over.items.map(({ lineStatus }) => lineStatus)]).toEqual([
      'partiallyReceived',
      ['lost', 'received'],
    ]);
    expect((await container(other)).status).toBe('inWarehouse');

    const settle = async (by = world.admin) => {
      const { version, items } = await transfer(doc);
      return by.post(`${TRANSFERS}/${doc.id}/resolve-loss`, {
        version,
        itemId: items[0]?.id,
        outcome: 'writtenOff',
        reason: REASON,
      });
    };
    // The person who declared it lost does not write it off.
    const alone = await settle(world.chief);
    expect([alone.status, alone.body.code]).toEqual([409, 'SELF_APPROVAL']);
    const third = await test_.as('warehouse-manager');
    expectData(await settle(third));
    expect((await settle(third)).status).toBe(409);
    expect((await container(gone)).status).toBe('retired');
    expect(await booked(gone)).toEqual({ place: null, scrapped: 1 });
  });

  it('stands where it is received after all, and cannot be refused there', async () => {
    const doc = await approved(world);
    const id = doc.items[0]?.product.id;
    await lose(id);
    const { id: receiptId, version, items } = await receiptOf(doc);
    const line = { itemId: items[0].id, scannedSerial: items[0].product.serialNumber };
    const decide = (more: object) =>
      world.receiverChief.post(`/warehouse-receives/${receiptId}/approve`, {
        version,
        lines: [{ ...line, ...more }],
      });
    const refused = await decide({ lineStatus: 'rejected', rejectReason: REASON });
    expect(refused.body.errors).toMatchObject([{ field: 'lines[0].lineStatus', code: 'ONE_OF' }]);
    expectData(await decide({ lineStatus: 'accepted', conditionIn: 'attention' }));
    expect(await container(id)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'notForSale',
      condition: 'attention',
      warehouse: { id: world.otherWarehouseId },
    });
    expect((await transfer(doc)).status).toBe('received');
    expect((await booked(id)).scrapped).toBe(0);
  });

  it('is missing where the rest of its receipt is refused', async () => {
    const doc = await approved(world, 2);
    await lose(doc.items[0]?.product.id);
    const { id, version } = await receiptOf(doc);
    expectData(
      await world.receiverChief.post(`/warehouse-receives/${id}/reject`, {
        version,
        reason: 'Wet through',
      }),
    );
    const over = await transfer(doc);
    expect([over.status, over.items.map(({ lineStatus }) => lineStatus)]).toEqual([
      'partiallyReceived',
      ['lost', 'rejected'],
    ]);
  });
});

describe('a container that was handed out', () => {
  it('is waited for by its requisition, and found where it was', async () => {
    const doc = await released(world);
    const id = doc.items[0]?.product?.id;
    await lose(id);
    expect(await container(id)).toMatchObject({ status: 'lost', saleStatus: 'reserved' });
    const during = await requisition(doc);
    expect([during.status, during.items[0]?.lineStatus]).toEqual(['released', 'released']);
    const back = await world.chief.post(`${REQUISITIONS}/${doc.id}/return`, {
      version: during.version,
      itemIds: [during.items[0]?.id],
      reason: REASON,
    });
    expect(back.status).toBe(409);
    await done(world.chief, await container(id), { action: 'found', reason: 'It was parked away' });
    expect(await container(id)).toMatchObject({ status: 'withdrawn', saleStatus: 'reserved' });
    expect(await booked(id)).toEqual({ place: 'SITE', scrapped: 0 });
  });

  it('leaves its requisition once it is written off, by somebody else and once', async () => {
    const doc = await released(world);
    const id = doc.items[0]?.product?.id;
    await lose(id);
    const retire = async (by = world.receiverChief) =>
      act(by, await container(id), { action: 'retire' });
    await done(world.admin, await container(id), { action: 'propose-retirement', reason: REASON });
    const alone = await retire(world.chief);
    expect([alone.status, alone.body.code]).toEqual([409, 'SELF_APPROVAL']);
    expectData(await retire());
    expect((await retire()).status).toBe(409);
    expect(await container(id)).toMatchObject({ status: 'retired', saleStatus: 'notForSale' });
    expect(await booked(id)).toEqual({ place: null, scrapped: 1 });
    const over = await requisition(doc);
    expect([over.status, over.items[0]?.lineStatus]).toEqual(['completed', 'removed']);
  });
});
