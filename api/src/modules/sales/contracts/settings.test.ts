import { type ManualClock, manualClock } from '../../../kernel/index.ts';
import { createTestApp, type TestApp } from '../../../testing/index.ts';
import { sendPicture } from '../../../testing/photo.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import {
  act,
  approved,
  booked,
  contractBody,
  dayAfter,
  draft,
  inForce,
  lease as leaseBody,
  makeWorld,
  newCustomer,
  PATH,
  pending,
  status,
  to,
  today,
  type World,
} from './testing/world.ts';

/** What a company sets from a day on, and contracts of before and after that day. */
let clock: ManualClock;
let test: TestApp;
let world: World;

beforeAll(async () => {
  clock = manualClock(new Date('2026-11-20T03:00:00Z'));
  test = await createTestApp({ clock });
  world = await makeWorld(test);
});
afterAll(() => test?.close());

const set = async (key: string, value: string | boolean | null, more: object = {}) =>
  expectData(
    await world.admin.post(`/settings/${world.companyId}/${key}`, {
      value,
      effectiveFrom: today(world),
      ...more,
    }),
  );
const tomorrow = () => clock.advance(86_400_000);

describe('the price floor', () => {
  it('is the company’s, else the model’s own: the higher one of the contract’s date and of today', async () => {
    const accountant = await test.as('accounting-manager');
    const asked = async (price: string, more: object = {}) => {
      const doc = await pending(world, { price, ...more }, world.seller);
      const answer = await status('approve')(accountant, doc);
      return answer.body.code ?? answer.body.data.status;
    };
    // The model's own floor is 80,000.
    expect([await asked('79999.00'), await asked('80000.00')]).toEqual([
      'BELOW_FLOOR_PRICE',
      'approved',
    ]);
    const yesterday = today(world);
    tomorrow();
    await set('contract.priceFloor', '85000.00', { productModelId: world.modelId });
    expect([await asked('84999.00'), await asked('85000.00')]).toEqual([
      'BELOW_FLOOR_PRICE',
      'approved',
    ]);
    expect(await asked('80000.00', { documentDate: yesterday })).toBe('BELOW_FLOOR_PRICE');
    tomorrow();
    await set('contract.priceFloor', '60000.00', { productModelId: world.modelId });
    expect([await asked('59999.00'), await asked('60000.00')]).toEqual([
      'BELOW_FLOOR_PRICE',
      'approved',
    ]);
  });

  it('holds for a change as of the contract’s date', async () => {
    const accountant = await test.as('accounting-manager');
    await set('contract.priceFloor', '85000.00', { productModelId: world.modelId });
    const doc = await approved(world, {}, world.seller);
    tomorrow();
    await set('contract.priceFloor', '60000.00', { productModelId: world.modelId });
    const proposed = await act(world.seller, doc, {
      action: 'amend',
      ...contractBody(world, {
        documentDate: dayAfter(world, -1),
        customerId: world.sellersCustomerId,
        price: '84000.00',
      }),
      reason: 'Goodwill',
      effectiveDate: today(world),
    });
    const answer = await accountant.post(`${PATH}/${doc.id}/approve-change`, {
      version: proposed.version,
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'BELOW_FLOOR_PRICE']);
  });
});

describe('the VAT rate', () => {
  /** A preview of the price alone. */
  const previewed = async (documentDate: string, more: object = {}) => {
    const { price, type, vatMode, whtRate, interestType, interestRate } = contractBody(world);
    const deposit = { depositAmount: '0.00', depositRefundable: false, downPayment: '0.00' };
    const body = { price, type, vatMode, whtRate, interestType, interestRate, ...deposit };
    const answer = await world.admin.post(`${PATH}/preview`, { ...body, documentDate, ...more });
    return expectData(answer).totals.vatAmount;
  };

  it('is that of the contract’s date, in the contract and in the preview for its customer', async () => {
    const november = today(world);
    const made = await draft(world);
    tomorrow();
    await set('vatRate', '10.00');
    const { customerId } = world;
    expect([
      await previewed(november, { customerId }),
      await previewed(today(world), { customerId }),
      await previewed(today(world)),
    ]).toEqual(['6300.00', '9000.00', '6300.00']);
    const change = { version: made.version, ...contractBody(world, { documentDate: november }) };
    const changed = expectData(await world.secondAdmin.put(`${PATH}/${made.id}`, change));
    expect([changed.vatRate, changed.grandTotal]).toEqual(['7.00', '96300.00']);
    const later = await draft(world);
    expect([
      later.grandTotal,
      expectData(await world.admin.get(`${PATH}/${later.id}`)).vatRate,
    ]).toEqual(['99000.00', '10.00']);
  });

  it('stays what was agreed when something else changes', async () => {
    // Dated ahead: its day may still get another rate.
    const documentDate = dayAfter(world, 2);
    const sent = await pending(world, { documentDate, startDate: documentDate });
    const doc = await to(world.admin, sent, { action: 'approve' });
    await set('vatRate', '12.00', { effectiveFrom: documentDate });
    const amend = (more: object) =>
      world.secondAdmin.post(`${PATH}/${doc.id}/amend`, {
        version: doc.version,
        ...contractBody(world, {
          documentDate,
          startDate: documentDate,
          warrantyMonths: 24,
          ...more,
        }),
        reason: 'Two years of warranty',
        effectiveDate: today(world),
      });
    const moved = await amend({ documentDate: today(world) });
    expect(moved.body.errors).toMatchObject([{ field: 'documentDate', code: 'NOT_CHANGEABLE' }]);
    expect(expectData(await amend({})).proposal.changes).toEqual([
      { path: 'warrantyMonths', from: 12, to: 24 },
    ]);
  });
});

describe('the list price', () => {
  const discounted = async (by: string, more: Readonly<Record<string, unknown>>) => {
    const person = await test.as(by, { teamId: String((await world.seller.actor()).teamId) });
    const doc = await pending(world, more, world.seller);
    const answer = await status('approve')(person, doc);
    return [answer.body.code ?? answer.body.data.status, answer.body.details?.percent];
  };
  const facts = async (id: string, by = world.admin) =>
    expectData(await by.get(`${PATH}/${id}/decision`));

  beforeAll(() => set('contract.listPrice', '98000.00', { productModelId: world.modelId }));

  it('is what a discount counts from, whatever price was typed', async () => {
    // 15 % is the limit of a sales manager.
    expect(await discounted('sales-manager', { price: '10000.00' })).toEqual([
      'DISCOUNT_LIMIT',
      '89.80',
    ]);
    expect(await discounted('sales-manager', { price: '83300.00' })).toEqual([
      'approved',
      undefined,
    ]);
    const both = { price: '90000.00', discountType: 'percent', discountValue: '10.00' };
    expect(await discounted('sales-manager', { ...both, discountReason: 'Fair' })).toEqual([
      'DISCOUNT_LIMIT',
      '17.35',
    ]);
    // A price above the list hides no discount.
    const above = { price: '120000.00', discountType: 'percent', discountValue: '18.00' };
    expect(await discounted('sales-manager', { ...above, discountReason: 'Fair' })).toEqual([
      'DISCOUNT_LIMIT',
      '18.00',
    ]);
  });

  it('is asked for beside the months of warranty that the model does not include', async () => {
    const given = { price: '98000.00', warrantyMonths: 120 };
    const before = await pending(world, given, world.seller);
    expect(await facts(before.id)).toMatchObject({
      discountPercent: '0.00',
      warranty: { months: 120, modelMonths: 12, price: null },
    });
    expectData(
      await world.admin.post('/back-office/purchase-warranty/prices', {
        companyId: world.companyId,
        productModelId: world.modelId,
        ageFromMonths: 0,
        pricePerMonth: '500.00',
        validFrom: today(world),
      }),
    );
    // 108 months more than the model's twelve are worth 54,000, and 152,000 all together.
    expect(await discounted('sales-manager', given)).toEqual(['DISCOUNT_LIMIT', '35.53']);
    const within = { price: '98000.00', warrantyMonths: 24 };
    expect(await discounted('sales-manager', within)).toEqual(['approved', undefined]);
    const { id } = await pending(world, given, world.seller);
    expect(await facts(id)).toMatchObject({
      discountPercent: '35.53',
      warranty: { months: 120, modelMonths: 12, price: '54000.00' },
    });
  });

  it('is filled in, and said while a price is typed', async () => {
    const { customerId, sellersCustomerId, modelId: productModelId } = world;
    const asked = new URLSearchParams({ productModelId, type: 'sale', customerId });
    expect(expectData(await world.admin.get(`${PATH}/list-price?${asked}`))).toEqual({
      listPrice: '98000.00',
    });
    const {
      installSite: _site,
      startDate: _start,
      titleHolder: _title,
      warrantyMonths: _months,
      coverage: _coverage,
      witnesses: _witnesses,
      ...typed
    } = contractBody(world, { customerId: sellersCustomerId, price: '10000.00' });
    expect(expectData(await world.seller.post(`${PATH}/preview`, typed))).toMatchObject({
      listPrice: '98000.00',
      discountPercent: '89.80',
      discountLimit: '5.00',
    });
  });

  it('of a lease is the rent of one period', async () => {
    await set('contract.leasePrice', '1500.00', { productModelId: world.modelId });
    const { modelId: productModelId, customerId } = world;
    const lease = { productModelId, customerId, type: 'lease', interval: 'quarter' };
    const asked = new URLSearchParams(lease);
    expect(expectData(await world.admin.get(`${PATH}/list-price?${asked}`))).toEqual({
      listPrice: '4500.00',
    });
  });

  it('of a lease holds each period, however many there are', async () => {
    await set('contract.leasePrice', '5000.00', { productModelId: world.modelId });
    const rent = { ...leaseBody(world), price: '100.00', installmentCount: 60 };
    expect(await discounted('sales-manager', rent)).toEqual(['DISCOUNT_LIMIT', '98.00']);
    const doc = await pending(world, { ...rent, price: '4500.00' }, world.seller);
    expect(await facts(doc.id)).toMatchObject({
      listPrice: '5000.00',
      price: '4500.00',
      discountPercent: '10.00',
    });
  });

  it('of a lease holds for as long as it runs, also where its end alone is changed', async () => {
    await set('contract.leasePrice', '5000.00', { productModelId: world.modelId });
    const rent = { ...leaseBody(world), price: '5000.00' };
    const long = { ...rent, endDate: dayAfter(world, 365) };
    expect(await discounted('sales-manager', long)).toEqual(['DISCOUNT_LIMIT', '83.33']);
    const { id } = await inForce(world, rent, world.seller);
    const doc = expectData(await world.admin.get(`${PATH}/${id}`));
    const longer = contractBody(world, {
      ...rent,
      customerId: world.sellersCustomerId,
      endDate: dayAfter(world, 365),
    });
    const proposed = expectData(
      await world.seller.post(`${PATH}/${id}/amend`, {
        ...longer,
        version: doc.version,
        reason: 'The customer stays',
        effectiveDate: dayAfter(world, 0),
      }),
    );
    const answer = await world.salesChief.post(`${PATH}/${id}/approve-change`, {
      version: proposed.version,
    });
    expect([answer.body.code, answer.body.details?.percent]).toEqual(['DISCOUNT_LIMIT', '83.33']);
  });

  it('is compared with VAT where the price has it, and so is the floor', async () => {
    // 98,000 with VAT at 10 % is 107,800; 15 % below it is 91,630.
    const inclusive = { vatMode: 'inclusive' };
    expect(await discounted('sales-manager', { ...inclusive, price: '91630.00' })).toEqual([
      'approved',
      undefined,
    ]);
    expect(await discounted('sales-manager', { ...inclusive, price: '83300.00' })).toEqual([
      'DISCOUNT_LIMIT',
      '22.73',
    ]);
    const { customerId, modelId: productModelId } = world;
    const asked = new URLSearchParams({ productModelId, type: 'sale', customerId, ...inclusive });
    expect(expectData(await world.admin.get(`${PATH}/list-price?${asked}`))).toEqual({
      listPrice: '107800.00',
    });
  });

  it('stands before whoever decides, with what the customer owes and what is free', async () => {
    const doc = await pending(world, { price: '88200.00' }, world.seller);
    expect(await facts(doc.id)).toMatchObject({
      listPrice: '98000.00',
      price: '88200.00',
      discountPercent: '10.00',
      customerBalance: expect.stringMatching(/^\d+\.\d\d$/),
      freeStock: expect.any(Number),
      cost: expect.any(String),
      margin: expect.any(String),
    });
    expect(await facts(doc.id, world.salesChief)).toMatchObject({
      discountLimit: '15.00',
      cost: null,
      margin: null,
    });
  });
});

describe('papers of the customer', () => {
  it('are asked for by the type of the customer, once the company says so', async () => {
    const submitted = async (customerId: string) => {
      const doc = await booked(world, { customerId });
      const answer = await status('submit')(world.secondAdmin, doc);
      return { doc, said: answer.body.code ?? answer.body.data.status };
    };
    const paper = async (customerId: string, kind: string, more: object = {}) => {
      const { body } = await sendPicture(world.secondAdmin, '/back-office/customers/upload-files');
      expectData(
        await world.secondAdmin.post(`/back-office/customers/${customerId}/map-attachment`, {
          fileIds: [body.data.files[0].fileId],
          kind,
          ...more,
        }),
      );
    };
    const company = await newCustomer(world.secondAdmin, world.companyId);
    expect((await submitted(company)).said).toBe('pending');
    tomorrow();
    await set('contract.customerFilesRequired', true);
    const { doc, said } = await submitted(company);
    expect(said).toBe('COMPANY_CERTIFICATE_REQUIRED');
    const seen = expectData(await world.secondAdmin.get(`${PATH}/${doc.id}`));
    expect(seen.checklist).toContainEqual({
      action: 'submit',
      guard: 'hasCustomerFiles',
      isMet: false,
    });
    // Neither another paper nor one that has expired is it.
    await paper(company, 'idCard');
    await paper(company, 'companyCertificate', { expiresOn: dayAfter(world, -1) });
    expect((await status('submit')(world.secondAdmin, doc)).body.code).toBe(
      'COMPANY_CERTIFICATE_REQUIRED',
    );
    await paper(company, 'companyCertificate', { expiresOn: dayAfter(world, 30) });
    expect((await to(world.secondAdmin, doc, { action: 'submit' })).status).toBe('pending');
    // Nor does a contract go to a customer without papers once it was submitted.
    const other = await newCustomer(world.secondAdmin, world.companyId);
    const sent = expectData(await world.secondAdmin.get(`${PATH}/${doc.id}`));
    const handed = await world.admin.post(`${PATH}/${doc.id}/change_customer`, {
      version: sent.version,
      customerID: other,
      reason: 'The business was sold',
    });
    expect([handed.status, handed.body.code]).toEqual([409, 'COMPANY_CERTIFICATE_REQUIRED']);
    const person = await newCustomer(world.secondAdmin, world.companyId, {
      type: 'person',
      prefix: 'นาย',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      companyName: null,
      taxId: null,
      branchCode: null,
      phone: '0899900123',
    });
    expect((await submitted(person)).said).toBe('ID_CARD_REQUIRED');
    await set('contract.customerFilesRequired', false);
  });
});

it('the salespeople of both customers are told that a contract changed hands, by their own customer alone', async () => {
  const [old, other] = await Promise.all([test.as('sales-officer'), test.as('sales-officer')]);
  const [before, after] = [
    await newCustomer(old, world.companyId),
    await newCustomer(other, world.companyId),
  ];
  const doc = await pending(world, { customerId: before });
  expectData(
    await world.admin.post(`${PATH}/${doc.id}/change_customer`, {
      version: doc.version,
      customerID: after,
      reason: 'The business was sold',
    }),
  );
  for (const [person, customerId, words] of [
    [old, before, 'handed a contract over'],
    [other, after, 'took a contract over'],
  ] as const) {
    const { rows } = await test.app.pg.query<{ title: string; said: string }>(
      `select title_en as title, title_en || description_en as said from notifications
       where user_id = $1 and entity_id = $2`,
      [person.userId, customerId],
    );
    expect(rows).toEqual([expect.objectContaining({ title: expect.stringContaining(words) })]);
    // The contract is another salesperson's.
    expect(rows[0]?.said).not.toContain(String(doc.documentNo));
  }
});
