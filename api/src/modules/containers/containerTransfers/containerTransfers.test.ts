import { newId } from '../../../kernel/index.ts';
import { ensureSystemPlaces, verifyStock } from '../../../ledger/index.ts';
import type { Person, TestApp } from '../../../testing/index.ts';
import { visibilityOf } from '../../../workflow/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  act as actOnRequisition,
  ask as askForOne,
  type Doc as Requisition,
} from '../containerRequisitions/testing/world.ts';
import { type Doc as Container, makeWorld, received, type World } from '../testing/world.ts';
import {
  act,
  answer,
  approved,
  ask,
  type Doc,
  done,
  type Found,
  PATH,
  transferBody,
} from './testing/world.ts';

/** Containers on their way between warehouses and companies, and how that ends (domain-containers 2.3, 2.4). */
let test_: TestApp;
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const REASON = 'The truck came back';
const container = async (
  id: string | undefined,
): Promise<Container & { saleStatus: string; warehouse: { id: string } | null }> =>
  expectData(await world.admin.get(`/products/${id}`));
const transfer = async (id: string): Promise<Doc> =>
  expectData(await world.admin.get(`${PATH}/${id}`));
/** Where the ledger has a container, by the code of its place. */
const placeOf = async (id: string | undefined): Promise<string[]> => {
  const { rows } = await test_.app.pg.query<{ code: string }>(
    `select coalesce(nullif(b.code, 'DEFAULT'), w.code) as code from stock_balances s
     join bins b on b.id = s.location_id join warehouses w on w.id = b.warehouse_id
     where s.item_type = 'container' and s.item_id = $1 and s.is_physical and s.on_hand > 0`,
    [id],
  );
  return rows.map(({ code }) => code);
};
const receiptOf = async (doc: Pick<Doc, 'id'>) => {
  const { related } = await transfer(doc.id);
  const id = related.find(({ type }) => type === 'containerReceipt')?.id ?? '';
  return expectData(await world.admin.get(`/warehouse-receives/${id}`));
};
const arrived = async (...found: Found[]): Promise<Doc> =>
  answer(world, await approved(world, found.length), { by: world.receiverChief, found });
const lineOf = (doc: Doc, status: string) =>
  doc.items.find(({ lineStatus }) => lineStatus === status);
const resolve = (doc: Doc, outcome: string) =>
  world.chief.post(`${PATH}/${doc.id}/resolve-loss`, {
    version: doc.version,
    itemId: lineOf(doc, 'lost')?.id,
    outcome,
    reason: REASON,
  });

it('sends what was refused back by a transfer of its own, which is taken as it comes', async () => {
  const doc = await arrived('accepted', 'rejected');
  expect([doc.status, doc.items.map(({ lineStatus }) => lineStatus)]).toEqual([
    'partiallyReceived',
    ['received', 'rejected'],
  ]);
  const refused = lineOf(doc, 'rejected')?.product.id;
  expect([(await container(refused)).status, await placeOf(refused)]).toEqual([
    'inTransit',
    ['TRANSIT'],
  ]);
  const { rows } = await test_.app.pg.query<{ id: string }>(
    'select id from container_transfers where return_of_id = $1',
    [doc.id],
  );
  const back = await transfer(rows[0]?.id ?? '');
  expect([back.status, back.items.map(({ product }) => product.id)]).toEqual([
    'approved',
    [refused],
  ]);
  // Nobody is left to whom it could be sent.
  const waiting = await receiptOf(back);
  const again = await world.chief.post(`/warehouse-receives/${waiting.id}/reject`, {
    version: waiting.version,
    reason: REASON,
  });
  expect([again.status, again.body.code]).toEqual([409, 'RETURN_IS_TAKEN']);
  const taken = await answer(world, back, { by: world.chief, found: ['accepted'] });
  expect(taken.status).toBe('received');
  const home = await container(refused);
  expect([home.status, home.saleStatus, home.warehouse?.id]).toEqual([
    'inWarehouse',
    'available',
    world.warehouseId,
  ]);
  const there = await container(lineOf(doc, 'received')?.product.id);
  expect([there.status, there.warehouse?.id]).toEqual(['inWarehouse', world.otherWarehouseId]);
});

it('a container above the approval limit is written off by somebody whose limit is higher', async () => {
  const doc = await arrived('accepted', 'missing');
  const lost = lineOf(doc, 'lost')?.product.id;
  const limited = async (limit: number) => {
    await test_.app.pg.query(
      `update roles set approval_limit = $1 where name = 'warehouse-manager'`,
      [limit],
    );
    test_.app.forgetActors();
  };
  await limited(1000);
  const above = await resolve(doc, 'writtenOff');
  expect([above.status, above.body.code]).toEqual([409, 'APPROVAL_LIMIT']);
  await limited(100_000);
  expect((await container(lost)).status).toBe('lost');
});

it.each([
  { outcome: 'atDestination', line: 'received', status: 'inWarehouse', place: ['CONTAINERS'] },
  { outcome: 'atSource', line: 'found', status: 'inWarehouse', place: ['CONTAINERS'] },
  { outcome: 'writtenOff', line: 'writtenOff', status: 'retired', place: [] },
])(
  'what is missing is lost until somebody says: $outcome',
  async ({ outcome, line, status, place }) => {
    const doc = await arrived('accepted', 'missing');
    const lost = lineOf(doc, 'lost')?.product.id;
    expect([doc.status, (await container(lost)).status, await placeOf(lost)]).toEqual([
      'partiallyReceived',
      'lost',
      ['TRANSIT'],
    ]);
    expect((await container(lost)).saleStatus).toBe('notForSale');
    // Managers of both ends are told, but for whoever found it missing.
    const { rows: told } = await test_.app.pg.query<{ userId: string }>(
      `select user_id as "userId" from notifications where dedupe_key like $1`,
      [`containerTransfers:${doc.id}:%missing%`],
    );
    expect(told.map(({ userId }) => userId)).toContain(world.chief.userId);
    expect(told.map(({ userId }) => userId)).not.toContain(world.receiverChief.userId);

    const settled: Doc = expectData(await resolve(doc, outcome));
    expect(settled.items.find(({ product }) => product.id === lost)?.lineStatus).toBe(line);
    const after = await container(lost);
    expect([after.status, await placeOf(lost)]).toEqual([status, place]);
    expect(settled.status).toBe(outcome === 'atDestination' ? 'received' : 'partiallyReceived');
    const once = await resolve({ ...settled, items: doc.items }, outcome);
    expect(once.status).toBe(409);
  },
);

describe('four eyes on what is sent', () => {
  const decide = async (by: Person, doc: Pick<Doc, 'id'>) => {
    const receipt = await receiptOf(doc);
    const path = `/warehouse-receives/${receipt.id}`;
    const { version, items } = receipt;
    const lines = items.map((item: { id: string; product: { serialNumber: string } }) => ({
      itemId: item.id,
      lineStatus: 'accepted',
      scannedSerial: item.product.serialNumber,
      conditionIn: 'good',
    }));
    const seen = await by.get(path);
    const answers = [
      await by.patch(path, { version, lines }),
      await by.post(`${path}/approve`, { version, lines }),
      await by.post(`${path}/reject`, { version, reason: REASON }),
    ];
    return {
      codes: answers.map(({ status, body }) => body.code ?? status),
      offered: (seen.body.data as { allowedActions: string[] }).allowedActions,
    };
  };
  const REFUSED = { codes: Array(3).fill('SELF_APPROVAL'), offered: [] };

  it('keeps who made, changed or approved a transfer from receiving it', async () => {
    const { id: productId } = await received(world);
    const maker = await test_.as('warehouse-manager');
    const editor = await test_.as('system-admin');
    const made: Doc = expectData(
      await maker.post(`${PATH}/transfer-products`, transferBody(world, [productId])),
    );
    const changed: Doc = expectData(
      await editor.patch(`${PATH}/transfer-products/${made.id}`, {
        ...transferBody(world, [productId], { reason: 'The branch is out of machines' }),
        version: made.version,
      }),
    );
    const sent = (await done(world.chief, changed, { action: 'approve' })) as unknown as Doc;
    for (const hand of [maker, editor, world.chief]) {
      expect(await decide(hand, sent)).toEqual(REFUSED);
    }
    const receipt = await receiptOf(sent);
    expect(receipt.authorIds.toSorted()).toEqual([maker.userId, editor.userId].toSorted());
    // They are told of nothing that they may not decide.
    const { rows } = await test_.app.pg.query<{ userId: string }>(
      `select user_id as "userId" from notifications where entity_id = $1`,
      [receipt.id],
    );
    const told = rows.map(({ userId }) => userId);
    expect(told).toContain(world.receiverChief.userId);
    expect(told).not.toContain(maker.userId);
    expect((await answer(world, sent, { by: world.receiverChief, found: [] })).status).toBe(
      'received',
    );
  });

  it('keeps either side that agreed between companies from receiving it', async () => {
    const { companyId, warehouseId, manager } = await sister();
    const { id } = await received(world);
    const asked: Doc = expectData(
      await world.picker.post(
        `${PATH}/transfer-products`,
        transferBody(world, [id], { toWarehouseId: warehouseId }),
      ),
    );
    const agreed = (await done(world.chief, asked, { action: 'approve' })) as unknown as Doc;
    const sent = (await done(manager, agreed, { action: 'approve' })) as unknown as Doc;
    expect(await decide(manager, sent)).toEqual(REFUSED);
    const other = await test_.as('warehouse-manager', { companyId });
    expect((await answer(world, sent, { by: other, found: ['accepted'] })).status).toBe('received');
  });

  it('lets nobody who found a container missing say what became of it', async () => {
    const sent = await approved(world, 2);
    const counter = await test_.as('warehouse-manager');
    const receipt = await receiptOf(sent);
    expectData(
      await counter.patch(`/warehouse-receives/${receipt.id}`, {
        version: receipt.version,
        lines: [{ itemId: receipt.items[1].id, lineStatus: 'missing' }],
      }),
    );
    const doc = await answer(world, sent, {
      by: world.receiverChief,
      found: ['accepted', 'missing'],
    });
    const call = {
      action: 'resolve-loss',
      itemId: lineOf(doc, 'lost')?.id,
      outcome: 'writtenOff',
      reason: REASON,
    };
    for (const hand of [counter, world.receiverChief]) {
      const seen = expectData(await hand.get(`${PATH}/${doc.id}`));
      expect(seen.allowedActions).not.toContain('resolve-loss');
      const { status, body } = await act(hand, doc, call);
      expect([status, body.code]).toEqual([409, 'SELF_APPROVAL']);
    }
    // The sender is the second person.
    expectData(await act(world.chief, doc, call));
  });
});

it('refuses what came besides, and what is not the one that was announced', async () => {
  const doc = await approved(world);
  const extra = await received(world);
  const receipt = await receiptOf(doc);
  const [item] = receipt.items;
  const send = (lines: readonly object[]) =>
    world.receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
      version: receipt.version,
      lines,
    });
  const line = (itemId: string, scannedSerial: string) => ({
    itemId,
    lineStatus: 'accepted',
    conditionIn: 'new',
    scannedSerial,
  });
  const besides = await send([
    line(item.id, item.product.serialNumber),
    line(newId(), extra.serialNumber),
  ]);
  expect([besides.status, besides.body.errors[0]]).toMatchObject([
    422,
    { field: 'lines[1].itemId', code: 'UNKNOWN_ID' },
  ]);
  const another = await send([line(item.id, extra.serialNumber)]);
  expect([another.status, another.body.errors[0]]).toMatchObject([
    422,
    { field: 'lines[0].scannedSerial', code: 'SERIAL_DIFFERS' },
  ]);
  // Whoever sent it does not receive it.
  const own = await world.chief.post(`/warehouse-receives/${receipt.id}/approve`, {
    version: receipt.version,
    lines: [line(item.id, item.product.serialNumber)],
  });
  expect([own.status, (await transfer(doc.id)).status]).toEqual([409, 'approved']);
});

it('is called back while it is on its way, until somebody has accepted anything', async () => {
  const doc = await approved(world, 2);
  const cancelled = await done(world.chief, doc, { action: 'cancel', reason: REASON });
  expect([cancelled.status, (await receiptOf(doc)).status]).toEqual(['cancelled', 'cancelled']);
  for (const { product } of doc.items) {
    const home = await container(product.id);
    expect([home.status, home.saleStatus, home.warehouse?.id]).toEqual([
      'inWarehouse',
      'available',
      world.warehouseId,
    ]);
  }

  const counted = await approved(world);
  const receipt = await receiptOf(counted);
  const [item] = receipt.items;
  expectData(
    await world.receiverChief.patch(`/warehouse-receives/${receipt.id}`, {
      version: receipt.version,
      lines: [
        {
          itemId: item.id,
          lineStatus: 'accepted',
          conditionIn: 'new',
          scannedSerial: item.product.serialNumber,
        },
      ],
    }),
  );
  const late = await act(world.chief, counted, { action: 'cancel', reason: REASON });
  expect([late.status, (await transfer(counted.id)).status]).toEqual([409, 'approved']);
});

let sisters = 0;
/** A company of the same group, with a warehouse of containers and its manager. */
async function sister(): Promise<{ warehouseId: string; manager: Person; companyId: string }> {
  sisters += 1;
  const companyId = newId();
  const warehouseId = newId();
  const { pg, clock } = test_.app;
  await pg.query(
    `insert into companies (id, code, name_th, name_en, tax_id, branch_type, branch_code, group_id, created_at, updated_at)
     values ($1, $2, 'บริษัทในเครือ', 'Sister', '0105552029682', 'branch', $4, $3, now(), now())`,
    [companyId, companyId.slice(-8), world.companyId, String(sisters).padStart(5, '0')],
  );
  await ensureSystemPlaces(pg, { companyId, now: clock.now() });
  await pg.query(
    `insert into warehouses (id, company_id, code, name, kind, holds, created_at, updated_at)
     values ($1, $2, $3, $3, 'main', 'both', now(), now())`,
    [warehouseId, companyId, `S-${companyId.slice(-6)}`],
  );
  return { companyId, warehouseId, manager: await test_.as('warehouse-manager', { companyId }) };
}

it('between companies both sides agree; what arrives is the other one’s, at what it was worth', async () => {
  const { companyId, warehouseId, manager } = await sister();
  const [one, other] = [await received(world), await received(world)];
  const asked: Doc = expectData(
    await world.picker.post(
      `${PATH}/transfer-products`,
      transferBody(world, [one.id, other.id], { toWarehouseId: warehouseId }),
    ),
  );
  const agreed = (await done(manager, asked, { action: 'approve' })) as unknown as Doc;
  expect([agreed.status, (await container(one.id)).status]).toEqual(['pending', 'inWarehouse']);
  // Nobody agrees for both sides.
  const twice = await act(manager, agreed, { action: 'approve' });
  expect([twice.status, twice.body.code]).toEqual([409, 'NOT_YOUR_WAREHOUSE']);
  const sent = (await done(world.chief, agreed, { action: 'approve' })) as unknown as Doc;
  expect(sent.status).toBe('approved');

  const worth = async (company: string): Promise<number> => {
    const { rows } = await test_.app.pg.query<{ value: string }>(
      'select coalesce(sum(owned_value), 0)::text as value from part_valuations where company_id = $1',
      [company],
    );
    return Number(rows[0]?.value);
  };
  const [ours, theirs] = [await worth(world.companyId), await worth(companyId)];
  const receiver = await test_.as('warehouse-manager', { companyId });
  const ended = await answer(world, sent, { by: receiver, found: ['accepted', 'rejected'] });
  expect(ended.status).toBe('partiallyReceived');
  const gone = ours - (await worth(world.companyId));
  expect(gone).toBeGreaterThan(0);
  expect((await worth(companyId)) - theirs).toBeCloseTo(gone, 2);

  const taken = ended.items.find(({ lineStatus }) => lineStatus === 'received')?.product.id;
  const refused = ended.items.find(({ lineStatus }) => lineStatus === 'rejected')?.product.id;
  const seen = async (by: Person, id: string | undefined) =>
    (await by.get(`/products/${id}`)).status;
  expect([await seen(manager, taken), await seen(world.chief, taken)]).toEqual([200, 404]);
  expect([await seen(manager, refused), await seen(world.chief, refused)]).toEqual([404, 200]);
});

it('grants each of the containers that sixteen approve for at once to exactly one document', async () => {
  const wanted = [await received(world), await received(world)];
  const ids = wanted.map(({ id }) => id);
  const requisitions: Requisition[] = [];
  const transfers: Doc[] = [];
  for (let index = 0; index < 8; index += 1) {
    requisitions.push(
      await askForOne(world, { items: [{ productModelId: world.modelId, quantity: 2 }] }),
    );
    // Some name both of them in the other order, some one of them.
    const some = [ids, ids.toReversed(), ids.slice(0, 1), ids.slice(1)][index % 4] ?? ids;
    transfers.push(
      expectData(await world.picker.post(`${PATH}/transfer-products`, transferBody(world, some))),
    );
  }
  const answers = await Promise.all([
    ...requisitions.map((doc, index) =>
      actOnRequisition(index % 2 === 0 ? world.chief : world.receiverChief, doc, {
        action: 'approval',
        decision: 'approve',
        items: doc.items.map(({ id }, line) => ({ id, productId: ids[(line + index) % 2] })),
      }),
    ),
    ...transfers.map((doc, index) =>
      act(index % 2 === 0 ? world.chief : world.receiverChief, doc, { action: 'approve' }),
    ),
  ]);
  const codes = answers.map(({ status, body }) => [status, body.code]);
  const granted = answers.filter(({ status }) => status === 200);
  expect(granted.length).toBeGreaterThan(0);
  for (const [status, code] of codes.filter(([status]) => status !== 200)) {
    expect([status, code]).toEqual([409, 'NOT_AVAILABLE']);
  }
  const given = granted.flatMap(({ body }) =>
    (body.data as Doc).items.map(({ product }) => product.id),
  );
  expect(given.toSorted()).toEqual(ids.toSorted());
  const { rows } = await test_.app.pg.query<{ productId: string }>(
    `select product_id as "productId" from container_reservations
     where product_id = any($1) and ended_at is null`,
    [ids],
  );
  expect(rows.map(({ productId }) => productId).toSorted()).toEqual(ids.toSorted());
});

it('is found by the nightly check where it is not what its state says, or holds other parts', async () => {
  const doc = await ask(world);
  const id = doc.items[0]?.product.id;
  const altered = test_.app.transaction({ actor: await world.admin.actor() }, async ({ pg }) => {
    await pg.query(
      `update products set status = 'awaitingReceipt', sale_status = 'reserved' where id = $1`,
      [id],
    );
    await pg.query('update product_parts set quantity = quantity + 1 where product_id = $1', [id]);
    const { drift } = await verifyStock(pg);
    // Nothing of it stays.
    throw new Error([...new Set(drift.map(({ invariant }) => invariant))].sort().join(', '));
  });
  await expect(altered).rejects.toThrow('containers, holds, insides');
});

it('a draft is its sender’s: the other end sees nothing of it, and no colleague ends or deletes it', async () => {
  const { warehouseId, manager } = await sister();
  const { id: productId } = await received(world);
  const draft = expectData(
    await world.picker.post(`${PATH}/transfer-products`, {
      ...transferBody(world, [productId], { toWarehouseId: warehouseId }),
      isDraft: true,
    }),
  );
  const near = expectData(
    await world.picker.post(`${PATH}/transfer-products`, {
      ...transferBody(world, [productId]),
      isDraft: true,
    }),
  );
  const branch = await test_.as('warehouse-manager', { warehouseIds: [world.otherWarehouseId] });
  const seenBy = async (who: Person, { id }: Pick<Doc, 'id'>) => {
    const record = { subject: 'containerTransfers', id };
    return {
      opened: (await who.get(`${PATH}/${id}`)).status,
      lines: (await who.get(`${PATH}/${id}/products`)).status,
      history: (await who.get(`${PATH}/${id}/history`)).status,
      comments: (await who.get(`/comments?type=containerTransfers&id=${id}`)).status,
      listed: (await who.get(`${PATH}?ids=${id}`)).body.data.length,
      ofContainer: (await who.get(`/products/${productId}`)).raw.includes(id),
      events: (await visibilityOf(test_.app.pg, record))?.(await who.actor()),
    };
  };
  for (const [other, doc] of [
    [manager, draft],
    [branch, near],
  ] as const) {
    expect(await seenBy(other, doc)).toEqual({
      opened: 404,
      lines: 404,
      history: 404,
      comments: 404,
      listed: 0,
      ofContainer: false,
      events: false,
    });
    for (const [action, body] of [
      ['submit', {}],
      ['cancel', { reason: REASON }],
    ] as const) {
      const { status } = await act(other, doc, { action, ...body });
      expect([action, status]).toEqual([action, 404]);
    }
    expect((await other.delete(`${PATH}/${doc.id}`)).status).toBe(404);
  }
  const colleague = await test_.as('warehouse-staff');
  const kept = await colleague.delete(`${PATH}/${draft.id}`);
  expect([kept.status, kept.body.code]).toEqual([409, 'NOT_OWNER']);
  expect((await world.picker.delete(`${PATH}/${draft.id}`)).status).toBe(200);
  await done(world.picker, near, { action: 'submit' });
  expect(await seenBy(branch, near)).toMatchObject({ opened: 200, listed: 1, events: true });
});
