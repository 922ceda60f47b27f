import type { Person } from '../../../testing/index.ts';
import { openPdfReader, type PdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  act,
  booked,
  type Doc,
  dayAfter,
  draft,
  inForce,
  lease,
  makeWorld,
  newContainer,
  PATH,
  to,
  type World,
} from './testing/world.ts';

/**
 * A container is seen by everybody who works with containers; the contract that it is under belongs to
 * its salesperson. What the one says of the other (docs/domain/conventions.md "Scope").
 */
let world: World;
let stranger: Person;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  stranger = await test.as('sales-officer');
});

let reader: PdfReader;
beforeAll(() => {
  reader = openPdfReader();
});
afterAll(() => reader.close());

/** A draft of the seller's customer that a container is held for. */
const bookedForSeller = () => booked(world, { customerId: world.sellersCustomerId }, world.seller);

const REASON = 'ลูกค้าย้ายไปใช้คู่แข่ง';
const SITE = ['12 ถนนพระราม 4', 'คุณวิภา', '0812345678'];

/** Everything that a person is told of a container, as text. */
async function toldOf(by: Person, productId: string, serialNumber: string): Promise<string> {
  const calls = [
    `/products/${productId}`,
    `/products/${productId}/history`,
    `/products/${productId}/statuses`,
    `/products/${productId}/statuses/latest`,
    `/products/${productId}/tracking`,
    `/products/${productId}/tracking?kind=agreement`,
    `/products/${productId}/claims`,
    `/products/${productId}/moves`,
    `/products?search=${serialNumber}&limit=10`,
    `/warehouse-receives?limit=100`,
    `/product_contracts?search=${serialNumber}&limit=10`,
    `/back-office/purchase-warranty/list?productId=${productId}&limit=10`,
    `/search?search=${serialNumber}`,
  ];
  const answers: string[] = [];
  for (const call of calls) {
    const { status, raw } = await by.get(call);
    expect([call, [200, 403].includes(status)]).toEqual([call, true]);
    answers.push(String(raw));
  }
  return answers.join('\n');
}

async function ended(): Promise<{ doc: Doc; no: string; productId: string; serial: string }> {
  const doc = await inForce(world, { customerId: world.sellersCustomerId }, world.seller);
  const over = await to(world.salesChief, doc, {
    action: 'terminate',
    reason: REASON,
    returnWarehouseId: world.warehouseId,
  });
  return {
    doc: over,
    no: String(over.documentNo),
    productId: over.product?.id ?? '',
    serial: over.product?.serialNumber ?? '',
  };
}

it('says of a contract only that there is one to whoever may not read it', async () => {
  const { doc, no, productId, serial } = await ended();
  const { customer } = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  const ofContract = [no, doc.id, REASON, customer.nameTh];

  // Whoever sells it reads all of it there.
  const mine = await toldOf(world.seller, productId, serial);
  for (const word of [no, REASON]) expect(mine).toContain(word);

  const others = await toldOf(stranger, productId, serial);
  expect([...ofContract, ...SITE].filter((word) => others.includes(word))).toEqual([]);
  expect(others).toContain('"type":"contract"');

  const atWarehouse = await toldOf(world.picker, productId, serial);
  expect([no, REASON].filter((word) => atWarehouse.includes(word))).toEqual([]);
  expect(atWarehouse).toContain('"type":"contract"');

  const { body } = await world.picker.get('/warehouse-receives?limit=100&sort=-createdAt');
  const { related } = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  const { id: receiptId } = related.find(
    ({ type }: { type: string }) => type === 'containerReceipt',
  );
  const receipt = body.data.find((one: { id: string }) => one.id === receiptId);
  expect([receipt.sourceId, receipt.sourceNo]).toEqual([null, null]);
  const whole = await world.picker.get(`/warehouse-receives/${receipt.id}`);
  expect(whole.status).toBe(200);
  expect(String(whole.raw)).not.toContain(no);
});

it('tells of a warranty on the timeline, and its number to whoever may read it', async () => {
  const doc = await inForce(world, { customerId: world.sellersCustomerId }, world.seller);
  const warrantyOf = async (by: Person) => {
    const events: readonly { readonly what: string }[] = expectData(
      await by.get(`/products/${doc.product?.id}/tracking?kind=warranty`),
    );
    expect(events).toHaveLength(1);
    return events[0];
  };
  const period = { from: expect.any(String), to: expect.any(String), status: 'active' };
  const mine = await warrantyOf(world.seller);
  expect(mine).toMatchObject({
    what: 'initial',
    values: period,
    document: { type: 'warranty', id: expect.any(String), documentNo: expect.any(String) },
  });
  expect(await warrantyOf(stranger)).toMatchObject({
    what: 'initial',
    values: period,
    document: { type: 'warranty', id: null, documentNo: null },
  });
  const claims = expectData(await stranger.get(`/products/${doc.product?.id}/claims`));
  expect(claims).toMatchObject([{ kind: 'warranty', documentNo: null }]);
});

it('names no contract and customer on a requisition that others release', async () => {
  const doc = await draft(world, { customerId: world.sellersCustomerId }, world.seller);
  const asked = expectData(
    await world.seller.post('/withdraw_products/request_contract', {
      warehouseId: world.warehouseId,
      neededBy: dayAfter(world, 3),
      purpose: 'customer',
      contracts: [{ contractId: doc.id }],
    }),
  );
  const { customer } = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  const mine = await world.seller.get(`/withdraw_products/${asked.id}`);
  expect(mine.body.data.items[0].contract.customer.nameTh).toBe(customer.nameTh);
  const seen = await world.picker.get(`/withdraw_products/${asked.id}`);
  expect(seen.status).toBe(200);
  expect(seen.body.data.items[0].contract).toMatchObject({ documentNo: null, customer: null });
  expect(seen.raw).not.toContain(customer.nameTh);
});

it('goes on from a contract of somebody else without naming it', async () => {
  const old = await inForce(
    world,
    { ...lease(world), customerId: world.sellersCustomerId },
    world.seller,
  );
  const after = await act(world.salesChief, old, {
    action: 'renew',
    startDate: dayAfter(world, 21),
    endDate: dayAfter(world, 50),
  });
  const next = after.related.findLast(({ type }) => type === 'contract');
  await world.test.app.pg.query('update contracts set sale_id = $2 where id = $1', [
    next?.id,
    stranger.userId,
  ]);
  const chiefs = await world.admin.get(`${PATH}/${next?.id}`);
  expect(chiefs.body.data.previousContract).toMatchObject({ documentNo: old.documentNo });
  const seen = await stranger.get(`${PATH}/${next?.id}`);
  expect(seen.status).toBe(200);
  expect(seen.raw).not.toContain(old.documentNo);
});

it('says for whom a container is held to whoever may read the contract, to others only that it is', async () => {
  const held = await bookedForSeller();
  const { documentNo, customer } = expectData(await world.admin.get(`${PATH}/${held.id}`));
  expect(documentNo).toBeNull();
  const productId = held.product?.id ?? '';
  const until = expect.any(String);
  const heldBy = async (by: Person) => {
    const { reservation } = expectData(await by.get(`/products/${productId}`));
    const { body } = await by.get(`/products?search=${held.product?.serialNumber}&limit=10`);
    expect(body.data[0].reservation).toEqual(reservation);
    return reservation;
  };
  const draftOfMine = { document: { type: 'contract', id: held.id, documentNo: null }, until };
  expect(await heldBy(world.seller)).toMatchObject({
    ...draftOfMine,
    customer: { id: customer.id, nameTh: customer.nameTh },
    destination: null,
  });
  const ofOthers = {
    document: { type: 'contract', id: null, documentNo: null },
    customer: null,
    destination: null,
    until,
  };
  expect(await heldBy(stranger)).toEqual(ofOthers);
  expect(await heldBy(world.picker)).toEqual(ofOthers);

  // Its number, and how long it is held, are the contract's: both change after it was reserved.
  await world.test.app.pg.query(
    "update contracts set reserved_until = '2027-01-31T17:00:00Z' where id = $1",
    [held.id],
  );
  expect(await heldBy(world.seller)).toMatchObject({ until: '2027-01-31T17:00:00.000Z' });
  const sent = await to(world.seller, held, { action: 'submit' });
  expect(await heldBy(world.seller)).toMatchObject({
    document: { id: held.id, documentNo: sent.documentNo },
  });

  const sheet = (by: Person) => by.get(`/products?format=csv&search=${held.product?.serialNumber}`);
  expect(String((await sheet(world.admin)).raw)).toContain(`${sent.documentNo} · `);
  expect(String((await sheet(world.chief)).raw)).not.toContain(String(sent.documentNo));

  await to(world.admin, sent, { action: 'cancel', reason: REASON });
  expect(await heldBy(world.seller)).toBeNull();
});

it('sends a container to its address on the delivery note of whoever hands it out', async () => {
  const doc = await draft(world, { customerId: world.sellersCustomerId }, world.seller);
  await newContainer(world);
  const asked = expectData(
    await world.seller.post('/withdraw_products/request_contract', {
      warehouseId: world.warehouseId,
      neededBy: dayAfter(world, 3),
      purpose: 'Deliver what was agreed',
      contracts: [{ contractId: doc.id }],
    }),
  );
  const requisition = `/withdraw_products/${asked.id}`;
  const siteFor = async (by: Person) => {
    const { status, body } = await by.get(requisition);
    return status === 200 ? body.data.items[0].site : status;
  };
  // Nothing is sent anywhere before a container was chosen.
  expect(await siteFor(world.admin)).toBeNull();
  const given = expectData(
    await world.admin.post(`${requisition}/approval`, {
      version: asked.version,
      decision: 'approve',
    }),
  );
  const allocated: Doc = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  await to(world.salesChief, await to(world.seller, allocated, { action: 'submit' }), {
    action: 'approve',
  });
  const { id: itemId, product } = given.items[0];
  expectData(
    await world.admin.post(`${requisition}/release`, {
      version: given.version,
      lines: [{ itemId, scannedSerial: product.serialNumber }],
    }),
  );

  const [address, contact] = SITE;
  const { customer } = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  const note = async (by: Person) => {
    const { raw } = await by.get(`${requisition}/pdf`, { headers: { 'accept-language': 'th' } });
    return squeezed((await reader.pages(raw)).join(''));
  };
  const all = await note(world.admin);
  for (const word of [address, contact, customer.nameTh]) {
    expect(all).toContain(squeezed(word ?? ''));
  }
  // Whoever hands it out sees no contracts: the address, and not whose contract it is.
  const handed = await note(world.chief);
  for (const word of [address, contact]) expect(handed).toContain(squeezed(word ?? ''));
  expect(handed).not.toContain(squeezed(customer.nameTh));
  expect(await siteFor(world.picker)).toMatchObject({ holder: contact });
  // Whoever sells to others reads the requisition, and not where another one's customer is.
  expect(await siteFor(stranger)).toBe(404);
  await world.test.app.pg.query('update container_requisitions set created_by = $2 where id = $1', [
    asked.id,
    stranger.userId,
  ]);
  expect(await siteFor(stranger)).toBeNull();
  const others = await note(stranger);
  for (const word of [address, contact]) expect(others).not.toContain(squeezed(word ?? ''));
});
