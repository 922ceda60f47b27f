import { newId, SYSTEM } from '../../../kernel/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { inspected } from '../../containers/testing/life.ts';
import { plantModel } from '../../containers/testing/planted.ts';
import { receiptOf, received } from '../../containers/testing/world.ts';
import { strayTransactions } from '../../soldContainers/testing/planted.ts';
import { pay } from '../warranties/testing/world.ts';
import { completePaidContracts, watchContracts } from './index.ts';
import {
  act,
  askedFor,
  booked,
  contractBody,
  type Doc,
  dayAfter,
  deliver,
  draft,
  exchangeAgreed,
  exchanged,
  handedOut,
  inForce,
  installed,
  lease,
  makeWorld,
  newContainer,
  PATH,
  setUp,
  signed,
  status,
  swapOf,
  to,
  today,
  type World,
} from './testing/world.ts';

/** A container of a contract in force is exchanged for another one (docs/adr/0091). */
let world: World;
const clock = withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
});

const DAY = 86_400_000;
const REASON = 'The compressor is broken';
const container = async (id: string | undefined) =>
  expectData(await world.admin.get(`/products/${id}`));
const contract = async ({ id }: Pick<Doc, 'id'>) =>
  expectData(await world.admin.get(`${PATH}/${id}`));
const query = async <R extends object>(text: string, values: readonly unknown[] = []) =>
  (await world.test.app.pg.query<R>(text, [...values])).rows;
/** What holds containers for a contract. */
const heldFor = async ({ id }: Doc): Promise<string[]> =>
  (
    await query<{ productId: string }>(
      `select product_id as "productId" from container_reservations
       where document_id = $1 and ended_at is null order by 1`,
      [id],
    )
  ).map(({ productId }) => productId);
const invoicesOf = ({ id }: Doc) =>
  query<{ id: string }>('select * from invoices where source_id = $1 order by id', [id]);
const propose = (doc: Doc, more: object = {}, by = world.secondAdmin) =>
  by.post(`${PATH}/${doc.id}/swap-product`, { version: doc.version, ...swapOf(world), ...more });
/** A lease in force, and a container that may take the place of its own. */
async function both(more: object = {}) {
  const doc = await inForce(world, { ...lease(world), ...more });
  return { doc, before: doc.product?.id ?? '', next: await newContainer(world) };
}
const proposed = async (doc: Doc, productId: string): Promise<Doc> =>
  expectData(await propose(doc, { productId }));

describe('an exchange', () => {
  it('holds the other container until somebody else decides, and changes nothing', async () => {
    const { doc, before, next } = await both();
    const waiting = await proposed(doc, next.id);
    expect(waiting).toMatchObject({
      status: 'onGoing',
      currentVersionNo: doc.currentVersionNo,
      product: { id: before },
      proposal: {
        reason: swapOf(world).reason,
        effectiveDate: today(world),
        grandTotal: doc.grandTotal,
        proposedBy: { id: world.secondAdmin.userId },
        exchange: {
          product: { id: next.id, serialNumber: next.serialNumber },
          returnWarehouse: { id: world.warehouseId },
        },
        changes: [
          { path: 'product.id', from: before, to: next.id },
          {
            path: 'product.serialNumber',
            from: doc.product?.serialNumber,
            to: next.serialNumber,
          },
        ],
      },
    });
    expect(await container(next.id)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'reserved',
      reservation: { document: { id: doc.id } },
    });
    expect(await container(before)).toMatchObject({ status: 'installed', saleStatus: 'leased' });
    const own = await world.secondAdmin.post(`${PATH}/${doc.id}/approve-change`, {
      version: waiting.version,
    });
    expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
    // Nobody else is given it, and no second change waits beside it.
    const other = await booked(world);
    await act(world.secondAdmin, other, { action: 'release' });
    const refused = await world.secondAdmin.post(`${PATH}/${other.id}/reserve`, {
      version: other.version + 1,
      productId: next.id,
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'NOT_AVAILABLE']);
    const again = await propose(waiting, { productId: (await newContainer(world)).id });
    expect([again.status, again.body.code]).toEqual([409, 'PROPOSAL_WAITS']);
  });

  it('puts the other one in its place, and sends the one before home', async () => {
    const { doc, before, next } = await both();
    const [invoices, { schedule }] = [await invoicesOf(doc), await contract(doc)];
    expect(invoices).not.toEqual([]);
    const after = await exchanged(world, doc, next.id);
    expect(after).toMatchObject({
      status: 'onGoing',
      product: { id: next.id },
      installedOn: today(world),
      proposal: null,
      schedule,
    });
    // What was billed stays as it is, to the byte.
    expect(await invoicesOf(doc)).toEqual(invoices);
    expect(await container(next.id)).toMatchObject({
      status: 'installed',
      saleStatus: 'leased',
      isOfCustomer: false,
      site: { address: '12 ถนนพระราม 4 กรุงเทพฯ' },
    });
    const back = await container(before);
    // It is not offered before a receipt has accepted it.
    expect(back).toMatchObject({ status: 'returned', saleStatus: 'notForSale' });
    expect(await heldFor(doc)).toEqual([next.id]);
    const planned = expectData(
      await world.admin.get(`/product_follow_ups?productId=${before}&type=postReturn`),
    );
    expect(planned).toHaveLength(1);
    await received(world, { ...back, related: after.related });
    expect(await container(before)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'available',
      site: null,
    });
    // Whoever remembers the one before finds the contract as well.
    for (const serial of [back.serialNumber, next.serialNumber]) {
      const found = expectData(await world.admin.get(`${PATH}?search=${serial}`));
      expect(found.map(({ id }: Doc) => id)).toEqual([doc.id]);
    }
  });

  it('is a version of its own, with its reason, day and whoever approved it', async () => {
    const { doc, next } = await both();
    const after = await exchanged(world, doc, next.id);
    expect(after.currentVersionNo).toBe(doc.currentVersionNo + 1);
    const [last] = expectData(await world.admin.get(`${PATH}/${doc.id}/versions`));
    expect(last).toMatchObject({
      changeType: 'productSwap',
      reason: swapOf(world).reason,
      effectiveDate: today(world),
      approvedBy: { id: world.admin.userId },
    });
    const { diff } = expectData(await world.admin.get(`${PATH}/${doc.id}/versions/${last.id}`));
    // The clauses name it as well.
    expect(diff.map(({ path }: { path: string }) => path)).toEqual([
      'clauses.en',
      'clauses.th',
      'product.id',
      'product.serialNumber',
    ]);
  });

  it('of what is sold hands the title of the other one over; the receipt takes the first one’s back', async () => {
    const doc = await inForce(world);
    const before = doc.product?.id ?? '';
    const { id } = await newContainer(world);
    const after = await exchanged(world, doc, id);
    expect(await container(id)).toMatchObject({ saleStatus: 'sold', isOfCustomer: true });
    const back = await container(before);
    expect(back.isOfCustomer).toBe(true);
    await received(world, { ...back, related: after.related });
    expect(await container(before)).toMatchObject({ saleStatus: 'available', isOfCustomer: false });
  });

  it('may be made again, also for the container that was there first', async () => {
    const { doc, before, next } = await both();
    const there = await exchanged(world, doc, next.id);
    await received(world, { ...(await container(before)), related: there.related });
    const back = await exchanged(world, there, before);
    expect(back).toMatchObject({ product: { id: before }, currentVersionNo: 3 });
    expect(await container(next.id)).toMatchObject({
      status: 'returned',
      saleStatus: 'notForSale',
    });
    const rows = await query(
      `select product_id = $2 as first, in_force_until is null as "inForce", replaced_by_id is null as last
       from product_contracts where contract_id = $1 order by created_at, id`,
      [doc.id, before],
    );
    expect(rows).toEqual([
      { first: true, inForce: false, last: false },
      { first: false, inForce: false, last: false },
      { first: true, inForce: true, last: true },
    ]);
    const ended = await to(world.admin, back, {
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
    });
    expect(ended.status).toBe('terminated');
    expect(await heldFor(doc)).toEqual([]);
  });

  it('is told on the timelines of both containers, of another one’s contract without its number', async () => {
    const { doc, before, next } = await both();
    await exchanged(world, doc, next.id);
    const told = async (id: string, by = world.admin) =>
      expectData(await by.get(`/products/${id}/tracking?kind=agreement`)).filter(
        ({ what }: { what: string }) => what.startsWith('repl'),
      );
    const { documentNo } = await contract(doc);
    expect(await told(before)).toMatchObject([
      {
        what: 'replaced',
        values: { serialNumber: next.serialNumber },
        by: { id: world.admin.userId },
        document: { type: 'contract', id: doc.id, documentNo },
      },
    ]);
    expect(await told(next.id)).toMatchObject([
      { what: 'replacing', values: { serialNumber: doc.product?.serialNumber } },
    ]);
    // Sees containers, and of contracts their own only.
    expect(await told(before, world.salesChief)).toMatchObject([
      { what: 'replaced', document: { id: null, documentNo: null } },
    ]);
    // On its way back it still says where it stood, to whoever may know.
    const site = async (by: typeof world.admin) =>
      expectData(await by.get(`/products/${before}`)).site;
    expect(await site(world.admin)).toMatchObject({ address: '12 ถนนพระราม 4 กรุงเทพฯ' });
    expect(await site(world.salesChief)).toBeNull();
  });

  it('does not tell the serial number of a container that lies out of reach', async () => {
    const { doc, before, next } = await both();
    const waiting = expectData(
      await propose(doc, { productId: next.id, returnWarehouseId: world.otherWarehouseId }),
    );
    await act(world.admin, waiting, { action: 'approve-change' });
    const after = await deliver(world, doc.id, next.id);
    await received(world, { ...(await container(before)), related: after.related });
    const exchangeOf = async (id: string, warehouseId: string) => {
      const staff = await world.test.as('warehouse-staff', { warehouseIds: [warehouseId] });
      const events = expectData(await staff.get(`/products/${id}/tracking?kind=agreement`));
      return events.find(({ what }: { what: string }) => what.startsWith('repl'));
    };
    expect(await exchangeOf(next.id, world.otherWarehouseId)).toMatchObject({
      what: 'replacing',
      values: { serialNumber: doc.product?.serialNumber },
    });
    expect(await exchangeOf(next.id, world.warehouseId)).toMatchObject({
      what: 'replacing',
      values: { serialNumber: null },
    });
    // What stands at a customer is in no warehouse.
    expect(await exchangeOf(before, world.otherWarehouseId)).toMatchObject({
      what: 'replaced',
      values: { serialNumber: next.serialNumber },
    });
  });
});

/** A container goes from its warehouse to the customer by one path, also in the place of another one. */
describe('an approved exchange', () => {
  const ask = ({ id }: Doc) =>
    world.secondAdmin.post('/withdraw_products/request_contract', {
      warehouseId: world.warehouseId,
      neededBy: dayAfter(world, 3),
      purpose: 'Exchange of the container',
      contracts: [{ contractId: id }],
    });
  const install = async (id: string) => {
    const { version, site } = await container(id);
    const place = site ?? { holder: 'คุณวิภา', address: '12 ถนนพระราม 4 กรุงเทพฯ' };
    return world.admin.post(`/products/${id}/install`, { version, ...place });
  };

  it('promises the other container, and leaves what stands at the customer', async () => {
    const { doc, before, next } = await both();
    const agreed = await exchangeAgreed(world, doc, next.id);
    expect(agreed).toMatchObject({
      product: { id: before },
      currentVersionNo: doc.currentVersionNo,
      handOut: { warehouseId: world.warehouseId },
      proposal: { decidedBy: { id: world.admin.userId }, exchange: { product: { id: next.id } } },
    });
    expect(agreed.allowedActions).toContain('call-off-exchange');
    for (const action of ['approve-change', 'reject-change', 'withdraw-change', 'amend']) {
      expect(agreed.allowedActions).not.toContain(action);
    }
    expect(await container(next.id)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'contracted',
      reservation: { document: { id: doc.id } },
    });
    expect(await container(before)).toMatchObject({ status: 'installed', saleStatus: 'leased' });
    const again = await propose(agreed, { productId: (await newContainer(world)).id });
    expect([again.status, again.body.code]).toEqual([409, 'PROPOSAL_WAITS']);
    const decided = await world.admin.post(`${PATH}/${doc.id}/approve-change`, {
      version: agreed.version,
    });
    expect([decided.status, decided.body.code]).toEqual([409, 'NO_PROPOSAL']);
  });

  it.each([
    ['en', /requisition/],
    ['th', /ใบเบิก/],
  ] as const)(
    'takes place with the installation alone: asked for, released by scan, inspected, photographed (%s)',
    async (locale, outText) => {
      const { doc, before, next } = await both();
      const agreed = await exchangeAgreed(world, doc, next.id);
      const notOut = await install(next.id);
      expect([notOut.status, notOut.body.code]).toEqual([409, 'INVALID_STATE']);
      const asked = await askedFor(world, { id: doc.id, product: next });
      expect(asked.items).toMatchObject([
        { product: { id: next.id }, site: { address: '12 ถนนพระราม 4 กรุงเทพฯ' } },
      ]);
      const wrong = await world.admin.post(`/withdraw_products/${asked.id}/release`, {
        version: asked.version,
        lines: [{ itemId: asked.items[0]?.id, scannedSerial: doc.product?.serialNumber }],
      });
      expect(wrong.body.errors).toMatchObject([
        { field: 'lines[0].scannedSerial', code: 'SERIAL_DIFFERS' },
      ]);
      expectData(
        await world.admin.post(`/withdraw_products/${asked.id}/release`, {
          version: asked.version,
          lines: [{ itemId: asked.items[0]?.id, scannedSerial: next.serialNumber }],
        }),
      );
      expect(await container(next.id)).toMatchObject({ status: 'withdrawn' });
      const unseen = await install(next.id);
      expect([unseen.status, unseen.body.code]).toEqual([409, 'NOT_INSPECTED']);
      await inspected(world, next.id);
      const unshown = await install(next.id);
      expect([unshown.status, unshown.body.code]).toEqual([409, 'SITE_PHOTO_REQUIRED']);
      // Goods on their way come back first.
      const { version } = await contract(doc);
      const off = await world.admin.post(
        `${PATH}/${doc.id}/call-off-exchange`,
        { version, reason: REASON },
        { headers: { 'accept-language': locale } },
      );
      expect([off.status, off.body.code]).toEqual([409, 'REPLACEMENT_OUT']);
      expect(off.body.message).toMatch(outText);
      expect(await contract(doc)).toMatchObject({ product: { id: before }, version });
      const after = await deliver(world, doc.id, next.id);
      expect(after).toMatchObject({ product: { id: next.id }, proposal: null, handOut: null });
      expect(after.version).toBe(agreed.version + 1);
      const requisition = expectData(await world.admin.get(`/withdraw_products/${asked.id}`));
      expect(requisition.status).toBe('completed');
      const told = await query<{ userId: string }>(
        'select user_id as "userId" from notifications where dedupe_key like $1',
        [`contracts:${doc.id}:exchangeMade:%`],
      );
      expect(told).toMatchObject([{ userId: world.secondAdmin.userId }]);
    },
  );

  it('is called off with a reason, by whoever approves', async () => {
    const { doc, before, next } = await both();
    const agreed = await exchangeAgreed(world, doc, next.id);
    const asked = expectData(await ask(doc));
    const path = `${PATH}/${doc.id}/call-off-exchange`;
    const { version } = agreed;
    const seller = await world.seller.post(path, { version, reason: REASON });
    expect(seller.status).toBe(403);
    const mute = await world.admin.post(path, { version });
    expect(mute.body.errors).toMatchObject([{ field: 'reason' }]);
    const left = expectData(await world.admin.post(path, { version, reason: REASON }));
    expect(left).toMatchObject({ proposal: null, product: { id: before } });
    expect(await container(next.id)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'available',
    });
    expect(await heldFor(doc)).toEqual([before]);
    expect(expectData(await world.admin.get(`/withdraw_products/${asked.id}`)).status).toBe(
      'cancelled',
    );
    const again = await world.admin.post(path, { version: left.version, reason: REASON });
    expect([again.status, again.body.code]).toEqual([409, 'NO_EXCHANGE']);
  });

  it('whose requisition is cancelled is asked for again', async () => {
    const { doc, next } = await both();
    await exchangeAgreed(world, doc, next.id);
    const asked = await askedFor(world, { id: doc.id, product: next });
    expectData(
      await world.admin.post(`/withdraw_products/${asked.id}/cancel`, {
        version: asked.version,
        reason: REASON,
      }),
    );
    expect(await container(next.id)).toMatchObject({ saleStatus: 'contracted' });
    expect((await deliver(world, doc.id, next.id)).product?.id).toBe(next.id);
  });

  it('of a contract that ends leaves the container that is on its way to nobody until it is back', async () => {
    const { doc, next } = await both();
    await exchangeAgreed(world, doc, next.id);
    const given = await handedOut(world, { id: doc.id, product: next });
    await to(world.admin, await contract(doc), {
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
    });
    expect(await container(next.id)).toMatchObject({
      status: 'withdrawn',
      saleStatus: 'notForSale',
    });
    expect(await heldFor(doc)).toEqual([]);
    const back = expectData(
      await world.admin.post(`/withdraw_products/${given.id}/return`, {
        version: expectData(await world.admin.get(`/withdraw_products/${given.id}`)).version,
        itemIds: [given.items[0]?.id],
        reason: REASON,
      }),
    );
    await received(world, { ...(await container(next.id)), related: back.related });
    expect(await container(next.id)).toMatchObject({
      status: 'inWarehouse',
      saleStatus: 'available',
    });
  });

  it('tells the salesperson that its container was lost on the way, and goes on once it is found', async () => {
    const doc = await inForce(world, lease(world), world.seller);
    const next = await newContainer(world);
    const waiting = expectData(await propose(doc, { productId: next.id }, world.seller));
    await act(world.salesChief, waiting, { action: 'approve-change' });
    await handedOut(world, { id: doc.id, product: next });
    const move = async (action: string) =>
      expectData(
        await world.chief.post(`/products/${next.id}/${action}`, {
          version: (await container(next.id)).version,
          reason: REASON,
        }),
      );
    await move('lose');
    const told = await query<{ title: string }>(
      `select description_en as title from notifications where user_id = $2 and dedupe_key like $1`,
      [`contracts:${doc.id}:containerLost:%`, world.seller.userId],
    );
    expect(told).toMatchObject([{ title: expect.stringMatching(/call the exchange off/) }]);
    await move('found');
    expect((await deliver(world, doc.id, next.id)).product?.id).toBe(next.id);
  });

  it('does not tell where it goes to whoever may not read the contract', async () => {
    const { doc, next } = await both();
    await exchangeAgreed(world, doc, next.id);
    await handedOut(world, { id: doc.id, product: next });
    expect((await container(next.id)).site).not.toBeNull();
    expect(expectData(await world.salesChief.get(`/products/${next.id}`)).site).toBeNull();
  });
});

describe('a container whose place another one took', () => {
  const offered = async (): Promise<string[]> =>
    expectData(await world.admin.get(`${PATH}/available-products?limit=1000`)).map(
      ({ id }: { id: string }) => id,
    );

  it('is offered to nobody while it still stands there', async () => {
    const { doc, before, next } = await both();
    const after = await exchanged(world, doc, next.id);
    const receipt = await receiptOf(world, after);
    expectData(
      await world.receiverChief.post(`/warehouse-receives/${receipt.id}/reject`, {
        version: receipt.version,
        reason: REASON,
      }),
    );
    expect(await container(before)).toMatchObject({
      status: 'installed',
      saleStatus: 'notForSale',
    });
    expect(await offered()).not.toContain(before);
    const refused = await world.secondAdmin.post(`${PATH}/${(await draft(world)).id}/reserve`, {
      version: 1,
      productId: before,
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'NOT_AVAILABLE']);
  });

  it('tells whoever had it nothing of the customer who has it next', async () => {
    const drafted = await draft(world, lease(world));
    clock.advance(3_600_000);
    const own = await inForce(world, lease(world), world.seller);
    const productId = own.product?.id ?? '';
    clock.advance(3_600_000);
    const after = await exchanged(world, own, (await newContainer(world)).id);
    await received(world, { ...(await container(productId)), related: after.related });
    clock.advance(3_600_000);
    const held = await act(world.secondAdmin, drafted, { action: 'reserve', productId });
    const sent = await to(world.secondAdmin, held, { action: 'submit' });
    const agreed = await signed(world, await to(world.admin, sent, { action: 'approve' }));
    const there = await setUp(world, agreed);
    await to(world.admin, there, { action: 'activate' });
    const site = async (by: typeof world.admin) =>
      expectData(await by.get(`/products/${productId}`)).site;
    expect(await site(world.admin)).not.toBeNull();
    expect(await site(world.salesChief)).toBeNull();
  });
});

describe('the approval of an exchange', () => {
  const approve = async (doc: Doc) =>
    world.admin.post(`${PATH}/${doc.id}/approve-change`, {
      version: expectData(await world.admin.get(`${PATH}/${doc.id}`)).version,
    });

  it('refuses a container that is not sound any more', async () => {
    const { doc, next } = await both();
    const waiting = await proposed(doc, next.id);
    await query("update products set condition = 'damaged' where id = $1", [next.id]);
    const answer = await approve(waiting);
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_AVAILABLE']);
  });

  it('sends one that was found meanwhile to where the other one comes from', async () => {
    const { doc, before, next } = await both();
    const move = async (action: string) =>
      expectData(
        await world.chief.post(`/products/${before}/${action}`, {
          version: (await container(before)).version,
          reason: REASON,
        }),
      );
    await move('lose');
    const waiting = expectData(await propose(doc, { productId: next.id, returnWarehouseId: null }));
    expectData(await approve(waiting));
    await move('found');
    await deliver(world, doc.id, next.id);
    expect(await container(before)).toMatchObject({ status: 'returned', saleStatus: 'notForSale' });
    const receipt = await receiptOf(world, await contract(doc));
    expect(receipt).toMatchObject({ status: 'pending', warehouse: { id: world.warehouseId } });
  });
});

it('is not undone by a lease that ends before it', async () => {
  const body = { ...contractBody(world, lease(world)), endDate: dayAfter(world, 3) };
  const doc = await inForce(world, lease(world));
  clock.advance(5 * DAY);
  const after = await exchanged(world, doc, (await newContainer(world)).id);
  const amended = await world.secondAdmin.post(`${PATH}/${doc.id}/amend`, {
    version: after.version,
    ...body,
    reason: REASON,
    effectiveDate: today(world),
  });
  expect(amended.body.errors).toMatchObject([
    { field: 'endDate', code: 'DATE_TOO_EARLY', params: { first: today(world) } },
  ]);
});

describe('what it holds is offered again', () => {
  /** Who hears that nothing came of what was proposed. */
  const toldOf = async ({ id }: Doc): Promise<string[]> =>
    (
      await query<{ userId: string }>(
        `select user_id as "userId" from notifications where dedupe_key like $1`,
        [`contracts:${id}:changeDropped:%`],
      )
    ).map(({ userId }) => userId);
  const free = async (id: string) => {
    expect(await container(id)).toMatchObject({ status: 'inWarehouse', saleStatus: 'available' });
  };

  it('when it is rejected', async () => {
    const { doc, before, next } = await both();
    const waiting = await proposed(doc, next.id);
    const left = await act(world.admin, waiting, { action: 'reject-change', reason: REASON });
    expect(left).toMatchObject({ proposal: null, product: { id: before } });
    await free(next.id);
    expect(await heldFor(doc)).toEqual([before]);
  });

  it('when the contract is terminated', async () => {
    const { doc, next } = await both();
    const ended = await to(world.admin, await proposed(doc, next.id), {
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
    });
    expect(ended).toMatchObject({ status: 'terminated', proposal: null });
    await free(next.id);
    expect(await toldOf(doc)).toEqual([world.secondAdmin.userId]);
    expect(await heldFor(doc)).toEqual([]);
  });

  it('when the lease expires', async () => {
    const { doc, next } = await both();
    await proposed(doc, next.id);
    await query(
      'update contracts set start_date = $2::date - 30, end_date = $2::date - 1 where id = $1',
      [doc.id, today(world)],
    );
    await world.test.app.transaction({ actor: SYSTEM }, watchContracts);
    expect(await contract(doc)).toMatchObject({ status: 'expired', proposal: null });
    await free(next.id);
    expect(await toldOf(doc)).toEqual([world.secondAdmin.userId]);
  });

  it('when the last payment completes the contract', async () => {
    const doc = await inForce(world);
    const { id } = await newContainer(world);
    await proposed(doc, id);
    for (const { id: invoiceId } of await invoicesOf(doc)) await pay(world, invoiceId);
    await world.test.app.transaction({ actor: SYSTEM }, completePaidContracts);
    expect(await contract(doc)).toMatchObject({ status: 'completed', proposal: null });
    await free(id);
    expect(await toldOf(doc)).toEqual([world.secondAdmin.userId]);
  });
});

describe('a container that is another one’s until today', () => {
  /** Of a lease since five days, and back in its warehouse today. */
  async function given() {
    const [first, other] = [
      await inForce(world, lease(world)),
      await installed(world, lease(world)),
    ];
    clock.advance(5 * DAY);
    const ended = await to(world.admin, first, {
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
    });
    const productId = first.product?.id ?? '';
    await received(world, { ...(await container(productId)), related: ended.related });
    return { productId, other };
  }
  const periods = (productId: string) =>
    query(
      `select count(*)::int as count, bool_or(o.id is not null) as overlap
       from product_contracts p left join product_contracts o on o.product_id = p.product_id
         and o.id > p.id and tstzrange(p.in_force_from, p.in_force_until) && tstzrange(o.in_force_from, o.in_force_until)
       where p.product_id = $1`,
      [productId],
    );

  it('takes no place for the same hours', async () => {
    const { productId, other } = await given();
    const doc = await to(world.admin, other, {
      action: 'activate',
      effectiveDate: dayAfter(world, -4),
    });
    await exchanged(world, doc, productId);
    expect(await periods(productId)).toEqual([{ count: 2, overlap: false }]);
  });

  it('is not in force under the next contract before', async () => {
    const { productId } = await given();
    const early = { ...lease(world), documentDate: dayAfter(world, -2) };
    const next = await act(world.secondAdmin, await draft(world, early), {
      action: 'reserve',
      productId,
    });
    const agreed = await to(world.admin, await to(world.secondAdmin, next, { action: 'submit' }), {
      action: 'approve',
    });
    const ready = await signed(world, agreed);
    const there = await setUp(world, ready);
    const active = await status('activate', { effectiveDate: dayAfter(world, -1) })(
      world.admin,
      there,
    );
    expect(active.body.errors).toMatchObject([{ field: 'effectiveDate', code: 'DATE_TOO_EARLY' }]);
    await to(world.admin, there, { action: 'activate' });
    expect(await periods(productId)).toEqual([{ count: 2, overlap: false }]);
  });
});

describe('is refused', () => {
  it.each([
    ['without a warehouse to return to', { returnWarehouseId: null }, 'returnWarehouseId REQUIRED'],
    ['to a warehouse that is none', { returnWarehouseId: newId() }, 'returnWarehouseId UNKNOWN_ID'],
    ['without a reason', { reason: '' }, 'reason REASON'],
    ['without a container', { productId: null }, 'productId REQUIRED'],
  ] as const)('%s', async (_case, more, fault) => {
    const { doc, next } = await both();
    const answer = await propose(doc, { productId: next.id, ...more });
    const [{ field, code }] = answer.body.errors;
    expect([answer.status, `${field} ${code}`]).toEqual([422, fault]);
    expect(await contract(doc)).toMatchObject({ version: doc.version, proposal: null });
    expect(await container(next.id)).toMatchObject({ saleStatus: 'available' });
  });

  it('to a warehouse that the choice does not offer', async () => {
    const query = async (text: string, values: readonly unknown[]) =>
      (await world.test.app.pg.query<{ id: string }>(text, [...values])).rows[0]?.id ?? '';
    const companyId = await query(
      `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
       values ('FARAWAY', 'บริษัทอื่น', 'Other', '0105500000017', 'headOffice', '00000', now(), now()) returning id`,
      [],
    );
    const warehouse = (
      code: string,
      more: { company?: string; holds?: string; active?: boolean },
    ) =>
      query(
        `insert into warehouses (company_id, code, name, kind, holds, is_active, created_at, updated_at)
         values ($1, $2, $2, 'main', $3, $4, now(), now()) returning id`,
        [more.company ?? world.companyId, code, more.holds ?? 'both', more.active ?? true],
      );
    const { doc, next } = await both();
    const refused = [
      [await warehouse('FAR-1', { company: companyId }), 'WAREHOUSE_OF_OTHER_COMPANY'],
      [await warehouse('PARTS-1', { holds: 'parts' }), 'HOLDS_NO_CONTAINERS'],
      [await warehouse('SHUT-1', { active: false }), 'UNKNOWN_ID'],
    ] as const;
    const more = await warehouse('HALL-1', { holds: 'containers' });
    const offered: string[] = expectData(
      await world.secondAdmin.get(
        `/master-data/sub-warehouses?limit=1000&storage=true&containers=true&companyId=${world.companyId}`,
      ),
    ).map(({ id }: { id: string }) => id);
    expect(offered).toEqual(expect.arrayContaining([world.warehouseId, more]));
    for (const [returnWarehouseId, code] of refused) {
      expect(offered).not.toContain(returnWarehouseId);
      const answer = await propose(doc, { productId: next.id, returnWarehouseId });
      expect([answer.status, answer.body.errors]).toMatchObject([
        422,
        [{ field: 'returnWarehouseId', code }],
      ]);
      const ended = await status('terminate', { reason: REASON, returnWarehouseId })(
        world.admin,
        doc,
      );
      expect(ended.body.errors).toMatchObject([{ field: 'returnWarehouseId', code }]);
    }
    expect(await contract(doc)).toMatchObject({ version: doc.version, proposal: null });
    // Whatever is offered is accepted.
    let latest = doc;
    for (const returnWarehouseId of offered) {
      const waiting = expectData(await propose(latest, { productId: next.id, returnWarehouseId }));
      latest = await act(world.secondAdmin, waiting, { action: 'withdraw-change' });
    }
  });

  it('for itself, in the language of whoever asks', async () => {
    const { doc, before } = await both();
    const answer = await world.secondAdmin.post(
      `${PATH}/${doc.id}/swap-product`,
      { version: doc.version, ...swapOf(world), productId: before },
      { headers: { 'accept-language': 'th' } },
    );
    expect([answer.status, answer.body.errors?.[0]]).toMatchObject([
      422,
      { field: 'productId', code: 'SAME', message: expect.stringMatching(/[฀-๿]/) },
    ]);
  });

  it('for a container that is held, of another model, or at a customer', async () => {
    const { doc } = await both();
    const held = (await booked(world)).product?.id;
    const standing = (await inForce(world, lease(world))).product?.id;
    const { modelId } = await plantModel(world.test);
    const { id: other } = await newContainer({ ...world, modelId });
    const damaged = (await newContainer(world)).id;
    await query("update products set condition = 'damaged' where id = $1", [damaged]);
    for (const productId of [held, standing, other, damaged, world.customerId]) {
      const answer = await propose(doc, { productId });
      expect([answer.status, answer.body.code]).toEqual([409, 'NOT_AVAILABLE']);
    }
  });

  it('of a contract whose container was not handed over, or that is over', async () => {
    const { id } = await newContainer(world);
    const early = await propose(await installed(world), { productId: id });
    expect([early.status, early.body.code]).toEqual([409, 'INVALID_STATE']);
  });

  it('of another one’s contract, and its decision to whoever may only propose', async () => {
    const { doc, next } = await both();
    const hidden = await propose(doc, { productId: next.id }, world.seller);
    expect(hidden.status).toBe(404);
    const own = await inForce(world, { ...lease(world) }, world.seller);
    const waiting = expectData(await propose(own, { productId: next.id }, world.seller));
    for (const action of ['approve-change', 'reject-change']) {
      const answer = await world.seller.post(`${PATH}/${own.id}/${action}`, {
        version: waiting.version,
        reason: REASON,
      });
      expect([action, answer.status]).toEqual([action, 403]);
    }
    expect(await act(world.salesChief, waiting, { action: 'approve-change' })).toMatchObject({
      proposal: { decidedBy: { id: world.salesChief.userId } },
    });
    const auditor = await world.test.as('auditor');
    expect((await propose(doc, { productId: next.id }, auditor)).status).toBe(403);
  });
});

it('what may take its place is of its model, in a warehouse of its company', async () => {
  const { doc, before, next } = await both();
  const { modelId } = await plantModel(world.test);
  const { id: other } = await newContainer({ ...world, modelId });
  const offered = async (search: string): Promise<string[]> =>
    expectData(await world.admin.get(`${PATH}/available-products?limit=1000&${search}`)).map(
      ({ id }: { id: string }) => id,
    );
  const choice = await offered(`insteadOf=${doc.id}`);
  expect(choice).toContain(next.id);
  expect(choice).not.toContain(other);
  expect(choice).not.toContain(before);
  // Nor is anything told by a contract that somebody may not read.
  const hidden = await world.seller.get(
    `${PATH}/available-products?limit=1000&insteadOf=${doc.id}`,
  );
  expect(expectData(hidden)).toEqual([]);
});

/** Sales that machines report (docs/adr/0033). */
describe('what the containers sell', () => {
  afterEach(async () => {
    expect(await strayTransactions(world.test)).toEqual([]);
  });
  const soldBy = async (productId: string) => {
    const [row] = await query<{ id: string }>(
      'select id from product_contracts where product_id = $1 and in_force_until is null',
      [productId],
    );
    return row?.id ?? '';
  };
  const keyOf = async (productId: string): Promise<string> =>
    expectData(
      await world.admin.post(`/product_contracts/${await soldBy(productId)}/keys`, {
        name: 'Controller',
        expiresOn: dayAfter(world, 90),
      }),
    ).key;
  let count = 0;
  const sell = async (key: string, occurredAt = clock.now().toISOString()) => {
    count += 1;
    const answer = await world.test.nobody.post(
      '/product_contracts/transactions/ingest',
      {
        transactions: [
          {
            machineTxnId: `X${count}`,
            occurredAt,
            channel: 'promptpay',
            amount: '25.00',
            priceOptionKey: 'coke',
          },
        ],
      },
      { headers: { authorization: `Bearer ${key}` } },
    );
    return expectData(answer).waiting;
  };

  it('is the contract’s until the exchange by the one, since then by the other', async () => {
    const { doc, before, next } = await both();
    const sold = `/product_contracts/setting`;
    const keyBefore = await keyOf(before);
    const priced = expectData(
      await world.admin.post(`${sold}/price_option`, {
        productId: before,
        version: 1,
        effectiveDate: today(world),
        priceOptions: [
          { key: 'coke', label: 'Coke', price: '25.00', cost: '9.00', isActive: true },
        ],
      }),
    );
    const active = expectData(
      await world.admin.post(`${sold}/toggle_product_active`, {
        productId: before,
        version: priced.version,
        active: true,
        reason: 'It is set up',
      }),
    );
    expect(active.isActive).toBe(true);
    expect(await sell(keyBefore)).toBe(0);
    await exchanged(world, doc, next.id);
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    // What the one before sells where it is now is nobody's; what came late is the contract's.
    expect(await sell(keyBefore)).toBe(1);
    expect(await sell(keyBefore, new Date(clock.now().getTime() - 7_200_000).toISOString())).toBe(
      0,
    );
    expect(await sell(await keyOf(next.id))).toBe(0);
    const rows = await query(
      `select product_id = $2 as first, contract_id is null as waits, amount::text, cost_amount::text as cost
       from product_transactions where product_id = any($1::uuid[]) order by machine_txn_id`,
      [[before, next.id], before],
    );
    // The other one goes on with the costs that were set, and with its alerts.
    expect(rows).toEqual([
      { first: true, waits: false, amount: '25.00', cost: '9.00' },
      { first: true, waits: true, amount: '25.00', cost: '0.00' },
      { first: true, waits: false, amount: '25.00', cost: '9.00' },
      { first: false, waits: false, amount: '25.00', cost: '9.00' },
    ]);
    const { id } = await contract(doc);
    const list = expectData(
      await world.admin.get(`/product_contracts/transactions?contractId=${id}&limit=100`),
    );
    expect(list).toHaveLength(3);
    const shown = expectData(await world.admin.get(`/product_contracts/${await soldBy(next.id)}`));
    expect(shown).toMatchObject({
      serialNumber: next.serialNumber,
      isActive: true,
      isSilent: false,
      contract: { id: doc.id },
    });
    const choice = expectData(
      await world.admin.get(`/product_contracts/contracts?limit=1000`),
    ).filter((one: { id: string }) => one.id === doc.id);
    expect(choice).toHaveLength(1);
  });

  it('is no draft’s, and stays nobody’s when that is deleted', async () => {
    const { doc, before, next } = await both();
    const key = await keyOf(before);
    const after = await exchanged(world, doc, next.id);
    await received(world, { ...(await container(before)), related: after.related });
    clock.set(new Date(clock.now().getTime() + 3_600_000));
    const held = await act(world.secondAdmin, await draft(world), {
      action: 'reserve',
      productId: before,
    });
    expect(await sell(key)).toBe(1);
    const free = await act(world.secondAdmin, held, { action: 'release' });
    expect((await world.secondAdmin.delete(`${PATH}/${free.id}`)).status).toBe(200);
    const rows = await query(
      'select contract_id as "contractId" from product_transactions where product_id = $1',
      [before],
    );
    expect(rows).toEqual([{ contractId: null }]);
  });
});

it('parties that change later are those of every container that the contract had', async () => {
  const { doc, next } = await both();
  const after = await exchanged(world, doc, next.id);
  await act(world.secondAdmin, after, {
    action: 'change_customer',
    customerID: world.otherCustomerId,
    reason: 'The shop was sold',
    assumeOutstanding: true,
  });
  const rows = await query(
    'select distinct customer_id as "customerId" from product_contracts where contract_id = $1',
    [doc.id],
  );
  expect(rows).toEqual([{ customerId: world.otherCustomerId }]);
  // It is found by either container still.
  for (const serial of [doc.product?.serialNumber, next.serialNumber]) {
    const found = expectData(await world.admin.get(`${PATH}?search=${serial}`));
    expect(found.map(({ id }: Doc) => id)).toEqual([doc.id]);
  }
});
