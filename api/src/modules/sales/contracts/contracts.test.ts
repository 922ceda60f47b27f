import { decimal } from '@boxyard/shared/domain';
import {
  applyVersion,
  type Json,
  type VersionChange,
} from '@boxyard/shared/domain/sales/contractVersions.ts';
import { type ManualClock, manualClock, SYSTEM } from '../../../kernel/index.ts';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { openPdfReader, squeezed } from '../../../testing/pdfReader.ts';
import { expectData } from '../../../workflow/testing/world.ts';
import { watchContracts } from './index.ts';
import {
  act,
  approved,
  booked,
  contractBody,
  customerBody,
  type Doc,
  dayAfter,
  draft,
  hirePurchase,
  inForce,
  installed,
  lease,
  makeWorld,
  newContainer,
  newCustomer,
  PATH,
  pending,
  status,
  to,
  today,
  type World,
} from './testing/world.ts';
import { hashOf } from './versions.ts';

const reader = openPdfReader();
let clock: ManualClock;
let test: TestApp;
let world: World;

beforeAll(async () => {
  clock = manualClock(new Date('2026-11-20T03:00:00Z'));
  test = await createTestApp({ clock });
  world = await makeWorld(test);
});
afterAll(async () => {
  await reader.close();
  await test?.close();
});

const get = async (id: string, by: Person = world.admin) =>
  expectData(await by.get(`${PATH}/${id}`));
const saleStatusOf = async (productId: string) =>
  expectData(await world.admin.get(`/products/${productId}`)).saleStatus;
const nightly = () =>
  test.app.transaction({ actor: SYSTEM }, async (ctx) => {
    await watchContracts(ctx);
  });

describe('the plan of a contract', () => {
  it('is the same in the preview and in the contract, and adds up to the satang', async () => {
    const body = contractBody(world, hirePurchase(world));
    const { type, documentDate, price, vatMode, whtRate, depositAmount, depositRefundable } = body;
    const preview = expectData(
      await world.admin.post(`${PATH}/preview`, {
        ...{ type, documentDate, price, vatMode, whtRate, depositAmount, depositRefundable },
        ...hirePurchaseFields(body),
      }),
    );
    const made = await draft(world, hirePurchase(world));
    const seen = await get(made.id);
    expect(seen.totals).toEqual(preview.totals);
    expect(seen.schedule).toEqual(
      preview.schedule.map((row: object) => ({ ...row, invoice: null, paidBefore: null })),
    );
    const sum = decimal.add(
      '0',
      ...made.schedule.map(({ total }: { readonly total: string }) => total),
    );
    expect(decimal.round(sum)).toBe(made.grandTotal);
    // 90,000 + 6 % flat on 80,000 for a year, and 7 % VAT on both.
    expect(made.grandTotal).toBe('101436.00');
  });

  it('names each field that is wrong', async () => {
    const answer = await world.admin.post(
      PATH,
      contractBody(world, {
        type: 'lease',
        downPayment: '5.00',
        customerId: world.companyId,
        productModelId: world.companyId,
      }),
    );
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map(({ field, code }: Fault) => [field, code])).toEqual(
      expect.arrayContaining([
        ['customerId', 'UNKNOWN_ID'],
        ['productModelId', 'UNKNOWN_ID'],
        ['endDate', 'REQUIRED'],
        ['installmentCount', 'REQUIRED'],
      ]),
    );
  });

  it.each([
    ['{{costumer}} pays', 'CLAUSE_FIELD'],
    ['{{#rent}}a{{/rent}}', 'CLAUSE_CONDITION'],
    ['{{#lease}}a', 'CLAUSE_OPEN'],
    ['{{constructor}}', 'CLAUSE_FIELD'],
  ])('refuses terms in which nothing could be put in: %s', async (terms, code) => {
    const answer = await world.admin.post(PATH, contractBody(world, { terms }));
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ field: 'terms', code }]);
  });
});

interface Fault {
  readonly field: string;
  readonly code: string;
}
const hirePurchaseFields = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    [
      'downPayment',
      'installmentCount',
      'interval',
      'dueDay',
      'firstDueDate',
      'interestType',
      'interestRate',
    ].map((key) => [key, body[key]]),
  );

describe('the life of a contract', () => {
  it('goes from draft to force, with its container', async () => {
    const made = await draft(world);
    expect(made).toMatchObject({ status: 'draft', documentNo: null, currentVersionNo: 0 });
    expect(made.checklist).toEqual([]);
    const product = await newContainer(world);
    const held = await act(world.secondAdmin, made, { action: 'reserve', productId: product.id });
    expect(held).toMatchObject({ status: 'booking', product: { id: product.id } });
    expect(await saleStatusOf(product.id)).toBe('reserved');
    const sent = await to(world.secondAdmin, held, { action: 'submit' });
    expect(sent).toMatchObject({
      status: 'pending',
      documentNo: expect.stringMatching(/^CT2611-\d{4}$/),
      currentVersionNo: 1,
    });
    const decided = await to(world.admin, sent, { action: 'approve' });
    expect(decided.status).toBe('approved');
    expect(await saleStatusOf(product.id)).toBe('contracted');
    expect(decided.checklist).toEqual([
      { action: 'activate', guard: 'hasSignedFile', isMet: false },
      { action: 'activate', guard: 'isInstalled', isMet: false },
    ]);
    const early = await status('activate')(world.admin, decided);
    expect([early.status, early.body.code]).toEqual([409, 'SIGNED_FILE_REQUIRED']);
  });

  it.each([
    ['sale', () => ({}), 'sold'],
    ['installment', () => hirePurchase(world), 'sold'],
    ['lease', () => lease(world), 'leased'],
  ])('in force a %s leaves the container %s', async (_type, more, saleStatus) => {
    const doc = await inForce(world, more());
    expect(doc).toMatchObject({ status: 'onGoing', paymentStatus: 'unpaid' });
    expect(await saleStatusOf(doc.product?.id ?? '')).toBe(saleStatus);
    const { body } = await world.admin.get(`/products/${doc.product?.id}`);
    expect(body.data).toMatchObject({ status: 'installed', warehouse: null });
    expect(doc.related.map(({ type }) => type)).toContain('warranty');
    const sold = await world.admin.get(`/product_contracts?search=${doc.product?.serialNumber}`);
    expect(sold.body.data).toHaveLength(1);
  });

  it('gives the container back when it is cancelled, from every state', async () => {
    for (const make of [booked, pending, approved]) {
      const doc = await make(world);
      const productId = doc.product?.id ?? '';
      const ended = await to(world.admin, doc, {
        action: 'cancel',
        reason: 'The customer withdrew',
      });
      expect(ended).toMatchObject({ status: 'cancelled', product: null });
      expect(await saleStatusOf(productId)).toBe('available');
      const { rows } = await test.app.pg.query(
        'select 1 from container_reservations where product_id = $1 and ended_at is null',
        [productId],
      );
      expect(rows).toEqual([]);
    }
  });

  it('brings the container back by a receipt when it is terminated', async () => {
    const doc = await inForce(world, lease(world));
    const without = await status('terminate', { reason: 'Moved away' })(world.admin, doc);
    expect(without.body.errors).toMatchObject([{ field: 'returnWarehouseId', code: 'REQUIRED' }]);
    const ended = await to(world.admin, doc, {
      action: 'terminate',
      reason: 'Moved away',
      returnWarehouseId: world.warehouseId,
    });
    expect(ended.status).toBe('terminated');
    const receiptId = ended.related.find(({ type }) => type === 'containerReceipt')?.id;
    const receipt = expectData(await world.admin.get(`/warehouse-receives/${receiptId}`));
    expectData(
      await world.receiverChief.post(`/warehouse-receives/${receipt.id}/approve`, {
        version: receipt.version,
        lines: receipt.items.map((item: { id: string; product: { serialNumber: string } }) => ({
          itemId: item.id,
          lineStatus: 'accepted',
          scannedSerial: item.product.serialNumber,
          conditionIn: 'good',
        })),
      }),
    );
    const back = expectData(await world.admin.get(`/products/${doc.product?.id}`));
    expect(back).toMatchObject({ status: 'inWarehouse', saleStatus: 'available' });
  });

  it('is deleted only while it is a draft that was never sent', async () => {
    const made = await draft(world);
    expect((await world.secondAdmin.delete(`${PATH}/${made.id}`)).status).toBe(200);
    const sent = await pending(world);
    const answer = await world.secondAdmin.delete(`${PATH}/${sent.id}`);
    expect([answer.status, answer.body.code]).toEqual([409, 'NOT_DELETABLE']);
  });

  it('is not agreed with somebody blacklisted or incompletely known', async () => {
    const person = await newCustomer(world.admin, world.companyId, {
      type: 'person',
      firstName: 'สมชาย',
      lastName: 'ใจดี',
      companyName: null,
      taxId: null,
      branchCode: null,
      registeredAddress: { line1: 'ไม่ทราบ' },
    });
    const doc = await booked(world, { customerId: person });
    const answer = await status('submit')(world.secondAdmin, doc);
    expect([answer.status, answer.body.code]).toEqual([409, 'CUSTOMER_INCOMPLETE']);
  });

  it('is not approved once its customer was blacklisted', async () => {
    const customerId = await newCustomer(world.admin, world.companyId);
    const doc = await pending(world, { customerId });
    const before = expectData(await world.admin.get(`/back-office/customers/${customerId}`));
    const bar = (version: number, isBlacklisted: boolean) =>
      world.admin.post(`/back-office/customers/${customerId}/blacklist`, {
        version,
        isBlacklisted,
        reason: 'Owes for 90 days',
      });
    expectData(await bar(before.version, true));
    const refused = await status('approve')(world.admin, doc);
    expect([refused.status, refused.body.code]).toEqual([409, 'CUSTOMER_INCOMPLETE']);
    const shown = expectData(await world.admin.get(`${PATH}/${doc.id}`));
    expect(shown.checklist).toContainEqual({
      action: 'approve',
      guard: 'isCustomerReady',
      isMet: false,
    });
    expectData(await bar(before.version + 1, false));
    expect((await to(world.admin, doc, { action: 'approve' })).status).toBe('approved');
  });
});

describe('one container', () => {
  it('is reserved by one of sixteen contracts that ask at once', async () => {
    const product = await newContainer(world);
    const drafts = await Promise.all(Array.from({ length: 16 }, () => draft(world)));
    const answers = await Promise.all(
      drafts.map((doc) =>
        world.secondAdmin.post(`${PATH}/${doc.id}/reserve`, {
          version: doc.version,
          productId: product.id,
        }),
      ),
    );
    const codes = answers.map((answer) => answer.body.code ?? answer.status).sort();
    expect(codes).toEqual([200, ...Array.from({ length: 15 }, () => 'NOT_AVAILABLE')]);
  });

  it('is offered again when its time is over, once, also after forty days', async () => {
    const doc = await booked(world);
    const productId = doc.product?.id ?? '';
    clock.advance(40 * 86_400_000);
    await nightly();
    const lapsed = await get(doc.id);
    expect(lapsed).toMatchObject({ status: 'draft', product: null });
    expect(await saleStatusOf(productId)).toBe('available');
    await nightly();
    expect(await get(doc.id)).toMatchObject({ version: lapsed.version });
  });
});

describe('limits', () => {
  it('a discount beyond the approver’s limit is refused, a price below the floor needs the verb', async () => {
    const dear = await pending(
      world,
      { discountType: 'percent', discountValue: '20.00', price: '120000.00' },
      world.seller,
    );
    const answer = await status('approve')(world.salesChief, dear);
    expect([answer.status, answer.body.code]).toEqual([409, 'DISCOUNT_LIMIT']);
    // The sales manager may override prices.
    const cheap = await pending(world, { price: '70000.00' }, world.seller);
    expect((await status('approve')(world.salesChief, cheap)).status).toBe(200);
    const accountant = await test.as('accounting-manager');
    const other = await pending(world, { price: '70000.00' }, world.seller);
    const refused = await status('approve')(accountant, other);
    expect([refused.status, refused.body.code]).toEqual([409, 'BELOW_FLOOR_PRICE']);
  });

  it('what no list prices is for somebody who may set prices freely, or give anything away', async () => {
    const lease = {
      type: 'lease',
      price: '1.00',
      installmentCount: 2,
      interval: 'month',
      dueDay: '1',
      endDate: dayAfter(world, 3650),
      titleHolder: 'company',
    };
    const given = await pending(world, lease, world.seller);
    await test.app.pg.query(
      `insert into role_permissions (role_id, name)
       select id, 'purchase-contract:approve' from roles where name = 'company-admin'
       on conflict do nothing`,
    );
    await test.app.pg.query(
      "update roles set approval_limit = 1000000, discount_limit_percent = 99 where name = 'company-admin'",
    );
    const strict = await test.as('company-admin');
    const refused = await status('approve')(strict, given);
    expect([refused.status, refused.body.code]).toEqual([409, 'NO_LIST_PRICE']);
    await test.app.pg.query(
      "update roles set discount_limit_percent = 100 where name = 'company-admin'",
    );
    const free = await test.as('company-admin');
    expect((await status('approve')(free, given)).status).toBe(200);
    const other = await pending(world, lease, world.seller);
    expect((await status('approve')(world.salesChief, other)).status).toBe(200);
  });

  it('above the limit an approval is an endorsement, and the next one decides', async () => {
    const large = await pending(world, { price: '2500000.00' }, world.seller);
    const endorsed = await to(world.salesChief, large, { action: 'approve' });
    expect(endorsed).toMatchObject({ status: 'pending', endorsements: [{ limit: '2000000.00' }] });
    const accountant = await test.as('accounting-manager');
    expect(await to(accountant, endorsed, { action: 'approve' })).toMatchObject({
      status: 'approved',
    });
  });

  it('a change to less is decided within the limit of what it changes', async () => {
    const large = await pending(world, { price: '2500000.00' }, world.seller);
    const accountant = await test.as('accounting-manager');
    const doc = await to(accountant, large, { action: 'approve' });
    const proposed = await act(world.seller, doc, {
      action: 'amend',
      ...contractBody(world, { price: '90000.00', customerId: world.sellersCustomerId }),
      reason: 'A smaller one',
      effectiveDate: today(world),
    });
    const approve = (by: Person, { version }: Pick<Doc, 'version'>) =>
      by.post(`${PATH}/${doc.id}/approve-change`, { version });
    const first = expectData(await approve(world.salesChief, proposed));
    expect(first).toMatchObject({
      grandTotal: doc.grandTotal,
      endorsements: [{ limit: '2000000.00' }],
    });
    const decided = expectData(await approve(accountant, first));
    expect(decided).toMatchObject({ grandTotal: '96300.00' });
  });

  it('nobody has endorsed a contract any more once its customer was changed', async () => {
    const large = await pending(world, { price: '2500000.00' }, world.seller);
    const endorsed = await to(world.salesChief, large, { action: 'approve' });
    expect(endorsed).toMatchObject({ endorsements: [expect.anything()] });
    const customerID = await newCustomer(world.admin, world.companyId);
    const changed = expectData(
      await world.admin.post(`${PATH}/${large.id}/change_customer`, {
        version: endorsed.version,
        customerID,
        reason: 'The mother company signs',
      }),
    );
    expect(changed).toMatchObject({ endorsements: [] });
  });

  it('neither the salesperson nor whoever changed it decides', async () => {
    const doc = await pending(world, { saleId: world.admin.userId });
    const answer = await status('approve')(world.admin, doc);
    expect([answer.status, answer.body.code]).toEqual([409, 'SELF_APPROVAL']);
  });
});

describe('versions', () => {
  const versionsOf = async (id: string) =>
    (await world.admin.get(`${PATH}/${id}/versions?limit=100`)).body.data as {
      id: string;
      versionNo: number;
      changeType: string;
      sha256: string;
      approvedBy: unknown;
    }[];
  const version = async (id: string, versionId: string, more = '') =>
    expectData(await world.admin.get(`${PATH}/${id}/versions/${versionId}${more}`));

  it('begin with the first submission; a change while it waits needs a reason and makes the next', async () => {
    const doc = await pending(world);
    const body = { version: doc.version, ...contractBody(world, { price: '95000.00' }) };
    const without = await world.secondAdmin.put(`${PATH}/${doc.id}`, body);
    expect(without.body.errors).toMatchObject([{ field: 'versionReason', code: 'REQUIRED' }]);
    const changed = expectData(
      await world.secondAdmin.put(`${PATH}/${doc.id}`, { ...body, versionReason: 'New price' }),
    );
    expect(changed).toMatchObject({ currentVersionNo: 2, price: '95000.00', status: 'pending' });
    const [second, first] = await versionsOf(doc.id);
    expect([second?.changeType, first?.changeType]).toEqual(['priceChange', 'initial']);
  });

  it('are proposals once it is approved, which somebody else approves', async () => {
    const doc = await approved(world, {}, world.seller);
    const proposed = await act(world.seller, doc, {
      action: 'amend',
      ...contractBody(world, {
        price: '88000.00',
        customerId: world.sellersCustomerId,
        remark: 'Asked for by phone',
      }),
      reason: 'Goodwill',
      effectiveDate: today(world),
    });
    expect(proposed).toMatchObject({ grandTotal: doc.grandTotal, currentVersionNo: 1 });
    // What the next version would change, and no more: no remark, and nothing that follows from invoices.
    const waiting: VersionChange[] = (await get(doc.id)).proposal.changes;
    expect([...new Set(waiting.map(({ path }) => path.split(/[.[]/)[0]))]).toEqual([
      'price',
      'totals',
      'schedule',
    ]);
    const own = await world.seller.post(`${PATH}/${doc.id}/approve-change`, {
      version: proposed.version,
    });
    expect(own.status).toBe(403);
    const decided = await act(world.salesChief, proposed, { action: 'approve-change' });
    expect(decided).toMatchObject({
      grandTotal: '94160.00',
      currentVersionNo: 2,
      proposal: null,
    });
    const [second] = await versionsOf(doc.id);
    expect(second?.approvedBy).toMatchObject({ id: world.salesChief.userId });
  });

  it('leave the parties alone that were changed while a proposal waited', async () => {
    const doc = await inForce(world);
    const { version, ...rest } = contractBody(world, { version: doc.version });
    const asked = await act(world.secondAdmin, doc, {
      ...rest,
      action: 'amend',
      warrantyMonths: 24,
      reason: 'Two years of warranty',
      effectiveDate: today(world),
    });
    const moved = await act(world.secondAdmin, asked, {
      action: 'change_customer',
      customerID: world.otherCustomerId,
      reason: 'The shop was sold',
      assumeOutstanding: true,
    });
    const handed = await act(world.secondAdmin, moved, {
      action: 'change_sale',
      saleID: world.seller.userId,
      reason: 'Another territory',
    });
    const waiting = await get(doc.id);
    expect(waiting.proposal.changes.map(({ path }: VersionChange) => path)).toEqual([
      'warrantyMonths',
    ]);
    const agreed = await act(world.admin, handed, { action: 'approve-change' });
    expect(agreed).toMatchObject({
      warrantyMonths: 24,
      customer: { id: world.otherCustomerId },
      sale: { id: world.seller.userId },
      proposal: null,
    });
    const [last] = expectData(await world.admin.get(`${PATH}/${doc.id}/versions`));
    const { snapshot } = expectData(await world.admin.get(`${PATH}/${doc.id}/versions/${last.id}`));
    expect(snapshot).toMatchObject({
      customer: { id: world.otherCustomerId },
      sale: { id: world.seller.userId },
    });
  });

  it('never change, and each difference leads from one to the next', async () => {
    let doc = await pending(world);
    for (const price of ['91000.00', '92000.00', '93000.00', '94000.00']) {
      doc = expectData(
        await world.secondAdmin.put(`${PATH}/${doc.id}`, {
          version: doc.version,
          ...contractBody(world, price > '92500' ? { ...hirePurchase(world), price } : { price }),
          versionReason: `Now ${price}`,
        }),
      );
    }
    const rows = (await versionsOf(doc.id)).toReversed();
    expect(rows.map(({ versionNo }) => versionNo)).toEqual([1, 2, 3, 4, 5]);
    let before: Json = {};
    for (const row of rows) {
      const { snapshot, diff } = await version(doc.id, row.id);
      expect(hashOf(snapshot)).toBe(row.sha256);
      // Only what is agreed: its state and the company's own work on it are no part of a version.
      for (const own of ['id', 'status', 'paymentStatus', 'searchText', 'updatedAt', 'tab'])
        expect(snapshot).not.toHaveProperty(own);
      if (row.versionNo > 1) {
        expect(applyVersion(before, diff as VersionChange[])).toEqual(snapshot);
      }
      before = snapshot;
    }
    await expect(
      test.app.pg.query(`update contract_versions set reason = 'x' where contract_id = $1`, [
        doc.id,
      ]),
    ).rejects.toThrow('never changed');
    const compared = await version(doc.id, rows[4]?.id ?? '', `?compareTo=${rows[0]?.id}`);
    expect(compared.comparison.changes.map(({ path }: VersionChange) => path)).toContain('price');
  });

  it('print the same text whenever they are printed', async () => {
    const doc = await pending(world, hirePurchase(world));
    const [first] = await versionsOf(doc.id);
    const text = async () => {
      const { raw } = await world.admin.get(`${PATH}/${doc.id}/versions/${first?.id}/pdf`, {
        headers: { 'accept-language': 'th' },
      });
      return squeezed((await reader.pages(raw)).join());
    };
    const before = await text();
    expect(before).toContain(squeezed(doc.documentNo ?? ''));
    expect(before).toContain(squeezed('สยาม สแน็ค'));
    await test.app.pg.query(`update customers set name = 'บริษัท ชื่อใหม่ จำกัด' where id = $1`, [
      world.customerId,
    ]);
    expect(await text()).toBe(before);
  });

  it('print what they are, whatever becomes of the contract', async () => {
    const printed = async (id: string, version: string | undefined) => {
      const { raw } = await world.admin.get(`${PATH}/${id}/versions/${version}/pdf`, {
        headers: { 'accept-language': 'en' },
      });
      return squeezed((await reader.pages(raw)).join());
    };
    // Nobody approved what was handed to another salesperson while it waited.
    const sent = await act(world.admin, await pending(world), {
      action: 'change_sale',
      saleID: world.seller.userId,
      reason: 'Another territory',
    });
    const [handed, first] = await versionsOf(sent.id);
    const waiting = [await printed(sent.id, first?.id), await printed(sent.id, handed?.id)];
    const agreed = await to(world.salesChief, sent, { action: 'approve' });
    const current = await printed(sent.id, handed?.id);
    expect(waiting.map((text) => text.includes('DRAFT'))).toEqual([true, true]);
    expect(current).not.toContain('DRAFT');
    const asked = await act(world.seller, agreed, {
      action: 'amend',
      ...contractBody(world, { warrantyMonths: 24 }),
      reason: 'Two years of warranty',
      effectiveDate: today(world),
    });
    const changed = await act(world.salesChief, asked, { action: 'approve-change' });
    await to(world.admin, changed, { action: 'cancel', reason: 'The customer withdrew' });
    expect([await printed(sent.id, first?.id), await printed(sent.id, handed?.id)]).toEqual([
      waiting[0],
      current,
    ]);
  });

  it('count from a day since the contract began, and none from a day to come', async () => {
    const doc = await inForce(world);
    const amend = (effectiveDate: string) =>
      world.secondAdmin.post(`${PATH}/${doc.id}/amend`, {
        version: doc.version,
        ...contractBody(world, { warrantyMonths: 24 }),
        reason: 'Two years of warranty',
        effectiveDate,
      });
    const codes = [];
    for (const days of [-1, 1]) codes.push((await amend(dayAfter(world, days))).body.errors);
    expect(codes).toMatchObject([
      [{ field: 'effectiveDate', code: 'DATE_TOO_EARLY' }],
      [{ field: 'effectiveDate', code: 'FUTURE_DATE' }],
    ]);
    expect(expectData(await amend(today(world))).proposal.effectiveDate).toBe(today(world));
  });

  it('of a contract that has not begun count from today', async () => {
    const doc = await approved(world, { startDate: dayAfter(world, 10) });
    const hand = (effectiveDate: string) =>
      world.admin.post(`${PATH}/${doc.id}/change_sale`, {
        version: doc.version,
        saleID: world.seller.userId,
        reason: 'Another territory',
        effectiveDate,
      });
    expect((await hand(dayAfter(world, -1))).body.errors).toMatchObject([
      { field: 'effectiveDate', code: 'DATE_TOO_EARLY' },
    ]);
    expect((await hand(today(world))).status).toBe(200);
  });
});

describe('parties', () => {
  it('another salesperson and another customer are versions, and both are told', async () => {
    const doc = await inForce(world);
    const sold = await act(world.admin, doc, {
      action: 'change_sale',
      saleID: world.seller.userId,
      reason: 'Another territory',
    });
    expect(sold).toMatchObject({ sale: { id: world.seller.userId }, currentVersionNo: 2 });
    const refused = await world.admin.post(`${PATH}/${doc.id}/change_customer`, {
      version: sold.version,
      customerID: world.otherCustomerId,
      reason: 'The shop was sold',
    });
    expect([refused.status, refused.body.code]).toEqual([409, 'OUTSTANDING']);
    const handed = await act(world.admin, sold, {
      action: 'change_customer',
      customerID: world.otherCustomerId,
      reason: 'The shop was sold',
      assumeOutstanding: true,
    });
    expect(handed).toMatchObject({
      customer: { id: world.otherCustomerId },
      currentVersionNo: 3,
    });
    const told = await world.seller.get('/notifications?limit=100');
    expect(JSON.stringify(told.body)).toContain(doc.documentNo ?? '-');
  });

  it('another customer is as well known as one with whom a contract is submitted', async () => {
    const incomplete = await newCustomer(world.admin, world.companyId, {
      registeredAddress: { line1: 'ไม่ทราบ' },
    });
    const handed = (doc: Doc) =>
      world.admin.post(`${PATH}/${doc.id}/change_customer`, {
        version: doc.version,
        customerID: incomplete,
        reason: 'The shop was sold',
        assumeOutstanding: true,
      });
    for (const doc of [await approved(world), await inForce(world)]) {
      const refused = await handed(doc);
      expect([refused.status, refused.body.code]).toEqual([409, 'CUSTOMER_INCOMPLETE']);
    }
    // Before it is submitted, its customer may still be completed.
    expect((await handed(await booked(world))).status).toBe(200);
  });

  it('are seen by their salesperson, that person’s team, and by nobody else', async () => {
    const mine = await draft(world, {}, world.seller);
    const elsewhere = await draft(world);
    const colleague = await test.as('sales-officer');
    const statuses = async (who: Person) =>
      Promise.all([mine, elsewhere].map(async ({ id }) => (await who.get(`${PATH}/${id}`)).status));
    expect(await statuses(world.seller)).toEqual([200, 404]);
    expect(await statuses(world.salesChief)).toEqual([200, 404]);
    expect(await statuses(colleague)).toEqual([404, 404]);
    const listed = async (who: Person) =>
      (await who.get(`${PATH}?limit=100`)).body.data.map(({ id }: { id: string }) => id);
    expect(await listed(world.seller)).toContain(mine.id);
    expect(await listed(world.seller)).not.toContain(elsewhere.id);
    expect(await listed(world.salesChief)).toContain(mine.id);
    const { body } = await colleague.get(`${PATH}?limit=100`);
    expect(body.meta.totalItems).toBe(0);
  });
});

describe('personal data', () => {
  const TAX_ID = '0105552001116';
  const ADDRESS = squeezed('99 ถนนสาทรใต้');

  it('is short in every PDF of a contract for whoever may not see it', async () => {
    const doc = await inForce(world);
    await test.app.pg.query(`update customers set email = 'owes@customer.example' where id = $1`, [
      world.customerId,
    ]);
    const { invoice } = (await get(doc.id)).schedule[0];
    const asked = expectData(await world.admin.get(`/invoices/${invoice.id}`));
    expectData(
      await world.admin.post(`/invoices/${invoice.id}/bill/notify`, { version: asked.version }),
    );
    const taxed = expectData(await world.admin.get('/tax_invoices?limit=10'))[0];
    const [version] = expectData(await world.admin.get(`${PATH}/${doc.id}/versions`));
    const pdfs = [
      `${PATH}/${doc.id}/pdf`,
      `${PATH}/${doc.id}/versions/${version.id}/pdf`,
      `/invoices/${invoice.id}/pdf`,
      `/tax_invoices/${taxed.id}/pdf`,
      `/receivables/${world.customerId}/statement/pdf`,
    ];
    const answers = [
      `${PATH}/${doc.id}`,
      `${PATH}/${doc.id}/versions/${version.id}?compareTo=${version.id}`,
      `/invoices/${invoice.id}`,
      '/tax_invoices?limit=10',
      '/tax_invoices?format=csv',
    ];
    const seenBy = async (person: Person) => {
      const texts: string[] = [];
      for (const path of pdfs) {
        const { raw, status: code } = await person.get(path, {
          headers: { 'accept-language': 'th' },
        });
        expect([path, code]).toEqual([path, 200]);
        texts.push(squeezed((await reader.pages(raw)).join()));
      }
      for (const path of answers) {
        const { raw, status: code } = await person.get(path);
        expect([path, code]).toEqual([path, 200]);
        texts.push(squeezed(raw.toString('utf8')));
      }
      const found = (await person.get(`/tax_invoices?search=${TAX_ID}&limit=10`)).body.data;
      return { all: texts.join('\n'), found: found.length };
    };
    const chief = await seenBy(world.admin);
    const secrets = [TAX_ID, ADDRESS, '0812345678', 'owes@customer.example'];
    for (const secret of secrets) expect(chief.all).toContain(secret);
    expect(chief.found).toBeGreaterThan(0);
    const { all, found } = await seenBy(await test.as('auditor'));
    for (const secret of secrets) expect(all).not.toContain(secret);
    expect(found).toBe(0);
    expect(all).toContain(`•${TAX_ID.slice(-4)}`);
  });
});

describe('a lease', () => {
  it('that comes in force after its last day was in force for no time, and is over in the night', async () => {
    const doc = await installed(world, lease(world));
    clock.advance(25 * 86_400_000);
    await to(world.admin, doc, { action: 'activate' });
    await nightly();
    expect(await get(doc.id)).toMatchObject({ status: 'expired' });
    const { rows } = await world.test.app.pg.query(
      'select in_force_until = in_force_from as "isNever" from product_contracts where contract_id = $1',
      [doc.id],
    );
    expect(rows).toEqual([{ isNever: true }]);
  });

  it('expires on its last day and goes on as a new contract', async () => {
    const doc = await inForce(world, lease(world));
    clock.advance(21 * 86_400_000);
    await nightly();
    const over = await get(doc.id);
    expect(over).toMatchObject({ status: 'expired', endedOn: over.endDate });
    const renewed = await act(world.admin, over, {
      action: 'renew',
      startDate: dayAfter(world, 1),
      endDate: dayAfter(world, 30),
    });
    const next = renewed.related.find(({ id, type }) => type === 'contract' && id !== doc.id);
    expect(await get(next?.id ?? '')).toMatchObject({
      status: 'draft',
      type: 'lease',
      previousContract: { id: doc.id },
    });
    const twice = await world.admin.post(`${PATH}/${doc.id}/renew`, {
      version: renewed.version,
      startDate: dayAfter(world, 1),
      endDate: dayAfter(world, 30),
    });
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_RENEWED']);
    const held = await act(world.admin, await get(next?.id ?? ''), { action: 'reserve' });
    expect(held.product).toEqual(doc.product);
  });

  it('hands its container to the draft that renews it on the night it ends', async () => {
    const doc = await inForce(world, lease(world));
    const renewed = await act(world.admin, doc, {
      action: 'renew',
      startDate: dayAfter(world, 21),
      endDate: dayAfter(world, 50),
    });
    const next = renewed.related.find(({ id, type }) => type === 'contract' && id !== doc.id);
    expect(await get(next?.id ?? '')).toMatchObject({ status: 'draft', product: null });
    clock.advance(21 * 86_400_000);
    await nightly();
    await nightly();
    expect(await get(next?.id ?? '')).toMatchObject({ status: 'booking', product: doc.product });
  });

  it('lets its container go when nobody renews it', async () => {
    const doc = await inForce(world, lease(world));
    const container = async () => (await world.admin.get(`/products/${doc.product?.id}`)).body.data;
    const goBack = async () =>
      world.admin.post(`/products/${doc.product?.id}/return`, {
        version: (await container()).version,
        warehouseId: world.warehouseId,
        reason: 'The lease is over',
      });
    const early = await goBack();
    expect([early.status, early.body.code]).toEqual([409, 'UNDER_CONTRACT']);
    clock.advance(21 * 86_400_000);
    await nightly();
    expect(await container()).toMatchObject({ status: 'installed', saleStatus: 'notForSale' });
    const other = await draft(world);
    const taken = await world.admin.post(`${PATH}/${other.id}/reserve`, {
      version: other.version,
      productId: doc.product?.id,
    });
    expect([taken.status, taken.body.code]).toEqual([409, 'NOT_AVAILABLE']);
    const offered = await world.admin.get(`${PATH}/available-products?limit=1000`);
    expect(JSON.stringify(offered.body.data)).not.toContain(doc.product?.id);
    expect((await goBack()).status).toBe(200);
    expect(await container()).toMatchObject({ status: 'returned' });
  });
});

it('offers and holds for somebody with a warehouse limit only what stands in their warehouses', async () => {
  const { id: far } = await newContainer(world);
  await test.app.pg.query(
    'update products set warehouse_id = $2, document_date = $3 where id = $1',
    [far, world.otherWarehouseId, dayAfter(world, -30)],
  );
  const { id: near } = await newContainer(world);
  const limited = await test.as('sales-manager', {
    teamId: String((await world.seller.actor()).teamId),
    warehouseIds: [world.warehouseId],
  });
  const offeredTo = async (by: Person) =>
    (await by.get(`${PATH}/available-products?limit=1000`)).body.data.map(
      ({ id }: { id: string }) => id,
    );
  expect(await offeredTo(world.salesChief)).toEqual(expect.arrayContaining([near, far]));
  const offered = await offeredTo(limited);
  expect([offered.includes(near), offered.includes(far)]).toEqual([true, false]);
  const doc = await draft(world, { customerId: world.sellersCustomerId }, limited);
  const reserve = (productId?: string) =>
    limited.post(`${PATH}/${doc.id}/reserve`, { version: doc.version, productId });
  const named = await reserve(far);
  expect([named.status, named.body.code]).toEqual([409, 'NOT_AVAILABLE']);
  // The one that has waited longest is not theirs to give away.
  const held = await reserve();
  expect([held.status, held.body.data?.product?.id === far]).toEqual([200, false]);
});

it('is handed to nobody who would not see it, for want of a company', async () => {
  const lost = await test.as('sales-officer', { companyId: null });
  const doc = await draft(world);
  const handed = await world.admin.post(`${PATH}/${doc.id}/change_sale`, {
    version: doc.version,
    saleID: lost.userId,
    reason: 'Moves to another team',
  });
  const begun = await world.admin.post(PATH, contractBody(world, { saleId: lost.userId }));
  const customer = await world.admin.post(
    '/back-office/customers/create-customer',
    customerBody(world.companyId, { saleId: lost.userId }),
  );
  expect(
    [handed, begun, customer].map(({ status: code, body }) => [
      code,
      body.errors?.filter(({ field }: { field: string }) => /^sale/.test(field)),
    ]),
  ).toEqual(
    ['saleID', 'saleId', 'saleId'].map((field) => [
      422,
      [expect.objectContaining({ field, code: 'UNKNOWN_ID' })],
    ]),
  );
});

it('lists by the tab Pending what waits for somebody', async () => {
  const waiting = await pending(world);
  const done = await installed(world);
  const { body } = await world.admin.get(`${PATH}?tab=pending&limit=100`);
  const ids = body.data.map(({ id }: { id: string }) => id);
  expect([ids.includes(waiting.id), ids.includes(done.id)]).toEqual([true, false]);
});

describe('people concerned', () => {
  const told = async (who: Person, id: string) =>
    (
      await test.app.pg.query<{ title: string }>(
        `select title_en as title from notifications
         where user_id = $1 and dedupe_key like 'contracts:' || $2 || ':%' order by date, id`,
        [who.userId, id],
      )
    ).rows.map(({ title }) => title);

  it('hear that a contract is in force, and that it was ended', async () => {
    const doc = await inForce(world, lease(world), world.seller);
    const inForceText = `Contract ${doc.documentNo} is in force`;
    expect(await told(world.seller, doc.id)).toContain(inForceText);
    // Whoever has done it knows.
    expect(await told(world.admin, doc.id)).not.toContain(inForceText);
    await to(world.salesChief, doc, {
      action: 'terminate',
      reason: 'Moved away',
      returnWarehouseId: world.warehouseId,
    });
    const ended = `Contract ${doc.documentNo} was terminated`;
    expect(await told(world.seller, doc.id)).toContain(ended);
    expect(await told(world.admin, doc.id)).toContain(ended);
    expect(await told(world.salesChief, doc.id)).not.toContain(ended);
  });

  it('hear of the end of a lease once in each window, also after nights that were missed', async () => {
    const until = (days: number) => ({ ...lease(world), endDate: dayAfter(world, days) });
    const soon = await inForce(world, until(62), world.seller);
    const renewed = await inForce(world, until(62), world.seller);
    await act(world.admin, renewed, {
      action: 'renew',
      startDate: dayAfter(world, 63),
      endDate: dayAfter(world, 93),
    });
    const heard = async (doc: Doc) =>
      (await told(world.seller, doc.id)).filter((title) => /ends within|is over/.test(title));
    const within = (days: number) => `Contract ${soon.documentNo} ends within ${days} days`;
    const rest = async (days: number) => {
      clock.advance(days * 86_400_000);
      await nightly();
      await nightly();
      return heard(soon);
    };
    await nightly();
    expect(await heard(soon)).toEqual([]);
    // Three nights were missed, and with them the sixtieth day before the end.
    expect(await rest(4)).toEqual([within(60)]);
    expect(await rest(30)).toEqual([within(60), within(30)]);
    expect(await rest(24)).toEqual([within(60), within(30), within(7)]);
    const over = `Lease ${soon.documentNo} is over`;
    expect(await rest(8)).toEqual([within(60), within(30), within(7), over]);
    expect(await heard(renewed)).toEqual([`Lease ${renewed.documentNo} is over`]);
    const { rows } = await test.app.pg.query<{ id: string; said: string }>(
      `select entity_id as id, description_en as said from notifications
       where user_id = $1 and dedupe_key = any($2)`,
      [world.seller.userId, [soon, renewed].map(({ id }) => `contracts:${id}:expired`)],
    );
    expect(Object.fromEntries(rows.map(({ id, said }) => [id, said]))).toEqual({
      [soon.id]: 'Renew it, or take the container back.',
      [renewed.id]: 'The contract that renews it holds the container: bring it into force.',
    });
  });

  it('hear once that a container does not stand on the promised day', async () => {
    const late = await approved(world, {}, world.seller);
    const stands = await installed(world, {}, world.seller);
    const text = `The container of contract ${late.documentNo} is not installed`;
    await nightly();
    expect(await told(world.seller, late.id)).not.toContain(text);
    await test.app.pg.query('update contracts set start_date = start_date - 1 where id = any($1)', [
      [late.id, stands.id],
    ]);
    await nightly();
    await nightly();
    const heard = await Promise.all(
      [world.seller, world.salesChief].map((who) => told(who, late.id)),
    );
    expect(heard.map((titles) => titles.filter((title) => title === text).length)).toEqual([1, 1]);
    expect((await told(world.seller, stands.id)).join()).not.toMatch(/is not installed/);
  });
});
