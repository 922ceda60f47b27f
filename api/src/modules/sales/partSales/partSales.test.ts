import { decimal } from '@boxyard/shared/domain';
import { newId, SYSTEM } from '../../../kernel/index.ts';
import { releaseForLosses } from '../../../ledger/index.ts';
import type { Person } from '../../../testing/index.ts';
import { notifyLostReservations } from '../../../workflow/index.ts';
import { withTestServer } from '../../../workflow/testing/testServer.ts';
import { dayFrom, expectData } from '../../../workflow/testing/world.ts';
import { plantCustomer } from '../../partners/testing/planted.ts';
import {
  act,
  ask,
  confirmed,
  delivered,
  done,
  line,
  lying,
  makeWorld,
  newOffer,
  PATH,
  partSaleBody,
  stock,
  type World,
  worth,
} from './testing/world.ts';

/** What the calls answer and refuse (domain-containers 2.13). */
let world: World;
let officer: Person;
let colleague: Person;
let manager: Person;
let staff: Person;
withTestServer('2026-11-20T03:00:00Z', async (test) => {
  world = await makeWorld(test);
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into teams (name, type, company_id, created_at, updated_at)
      values ('Bangkok', 'sales', $1, now(), now()) returning id`,
    [test.companyId],
  );
  const teamId = String(rows[0]?.id);
  officer = await test.as('sales-officer', { teamId });
  manager = await test.as('sales-manager', { teamId });
  colleague = await test.as('sales-officer');
  staff = await test.as('warehouse-staff');
});

const faultsOf = (answer: {
  body: { errors: { field: string; code: string; params?: object }[] };
}) =>
  answer.body.errors.map(({ field, code, params }) => [field, code, ...(params ? [params] : [])]);
const lot = () => newId().slice(-8).toUpperCase();

it.each([
  ['exclusive', '10.00'],
  ['none', '10.00'],
  ['inclusive', '15.89'],
])('counts a price that is %s of VAT against a list price without it', async (vatMode, percent) => {
  const part = await newOffer(world);
  await stock(world, part, { quantity: 5 });
  const draft = await ask(world, { vatMode, items: [line(part, 2, { unitPrice: '90' })] });
  expect(draft).toMatchObject({ discountPercent: percent });
});

it('counts what the customer pays, and takes a number only when it is confirmed', async () => {
  const part = await newOffer(world);
  await stock(world, part, { quantity: 5 });
  const draft = await ask(world, {
    discount: { type: 'amount', value: '20.00' },
    items: [line(part, 3, { unitPrice: '90', discount: { type: 'percent', value: '10.00' } })],
  });
  // 3 × 90 less 10 % less 20, of a list price of 3 × 100.
  expect(draft).toMatchObject({
    status: 'draft',
    documentNo: null,
    subTotal: '243.00',
    discountTotal: '20.00',
    baseAmount: '223.00',
    vatAmount: '15.61',
    grandTotal: '238.61',
    discountPercent: '25.67',
    items: [{ available: 5, reservedQty: 0, standardPrice: '100.0000' }],
  });
  const doc = await done(world.admin, draft, { action: 'confirm' });
  expect(doc).toMatchObject({
    status: 'confirmed',
    documentNo: expect.stringMatching(/^SP\d{4}-\d{4}$/),
    approvedBy: { id: world.admin.userId },
    items: [{ reservedQty: 3, picks: [{ bin: 'A-01', quantity: 3 }] }],
  });
  expect(await lying(world, part, world.bins['A-01'] ?? '')).toEqual([5, 3]);
});

it('refuses another total than the form has shown', async () => {
  const answer = await world.admin.post(PATH, partSaleBody(world, { expectedGrandTotal: '1.00' }));
  expect([answer.status, answer.body.code]).toEqual([422, 'TOTAL_MISMATCH']);
});

it('names the fields of what it refuses', async () => {
  const answer = await world.admin.post(
    PATH,
    partSaleBody(world, {
      customerId: world.warehouseId,
      neededBy: dayFrom(world, -1),
      items: [
        line(world.warehouseId),
        line(world.part, 1.5),
        line(world.serialPart),
        line(await newOffer(world), 1, { discount: { type: 'amount', value: '100.01' } }),
      ],
    }),
  );
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual([
    ['customerId', 'UNKNOWN_ID'],
    ['neededBy', 'PAST_DATE'],
    ['items[0].partId', 'UNKNOWN_ID'],
    ['items[1].quantity', 'WHOLE'],
    ['items[2].partId', 'NOT_FOR_SALE'],
    ['items[3].discount.value', 'DISCOUNT_ABOVE_TOTAL', { max: '100.00' }],
  ]);
});

it('sells nothing to whoever is blacklisted, neither in a draft nor later', async () => {
  const customer = await plantCustomer(world.test, { companyId: world.companyId });
  const part = await newOffer(world);
  await stock(world, part, { quantity: 5 });
  const draft = await ask(world, { customerId: customer, items: [line(part)] });
  await world.test.app.pg.query(
    `update customers set is_blacklisted = true, blacklist_reason = 'owes' where id = $1`,
    [customer],
  );
  const late = await act(world.admin, draft, { action: 'confirm' });
  expect(faultsOf(late)).toEqual([['customerId', 'CUSTOMER_BLACKLISTED']]);
  const early = await world.admin.post(PATH, partSaleBody(world, { customerId: customer }));
  expect(faultsOf(early)).toEqual([['customerId', 'CUSTOMER_BLACKLISTED']]);
});

it('holds all or nothing, and says at which line how much there is', async () => {
  const [there, short] = [await newOffer(world), await newOffer(world)];
  await stock(world, there, { quantity: 5 });
  await stock(world, short, { quantity: 2 });
  const draft = await ask(world, { items: [line(there, 5), line(short, 3)] });
  const answer = await act(world.admin, draft, { action: 'confirm' });
  expect(answer.status).toBe(422);
  expect(faultsOf(answer)).toEqual([['items[1].quantity', 'INSUFFICIENT_STOCK', { available: 2 }]]);
  expect(await lying(world, there, world.bins['A-01'] ?? '')).toEqual([5, 0]);
  expect(expectData(await world.admin.get(`${PATH}/${draft.id}`)).documentNo).toBeNull();
});

it('gives the last piece to one of two who confirm at the same time', async () => {
  const part = await newOffer(world);
  await stock(world, part, { quantity: 1 });
  const drafts = await Promise.all([1, 2].map(() => ask(world, { items: [line(part)] })));
  const answers = await Promise.all(
    drafts.map((draft) => act(world.admin, draft, { action: 'confirm' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

describe('the discount limit', () => {
  const drafted = async () => {
    const part = await newOffer(world);
    await stock(world, part, { quantity: 1, unitCost: '10' });
    const customer = await plantCustomer(world.test, {
      companyId: world.companyId,
      saleId: officer.userId,
    });
    const body = partSaleBody(world, { customerId: customer, items: [line(part)] });
    return { part, draft: expectData(await officer.post(PATH, body)) };
  };
  const listed = (part: string, price: string | null) =>
    world.test.app.pg.query('update material_parts set standard_price = $2 where id = $1', [
      part,
      price,
    ]);

  it('counts from the list price of the day on which it is confirmed, where that is higher', async () => {
    const { part, draft } = await drafted();
    const { rows } = await listed(part, null).then(() =>
      world.test.app.pg.query<{ price: string }>(
        'select standard_price as price from part_sale_items where document_id = $1',
        [draft.id],
      ),
    );
    await listed(part, String(Number(rows[0]?.price) * 2));
    const refused = await act(manager, draft, { action: 'confirm' });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'DISCOUNT_ABOVE_LIMIT', details: { discount: '50.00', limit: '15.00' } },
    ]);
    // A lower one does not take from what was written.
    await listed(part, '1.00');
    expect((await act(manager, draft, { action: 'confirm' })).status).toBe(200);
  });

  it('holds nothing against a part that no list prices: that is for whoever may set prices', async () => {
    const { part, draft } = await drafted();
    await listed(part, null);
    await world.test.app.pg.query(
      'update part_sale_items set standard_price = null where document_id = $1',
      [draft.id],
    );
    await world.test.app.pg.query(
      `insert into role_permissions (role_id, name)
       select id, 'parts-sales:confirm' from roles where name = 'company-admin' on conflict do nothing`,
    );
    const strict = await world.test.as('company-admin');
    const refused = await act(strict, draft, { action: 'confirm' });
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_LIST_PRICE']);
    expect((await act(manager, draft, { action: 'confirm' })).status).toBe(200);
  });

  it.each([
    ['within', '15.00', 200],
    ['above', '15.01', 409],
  ])('of whoever confirms: %s', async (_name, value, status) => {
    const part = await newOffer(world);
    await stock(world, part, { quantity: 1, unitCost: '10' });
    const customer = await plantCustomer(world.test, {
      companyId: world.companyId,
      saleId: officer.userId,
    });
    const body = partSaleBody(world, {
      customerId: customer,
      discount: { type: 'percent', value },
      items: [line(part)],
    });
    const draft = expectData(await officer.post(PATH, body));
    const answer = await act(manager, draft, { action: 'confirm' });
    expect(answer.status).toBe(status);
    if (status === 409) {
      expect(answer.body).toMatchObject({
        code: 'DISCOUNT_ABOVE_LIMIT',
        details: { discount: '15.01', limit: '15.00' },
      });
    }
  });
});

it('is handed over by scan: another serial takes the place of the one that was held', async () => {
  const part = await newOffer(world, 'serial', { warrantyMonths: 12 });
  const [first, second] = [`S${lot()}`, `T${lot()}`];
  await stock(world, part, { serials: [first, second], unitCost: '40' });
  const doc = await confirmed(world, { items: [line(part)] });
  const held = doc.items[0].picks[0].serialNo;
  const scanned = held === first ? second : first;
  const out = await done(world.admin, doc, {
    action: 'deliver',
    recipientName: 'Ekkachai',
    items: [{ id: doc.items[0].id, quantity: 1, serials: [scanned.toLowerCase()] }],
  });
  expect(out).toMatchObject({
    status: 'delivered',
    recipientName: 'Ekkachai',
    deliveredDate: dayFrom(world, 0),
    cost: '40.00',
    margin: '60.00',
    marginPercent: '60.00',
    items: [{ deliveredQty: 1, picks: [{ serialNo: scanned, warrantyUntil: '2027-11-20' }] }],
  });
  expect(await lying(world, part, world.bins['A-01'] ?? '')).toEqual([1, 0]);
  expect(await lying(world, part, world.places.SOLD)).toEqual([1, 0]);
});

it('is handed over whole', async () => {
  const [one, two] = [await newOffer(world), await newOffer(world)];
  await stock(world, one, { quantity: 3 });
  await stock(world, two, { quantity: 3 });
  const doc = await confirmed(world, { items: [line(one, 2), line(two, 1)] });
  const [first, second] = doc.items;
  const deliver = (items: readonly object[]) =>
    act(world.admin, doc, { action: 'deliver', recipientName: 'Ekkachai', items });
  const part = await deliver([
    { id: first.id, quantity: 1 },
    { id: second.id, quantity: 1 },
  ]);
  expect(faultsOf(part)).toEqual([['items[0].quantity', 'DELIVERED_WHOLE', { due: 2 }]]);
  const lacking = await deliver([{ id: first.id, quantity: 2 }]);
  expect(lacking.body).toMatchObject({ code: 'LINES_NOT_PICKED', details: { lines: [2] } });
});

it('comes back at what it was worth, however much the average has moved since', async () => {
  const part = await newOffer(world);
  await stock(world, part, { quantity: 3, unitCost: '10' });
  const doc = await delivered(world, { items: [line(part, 3)] });
  await stock(world, part, { quantity: 1, unitCost: '99' });
  const back = await done(world.admin, doc, {
    action: 'return',
    reason: 'Wrong size',
    items: [
      { id: doc.items[0].id, quantity: 1, condition: 'new' },
      { id: doc.items[0].id, quantity: 1, condition: 'defective' },
    ],
  });
  expect(back).toMatchObject({
    status: 'partlyReturned',
    statusReason: 'Wrong size',
    items: [{ returnedQty: 2 }],
    cost: '10.00',
    margin: '90.00',
    related: [
      { type: 'invoice', status: 'issued' },
      { type: 'goodsImport', status: 'pending' },
      { type: 'creditNote', status: 'pending' },
    ],
  });
  const goods = expectData(await world.admin.get(`/material-receives/${back.related[1].id}`));
  expect(goods).toMatchObject({ sourceType: 'saleReturn', source: { documentNo: doc.documentNo } });
  const over = await act(world.admin, back, {
    action: 'return',
    reason: 'Again',
    items: [{ id: doc.items[0].id, quantity: 2, condition: 'new' }],
  });
  expect(faultsOf(over)).toEqual([['items[0].quantity', 'OVER_RETURN', { max: 1 }]]);
  expect(await worth(world, part)).toBe('99.00');
  const rest = await done(world.admin, back, {
    action: 'return',
    reason: 'All of it',
    items: [{ id: doc.items[0].id, quantity: 1, condition: 'used' }],
  });
  expect(rest).toMatchObject({
    status: 'returned',
    cost: '0.00',
    margin: '0.00',
    marginPercent: null,
  });
});

it('ends the customer’s warranty of a serial number that comes back', async () => {
  const part = await newOffer(world, 'serial', { warrantyMonths: 6 });
  const serial = `W${lot()}`;
  await stock(world, part, { serials: [serial] });
  const doc = await delivered(world, { items: [line(part)] });
  await done(world.admin, doc, {
    action: 'return',
    reason: 'Broken',
    items: [{ id: doc.items[0].id, quantity: 1, condition: 'defective', serials: [serial] }],
  });
  const { rows } = await world.test.app.pg.query(
    'select customer_warranty_end as until from serials where serial_no = $1',
    [serial],
  );
  expect(rows).toEqual([{ until: null }]);
});

it('frees what it held when it is cancelled', async () => {
  const part = await newOffer(world);
  await stock(world, part, { quantity: 2 });
  const doc = await confirmed(world, { items: [line(part, 2)] });
  await done(world.admin, doc, { action: 'cancel', reason: 'No longer needed' });
  expect(await lying(world, part, world.bins['A-01'] ?? '')).toEqual([2, 0]);
});

it('is a draft again when a count does not find what was held, keeps its number and is not deleted', async () => {
  const [lost, other] = [await newOffer(world), await newOffer(world)];
  await stock(world, lost, { quantity: 1 });
  await stock(world, other, { quantity: 1 });
  const doc = await confirmed(world, { items: [line(lost), line(other)] });
  await world.test.app.transaction({ actor: SYSTEM }, async (ctx) => {
    const gone = await releaseForLosses(ctx.pg, {
      now: ctx.clock.now(),
      companyId: world.companyId,
      losses: [
        {
          itemId: lost,
          locationId: world.bins['A-01'] ?? '',
          lotId: null,
          serialId: null,
          condition: 'new',
          quantity: 1,
        },
      ],
    });
    await notifyLostReservations(ctx, { lost: gone, cause: 'CC2611-0001' });
  });
  const seen = expectData(await world.admin.get(`${PATH}/${doc.id}`));
  expect(seen).toMatchObject({ status: 'draft', documentNo: doc.documentNo, approvedBy: null });
  expect(await lying(world, other, world.bins['A-01'] ?? '')).toEqual([1, 0]);
  const refused = await world.secondAdmin.delete(`${PATH}/${doc.id}`);
  expect([refused.status, refused.body.code]).toEqual([409, 'NOT_DELETABLE']);
  const again = await done(world.admin, seen, { action: 'confirm' });
  expect(again.documentNo).toBe(doc.documentNo);
});

it('deletes a draft that has no number', async () => {
  const draft = await ask(world);
  expect((await world.secondAdmin.delete(`${PATH}/${draft.id}`)).status).toBe(200);
  expect((await world.admin.get(`${PATH}/${draft.id}`)).status).toBe(404);
});

describe('who sees it', () => {
  it('is its salesperson, whoever wrote it, and no colleague', async () => {
    const customer = await plantCustomer(world.test, {
      companyId: world.companyId,
      saleId: officer.userId,
    });
    const doc = await ask(world, { customerId: customer });
    const statusFor = async (person: Person) => (await person.get(`${PATH}/${doc.id}`)).status;
    expect([await statusFor(officer), await statusFor(manager)]).toEqual([200, 200]);
    expect(await statusFor(colleague)).toBe(404);
    const answer = await colleague.post(PATH, partSaleBody(world, { customerId: customer }));
    expect(faultsOf(answer)).toEqual([['customerId', 'UNKNOWN_ID']]);
  });

  it('hands it over without the personal data of the customer, and without its cost', async () => {
    const part = await newOffer(world);
    await stock(world, part, { quantity: 1 });
    const doc = await confirmed(world, { items: [line(part)] });
    const seen = expectData(await staff.get(`${PATH}/${doc.id}`));
    expect(seen.buyer).toMatchObject({ taxId: '•••••••••1116', phone: '•••••4501', address: null });
    expect(seen.allowedActions).toEqual(['deliver']);
    const out = await done(staff, seen, { action: 'deliver', recipientName: 'Ekkachai' });
    expect(out).toMatchObject({
      status: 'delivered',
      cost: null,
      margin: null,
      marginPercent: null,
    });
    expect(out.items[0]).toMatchObject({ cost: null, margin: null });
    const whole = expectData(await world.admin.get(`${PATH}/${doc.id}`));
    expect(whole.buyer).toMatchObject({ taxId: '0105552001116', phone: '021234501', address: '9' });
  });

  it('keeps the buyer as on the day of confirmation', async () => {
    const customer = await plantCustomer(world.test, {
      companyId: world.companyId,
      name: 'Before',
    });
    const part = await newOffer(world);
    await stock(world, part, { quantity: 1 });
    const doc = await confirmed(world, { customerId: customer, items: [line(part)] });
    await world.test.app.pg.query(`update customers set name = 'After' where id = $1`, [customer]);
    const seen = expectData(await world.admin.get(`${PATH}/${doc.id}`));
    expect([seen.buyer.name, seen.customer.name]).toEqual(['Before', 'After']);
  });
});

describe('what is billed', () => {
  const of = async (id: string) =>
    (
      await world.test.app.pg.query<{ total: string; vat: string; status: string; taxed: boolean }>(
        `select grand_total::text as total, vat_amount::text as vat, status,
          exists (select 1 from tax_entries t where t.invoice_id = i.id) as taxed
        from invoices i where source_id = $1 and status <> 'void'`,
        [id],
      )
    ).rows;
  const credited = async (id: string) =>
    (
      await world.test.app.pg.query<{ total: string; status: string }>(
        `select c.grand_total::text as total, c.status from credit_notes c
        join invoices i on i.id = c.invoice_id where i.source_id = $1 order by c.created_at, c.id`,
        [id],
      )
    ).rows;

  it('is the sale to the satang, with its tax invoice, once it is delivered', async () => {
    const part = await newOffer(world);
    await stock(world, part, { quantity: 5 });
    const doc = await confirmed(world, {
      discount: { type: 'amount', value: '20.00' },
      items: [line(part, 3, { unitPrice: '90', discount: { type: 'percent', value: '10.00' } })],
    });
    expect(await of(doc.id)).toEqual([]);
    const handed = await done(world.admin, doc, { action: 'deliver', recipientName: 'Ekkachai' });
    expect(await of(doc.id)).toEqual([
      { total: '238.61', vat: '15.61', status: 'issued', taxed: true },
    ]);
    expect(handed.related).toMatchObject([{ type: 'invoice', status: 'issued' }]);
    const { rows: units } = await world.test.app.pg.query<{ unit: string; counted: string }>(
      `select i.unit, coalesce(u.name_th, u.name) as counted from invoice_items i
        join part_sale_items s on s.document_id = $1 and s.line_no = i.line_no
        join material_parts p on p.id = s.part_id join units u on u.id = p.unit_id
        where i.invoice_id = $2`,
      [doc.id, handed.related[0]?.id],
    );
    expect(units.length).toBeGreaterThan(0);
    for (const { unit, counted } of units) expect(unit).toBe(counted);
  });

  it('is made void by nobody alone, also where it has no VAT: nothing asks for it again', async () => {
    const part = await newOffer(world);
    await stock(world, part, { quantity: 2 });
    const doc = await delivered(world, { vatMode: 'none', items: [line(part, 2)] });
    const { rows } = await world.test.app.pg.query<{ id: string; version: number; total: string }>(
      'select id, version, grand_total::text as total from invoices where source_id = $1',
      [doc.id],
    );
    const { id = '', version, total } = rows[0] ?? {};
    const reason = 'A mistake';
    const gone = await world.admin.post(`/invoices/${id}/void`, { version, reason });
    const cheaper = await world.admin.put(`/invoices/${id}`, {
      version,
      discount: { type: 'percent', value: '99.00', reason },
    });
    expect([gone.body.code, cheaper.body.code]).toEqual([
      'CREDIT_NOTE_INSTEAD',
      'CREDIT_NOTE_INSTEAD',
    ]);
    const note = await world.admin.post('/credit_notes', {
      invoiceId: id,
      cause: 'overcharged',
      reason,
      amount: total,
    });
    expect(note.status).toBe(201);
  });

  it('is asked back for what is returned, and in the end for all of it', async () => {
    const part = await newOffer(world);
    await stock(world, part, { quantity: 3 });
    const doc = await delivered(world, { items: [line(part, 3, { unitPrice: '33.33' })] });
    const [invoice] = await of(doc.id);
    let now = doc;
    for (const quantity of [1, 2]) {
      now = await done(world.admin, now, {
        action: 'return',
        reason: 'Too many',
        items: [{ id: doc.items[0]?.id, quantity, condition: 'new' }],
      });
    }
    const notes = await credited(doc.id);
    expect(notes.map(({ status }) => status)).toEqual(['pending', 'pending']);
    expect(decimal.round(decimal.add('0', ...notes.map(({ total }) => total)))).toBe(
      invoice?.total,
    );
  });
});

it('is credited by somebody else than whoever took it back', async () => {
  const part = await newOffer(world);
  await stock(world, part, { quantity: 1 });
  const doc = await delivered(world, { items: [line(part, 1)] });
  await done(world.admin, doc, {
    action: 'return',
    reason: 'Too many',
    items: [{ id: doc.items[0]?.id, quantity: 1, condition: 'new' }],
  });
  const invoiceId = doc.related.find(({ type }: { type: string }) => type === 'invoice').id;
  const { rows } = await world.test.app.pg.query(
    'select id from credit_notes where invoice_id = $1',
    [invoiceId],
  );
  const path = `/credit_notes/${rows[0]?.id}`;
  const note = expectData(await world.admin.get(path));
  expect([note.authorIds, note.allowedActions]).toEqual([
    [world.admin.userId],
    expect.not.arrayContaining(['approve']),
  ]);
  const own = await world.admin.post(`${path}/approve`, { version: note.version });
  expect([own.status, own.body.code]).toEqual([409, 'SELF_APPROVAL']);
  expectData(await world.secondAdmin.post(`${path}/approve`, { version: note.version }));
});

it('comes back though somebody has credited it by hand, of which nothing is credited twice', async () => {
  const part = await newOffer(world);
  await stock(world, part, { quantity: 2 });
  const doc = await delivered(world, { items: [line(part, 2)] });
  const invoiceId = doc.related.find(({ type }: { type: string }) => type === 'invoice').id;
  const asked = { invoiceId, cause: 'priceReduced', reason: 'Scratched', amount: '150.00' };
  const note = expectData(await world.secondAdmin.post('/credit_notes', asked));
  expectData(await world.admin.post(`/credit_notes/${note.id}/approve`, { version: note.version }));
  await done(world.admin, doc, {
    action: 'return',
    reason: 'Too many',
    items: [{ id: doc.items[0]?.id, quantity: 2, condition: 'new' }],
  });
  const { rows } = await world.test.app.pg.query(
    'select status, grand_total::text as total from credit_notes where invoice_id = $1 order by created_at',
    [invoiceId],
  );
  expect(rows).toEqual([
    { status: 'approved', total: '150.00' },
    { status: 'pending', total: '64.00' },
  ]);
});

it.each(['confirmed', 'delivered'] as const)('prints one that is %s', async (state) => {
  const part = await newOffer(world, 'lot');
  await stock(world, part, { quantity: 2, lot: { lotNo: lot() } });
  const make = { confirmed, delivered }[state];
  const doc = await make(world, { items: [line(part, 2)] });
  const { status, body } = await world.admin.get(`${PATH}/${doc.id}/document`);
  expect([status, Buffer.from(body).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
});

it('is found by its customer, its part and its words, and exported', async () => {
  const doc = await ask(world, { remark: 'Behind the gate' });
  for (const search of ['Buyer', 'BELT', 'gate']) {
    const { body } = await world.admin.get(`${PATH}?search=${search}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(doc.id);
  }
  const file = await world.admin.get(`${PATH}?format=csv`);
  expect([file.status, String(file.body).includes('Buyer')]).toEqual([200, true]);
});

it('offers only parts that are for sale', async () => {
  const part = await newOffer(world);
  const { body } = await world.admin.get(`${PATH}/parts?ids=${part},${world.serialPart}`);
  expect(body.data).toMatchObject([{ id: part, standardPrice: '100.0000' }]);
});
