import { addDays } from '@boxyard/shared/domain';
import { warrantyEnd } from '@boxyard/shared/domain/sales/warranties.ts';
import { SYSTEM } from '../../../kernel/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { writtenOff } from '../../containers/testing/life.ts';
import { received } from '../../containers/testing/world.ts';
import {
  act,
  draft,
  exchanged,
  lease,
  makeWorld,
  newContainer,
  PATH,
  setUp,
  signed,
  swapOf,
  to,
  today,
  type World,
} from '../contracts/testing/world.ts';
import { watchWarranties } from './nightly.ts';
import {
  approved as approvedRequest,
  asked,
  type Doc,
  invoiced,
  onRequests,
  onWarranties,
  pay,
  priceList,
  REQUESTS,
  reversePayment,
  sold,
  WARRANTIES,
  warrantiesOf,
  warranty,
} from './testing/world.ts';

/** What is left of a warranty goes over to the container that takes the place of another (docs/adr/0091). */
let world: World;
withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  await priceList(world);
});

const REASON = 'The seal was broken';
const query = async <R extends object>(text: string, values: readonly unknown[]) =>
  (await world.test.app.pg.query<R>(text, [...values])).rows;
const container = async (id: string) => expectData(await world.admin.get(`/products/${id}`));
/** The contract and all that it covers are so many days older: the clock of the tests does not run back. */
async function aged(contractId: string, days: number): Promise<void> {
  await query(
    `update contracts set document_date = document_date - $2::int, start_date = start_date - $2::int,
       installed_on = installed_on - $2::int, activated_on = activated_on - $2::int where id = $1`,
    [contractId, days],
  );
  await query(
    `update products set installed_at = installed_at - $2::int * interval '1 day'
     where id = (select product_id from contracts where id = $1)`,
    [contractId, days],
  );
  await query(
    'update warranties set start_date = start_date - $2::int, end_date = end_date - $2::int where contract_id = $1',
    [contractId, days],
  );
}
/** What a container was or is covered by, the latest first. */
const covering = async (id: string) =>
  (await warrantiesOf(world, id)).map(({ status, startDate, endDate, type, price }) => ({
    status,
    startDate,
    endDate,
    type,
    price,
  }));
/** A renewal has been in force for so many days, after all others of its container. */
async function inForceSince(id: string, productId: string, days: number): Promise<void> {
  await query(
    `update warranties set status = 'expired', start_date = start_date - 500, end_date = end_date - 500
     where product_id = $1 and id <> $2`,
    [productId, id],
  );
  await query(
    `update warranties set status = 'active', start_date = $2::date - $3::int, end_date = $2::date + 300
     where id = $1`,
    [id, today(world), days],
  );
}
/** A container that was sold a while ago, and what takes its place today. */
async function both(days = 100) {
  const { contract, productId } = await sold(world);
  await aged(contract.id, days);
  const [initial] = (await warrantiesOf(world, productId)) as [Doc];
  return { contract, productId, initial, next: (await newContainer(world)).id };
}
/** A contract of another customer, whose container is this one. */
async function nextContract(productId: string, more: Parameters<typeof draft>[1]) {
  const made = await draft(world, { customerId: world.otherCustomerId, ...more });
  const reserved = await act(world.secondAdmin, made, { action: 'reserve', productId });
  const submitted = await to(world.secondAdmin, reserved, { action: 'submit' });
  const approved = await to(world.admin, submitted, { action: 'approve' });
  const installed = await setUp(world, await signed(world, approved));
  return to(world.admin, installed, { action: 'activate' });
}
/** A container whose contract was ended a while ago, back in its warehouse. */
async function ended(days = 50): Promise<string> {
  const { contract, productId } = await sold(world);
  await aged(contract.id, days);
  const { related } = await to(
    world.admin,
    expectData(await world.admin.get(`${PATH}/${contract.id}`)),
    { action: 'terminate', reason: REASON, returnWarehouseId: world.warehouseId },
  );
  await received(world, { ...(await container(productId)), related });
  return productId;
}
const free = (productId: string, months: number): Promise<Doc> =>
  world.admin
    .post(`${WARRANTIES}/create`, { productId, months, price: '0.00', reason: REASON })
    .then(expectData);

it('it ends the day before, and the days that are left cover the other one until the same last day', async () => {
  const { contract, productId, initial, next } = await both();
  await exchanged(world, contract, next);
  expect(await covering(productId)).toEqual([
    {
      type: 'initial',
      status: 'expired',
      startDate: initial.startDate,
      endDate: addDays(today(world), -1),
      price: '0.00',
    },
  ]);
  expect(await covering(next)).toEqual([
    {
      type: 'initial',
      status: 'active',
      startDate: today(world),
      endDate: initial.endDate,
      price: '0.00',
    },
  ]);
  const [moved] = (await warrantiesOf(world, next)) as [Doc];
  expect(await warranty(world, moved.id)).toMatchObject({
    isSettled: true,
    coverage: 'full',
    customer: { id: world.customerId },
    contract: { id: contract.id },
    movedFrom: { id: initial.id, documentNo: initial.documentNo, product: { id: productId } },
    movedTo: null,
  });
  expect(await warranty(world, initial.id)).toMatchObject({
    movedFrom: null,
    movedTo: { id: moved.id, product: { id: next } },
  });
  // The containers say so themselves.
  expect((await container(productId)).warrantyEnd).toBeNull();
  expect((await container(next)).warrantyEnd).toBe(initial.endDate);
});

it('on the day on which it began it is voided, and covers the other one whole', async () => {
  const { contract, productId, initial, next } = await both(0);
  await exchanged(world, contract, next);
  expect(await covering(productId)).toMatchObject([{ status: 'voided' }]);
  expect(await covering(next)).toMatchObject([
    { status: 'active', startDate: initial.startDate, endDate: initial.endDate },
  ]);
});

it('what follows it goes over whole, and a renewal of the other one follows that', async () => {
  const { contract, productId, initial, next } = await both();
  const after = await free(productId, 6);
  await exchanged(world, contract, next);
  expect(await covering(productId)).toMatchObject([{ status: 'voided' }, { status: 'expired' }]);
  expect(await covering(next)).toMatchObject([
    { status: 'scheduled', type: 'extension', startDate: after.startDate, endDate: after.endDate },
    { status: 'active', endDate: initial.endDate },
  ]);
  expect((await container(next)).warrantyEnd).toBe(after.endDate);
  const renewed = await free(next, 3);
  expect(renewed.startDate).toBe(addDays(after.endDate, 1));
});

it('a renewal that is not paid waits for its money on the other one, whose invoice stays as it is', async () => {
  const { contract, productId, next } = await both();
  const request = await invoiced(world, productId);
  const before = await warranty(world, request.warranty?.id ?? '');
  const invoice = () => query('select * from invoices where id = $1', [before.invoice?.id]);
  const asked = await invoice();
  await exchanged(world, contract, next);
  expect(await invoice()).toEqual(asked);
  const [moved] = (await warrantiesOf(world, next)) as [Doc];
  expect(await warranty(world, moved.id)).toMatchObject({
    status: 'scheduled',
    isSettled: false,
    price: '0.00',
    startDate: before.startDate,
    endDate: before.endDate,
    invoice: { id: before.invoice?.id },
    request: { id: request.id },
  });
  // Nothing is promised before it is paid.
  expect((await container(next)).warrantyEnd).not.toBe(before.endDate);
  await pay(world, before.invoice?.id ?? '');
  expect(await warranty(world, moved.id)).toMatchObject({ status: 'scheduled', isSettled: true });
  expect((await container(next)).warrantyEnd).toBe(before.endDate);
  expect((await warranty(world, before.id)).status).toBe('voided');
  expect(expectData(await world.admin.get(`${REQUESTS}/${request.id}`)).status).toBe('fulfilled');
});

it('a payment that is reversed later suspends what it pays for by now', async () => {
  const { contract, productId, next } = await both();
  const made = expectData(
    await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
  );
  const payment = await pay(world, made.invoice.id);
  await inForceSince(made.id, productId, 10);
  await exchanged(world, contract, next);
  const [moved] = (await warrantiesOf(world, next)) as [Doc];
  expect(moved.status).toBe('active');
  await reversePayment(world, payment);
  expect(await warranty(world, moved.id)).toMatchObject({ status: 'suspended', isSettled: false });
  await pay(world, made.invoice.id);
  expect(await warranty(world, moved.id)).toMatchObject({ status: 'active', isSettled: true });
});

describe('a request whose warranty was moved before it was paid', () => {
  /** The request, what it has billed, and its warranty on the other container. */
  async function moved() {
    const { contract, productId, next } = await both();
    const request = await invoiced(world, productId);
    const { invoice } = await warranty(world, request.warranty?.id ?? '');
    await exchanged(world, contract, next);
    const [made] = (await warrantiesOf(world, next)) as [Doc];
    return { request, invoiceId: invoice?.id ?? '', made, next };
  }
  const cancel = async ({ id }: Doc) =>
    onRequests.act(world.admin, expectData(await world.admin.get(`${REQUESTS}/${id}`)), {
      action: 'cancel',
      reason: REASON,
    });

  it('takes its invoice with it when it is cancelled', async () => {
    const { request, invoiceId, made } = await moved();
    expect(expectData(await cancel(request)).status).toBe('cancelled');
    expect((await warranty(world, made.id)).status).toBe('voided');
    expect(expectData(await world.admin.get(`/invoices/${invoiceId}`)).status).toBe('void');
  });

  it('is not cancelled once money came in', async () => {
    const { request, invoiceId, made } = await moved();
    await pay(world, invoiceId, '100.00');
    const { status, body } = await cancel(request);
    expect([status, body.code]).toEqual([409, 'PAID_INVOICES']);
    expect((await warranty(world, made.id)).status).toBe('scheduled');
  });
});

it('what an ended contract covered goes over to no other customer', async () => {
  const productId = await ended();
  const contract = await nextContract(productId, { warrantyMonths: 0 });
  const next = (await newContainer(world)).id;
  // As it was left before an activation without a warranty ended it.
  await query(
    `update warranties set status = 'suspended', end_date = $2::date + 300 where product_id = $1`,
    [productId, today(world)],
  );
  await exchanged(world, contract, next);
  expect(await covering(next)).toEqual([]);
  expect(await covering(productId)).toMatchObject([{ status: 'suspended' }]);
});

/** Two renewals that follow each other, the first of which is open again and should have begun. */
async function openBefore() {
  const { contract, productId, initial, next } = await both();
  const first = expectData(
    await world.admin.post(`${WARRANTIES}/create`, { productId, months: 6 }),
  );
  const payment = await pay(world, first.invoice.id);
  const second = await free(productId, 12);
  await reversePayment(world, payment);
  const day = today(world);
  const dates = ({ id }: Pick<Doc, 'id'>, set: Pick<Doc, 'status' | 'startDate' | 'endDate'>) =>
    query('update warranties set status = $2, start_date = $3, end_date = $4 where id = $1', [
      id,
      set.status,
      set.startDate,
      set.endDate,
    ]);
  const scheduled = { status: 'scheduled', startDate: addDays(day, 150) };
  await dates(initial, {
    status: 'expired',
    startDate: addDays(day, -300),
    endDate: addDays(day, -31),
  });
  await dates(first, { ...scheduled, startDate: addDays(day, -30), endDate: addDays(day, 149) });
  await dates(second, { ...scheduled, endDate: warrantyEnd(scheduled.startDate, 12) });
  return { contract, productId, next, first, second, payAgain: () => pay(world, first.invoice.id) };
}

describe('one that is paid after its first day', () => {
  it('moves what follows it on by as much', async () => {
    const { productId, second, payAgain } = await openBefore();
    await payAgain();
    const endDate = warrantyEnd(today(world), 6);
    const after = addDays(endDate, 1);
    expect(await covering(productId)).toMatchObject([
      { status: 'scheduled', startDate: after, endDate: warrantyEnd(after, 12) },
      { status: 'active', startDate: today(world), endDate },
      { status: 'expired' },
    ]);
    expect((await container(productId)).warrantyEnd).toBe(warrantyEnd(after, 12));
    expect(await warranty(world, second.id)).toMatchObject({ startDate: after });
  });

  it('waits with the days that it had on another container, and moves what follows it there', async () => {
    const { contract, next, payAgain } = await openBefore();
    await exchanged(world, contract, next);
    expect(await covering(next)).toMatchObject([
      { status: 'scheduled', startDate: addDays(today(world), 150) },
      { status: 'scheduled', startDate: addDays(today(world), -30) },
    ]);
    await payAgain();
    const endDate = warrantyEnd(today(world), 6);
    expect(await covering(next)).toMatchObject([
      { status: 'scheduled', startDate: addDays(endDate, 1) },
      { status: 'active', startDate: today(world), endDate },
    ]);
  });

  it('begins after what covers the day', async () => {
    const { productId, first, second, payAgain } = await openBefore();
    const day = today(world);
    await query('update warranties set end_date = $2 where id = $1', [first.id, addDays(day, -11)]);
    await query(
      `update warranties set status = 'active', start_date = $2, end_date = $3 where id = $1`,
      [second.id, addDays(day, -10), addDays(day, 20)],
    );
    await payAgain();
    const startDate = addDays(day, 21);
    expect(await covering(productId)).toMatchObject([
      { status: 'scheduled', startDate, endDate: warrantyEnd(startDate, 6) },
      { status: 'active', startDate: addDays(day, -10), endDate: addDays(day, 20) },
      { status: 'expired' },
    ]);
  });
});

it('a contract without a warranty ends what an earlier one left on its container', async () => {
  const productId = await ended();
  await nextContract(productId, { warrantyMonths: 0 });
  expect(await covering(productId)).toMatchObject([
    { status: 'expired', endDate: addDays(today(world), -1) },
  ]);
});

describe('requests that are not accepted yet', () => {
  const statusOf = async ({ id }: Doc) =>
    expectData(await world.admin.get(`${REQUESTS}/${id}`)).status;

  it('are cancelled with an exchange: another container is asked for anew', async () => {
    const { contract, productId, next } = await both();
    const request = await approvedRequest(world, productId);
    await exchanged(world, contract, next);
    expect(await statusOf(request)).toBe('cancelled');
    expect((await asked(world, next)).status).toBe('pending');
  });

  it('are cancelled with their contract, so that the next customer may ask', async () => {
    const { contract, productId } = await sold(world);
    const request = await asked(world, productId);
    const { related } = await to(world.admin, contract, {
      action: 'terminate',
      reason: REASON,
      returnWarehouseId: world.warehouseId,
    });
    expect(await statusOf(request)).toBe('cancelled');
    await received(world, { ...(await container(productId)), related });
    await nextContract(productId, {});
    expect((await asked(world, productId)).status).toBe('pending');
  });

  it('one that is billed goes over with its warranty', async () => {
    const { contract, productId, next } = await both();
    const request = await invoiced(world, productId);
    await exchanged(world, contract, next);
    expect(expectData(await world.admin.get(`${REQUESTS}/${request.id}`))).toMatchObject({
      status: 'invoiced',
      product: { id: next },
    });
    for (const id of [productId, next]) {
      const { serialNumber } = await container(id);
      const { body } = await world.admin.get(`${REQUESTS}/list?search=${serialNumber}`);
      expect(body.data).toMatchObject([{ id: request.id }]);
    }
  });
});

it('whoever voids what was moved lets go of its invoice', async () => {
  const { contract, productId, next } = await both();
  const made = expectData(
    await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
  );
  await exchanged(world, contract, next);
  const [moved] = (await warrantiesOf(world, next)) as [Doc];
  expectData(await onWarranties.act(world.admin, moved, { action: 'void', reason: REASON }));
  const { status } = expectData(await world.admin.get(`/invoices/${made.invoice.id}`));
  expect(status).toBe('void');
});

it('what an earlier holder had of the other one ends the day before', async () => {
  const earlier = await sold(world, lease(world));
  await aged(earlier.contract.id, 50);
  const ended = await to(
    world.admin,
    expectData(await world.admin.get(`${PATH}/${earlier.contract.id}`)),
    { action: 'terminate', reason: REASON, returnWarehouseId: world.warehouseId },
  );
  await received(world, { ...(await container(earlier.productId)), related: ended.related });
  const { contract, initial } = await both();
  await exchanged(world, contract, earlier.productId);
  expect(await covering(earlier.productId)).toMatchObject([
    { status: 'active', startDate: today(world), endDate: initial.endDate },
    { status: 'expired', endDate: addDays(today(world), -1) },
  ]);
});

/** What is lost is not covered until it is found (domain-containers 2.9). */
describe('a container that is lost', () => {
  const lost = async (id: string, action: 'lose' | 'found' = 'lose') =>
    expectData(
      await world.chief.post(`/products/${id}/${action}`, {
        version: (await container(id)).version,
        reason: 'It was stolen',
      }),
    );
  const statusOf = async (id: string): Promise<string[]> =>
    (await warrantiesOf(world, id)).map(({ status }) => status);

  it('suspends its warranty, which goes on to the same last day once it is found', async () => {
    const { productId, initial } = await both();
    expect(await lost(productId)).toMatchObject({ status: 'lost', saleStatus: 'sold' });
    expect(await warranty(world, initial.id)).toMatchObject({ status: 'suspended' });
    expect((await container(productId)).warrantyEnd).toBeNull();
    const found = await lost(productId, 'found');
    expect(found).toMatchObject({ status: 'installed', saleStatus: 'sold' });
    expect(await warranty(world, initial.id)).toMatchObject({
      status: 'active',
      startDate: initial.startDate,
      endDate: initial.endDate,
    });
    expect((await container(productId)).warrantyEnd).toBe(initial.endDate);
  });

  it.each(['found', 'exchanged'] as const)(
    'is not covered once it is %s, where its payment was reversed meanwhile',
    async (how) => {
      const { contract, productId, next } = await both();
      const made = expectData(
        await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
      );
      const payment = await pay(world, made.invoice.id);
      await inForceSince(made.id, productId, 10);
      await lost(productId);
      expect(await warranty(world, made.id)).toMatchObject({
        status: 'suspended',
        isSettled: true,
      });
      await reversePayment(world, payment);
      if (how === 'found') await lost(productId, 'found');
      else await exchanged(world, contract, next);
      const [left] = (await warrantiesOf(world, how === 'found' ? productId : next)) as [Doc];
      expect(await warranty(world, left.id)).toMatchObject({
        status: 'suspended',
        isSettled: false,
      });
      await pay(world, made.invoice.id);
      expect(await warranty(world, left.id)).toMatchObject({ status: 'active', isSettled: true });
    },
  );

  it('begins nothing meanwhile, neither by its day nor by its money', async () => {
    const { productId, initial } = await both();
    const made = expectData(
      await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
    );
    await lost(productId);
    // The one that is paid meanwhile should have begun a while ago; one by one, since they may not overlap.
    for (const { id } of [initial, made]) {
      await query(
        'update warranties set start_date = start_date - 300, end_date = end_date - 300 where id = $1',
        [id],
      );
    }
    await pay(world, made.invoice.id);
    await world.test.app.transaction({ actor: SYSTEM }, watchWarranties);
    expect(await warranty(world, made.id)).toMatchObject({ status: 'scheduled', isSettled: true });
    await lost(productId, 'found');
    await world.test.app.transaction({ actor: SYSTEM }, watchWarranties);
    expect(await statusOf(productId)).toEqual(['active', 'expired']);
  });

  it('keeps all of the days that were paid meanwhile', async () => {
    const { productId, first, second, payAgain } = await openBefore();
    await query(`update warranties set status = 'voided' where id = $1`, [second.id]);
    await lost(productId);
    await payAgain();
    expect(await warranty(world, first.id)).toMatchObject({
      status: 'scheduled',
      startDate: today(world),
      endDate: warrantyEnd(today(world), 6),
    });
  });

  it.each(['retired', 'disassembled'])('begins nothing once it is %s', async (status) => {
    const { productId, initial } = await both();
    await query(`update warranties set status = 'scheduled' where id = $1`, [initial.id]);
    await query(`update products set status = $2, title_holder = 'company' where id = $1`, [
      productId,
      status,
    ]);
    await world.test.app.transaction({ actor: SYSTEM }, watchWarranties);
    expect((await warranty(world, initial.id)).status).toBe('scheduled');
  });

  it('tells the salesperson that it is not covered', async () => {
    const { productId, initial } = await both();
    await lost(productId);
    const told = await query<{ userId: string; title: string }>(
      `select user_id as "userId", title_en as title from notifications where dedupe_key like $1`,
      [`warranties:${initial.id}:lost:%`],
    );
    expect(told).toEqual([
      {
        userId: world.secondAdmin.userId,
        title: `Warranty ${initial.documentNo} is suspended`,
      },
    ]);
  });

  describe('and found again', () => {
    const tells = ({ id }: { readonly id: string }) =>
      query<{ userId: string; en: string; th: string; why: string; whyTh: string }>(
        `select user_id as "userId", title_en as en, title_th as th, description_en as why,
           description_th as "whyTh"
         from notifications where dedupe_key like $1 order by dedupe_key`,
        [`contracts:${id}:containerFound:%`],
      );

    it('is told to the salesperson, each time, in both languages', async () => {
      const { contract, productId } = await both();
      const { serialNumber } = await container(productId);
      for (const times of [1, 2]) {
        await lost(productId);
        expect(await tells(contract)).toHaveLength(times - 1);
        await lost(productId, 'found');
        const told = await tells(contract);
        expect(told).toHaveLength(times);
        expect(told.at(-1)).toEqual({
          userId: world.secondAdmin.userId,
          en: `Container ${serialNumber} of contract ${contract.documentNo} is found`,
          th: `พบตู้ ${serialNumber} ของสัญญา ${contract.documentNo} แล้ว`,
          why: expect.stringMatching(/at the customer again.*same last day/),
          whyTh: expect.stringMatching(/ตามเดิม.*วันสิ้นสุดเดิม/),
        });
      }
    });

    it('says that its exchange still waits', async () => {
      const { contract, productId, next } = await both();
      await lost(productId);
      const exchange = { ...swapOf(world), returnWarehouseId: null, productId: next };
      await act(world.secondAdmin, contract, { action: 'swap-product', ...exchange });
      await lost(productId, 'found');
      expect(await tells(contract)).toMatchObject([
        {
          why: expect.stringMatching(/exchange still waits/),
          whyTh: expect.stringMatching(/รอดำเนินการ/),
        },
      ]);
    });

    it('is told to the salesperson of a contract without a warranty, who has it now', async () => {
      const { contract, productId } = await sold(world, { ...lease(world), warrantyMonths: 0 });
      await act(world.admin, contract, {
        action: 'change_sale',
        saleID: world.seller.userId,
        reason: REASON,
      });
      await lost(productId);
      await lost(productId, 'found');
      expect(await tells(contract)).toMatchObject([{ userId: world.seller.userId }]);
    });

    it.each([
      [
        'whoever finds it themselves',
        (contract: { readonly id: string }) =>
          query('update contracts set sale_id = $2 where id = $1', [
            contract.id,
            world.chief.userId,
          ]),
      ],
      [
        'nobody once its contract was ended',
        async (contract: { readonly id: string }) =>
          to(world.admin, expectData(await world.admin.get(`${PATH}/${contract.id}`)), {
            action: 'terminate',
            reason: REASON,
          }),
      ],
      [
        'nobody once another container has its place',
        async (contract: { readonly id: string }) =>
          exchanged(
            world,
            expectData(await world.admin.get(`${PATH}/${contract.id}`)),
            (await newContainer(world)).id,
          ),
      ],
    ] as const)('is not told to %s', async (_who, meanwhile) => {
      const { contract, productId } = await both();
      await lost(productId);
      await meanwhile(contract);
      await lost(productId, 'found');
      expect(await tells(contract)).toEqual([]);
    });
  });

  it('stays without it where its contract was ended', async () => {
    const { contract, productId } = await both();
    await lost(productId);
    const ended = await to(world.admin, contract, { action: 'terminate', reason: REASON });
    expect(ended.status).toBe('terminated');
    expect(await container(productId)).toMatchObject({ status: 'lost', saleStatus: 'notForSale' });
    await lost(productId, 'found');
    expect(await statusOf(productId)).toEqual(['suspended']);
  });

  it('is exchanged without a warehouse to return to, and written off from where it stood', async () => {
    const { contract, productId, initial, next } = await both();
    await lost(productId);
    await exchanged(world, contract, next);
    expect(await covering(next)).toMatchObject([
      { status: 'active', startDate: today(world), endDate: initial.endDate },
    ]);
    expect(await container(productId)).toMatchObject({ status: 'lost', saleStatus: 'notForSale' });
    // It was the customer's: it comes into the books to leave them for good.
    expect(await writtenOff(world, productId, 'It was stolen')).toMatchObject({
      status: 'retired',
    });
    expect(await statusOf(productId)).toEqual(['expired']);
  });
});
