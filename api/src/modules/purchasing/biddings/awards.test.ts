import { SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, manualClock, type TestApp, untilWaiting } from '../../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { lockRequests } from '../progress.ts';
import { approvedRequest, receive } from '../testing/documents.ts';
import { expireQuotations } from './quotations.ts';
import {
  closing,
  onRound,
  openRound,
  quotationBody,
  quote,
  roundFor,
  seeQuotation,
  seeRound,
  win,
} from './testing/world.ts';

/** Awards, and what becomes of them when requests, orders and quotations change (2.2, 2.3). */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
});
afterAll(() => test_?.close());

// biome-ignore lint/suspicious/noExplicitAny: an answer's shape differs from call to call.
type Doc = any;
const REASON = 'Not needed any more';
const saying = ({ status, body }: Doc) => [status, body.code ?? body.errors?.[0].code];

const seeRequest = async (id: string): Promise<Doc> =>
  expectData(await world.admin.get(`/purchase_requests/${id}`));
const seeOrder = async (id: string): Promise<Doc> =>
  expectData(await world.admin.get(`/purchase_orders/${id}`));
const cancelOrder = async (order: Doc) =>
  expectData(
    await world.manager.post(`/purchase_orders/${order.id}/cancel`, {
      version: order.version,
      reason: REASON,
    }),
  );
const cancelLines = async (request: Doc, lines: readonly Doc[]) => {
  const { version } = await seeRequest(request.id);
  const lineIds = lines.map(({ id }) => id);
  const body = { version, reason: REASON, lineIds };
  return expectData(await world.manager.post(`/purchase_requests/${request.id}/cancel`, body));
};

/** A closed round for two lines of a request; a supplier offers each of them. */
async function twoLines() {
  const line = { quantity: 10, unitId: world.pcs, estimatedPrice: '10.0000' };
  const request = await approvedRequest(world, {
    items: [
      { ...line, partId: world.part },
      { ...line, partId: world.lotPart },
    ],
  });
  const round = await roundFor(world, request);
  const offered = quotationBody(world, round).items as Doc[];
  const first = await quote(world, round, { items: offered.slice(0, 1) });
  const second = await quote(world, round, {
    supplierId: world.creditSupplier,
    items: offered.slice(1),
  });
  await onRound(world, round, { action: 'close' });
  return { request, round, first, second };
}

/** The same, awarded and ordered: an order a supplier. */
async function ordered() {
  const made = await twoLines();
  expectData(await win(world, made.first));
  expectData(await win(world, made.second));
  const { related } = await onRound(world, made.round, { action: 'create-po' });
  const orders: Doc[] = await Promise.all(
    related.filter(({ type }: Doc) => type === 'purchaseOrder').map(({ id }: Doc) => seeOrder(id)),
  );
  const orderOf = (supplierId: string): Doc =>
    orders.find(({ supplier }) => supplier.id === supplierId);
  return {
    ...made,
    firstOrder: orderOf(world.supplier),
    secondOrder: orderOf(world.creditSupplier),
  };
}

describe('a round that is opened again', () => {
  it('holds its request’s lines again, and is not given up over a live order', async () => {
    const { request, round, first, firstOrder, secondOrder } = await ordered();
    await cancelOrder(firstOrder);
    expect((await seeRequest(request.id)).items[0]).toMatchObject({ inRound: false, openQty: 10 });
    expectData(await win(world, first, { win: false }));
    const opened = await seeRound(world, round.id);
    expect(opened.status).toBe('closed');
    expect(opened.allowedActions).not.toContain('cancel');
    expect((await seeRequest(request.id)).items[0]).toMatchObject({ inRound: true });
    const refused = await world.officer.post(`/suppliers/bidding/${round.id}/cancel`, {
      version: opened.version,
      reason: REASON,
    });
    expect(saying(refused)).toEqual([409, 'AWARD_ORDERED']);
    // What its other order holds may still be changed there.
    const kept = await seeOrder(secondOrder.id);
    expectData(await changeOrder(kept, {}));
    await cancelOrder(await seeOrder(secondOrder.id));
    await onRound(world, round, { action: 'cancel', by: world.officer, reason: REASON });
    expect((await seeRequest(request.id)).status).toBe('approved');
  });

  it('is refused where another round asks for the same lines by now', async () => {
    const { request, first, firstOrder, secondOrder } = await ordered();
    await cancelOrder(firstOrder);
    await cancelOrder(secondOrder);
    await roundFor(world, await seeRequest(request.id));
    expect(saying(await win(world, first, { win: false }))).toEqual([409, 'IN_ROUND']);
  });

  it('is refused where another round opens for the same lines at the same time', async () => {
    const { request, first, firstOrder, secondOrder } = await ordered();
    await cancelOrder(firstOrder);
    await cancelOrder(secondOrder);
    const seen = await seeRequest(request.id);
    const { opened, taken } = await test_.app.transaction({ actor: SYSTEM }, async (ctx) => {
      await lockRequests(ctx, [request.id]);
      const opened = roundFor(world, seen);
      await untilWaiting(test_, 1);
      const taken = win(world, first, { win: false });
      await untilWaiting(test_, 2);
      return { opened, taken };
    });
    expect((await opened).status).toBe('open');
    expect(saying(await taken)).toEqual([409, 'IN_ROUND']);
  });
});

it.each([true, false])(
  'orders what an order was closed short of only where it is wanted still (%s)',
  async (reopenRequest) => {
    const { round, firstOrder } = await ordered();
    const path = `/purchase_orders/${firstOrder.id}`;
    const approve = { version: firstOrder.version, decision: 'approve' };
    const approved = expectData(await world.admin.post(`${path}/approval`, approve));
    expectData(await receive(world, approved, { quantity: 6 }));
    const { version } = await seeOrder(firstOrder.id);
    const body = { version, reason: REASON, reopenRequest };
    expectData(await world.officer.post(`${path}/close-short`, body));
    const { allowedActions } = await seeRound(world, round.id);
    if (!reopenRequest) return expect(allowedActions).not.toContain('create-po');
    expect(allowedActions).toContain('create-po');
    const { related } = await onRound(world, round, { action: 'create-po' });
    const orders = related.filter(
      ({ type, id }: Doc) => type === 'purchaseOrder' && id !== firstOrder.id,
    );
    const made: Doc[] = await Promise.all(orders.map(({ id }: Doc) => seeOrder(id)));
    const again = made.find(({ supplier }) => supplier.id === firstOrder.supplier.id);
    expect(again.items[0]).toMatchObject({ quantity: 4 });
  },
);

/** The order with the same lines, but for what is said. */
const changeOrder = (order: Doc, { quantity, ...more }: Doc) =>
  world.officer.patch(`/purchase_orders/${order.id}`, {
    version: order.version,
    supplierId: order.supplier.id,
    warehouseId: order.warehouse.id,
    paymentType: order.paymentType,
    vatMode: order.vatMode,
    items: order.items.map((item: Doc) => ({
      partId: item.part.id,
      quantity: quantity ?? item.quantity,
      unitId: item.unit.id,
      unitPrice: item.unitPrice,
      isService: false,
      requestItemId: item.requestItem?.id ?? null,
    })),
    ...more,
  });

it('an order takes no more of a bid than was won, and takes it from who won', async () => {
  const round = await openRound(world);
  const made = await quote(world, round);
  await onRound(world, round, { action: 'close' });
  expectData(await win(world, made, { wonQuantity: 60 }));
  await onRound(world, round, { action: 'conclude' });
  const { related } = await onRound(world, round, { action: 'create-po' });
  const order = await seeOrder(related.find(({ type }: Doc) => type === 'purchaseOrder').id);
  const more = await changeOrder(order, { quantity: 61 });
  expect(more.body.errors).toMatchObject([
    { field: 'items[0].quantity', code: 'OVER_AWARD', params: { max: 60 } },
  ]);
  const other = await changeOrder(order, { supplierId: world.creditSupplier });
  expect(saying(other)).toEqual([409, 'FIELD_LOCKED']);
  expect(expectData(await changeOrder(order, { quantity: 50 })).items[0].quantity).toBe(50);
  expect(await seeRound(world, round.id)).toMatchObject({ hasUnordered: true });
});

describe('lines of a request that are cancelled', () => {
  it('leave a round that is awarded, which is ordered without them', async () => {
    const { request, round, first, second } = await twoLines();
    expectData(await win(world, first));
    expectData(await win(world, second));
    await cancelLines(request, [request.items[0]]);
    expect(await seeRound(world, round.id)).toMatchObject({
      status: 'awarded',
      items: [{ isReleased: true, wonQuantity: 0 }, { wonQuantity: 10 }],
    });
    expect((await seeQuotation(world, first)).status).toBe('lost');
    const made = await onRound(world, round, { action: 'create-po' });
    expect(made.hasUnordered).toBe(false);
    const [gone, kept] = (await seeRequest(request.id)).items;
    expect([gone, kept]).toMatchObject([
      { inRound: false, cancelledQty: 10 },
      { inRound: false, orderedQty: 10 },
    ]);
  });

  it('decide a round of which all that is left is awarded, and end one of which nothing is', async () => {
    const { request, round, second } = await twoLines();
    expectData(await win(world, second));
    await cancelLines(request, [request.items[0]]);
    expect((await seeRound(world, round.id)).status).toBe('awarded');
    await cancelLines(request, [request.items[1]]);
    expect((await seeRound(world, round.id)).status).toBe('cancelled');
    expect((await seeRequest(request.id)).status).toBe('cancelled');
  });
});

it('what was won is not ordered again while another round asks for it', async () => {
  const { request, round, firstOrder } = await ordered();
  await cancelOrder(firstOrder);
  const [free] = (await seeRequest(request.id)).items;
  const other = await roundFor(world, { ...request, items: [free] });
  const { version } = await seeRound(world, round.id);
  const order = (by: number) =>
    world.manager.post(`/suppliers/bidding/${round.id}/create-po`, { version: by });
  expect(saying(await order(version))).toEqual([409, 'IN_ROUND']);
  await onRound(world, other, { action: 'cancel', by: world.officer, reason: REASON });
  expectData(await order(version));
});

it('lines that a round gave free with its orders stay free when what was won is cancelled', async () => {
  const { request, round, first } = await twoLines();
  expectData(await win(world, first));
  await onRound(world, round, { action: 'conclude' });
  const { related } = await onRound(world, round, { action: 'create-po' });
  await cancelOrder(await seeOrder(related.find(({ type }: Doc) => type === 'purchaseOrder').id));
  // Nobody won the second line; it is in another round by now.
  const [, left] = (await seeRequest(request.id)).items;
  const other = await roundFor(world, { ...request, items: [left] });

  await cancelLines(request, [request.items[0]]);

  expect(await seeRound(world, round.id)).toMatchObject({ status: 'awarded', hasWinners: false });
  await onRound(world, other, { action: 'cancel', by: world.officer, reason: REASON });
  expect((await seeRequest(request.id)).items[1]).toMatchObject({ inRound: false, openQty: 10 });
});

it('a quotation of a round that is decided is not extended any more', async () => {
  const start = clock.now();
  const round = await openRound(world, { closesAt: closing(world, 1) });
  const late = await quote(world, round, { validUntil: dayFrom(world, 0) });
  const good = await quote(world, round, { supplierId: world.creditSupplier });
  clock.set(new Date(start.getTime() + 2 * 86_400_000));
  await test_.app.transaction({ actor: SYSTEM }, expireQuotations);
  expectData(await win(world, good));
  const { version, allowedActions } = await seeQuotation(world, late);
  expect(allowedActions).not.toContain('extend');
  const path = `/suppliers/${world.supplier}/quotations/${late.id}`;
  const body = { version, validUntil: dayFrom(world, 10) };
  expect(saying(await world.officer.post(`${path}/extend`, body))).toEqual([409, 'ROUND_CLOSED']);
  clock.set(start);
});

it('an award of a quotation that is changed at the same time happens or is refused', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const round = await openRound(world);
    const made = await quote(world, round);
    const { biddingId: _round, ...terms } = quotationBody(world, round);
    const path = `/suppliers/${world.supplier}/quotations/${made.id}`;
    const [awarded, changed] = await Promise.all([
      win(world, made, { wonQuantity: 10 }),
      world.officer.patch(path, { version: made.version, ...terms }),
    ]);
    expect([200, 404, 409]).toContain(awarded.status);
    expect([200, 409]).toContain(changed.status);
    expect([awarded.status, changed.status]).not.toEqual([200, 200]);
  }
});
