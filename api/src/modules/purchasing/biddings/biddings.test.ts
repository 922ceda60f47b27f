import { createTestApp, manualClock, type TestApp } from '../../../testing/index.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { nightly } from '../../index.ts';
import { approvedOrder, approvedRequest, receive, requestBody } from '../testing/documents.ts';
import {
  closing,
  onRound,
  openRound,
  quotationBody,
  quote,
  roundBody,
  roundOfRequest,
  seeQuotation,
  seeRound,
  win,
} from './testing/world.ts';

/** Bidding from the invitation to the orders (domain-warehouse 1.8, 2.3). */
const clock = manualClock(new Date('2026-12-02T03:00:00Z'));
let test_: TestApp;
let world: World;
beforeAll(async () => {
  test_ = await createTestApp({ clock });
  world = await makeWorld(test_);
});
afterAll(() => test_?.close());

const night = async () => {
  for (const work of nightly) await work.run(test_.app);
};
const seeRequest = async (id: string) =>
  expectData(await world.admin.get(`/purchase_requests/${id}`));
const compare = async (id: string) =>
  expectData(await world.manager.get(`/suppliers/bidding/${id}/comparison`));
const codes = (answer: { body: { errors?: { field: string; code: string }[] } }) =>
  answer.body.errors?.map(({ field, code }) => `${field} ${code}`);

describe('a round', () => {
  it('is opened for open lines of a request, which is booked by it and free after it', async () => {
    const round = await roundOfRequest(world);
    expect(round).toMatchObject({ status: 'open', isSealed: true, quotationCount: 0 });
    expect(round.documentNo).toMatch(/^QT2612-\d{4}$/);
    const booked = await seeRequest(round.request.id);
    expect(booked).toMatchObject({ status: 'booking', items: [{ inRound: true, openQty: 10 }] });
    expect(booked.rounds).toMatchObject([{ id: round.id, status: 'open' }]);
    expect(booked.related).toMatchObject([{ type: 'bidding', id: round.id, status: 'open' }]);

    const [line] = booked.items;
    const again = await world.officer.post(
      '/suppliers/bidding',
      roundBody(world, {
        purchaseRequestId: booked.id,
        items: [{ requestItemId: line.id, partId: world.part, quantity: 10, unitId: world.pcs }],
      }),
    );
    expect(codes(again)).toEqual(['items[0].requestItemId IN_ROUND']);
    const besides = await world.officer.post('/purchase_orders', {
      supplierId: world.supplier,
      warehouseId: world.warehouseId,
      paymentType: 'cash',
      vatMode: 'exclusive',
      items: [
        {
          partId: world.part,
          quantity: 1,
          unitId: world.pcs,
          unitPrice: '1.0000',
          isService: false,
          requestItemId: line.id,
        },
      ],
    });
    expect(codes(besides)).toEqual(['items[0].requestItemId IN_ROUND']);

    await onRound(world, round, { action: 'cancel', reason: 'Bought elsewhere' });
    expect(await seeRequest(booked.id)).toMatchObject({
      status: 'approved',
      items: [{ inRound: false }],
    });
  });

  it('says at once what is wrong with it', async () => {
    const answer = await world.officer.post(
      '/suppliers/bidding',
      roundBody(world, {
        closesAt: '2026-12-01T00:00:00Z',
        invitedSupplierIds: [world.supplier, world.supplier],
        items: [{ quantity: 1.5, unitId: world.pcs }],
      }),
    );
    expect(answer.status).toBe(422);
    expect(codes(answer)).toEqual([
      'invitedSupplierIds[1] REPEATED',
      'closesAt PAST_DATE',
      'items[0].quantity WHOLE',
      'items[0].partId PART_OR_TEXT',
    ]);
  });

  it('is released by the lines of a request that are cancelled, and goes with the last of them', async () => {
    const round = await roundOfRequest(world);
    const request = await seeRequest(round.request.id);
    expectData(
      await world.manager.post(`/purchase_requests/${request.id}/cancel`, {
        version: request.version,
        reason: 'No longer needed',
      }),
    );
    expect(await seeRound(world, round.id)).toMatchObject({
      status: 'cancelled',
      items: [{ isReleased: true }],
    });
    expect((await seeRequest(request.id)).status).toBe('cancelled');
  });

  it('takes quotations of invited suppliers, one each, as long as it is open', async () => {
    const round = await openRound(world, { invitedSupplierIds: [world.supplier] });
    const stranger = await world.officer.post(
      `/suppliers/${world.creditSupplier}/quotations`,
      quotationBody(world, round, { price: '10.0000' }),
    );
    expect([stranger.status, stranger.body.code]).toEqual([409, 'NOT_INVITED']);
    const first = await quote(world, round);
    const twice = await world.officer.post(
      `/suppliers/${world.supplier}/quotations`,
      quotationBody(world, round, { price: '9.0000' }),
    );
    expect([twice.status, twice.body.code]).toEqual([409, 'DUPLICATE']);
    await onRound(world, round, { action: 'close' });
    const late = await world.officer.post(
      `/suppliers/${world.supplier}/quotations/${first.id}/items`,
      {
        version: first.version,
        biddingItemId: round.items[0].id,
        quantity: 1,
        unitPrice: '1.0000',
      },
    );
    expect([late.status, late.body.code]).toEqual([409, 'ROUND_CLOSED']);
  });

  it('closes by itself, at the moment and, written down, by night; whoever awards hears of it', async () => {
    const round = await openRound(world);
    const start = clock.now();
    clock.set(new Date(start.getTime() + 3 * 86_400_000));
    expect(await seeRound(world, round.id)).toMatchObject({ status: 'closed', closedAt: null });
    await night();
    await night();
    const closed = await seeRound(world, round.id);
    expect(closed).toMatchObject({ status: 'closed', closedAt: round.closesAt });
    expect(
      closed.history.filter(({ action }: { action: string }) => action === 'close'),
    ).toHaveLength(1);
    const notices = (await world.manager.get('/notifications?limit=100')).body.data;
    expect(
      notices.filter(({ title }: { title: string }) =>
        title.includes(`${round.documentNo} is closed and waits for the award`),
      ),
    ).toHaveLength(1);
    clock.set(start);
  });
});

describe('a quotation', () => {
  it('is counted to what it costs here: net of discount, without VAT, with its share of the shipping', async () => {
    const round = await openRound(world, {
      items: [
        { partId: world.part, quantity: 3, unitId: world.pcs },
        { partId: world.lotPart, quantity: 7, unitId: world.pcs },
      ],
    });
    const made = await quote(world, round, {
      by: world.manager,
      vatMode: 'inclusive',
      shippingFee: '107.00',
      items: [
        {
          biddingItemId: round.items[0].id,
          quantity: 3,
          unitPrice: '107.0000',
          discountPct: '10.00',
        },
        { biddingItemId: round.items[1].id, quantity: 7, unitPrice: '10.7000' },
      ],
    });
    // 288.90 and 74.90 with VAT: 270.00 and 70.00 before it, 100.00 of shipping in their proportion.
    expect(made.items.map((item: { landedTotal: string }) => item.landedTotal)).toEqual([
      '349.41',
      '90.59',
    ]);
    expect(made.items[0].landedUnitPrice).toBe('116.4700');
    expect(made.landedTotal).toBe('440.00');
  });

  it('is found below its supplier only, as its round is below those who are invited', async () => {
    const round = await openRound(world, {
      invitedSupplierIds: [world.supplier, world.smallSupplier],
    });
    const made = await quote(world, round);
    const { id, version } = made;
    const { items, biddingId: _round, ...terms } = quotationBody(world, round);
    const line = { version, quantity: 1, unitPrice: '1.0000' };
    const { officer, manager } = world;
    const path = `/suppliers/${world.smallSupplier}/quotations/${id}`;
    const item = `${path}/items/${made.items[0].id}`;
    const answers = await Promise.all([
      officer.get(path),
      officer.get(`${path}/revisions`),
      officer.get(`${path}/items`),
      officer.get(`/suppliers/${world.creditSupplier}/bidding/${round.id}`),
      officer.patch(path, { version, ...terms, items }),
      officer.post(`${path}/submit`, { version }),
      officer.post(`${path}/withdraw`, { version, reason: 'Sent by mistake' }),
      officer.post(`${path}/extend`, { version, validUntil: dayFrom(world, 40) }),
      officer.post(`${path}/items`, { ...line, biddingItemId: round.items[0].id }),
      officer.patch(item, line),
      officer.delete(item),
      manager.post(`${item}/win`, { version: round.version, win: true }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(await seeQuotation(world, made)).toMatchObject({ version, status: 'submitted' });
  });

  it('keeps what was submitted as an earlier revision when it is changed', async () => {
    const round = await openRound(world);
    const first = await quote(world, round, { price: '10.0000' });
    const path = `/suppliers/${world.supplier}/quotations/${first.id}`;
    const { items, biddingId: _round, ...terms } = quotationBody(world, round, { price: '8.0000' });
    const changed = expectData(
      await world.officer.patch(path, { version: first.version, ...terms, items }),
    );
    expect(changed).toMatchObject({ status: 'draft', revisionNo: 2, landedTotal: '800.00' });
    const line = expectData(
      await world.officer.patch(`${path}/items/${changed.items[0].id}`, {
        version: changed.version,
        quantity: 90,
        unitPrice: '7.5000',
        moq: 10,
      }),
    );
    expect(line).toMatchObject({ revisionNo: 2, landedTotal: '675.00' });
    const sent = expectData(await world.officer.post(`${path}/submit`, { version: line.version }));
    expect(sent).toMatchObject({ status: 'submitted', revisionNo: 2 });
    const kept = expectData(await world.officer.get(`${path}/revisions`));
    expect(kept).toMatchObject([
      { revisionNo: 1, landedTotal: '1000.00', items: [{ unitPrice: '10.0000', quantity: 100 }] },
    ]);
    expect((await world.officer.delete(`${path}/items/${sent.items[0].id}`)).status).toBe(200);
    expect(await seeQuotation(world, first)).toMatchObject({ revisionNo: 3, itemCount: 0 });
    expect(expectData(await world.officer.get(`${path}/items`))).toEqual([]);
  });

  it('says at once what is wrong with it', async () => {
    const round = await openRound(world);
    const answer = await world.officer.post(
      `/suppliers/${world.smallSupplier}/quotations`,
      quotationBody(world, round, {
        price: '1.0000',
        validUntil: '2026-11-30',
        items: [
          { biddingItemId: round.items[0].id, quantity: 101, unitPrice: '1.0000' },
          { biddingItemId: round.id, quantity: 1, unitPrice: '1.0000' },
        ],
      }),
    );
    expect(codes(answer)).toEqual([
      'validUntil PAST_DATE',
      'vatMode NOT_VAT_REGISTERED',
      'items[0].quantity OVER_ASKED',
      'items[1].biddingItemId UNKNOWN_ID',
    ]);
  });

  it('expires with its validity, is not awarded then, and counts again when it is extended', async () => {
    const round = await openRound(world, { closesAt: closing(world, 1) });
    const made = await quote(world, round, { validUntil: dayFrom(world, 1) });
    const start = clock.now();
    clock.set(new Date(start.getTime() + 3 * 86_400_000));
    expect(await seeQuotation(world, made)).toMatchObject({
      status: 'expired',
      bidding: { status: 'closed' },
    });
    const listed = expectData(await world.officer.get(`/suppliers/${world.supplier}/quotations`));
    expect(listed.find(({ id }: { id: string }) => id === made.id).bidding.status).toBe('closed');
    const refused = await win(world, made);
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await compare(round.id)).bestSplit).toBeNull();
    await night();
    const { version } = await seeQuotation(world, made);
    const path = `/suppliers/${world.supplier}/quotations/${made.id}`;
    const extended = await world.officer.post(`${path}/extend`, {
      version,
      validUntil: dayFrom(world, 10),
    });
    expect(expectData(extended).status).toBe('submitted');
    expect((await win(world, made)).status).toBe(200);
    clock.set(start);
  });
});

describe('sealed prices', () => {
  /** Whatever stands in an answer, down to its leaves. */
  const says = (value: unknown, secret: string): boolean => JSON.stringify(value).includes(secret);
  const SECRET = '7.7777';

  it('are in no answer before the round closes, for whoever may not see bids', async () => {
    const round = await openRound(world);
    const made = await quote(world, round, {
      by: world.manager,
      price: SECRET,
      shippingFee: '77.77',
    });
    const { version, ...terms } = made;
    expect(terms.landedTotal).not.toBeNull();
    expectData(
      await world.manager.patch(`/suppliers/${world.supplier}/quotations/${made.id}`, {
        version,
        ...quotationBody(world, round, {
          price: SECRET,
          biddingId: undefined,
          shippingFee: '77.77',
          submit: true,
        }),
      }),
    );
    const paths = [
      '/suppliers/bidding',
      `/suppliers/${world.supplier}/bidding/${round.id}`,
      `/suppliers/${world.supplier}/quotations`,
      `/suppliers/${world.supplier}/quotations/${made.id}`,
      `/suppliers/${world.supplier}/quotations/${made.id}/items`,
      `/suppliers/${world.supplier}/quotations/${made.id}/revisions`,
      `/activity-logs?subject=quotations`,
    ];
    const officer = await test_.as('purchasing-officer');
    const auditor = await test_.as('auditor');
    const SIGNS = [SECRET, '77.77', '855.5', '777.77'];
    for (const person of [officer, auditor]) {
      for (const path of paths) {
        const answer = await person.get(path);
        if (answer.status === 403) continue;
        expect([path, answer.status]).toEqual([path, 200]);
        expect([path, SIGNS.filter((sign) => says(answer.body, sign))]).toEqual([path, []]);
      }
      expect((await person.get(`/suppliers/bidding/${round.id}/comparison`)).status).toBe(403);
      const table = await person.get(`/suppliers/${world.supplier}/quotations?format=csv`);
      expect([table.status, SIGNS.filter((sign) => table.raw.toString().includes(sign))]).toEqual([
        200,
        [],
      ]);
      expect((await person.get(`/suppliers/bidding/${round.id}/document`)).status).toBe(200);
    }
    expect(says((await world.manager.get(paths[3] ?? '')).body, SECRET)).toBe(true);
    // Nor does anybody come to know them by changing something.
    const now = await seeQuotation(world, made);
    const { items: _lines, ...header } = quotationBody(world, round, { biddingId: undefined });
    for (const answer of [
      await officer.patch(paths[3] ?? '', { version: now.version, ...header }),
      await officer.post(paths[4] ?? '', {
        version: now.version,
        biddingItemId: round.items[0].id,
        quantity: 1,
        unitPrice: '1.0000',
      }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'SEALED']);
    }

    await onRound(world, round, { action: 'close' });
    for (const path of paths.slice(3, 6)) {
      expect([path, says((await officer.get(path)).body, SECRET)]).toEqual([path, true]);
    }
  });

  it('are known to whoever typed them', async () => {
    const round = await openRound(world);
    const made = await quote(world, round, { price: SECRET });
    expect((await seeQuotation(world, made, world.officer)).landedTotal).toBe('777.77');
  });
});

describe('the award', () => {
  const rivals = async (more: Readonly<Record<string, unknown>> = {}) => {
    const round = await openRound(world, more);
    const cheap = await quote(world, round, { price: '10.0000' });
    const dear = await quote(world, round, {
      supplierId: world.creditSupplier,
      price: '12.0000',
    });
    await onRound(world, round, { action: 'close' });
    return { round, cheap, dear };
  };

  it('compares lines by suppliers: lowest, winner, best single and best split', async () => {
    const round = await openRound(world, {
      items: [
        { partId: world.part, quantity: 10, unitId: world.pcs },
        { partId: world.lotPart, quantity: 10, unitId: world.pcs },
      ],
    });
    const items = (first: string, second: string) =>
      [first, second].map((unitPrice, index) => ({
        biddingItemId: round.items[index].id,
        quantity: 10,
        unitPrice,
      }));
    await quote(world, round, { items: items('10.0000', '20.0000') });
    await quote(world, round, {
      supplierId: world.creditSupplier,
      items: items('12.0000', '15.0000'),
    });
    await onRound(world, round, { action: 'close' });
    const shown = await compare(round.id);
    expect(shown.bestSingle).toEqual({ supplierId: world.creditSupplier, total: '270.00' });
    expect(shown.bestSplit).toEqual({ total: '250.00', complete: true });
    expect(
      shown.items.map((item: { cells: { isLowest: boolean }[] }) =>
        item.cells.map(({ isLowest }) => isLowest),
      ),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(shown.suppliers.map((one: { quotation: unknown }) => one.quotation !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is split, with a reason where it is not the lowest, and never more than was asked for', async () => {
    const { round, cheap, dear } = await rivals();
    expect((await win(world, cheap, { wonQuantity: 60 })).status).toBe(200);
    expect(codes(await win(world, dear, { wonQuantity: 40 }))).toEqual([
      'wonReason REASON_NOT_LOWEST',
    ]);
    expect(codes(await win(world, dear, { wonQuantity: 41, wonReason: 'Two sources' }))).toEqual([
      'wonQuantity OVER_AWARD',
    ]);
    const done = await win(world, dear, { wonQuantity: 40, wonReason: 'Two sources' });
    expect(expectData(done)).toMatchObject({ status: 'awarded', hasUnordered: true });
    expect((await seeQuotation(world, cheap)).status).toBe('partiallyWon');
    const back = expectData(await win(world, dear, { win: false }));
    expect(back.status).toBe('closed');
    expect((await seeQuotation(world, cheap)).status).toBe('submitted');
    await onRound(world, round, { action: 'conclude' });
    expect((await seeQuotation(world, dear)).status).toBe('lost');
    expect((await seeRound(world, round.id)).status).toBe('awarded');
  });

  it('is not made by whoever entered the quotation, not even by an administrator', async () => {
    const round = await openRound(world);
    const own = await quote(world, round, { by: world.admin });
    await onRound(world, round, { action: 'close' });
    const refused = await win(world, own, { by: world.admin });
    expect([refused.status, refused.body.code]).toEqual([409, 'SELF_APPROVAL']);
    expect((await win(world, own)).status).toBe(200);
    const revised = await openRound(world);
    const shared = await quote(world, revised);
    expectData(
      await world.manager.patch(`/suppliers/${world.supplier}/quotations/${shared.id}`, {
        version: shared.version,
        ...quotationBody(world, revised, { price: '9.0000', biddingId: undefined, submit: true }),
      }),
    );
    await onRound(world, revised, { action: 'close' });
    const seen = await seeQuotation(world, shared);
    expect((await win(world, seen)).body.code).toBe('SELF_APPROVAL');
  });

  it('of several at once happens exactly once', async () => {
    const { cheap, round } = await rivals();
    const { version } = await seeRound(world, round.id);
    const others = await Promise.all(
      Array.from({ length: 5 }, () => test_.as('purchasing-manager')),
    );
    const answers = await Promise.all(
      others.map((person) =>
        person.post(
          `/suppliers/${world.supplier}/quotations/${cheap.id}/items/${cheap.items[0].id}/win`,
          { version, win: true, wonQuantity: 30 },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await seeRound(world, round.id)).items[0].wonQuantity).toBe(30);
  });

  it('keeps to the smallest quantity that a supplier delivers', async () => {
    const round = await openRound(world);
    const made = await quote(world, round, {
      items: [{ biddingItemId: round.items[0].id, quantity: 100, moq: 50, unitPrice: '1.0000' }],
    });
    await onRound(world, round, { action: 'close' });
    expect(codes(await win(world, made, { wonQuantity: 40 }))).toEqual(['wonQuantity BELOW_MOQ']);
  });

  it('becomes one order a supplier at the quoted prices, and is held by them', async () => {
    const request = await approvedRequest(
      world,
      requestBody(world, {
        items: [
          { partId: world.part, quantity: 100, unitId: world.pcs, estimatedPrice: '10.0000' },
          { partId: world.lotPart, quantity: 10, unitId: world.pcs, estimatedPrice: '10.0000' },
        ],
      }),
    );
    const round = await openRound(world, {
      purchaseRequestId: request.id,
      items: request.items.map((item: { id: string; part: { id: string }; quantity: number }) => ({
        requestItemId: item.id,
        partId: item.part.id,
        quantity: item.quantity,
        unitId: world.pcs,
      })),
    });
    const cheap = await quote(world, round, {
      shippingFee: '110.00',
      items: [
        {
          biddingItemId: round.items[0].id,
          quantity: 100,
          unitPrice: '10.0000',
          discountPct: '5.00',
          warrantyMonths: 24,
        },
      ],
    });
    const dear = await quote(world, round, {
      supplierId: world.creditSupplier,
      price: '12.0000',
      creditDays: 0,
    });
    await onRound(world, round, { action: 'close' });
    expectData(await win(world, cheap, { wonQuantity: 50 }));
    expectData(await win(world, dear, { wonQuantity: 50, wonReason: 'Faster by a week' }));
    expectData(await win(world, dear, { item: 1 }));
    const awarded = await compare(round.id);
    expect((await seeRequest(request.id)).status).toBe('booking');
    const made = await onRound(world, round, { action: 'create-po' });
    const orders = made.related.filter(({ type }: { type: string }) => type === 'purchaseOrder');
    expect(orders).toHaveLength(2);
    expect(made).toMatchObject({ hasUnordered: false });
    const shown = await Promise.all(
      orders.map(async ({ id }: { id: string }) =>
        expectData(await world.admin.get(`/purchase_orders/${id}`)),
      ),
    );
    const first = shown.find((order) => order.supplier.id === world.supplier);
    expect(first).toMatchObject({
      status: 'pending',
      quotation: { id: cheap.id, round: { documentNo: round.documentNo } },
      items: [
        {
          quantity: 50,
          unitPrice: '10.0000',
          discount: { type: 'percent', value: '5.00' },
          warrantyMonths: 24,
          requestItem: { requestId: request.id },
        },
        { part: null, unitPrice: '55.0000', isService: true },
      ],
    });
    // The orders cost before VAT what the comparison said.
    const base = shown.reduce((sum, order) => sum + Number(order.baseAmount), 0);
    expect(base.toFixed(2)).toBe(awarded.awardedTotal);
    expect(await seeRequest(request.id)).toMatchObject({
      status: 'booking',
      items: [
        { orderedQty: 100, inRound: false },
        { orderedQty: 10, inRound: false },
      ],
    });
    const held = await win(world, dear, { win: false });
    expect([held.status, held.body.code]).toEqual([409, 'AWARD_ORDERED']);
    const all = await world.manager.post(`/suppliers/bidding/${round.id}/create-po`, {
      version: made.version,
    });
    expect([all.status, all.body.code]).toEqual([409, 'ALL_ORDERED']);
    for (const { id, version } of shown) {
      expectData(
        await world.manager.post(`/purchase_orders/${id}/cancel`, { version, reason: 'Wrong' }),
      );
    }
    expect((await seeRequest(request.id)).status).toBe('approved');
    expect((await win(world, dear, { win: false })).status).toBe(200);
  });
});

describe('a supplier’s page', () => {
  it('lists what was bought: last and average price, quantity, punctuality', async () => {
    for (const [price, promised] of [
      ['10.0000', dayFrom(world, 0)],
      ['20.0000', dayFrom(world, 3)],
    ] as const) {
      const order = await approvedOrder(world, {
        promisedDate: promised,
        items: [
          {
            partId: world.part,
            quantity: 1,
            unitId: world.box,
            unitPrice: price,
            isService: false,
          },
        ],
      });
      expectData(await receive(world, order));
    }
    const { data } = (await world.officer.get(`/suppliers/${world.supplier}/distributions`)).body;
    expect(data).toMatchObject([
      {
        part: { id: world.part },
        quantity: 24,
        receipts: 2,
        averagePrice: '1.2500',
        onTimePct: 100,
      },
    ]);
    const table = await world.officer.get(`/suppliers/${world.supplier}/distributions?format=csv`);
    expect([table.status, table.raw.toString().split('\n').length > 1]).toEqual([200, true]);
  });

  it('lists what is owed, a row a receipt, with what is left of the limit', async () => {
    const supplierId = world.creditSupplier;
    const order = await approvedOrder(world, {
      supplierId,
      paymentType: 'credit',
      creditDays: 30,
      items: [
        {
          partId: world.part,
          quantity: 5,
          unitId: world.pcs,
          unitPrice: '100.0000',
          isService: false,
        },
      ],
    });
    expectData(await receive(world, order));
    const path = `/suppliers/${supplierId}/credit-purchases`;
    const { data, meta } = (await world.officer.get(path)).body;
    expect(data).toMatchObject([
      {
        amount: '535.00',
        wht: '0.00',
        paidAmount: '0.00',
        outstanding: '535.00',
        status: 'unpaid',
      },
    ]);
    expect(meta.summary).toEqual({
      limit: '1000.00',
      used: '535.00',
      available: '465.00',
      overdue: '0.00',
    });
    const start = clock.now();
    clock.set(new Date(start.getTime() + 40 * 86_400_000));
    const later = (await world.officer.get(`${path}?status=overdue`)).body;
    expect(later.data).toMatchObject([{ status: 'overdue' }]);
    expect(later.meta.summary.overdue).toBe('535.00');
    expect((await world.officer.get(`${path}?status=unpaid`)).body.data).toEqual([]);
    clock.set(start);
  });
});
