import type { TestApp } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { type Doc as Container, makeWorld, received, type World } from '../testing/world.ts';
import {
  act,
  approved,
  ask,
  completed,
  type Doc,
  done,
  PATH,
  released,
  requisitionBody,
  scans,
  sentBack,
} from './testing/world.ts';

/** Containers are asked for, reserved, handed out by scan and come back (domain-containers 2.2). */
let test_: TestApp;
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  test_ = test;
  world = await makeWorld(test_);
});

const REASON = 'No longer needed';
const product = async (id: string): Promise<Container & { saleStatus: string }> =>
  expectData(await world.admin.get(`/products/${id}`));
const productOf = (doc: Doc) => product(doc.items[0]?.product?.id ?? '');
/** Where the ledger has a container, by the code of its place. */
const placeOf = async (id: string): Promise<string[]> => {
  const { rows } = await test_.app.pg.query<{ code: string }>(
    `select coalesce(nullif(b.code, 'DEFAULT'), w.code) as code from stock_balances s
     join bins b on b.id = s.location_id join warehouses w on w.id = b.warehouse_id
     where s.item_type = 'container' and s.item_id = $1 and s.on_hand > 0`,
    [id],
  );
  return rows.map(({ code }) => code);
};

it('proposes and gives the containers that have waited longest', async () => {
  const [first, second] = [await received(world), await received(world)];
  const doc = await ask(world, { items: [{ productModelId: world.modelId, quantity: 2 }] });
  const shown: Doc = expectData(await world.chief.get(`${PATH}/${doc.id}`));
  expect(shown.items.map(({ proposal }) => proposal?.serialNumber)).toEqual([
    first.serialNumber,
    second.serialNumber,
  ]);
  const given = (await done(world.chief, doc, {
    action: 'approval',
    decision: 'approve',
  })) as unknown as Doc;
  expect(given.items.map((item) => item.product?.id)).toEqual([first.id, second.id]);
  expect((await product(first.id)).saleStatus).toBe('reserved');

  // Cancelling offers them again.
  await done(world.chief, given, { action: 'cancel', reason: REASON });
  expect((await product(first.id)).saleStatus).toBe('available');
  const next = await ask(world, { items: [{ productModelId: world.modelId, quantity: 3 }] });
  const refused = await act(world.chief, next, { action: 'approval', decision: 'approve' });
  expect([refused.status, refused.body.code]).toEqual([409, 'NO_CONTAINER_LEFT']);
  expect((await product(first.id)).saleStatus).toBe('available');
});

it('grants a container that sixteen approve for at once to exactly one', async () => {
  const wanted = await received(world);
  const asked: Doc[] = [];
  for (let index = 0; index < 16; index += 1) asked.push(await ask(world));
  const answers = await Promise.all(
    asked.map((doc) =>
      act(world.chief, doc, {
        action: 'approval',
        decision: 'approve',
        items: doc.items.map(({ id }) => ({ id, productId: wanted.id })),
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)]);
  expect(new Set(answers.flatMap(({ body }) => body.code ?? []))).toEqual(
    new Set(['NOT_AVAILABLE']),
  );
});

it('hands out what was scanned, and nothing else', async () => {
  const doc = await approved(world);
  const other = await received(world);
  const wrong = await act(world.chief, doc, {
    action: 'release',
    lines: scans(doc).map((line) => ({ ...line, scannedSerial: other.serialNumber })),
  });
  expect([wrong.status, wrong.body.errors[0].code]).toEqual([422, 'SERIAL_DIFFERS']);
  const out = (await done(world.chief, doc, {
    action: 'release',
    lines: scans(doc),
  })) as unknown as Doc;
  expect(out.items[0]?.lineStatus).toBe('released');
  const container = await productOf(out);
  expect([container.status, container.saleStatus]).toEqual(['withdrawn', 'reserved']);
  expect(await placeOf(container.id)).toEqual(['SITE']);
  const pdf = await world.admin.get(`${PATH}/${doc.id}/pdf`);
  expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
});

it('takes back what was returned, and is over then', async () => {
  const doc = await completed(world);
  expect([doc.status, doc.items[0]?.lineStatus]).toEqual(['completed', 'returned']);
  const container = await productOf(doc);
  expect([container.status, container.saleStatus]).toEqual(['inWarehouse', 'available']);
  expect(await placeOf(container.id)).toEqual(['CONTAINERS']);
});

it('leaves a container out whose return is refused, and counts one that did not come as lost', async () => {
  const doc = await released(world);
  const refused = await sentBack(world, doc);
  const { receiverChief } = world;
  expectData(
    await receiverChief.post(`/warehouse-receives/${refused.id}/reject`, {
      version: refused.version,
      reason: 'Still full of drinks',
    }),
  );
  const still: Doc = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  expect([still.status, (await productOf(still)).status]).toEqual(['released', 'withdrawn']);

  const again = await sentBack(world, still);
  expectData(
    await receiverChief.post(`/warehouse-receives/${again.id}/approve`, {
      version: again.version,
      lines: [{ itemId: again.items[0].id, lineStatus: 'missing' }],
    }),
  );
  const over: Doc = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  expect([over.status, over.items[0]?.lineStatus]).toEqual(['completed', 'removed']);
  const lost = await productOf(over);
  expect(lost.status).toBe('lost');
  // Found, it is where it was: on its way back, until a receipt has accepted it.
  const found = expectData(
    await world.chief.post(`/products/${lost.id}/found`, { version: lost.version, reason: REASON }),
  );
  expect(found).toMatchObject({
    status: 'returned',
    saleStatus: 'notForSale',
    warehouse: null,
    site: null,
  });
  expect(await placeOf(found.id)).toEqual(['SITE']);
  const [waiting, ...others] = expectData(
    await world.admin.get(`/warehouse-receives?status=pending&search=${found.serialNumber}`),
  );
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({
    sourceType: 'customerReturn',
    warehouse: { id: world.warehouseId },
  });
  const receipt = expectData(await world.admin.get(`/warehouse-receives/${waiting.id}`));
  const [item] = receipt.items;
  const decide = (line: object) =>
    receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
      version: receipt.version,
      lines: [{ itemId: item.id, ...line }],
    });
  // No receiver is left.
  const sent = await decide({ lineStatus: 'rejected', rejectReason: REASON });
  expect(sent.body.errors).toMatchObject([{ code: 'RETURN_IS_TAKEN' }]);
  expectData(
    await decide({
      lineStatus: 'accepted',
      scannedSerial: found.serialNumber,
      conditionIn: 'good',
    }),
  );
  expect(await productOf(over)).toMatchObject({ status: 'inWarehouse' });
  expect(await placeOf(found.id)).toEqual(['CONTAINERS']);
});

it('keeps what a receipt has found so far, and lets somebody else receive it', async () => {
  const receipt = await sentBack(world, await released(world));
  const lines = receipt.items.map((item: { id: string; product: { serialNumber: string } }) => ({
    itemId: item.id,
    lineStatus: 'accepted',
    scannedSerial: item.product.serialNumber,
    conditionIn: 'attention',
  }));
  const path = `/warehouse-receives/${receipt.id}`;
  const counted = expectData(
    await world.receiverChief.patch(path, { version: receipt.version, lines }),
  );
  expect(counted.items[0]).toMatchObject({ lineStatus: 'accepted', conditionIn: 'attention' });
  const own = await world.receiverChief.post(`${path}/approve`, {
    version: counted.version,
    lines,
  });
  expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
  expectData(await world.admin.post(`${path}/approve`, { version: counted.version, lines }));
});

it('keeps a draft without a number, and deletes it', async () => {
  const draft = await ask(world, { isDraft: true });
  expect([draft.status, draft.documentNo]).toEqual(['draft', null]);
  const { picker } = world;
  const sent = await done(picker, draft, { action: 'submit' });
  expect(sent.documentNo).toMatch(/^WD2612-\d{4}$/);
  const kept = await picker.delete(`${PATH}/${draft.id}`);
  expect([kept.status, kept.body.code]).toEqual([409, 'NOT_DELETABLE']);
  const other = await ask(world, { isDraft: true });
  expect((await picker.delete(`${PATH}/${other.id}`)).status).toBe(200);
  expect((await picker.get(`${PATH}/${other.id}`)).status).toBe(404);
});

it('says everything that is wrong with it', async () => {
  const answer = await world.picker.post(
    `${PATH}/request`,
    requisitionBody(world, {
      neededBy: '2026-01-01',
      items: [
        { productModelId: world.modelId, quantity: 2 },
        { productModelId: world.modelId, quantity: 1 },
      ],
    }),
  );
  expect(answer.status).toBe(422);
  expect(
    answer.body.errors.map(({ field, code }: Record<string, string>) => [field, code]),
  ).toEqual([
    ['items[1].productModelId', 'REPEATED'],
    ['neededBy', 'PAST_DATE'],
  ]);
});
