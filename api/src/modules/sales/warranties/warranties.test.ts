import { addDays } from '@boxyard/shared/domain';
import {
  addMonths,
  COVERED_AHEAD_MONTHS,
  warrantyEnd,
} from '@boxyard/shared/domain/sales/warranties.ts';
import { SYSTEM } from '../../../kernel/index.ts';
import type { Person } from '../../../testing/index.ts';
import { untilWaiting } from '../../../testing/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { lockAccount } from '../../money/index.ts';
import { lease, makeWorld, to, today, type World } from '../contracts/testing/world.ts';
import { watchWarranties } from './nightly.ts';
import {
  approved,
  asked,
  type Doc,
  invoiced,
  onRequests,
  onWarranties,
  pay,
  priceList,
  REQUESTS,
  requestBody,
  reversePayment,
  sold,
  WARRANTIES,
  warrantiesOf,
  warranty,
} from './testing/world.ts';

/** Warranties of containers (docs/domain/containers.md "Warranty"). */
let world: World;
const clock = withTestServer('2026-12-02T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  await priceList(world);
});

const REASON = 'The seal was broken';
const night = () => world.test.app.transaction({ actor: SYSTEM }, watchWarranties);
const container = async (productId: string) =>
  expectData(await world.admin.get(`/products/${productId}`));
/** Notices about a warranty, by the end of their key. */
const notices = async (id: string): Promise<string[]> => {
  const { rows } = await world.test.app.pg.query<{ key: string }>(
    'select dedupe_key as key from notifications where dedupe_key like $1 order by 1',
    [`warranties:${id}:%`],
  );
  return rows.map(({ key }) => key.slice(`warranties:${id}:`.length));
};
const only = async (productId: string): Promise<Doc> => {
  const [one] = await warrantiesOf(world, productId);
  if (!one) throw new Error('no warranty');
  return one;
};
/** Lets days pass for one warranty: the clock of the tests does not run back. */
const shift = (id: string, days: number) =>
  world.test.app.pg.query(
    `update warranties set start_date = start_date - $2::int, end_date = end_date - $2::int where id = $1`,
    [id, days],
  );

it('says for whom it waits only to whoever may open it', async () => {
  const { productId } = await sold(world);
  const { id } = await only(productId);
  // Reads the chain of a container on its maintenance page, and opens none of its warranties.
  const reader = await world.test.as('warehouse-manager');
  expect((await reader.get(`${WARRANTIES}/list?productId=${productId}`)).status).toBe(200);
  expect((await reader.get(`${WARRANTIES}/${id}`)).status).toBe(403);
  for (const path of [
    `/waits_for?type=warranties&id=${id}`,
    `/comments?type=warranties&id=${id}`,
  ]) {
    const answer = await reader.get(path);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'NOT_FOUND']);
  }
  expect((await world.admin.get(`/waits_for?type=warranties&id=${id}`)).status).toBe(200);
});

it('is renewed for nobody who hands the contract over meanwhile', async () => {
  const { contract, productId } = await sold(world);
  const held = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const change = world.test.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await lockAccount(ctx, world.customerId);
    held.resolve();
    await going.promise;
    await ctx.db
      .updateTable('contracts')
      .set({ customerId: world.otherCustomerId })
      .where('id', '=', contract.id)
      .execute();
  });
  await held.promise;
  const renewing = { isOver: false };
  const renewed = world.secondAdmin
    .post(`${WARRANTIES}/create`, { productId, months: 6 })
    .finally(() => {
      renewing.isOver = true;
    });
  await untilWaiting(world.test, 1, renewing);
  going.resolve();
  await change;
  const { status, body } = await renewed;
  expect([status, body.code]).toEqual([409, 'HOLDER_CHANGED']);
});

it('a contract that comes into force covers its container from the installation on', async () => {
  const { productId, contract } = await sold(world);
  const initial = await only(productId);
  expect(initial).toMatchObject({
    type: 'initial',
    status: 'active',
    startDate: today(world),
    endDate: warrantyEnd(today(world), 12),
    price: '0.00',
    contract: { id: contract.id },
  });
  expect(await container(productId)).toMatchObject({ warrantyEnd: initial.endDate });
  expect(expectData(await world.admin.get(`/products/${productId}/claims`))).toEqual([
    {
      kind: 'warranty',
      machine: 'warranty',
      id: initial.id,
      documentNo: initial.documentNo,
      date: initial.startDate,
      until: initial.endDate,
      status: 'active',
      cost: '0.00',
    },
  ]);
  await to(world.admin, contract, {
    action: 'terminate',
    reason: REASON,
    returnWarehouseId: world.warehouseId,
  });
  expect(await only(productId)).toMatchObject({ status: 'suspended', daysLeft: null });
  expect((await container(productId)).warrantyEnd).toBeNull();
});

it('a renewal follows the one before it, and begins with its money', async () => {
  const { productId } = await sold(world);
  const initial = await only(productId);
  const request = await invoiced(world, productId);
  const next = await warranty(world, request.warranty?.id ?? '');
  const startDate = addDays(initial.endDate, 1);
  expect(next).toMatchObject({
    type: 'extension',
    status: 'scheduled',
    startDate,
    endDate: warrantyEnd(startDate, 12),
    price: '1200.00',
    isSettled: false,
    previous: { id: initial.id },
  });
  // Nothing is promised before it is paid.
  expect((await container(productId)).warrantyEnd).toBe(initial.endDate);
  await pay(world, next.invoice?.id ?? '');
  expect(await warranty(world, next.id)).toMatchObject({ status: 'scheduled', isSettled: true });
  expect((await container(productId)).warrantyEnd).toBe(next.endDate);
  expect(expectData(await world.admin.get(`${REQUESTS}/${request.id}`)).status).toBe('fulfilled');
  // Whoever sold it hears of it, if somebody else has renewed it.
  expect(await notices(next.id)).toEqual(['renewed']);
  // The next one follows that again.
  const again = await asked(world, productId);
  expect(again.terms).toMatchObject({ price: '1200.00', lapsedDays: 0 });
});

it('nothing is promised for days that are too far ahead', async () => {
  const { productId } = await sold(world);
  const renew = (more: object) =>
    world.admin.post(`${WARRANTIES}/create`, {
      productId,
      months: 60,
      price: '0.00',
      reason: REASON,
      ...more,
    });
  const latest = warrantyEnd(today(world), COVERED_AHEAD_MONTHS);
  const far = await renew({ startDate: '2199-12-01' });
  expect([far.status, far.body.code, far.body.details]).toEqual([
    409,
    'COVERED_TOO_FAR',
    { until: latest },
  ]);
  // The one of the contract lasts a year, so that a second renewal of five years ends a year too late.
  expect((await renew({})).status).toBe(201);
  const [, last] = [await renew({}), await renew({ months: 48 })];
  expect([last.status, last.body.data?.endDate]).toEqual([201, latest]);
});

it('a second renewal waits for the money of the first', async () => {
  const { productId } = await sold(world);
  const request = await invoiced(world, productId);
  const second = await world.admin.post(`${WARRANTIES}/create`, { productId, months: 6 });
  expect([second.status, second.body.code]).toEqual([409, 'RENEWAL_WAITS']);
  const cancelled = expectData(
    await onRequests.act(world.admin, request, { action: 'cancel', reason: REASON }),
  );
  expect(cancelled.status).toBe('cancelled');
  const left = await warranty(world, request.warranty?.id ?? '');
  expect(left.status).toBe('voided');
  expect(left.invoice?.status).toBe('void');
  expect((await world.admin.post(`${WARRANTIES}/create`, { productId, months: 6 })).status).toBe(
    201,
  );
});

it('after a long lapse somebody inspects the container first', async () => {
  const { productId } = await sold(world);
  const initial = await only(productId);
  await shift(initial.id, 365 + 40);
  // It was last looked at when it was delivered.
  await world.test.app.pg.query(
    "update inspections set completed_at = completed_at - interval '400 days' where product_id = $1",
    [productId],
  );
  await night();
  expect((await only(productId)).status).toBe('expired');
  expect(await notices(initial.id)).toContain('lapsed');
  const request = await asked(world, productId);
  expect(request.terms).toMatchObject({ needsInspection: true });
  const refused = await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 });
  expect([refused.status, refused.body.code]).toEqual([409, 'INSPECTION_REQUIRED']);
  await world.test.app.pg.query(
    `insert into inspections (company_id, document_no, status, document_date, product_id, type, due_on, result,
       completed_at, created_at, updated_at)
     values ($1, 'IN-' || substr($2::text, 25), 'completed', now(), $2::uuid, 'warrantyCheck', now(), 'pass', $3, now(), now())`,
    [world.companyId, productId, world.test.app.clock.now()],
  );
  const made = expectData(
    await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
  );
  expect(made).toMatchObject({ type: 'renewal', startDate: today(world), status: 'scheduled' });
  await pay(world, made.invoice.id);
  expect((await warranty(world, made.id)).status).toBe('active');
});

it('a price beside the list needs a reason, and one that is missing is asked for', async () => {
  const { productId } = await sold(world);
  const { body } = await world.admin.post(`${WARRANTIES}/create`, {
    productId,
    months: 12,
    price: '900.00',
  });
  expect(body.errors?.[0]).toMatchObject({ field: 'reason', code: 'REQUIRED' });
  const free = expectData(
    await world.admin.post(`${WARRANTIES}/create`, {
      productId,
      months: 12,
      price: '0.00',
      reason: 'Goodwill after a failure',
    }),
  );
  expect(free).toMatchObject({ status: 'scheduled', isSettled: true, invoice: null });
});

it('the nights begin, remind and end warranties, once each, however long nobody looked', async () => {
  const { productId } = await sold(world);
  const initial = await only(productId);
  const next = expectData(
    await world.admin.post(`${WARRANTIES}/create`, {
      productId,
      months: 3,
      price: '0.00',
      reason: 'Goodwill after a failure',
    }),
  );
  const lengthLeft = 366;
  await shift(initial.id, lengthLeft);
  await shift(next.id, lengthLeft);
  await night();
  await night();
  expect((await warranty(world, initial.id)).status).toBe('expired');
  // Another one follows it: nobody is told that it lapsed.
  expect(await notices(initial.id)).toEqual([]);
  expect((await warranty(world, next.id)).status).toBe('active');
  await shift(next.id, 40);
  await night();
  await night();
  expect(await notices(next.id)).toEqual(['ends:60', 'renewed']);
  await shift(next.id, 45);
  await night();
  expect(await notices(next.id)).toEqual(['ends:60', 'ends:7', 'renewed']);
  clock.set(new Date(world.test.app.clock.now().getTime() + 40 * 86_400_000));
  await night();
  expect((await warranty(world, next.id)).status).toBe('expired');
});

it('a reversed payment suspends what it paid for', async () => {
  const { productId } = await sold(world);
  await world.test.app.pg.query(`update warranties set status = 'voided' where product_id = $1`, [
    productId,
  ]);
  const made = expectData(
    await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
  );
  const payment = await pay(world, made.invoice.id);
  expect((await warranty(world, made.id)).status).toBe('active');
  await reversePayment(world, payment);
  expect((await warranty(world, made.id)).status).toBe('suspended');
  await pay(world, made.invoice.id);
  expect((await warranty(world, made.id)).status).toBe('active');
});

it('a reversed payment takes back what was to begin later', async () => {
  const { productId } = await sold(world);
  const made = expectData(
    await world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
  );
  const payment = await pay(world, made.invoice.id);
  const until = expectData(await world.admin.get(`/products/${productId}`)).warrantyEnd;
  await reversePayment(world, payment);
  const now = expectData(await world.admin.get(`/products/${productId}`)).warrantyEnd;
  expect([until, now < until]).toEqual([made.endDate, true]);
  const inAYear = async () => {
    const start = world.test.app.clock.now();
    clock.set(new Date(start.getTime() + 370 * 86_400_000));
    await night();
    // Nobody stays signed in for so long.
    clock.set(start);
    return (await warranty(world, made.id)).status;
  };
  expect(await inAYear()).toBe('scheduled');
  await pay(world, made.invoice.id);
  expect(await inAYear()).toBe('active');
});

it('begins on no day from which nobody can count on', async () => {
  const { productId } = await sold(world);
  const far = { productId, months: 60, price: '6000.00', reason: REASON };
  for (const startDate of ['9999-12-31', '2200-01-01', '0001-01-01']) {
    const { status, body } = await world.admin.post(`${WARRANTIES}/create`, { ...far, startDate });
    expect([status, body.errors[0].field, body.errors[0].code]).toEqual([422, 'startDate', 'DATE']);
  }
});

it('a lease is covered as well, and its holder follows the contract', async () => {
  const { productId, contract } = await sold(world, lease(world));
  expectData(
    await world.admin.post(
      `/back-office/purchase-management/contracts/${contract.id}/change_customer`,
      {
        version: contract.version,
        customerID: world.otherCustomerId,
        reason: REASON,
        assumeOutstanding: true,
      },
    ),
  );
  expect((await only(productId)).customer.id).toBe(world.otherCustomerId);
});

it('one request is open for a container, however many ask at once', async () => {
  const { productId } = await sold(world);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      world.secondAdmin.post(`${REQUESTS}/create`, requestBody(productId)),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
});

it('twelve people who renew at once make one warranty', async () => {
  const { productId } = await sold(world);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      world.admin.post(`${WARRANTIES}/create`, { productId, months: 12 }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
});

it('a salesperson sees and asks for the containers of their own customers only', async () => {
  const others = await sold(world);
  const own = await sold(world, {}, world.seller);
  const list = async (path: string) =>
    (await world.seller.get(`${path}?limit=100`)).body.data as Doc[];
  const seen = (await list(`${WARRANTIES}/list`)).map(({ product }) => product.id);
  expect(seen).toContain(own.productId);
  expect(seen).not.toContain(others.productId);
  const choice = (await list(`${WARRANTIES}/containers`)).map(({ id }) => id);
  expect(choice).toContain(own.productId);
  expect(choice).not.toContain(others.productId);
  const hidden = await world.seller.post(`${REQUESTS}/create`, requestBody(others.productId));
  expect([hidden.status, hidden.body.errors?.[0]?.code]).toEqual([422, 'UNKNOWN_ID']);
  expect((await world.seller.get(`${WARRANTIES}/terms?productId=${others.productId}`)).status).toBe(
    404,
  );
});

it('an offer asks for as long as the warranty lasted', async () => {
  const { productId } = await sold(world);
  const { id, version } = await only(productId);
  const offered = expectData(await world.admin.post(`${WARRANTIES}/${id}/offer`, { version }));
  expect(offered).toMatchObject({ status: 'pending', months: 12, channel: 'backoffice' });
});

it('voiding takes the invoice and the request with it', async () => {
  const request = await invoiced(world);
  const made = await warranty(world, request.warranty?.id ?? '');
  const voided = expectData(
    await onWarranties.act(world.admin, made, { action: 'void', reason: REASON }),
  );
  expect(voided).toMatchObject({ status: 'voided', invoice: { status: 'void' } });
  expect(expectData(await world.admin.get(`${REQUESTS}/${request.id}`)).status).toBe('cancelled');
});

it.each(['the warranty is voided', 'its request is given up'] as const)(
  'an invoice that is late does not vanish by one person when %s',
  async (how) => {
    const request = await invoiced(world);
    const made = await warranty(world, request.warranty?.id ?? '');
    const { rows } = await world.test.app.pg.query<{ id: string }>(
      `update invoices set due_date = due_date - 60 where source_id = $1 returning id`,
      [made.id],
    );
    if (how === 'the warranty is voided') {
      await onWarranties.done(world.admin, made, { action: 'void', reason: REASON });
    } else {
      const { version } = expectData(await world.admin.get(`${REQUESTS}/${request.id}`));
      const given = { id: request.id, version };
      await onRequests.done(world.admin, given, { action: 'cancel', reason: REASON });
    }
    const invoice = expectData(await world.admin.get(`/invoices/${rows[0]?.id}`));
    expect(invoice.status).not.toBe('void');
    const notes = await world.test.app.pg.query(
      `select status, grand_total::text as amount, author_ids as authors from credit_notes
        where invoice_id = $1`,
      [invoice.id],
    );
    expect(notes.rows).toEqual([
      { status: 'pending', amount: invoice.balance, authors: [world.admin.userId] },
    ]);
  },
);

it('the certificate is a PDF', async () => {
  const { productId } = await sold(world);
  const { id } = await only(productId);
  const answer = await world.admin.get(`${WARRANTIES}/${id}/pdf`);
  expect([answer.status, String(answer.raw.slice(0, 5))]).toEqual([200, '%PDF-']);
});

it('a request accepted by the stated call makes the warranty that was approved', async () => {
  const request = await approved(world);
  const made = expectData(
    await world.admin.post(`${WARRANTIES}/create`, {
      productId: request.product.id,
      requestId: request.id,
    }),
  );
  expect(made).toMatchObject({ price: '1200.00', request: { id: request.id } });
  expect(addMonths(made.startDate, 12) > made.endDate).toBe(true);
});

it('a discount on its invoice counts together with what it is below the list', async () => {
  const { productId } = await sold(world, {}, world.seller);
  // A tenth below the list of 1,200.00.
  const made = expectData(
    await world.salesChief.post(`${WARRANTIES}/create`, {
      productId,
      months: 12,
      price: '1080.00',
      reason: 'A good customer',
    }),
  );
  const { rows } = await world.test.app.pg.query<{ id: string; version: number }>(
    `select id, version from invoices where source_type = 'warranty' and source_id = $1`,
    [made.id],
  );
  const [invoice] = rows;
  const discount = (value: string) =>
    world.salesChief.put(`/invoices/${invoice?.id}`, {
      version: invoice?.version,
      discount: { type: 'percent', value, reason: 'A good customer' },
    });
  const refused = await discount('10.00');
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { code: 'DISCOUNT_LIMIT', details: { limit: '15.00', percent: '19.00' } },
  ]);
  expect((await discount('5.00')).status).toBe(200);
});

it('what no list prices is given by somebody who may set prices', async () => {
  const { productId } = await sold(world, {}, world.seller);
  const { pg } = world.test.app;
  await pg.query("update warranty_prices set valid_from = valid_from + interval '20 years'");
  await pg.query(
    `insert into role_permissions (role_id, name)
     select id, 'warranty:renew' from roles where name = 'company-admin' on conflict do nothing`,
  );
  const strict = await world.test.as('company-admin');
  const free = (by: Person) =>
    by.post(`${WARRANTIES}/create`, { productId, months: 12, price: '0.00', reason: REASON });
  const refused = await free(strict);
  expect([refused.status, refused.body.code]).toEqual([409, 'NO_LIST_PRICE']);
  expect((await free(world.salesChief)).status).toBe(201);
  await pg.query("update warranty_prices set valid_from = valid_from - interval '20 years'");
});

it('nobody takes more off the list than their discount limit', async () => {
  const { productId } = await sold(world, {}, world.seller);
  const cheap = await world.salesChief.post(`${WARRANTIES}/create`, {
    productId,
    months: 12,
    price: '600.00',
    reason: 'A good customer',
  });
  expect([cheap.status, cheap.body.code]).toEqual([409, 'DISCOUNT_ABOVE_LIMIT']);
  const noted = expectData(
    await world.seller.post(`${REQUESTS}/create`, requestBody(productId)),
  ) as Doc;
  const low = await onRequests.done(world.seller, noted, {
    action: 'quote',
    months: 12,
    coverage: 'full',
    price: '600.00',
  });
  const refused = await onRequests.act(world.salesChief, low, { action: 'approve' });
  expect([refused.status, refused.body.code]).toEqual([409, 'DISCOUNT_ABOVE_LIMIT']);
  const fair = await onRequests.done(world.seller, low, {
    action: 'quote',
    months: 12,
    coverage: 'full',
    price: '1140.00',
  });
  expect((await onRequests.act(world.salesChief, fair, { action: 'approve' })).status).toBe(200);
});

it('says what it was needed for, and what that cost to whoever sees costs', async () => {
  const { productId } = await sold(world);
  const { id } = await only(productId);
  const taken = (disposition: string, at: string, subject: string | null) =>
    world.test.app.pg.query(
      `insert into product_parts (product_id, part_id, quantity, condition, unit_cost, installed_at, removed_at,
          disposition, removal_subject, removal_document_id)
        select $1, p.id, 2, 'new', 150.25, $3::date - 30, $3::date + interval '5 hours', $2, $4,
          case when $4::text is not null then new_id() end
        from material_parts p limit 1`,
      [productId, disposition, at, subject],
    );
  await taken('claim', today(world), 'claims');
  await taken('scrap', today(world), null);
  await taken('restock', today(world), null);
  // Before it began.
  await taken('scrap', addDays(today(world), -3), null);
  const usage = async (who: typeof world.admin) =>
    expectData(await who.get(`${WARRANTIES}/${id}`)).usage;
  expect(await usage(world.admin)).toEqual({ parts: 2, claims: 1, partsCost: '601.00' });
  const officer = await world.test.as('auditor');
  expect((await usage(officer)).parts).toBe(2);
});
