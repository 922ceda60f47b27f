import { supplierPaymentMachine } from '@boxyard/shared/domain';
import { createTestApp, type Person, type TestApp } from '../../../testing/index.ts';
import { hiddenDocuments } from '../../../workflow/index.ts';
import {
  callsOn,
  type TransitionTable,
  testTransitions,
} from '../../../workflow/testing/transitions.ts';
import { dayFrom, expectData, makeWorld, type World } from '../../../workflow/testing/world.ts';
import { approvedOrder, receive } from '../testing/documents.ts';

/** Payments of what was bought on credit (domain-warehouse 1.7), by the people of the seeded roles. */
interface Doc {
  readonly id: string;
  readonly version: number;
  readonly status: string;
}
interface Debt {
  readonly id: string;
  readonly receiptId: string;
}

let test: TestApp;
let world: World;
let payer: Person;
let chief: Person;
let auditor: Person;
beforeAll(async () => {
  test = await createTestApp();
  world = await makeWorld(test);
  payer = await test.as('accounting-officer');
  chief = await test.as('accounting-manager');
  auditor = await test.as('auditor');
});
afterAll(async () => test?.close());

/** A receipt on credit: what is owed for it. */
async function owed(more: object = {}): Promise<Debt> {
  const order = await approvedOrder(world, { paymentType: 'credit', creditDays: 30, ...more });
  const receipt = expectData(await receive(world, order));
  const { rows } = await test.app.pg.query<Debt>(
    'select id, receipt_id as "receiptId" from credit_purchases where receipt_id = $1',
    [receipt.id],
  );
  return rows[0] as Debt;
}

const debtOf = async ({ id }: Debt) => {
  const { rows } = await test.app.pg.query<{
    outstanding: string;
    paid_amount: string;
    status: string;
  }>('select outstanding, paid_amount, status from credit_purchases where id = $1', [id]);
  const [row] = rows;
  if (!row) throw new Error('the debt is gone');
  return row;
};

const bodyOf = (lines: readonly { debt: Debt; amount: string }[], more: object = {}) => ({
  supplierId: world.supplier,
  paymentDate: dayFrom(world, 0),
  method: 'transfer',
  items: lines.map(({ debt, amount }) => ({ creditPurchaseId: debt.id, amount })),
  ...more,
});
const pay = (lines: readonly { debt: Debt; amount: string }[], more: object = {}, by = payer) =>
  by.post('/supplier_payments', bodyOf(lines, more));
const otherCompany = async (): Promise<string> => {
  const { rows } = await test.app.pg.query<{ id: string }>(
    `insert into companies (code, name_th, name_en, tax_id, branch_type, branch_code, created_at, updated_at)
     values ('OTHER', 'บริษัทอื่น', 'Other', '0105561000001', 'headOffice', '00000', now(), now()) returning id`,
  );
  return String(rows[0]?.id);
};
const paid = async (): Promise<Doc> => {
  const debt = await owed();
  return expectData(await pay([{ debt, amount: '1.00' }])) as Doc;
};

const REASON = 'Paid twice by the bank';
const reversed = async () => {
  const doc = await paid();
  const body = { version: doc.version, reason: REASON };
  return expectData(await chief.post(`/supplier_payments/${doc.id}/reverse`, body)) as Doc;
};
const walk: TransitionTable<Doc> = {
  path: ({ id }) => `/supplier_payments/${id}`,
  machine: supplierPaymentMachine,
  make: { posted: paid, reversed },
  perform: { reverse: callsOn<Doc>('/supplier_payments').call('reverse', { reason: REASON }) },
  seen: async (id) => expectData(await world.admin.get(`/supplier_payments/${id}`)),
  admin: () => world.admin,
  auditor: () => auditor,
};
testTransitions(walk);

describe('a payment', () => {
  it('lowers what is owed and what is used of the credit, whole or in part', async () => {
    const debt = await owed();
    const { outstanding } = await debtOf(debt);
    const usedNow = async () =>
      expectData(await payer.get(`/suppliers/${world.supplier}`)).creditUsed as string;
    const before = Number(await usedNow());
    expectData(await pay([{ debt, amount: '10.00' }], { reference: 'KBANK-1' }));
    expect(await debtOf(debt)).toMatchObject({ paid_amount: '10.00', status: 'partial' });
    expect(Number(await usedNow())).toBeCloseTo(before - 10, 2);
    const rest = (Number(outstanding) - 10).toFixed(2);
    expectData(await pay([{ debt, amount: rest }]));
    expect(await debtOf(debt)).toMatchObject({ outstanding: '0.00', status: 'paid' });
    expect(Number(await usedNow())).toBeCloseTo(before - Number(outstanding), 2);
  });

  it('is never more than is owed, said at the line with what is', async () => {
    const debt = await owed();
    const { outstanding } = await debtOf(debt);
    const more = (Number(outstanding) + 0.01).toFixed(2);
    const answer = await pay([{ debt, amount: more }]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      expect.objectContaining({
        field: 'items[0].amount',
        code: 'OVER_OWED',
        params: { max: outstanding },
      }),
    ]);
    expect(await debtOf(debt)).toMatchObject({ paid_amount: '0.00', status: 'unpaid' });
  });

  it('names a receipt once, of this supplier, and no day to come', async () => {
    const debt = await owed();
    const twice = await pay([
      { debt, amount: '1.00' },
      { debt, amount: '1.00' },
    ]);
    const foreign = await pay([{ debt, amount: '1.00' }], { supplierId: world.smallSupplier });
    const late = await pay([{ debt, amount: '1.00' }], { paymentDate: dayFrom(world, 1) });
    const none = await pay([{ debt, amount: '0.00' }]);
    const codes = [twice, foreign, late, none].map(({ status, body }) => [
      status,
      body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
    ]);
    expect(codes).toEqual([
      [422, ['items[1].creditPurchaseId DUPLICATE']],
      [422, ['items[0].creditPurchaseId UNKNOWN_ID']],
      [422, ['paymentDate FUTURE_DATE']],
      [422, ['items[0].amount POSITIVE']],
    ]);
  });

  it('is entered once by its reference, until it is reversed', async () => {
    const debt = await owed();
    const lines = [{ debt, amount: '1.00' }];
    const first = expectData(await pay(lines, { reference: 'SCB-77' }));
    const again = await pay(lines, { reference: 'scb-77' });
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
    const body = { version: first.version, reason: REASON };
    expectData(await chief.post(`/supplier_payments/${first.id}/reverse`, body));
    expectData(await pay(lines, { reference: 'SCB-77' }));
  });

  it('is reversed: its receipts are owed again', async () => {
    const [one, two] = [await owed(), await owed()];
    const { outstanding } = await debtOf(one);
    const doc = expectData(
      await pay([
        { debt: one, amount: outstanding },
        { debt: two, amount: '5.00' },
      ]),
    );
    const body = { version: doc.version, reason: REASON };
    const refused = await payer.post(`/supplier_payments/${doc.id}/reverse`, body);
    expect(refused.status).toBe(403);
    expectData(await chief.post(`/supplier_payments/${doc.id}/reverse`, body));
    expect(await debtOf(one)).toMatchObject({ outstanding, paid_amount: '0.00', status: 'unpaid' });
    expect(await debtOf(two)).toMatchObject({ paid_amount: '0.00', status: 'unpaid' });
  });

  it('stands in the way of the reversal of its receipt', async () => {
    const debt = await owed();
    expectData(await pay([{ debt, amount: '1.00' }]));
    const receipt = expectData(
      await world.admin.get(`/purchase_order_acceptances/${debt.receiptId}`),
    );
    const answer = await world.admin.post(`/purchase_order_acceptances/${debt.receiptId}/reverse`, {
      version: receipt.version,
      reason: REASON,
    });
    expect([answer.status, answer.body.code]).toEqual([409, 'IN_USE']);
  });

  it('is for whoever works where goods were received that it pays for', async () => {
    const doc = await paid();
    const seenAt = async (warehouseId: string) => {
      const limit = { warehouseIds: [warehouseId] };
      const person = await test.as('accounting-manager', limit);
      const one = await person.get(`/supplier_payments/${doc.id}`);
      const reversal = await person.post(`/supplier_payments/${doc.id}/reverse`, {
        version: doc.version,
        reason: REASON,
      });
      const list = expectData(await person.get('/supplier_payments?limit=100')) as Doc[];
      return [one.status, reversal.status, list.some(({ id }) => id === doc.id)];
    };
    expect(await seenAt(world.otherWarehouseId)).toEqual([404, 404, false]);
    expect(await seenAt(world.warehouseId)).toEqual([200, 200, true]);
  });

  it('may be read in each warehouse that it pays for, wherever it is named', async () => {
    const debts = [await owed(), await owed({ warehouseId: world.otherWarehouseId })];
    const doc = expectData(await pay(debts.map((debt) => ({ debt, amount: '1.00' }))));
    const isHidden = async (warehouseIds: readonly string[]) => {
      const reader = await test.as('accounting-manager', { warehouseIds: [...warehouseIds] });
      const actor = await reader.actor();
      const found = await test.app.transaction({ actor }, (ctx) =>
        hiddenDocuments(ctx, [{ type: 'supplierPayments', id: doc.id }]),
      );
      return found.has(doc.id);
    };
    const { warehouseId, otherWarehouseId } = world;
    const elsewhere = await test.app.pg.query<{ id: string }>(
      'select id from warehouses where id <> all($1) limit 1',
      [[warehouseId, otherWarehouseId]],
    );
    expect(await isHidden([warehouseId])).toBe(false);
    expect(await isHidden([otherWarehouseId])).toBe(false);
    expect(await isHidden(elsewhere.rows.map(({ id }) => id))).toBe(true);
  });

  it('is not for another company, and not for whoever may not pay', async () => {
    const debt = await owed();
    const stranger = await test.as('accounting-officer', { companyId: await otherCompany() });
    const answer = await pay([{ debt, amount: '1.00' }], {}, stranger);
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([422, 'UNKNOWN_ID']);
    const doc = expectData(await pay([{ debt, amount: '1.00' }]));
    expect((await stranger.get(`/supplier_payments/${doc.id}`)).status).toBe(404);
    expect((await pay([{ debt, amount: '1.00' }], {}, world.officer)).status).toBe(403);
  });
});

it('twenty payments of one receipt at once: together never more than is owed', async () => {
  const debt = await owed();
  const { outstanding } = await debtOf(debt);
  const share = (Math.floor((Number(outstanding) / 8) * 100) / 100).toFixed(2);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => pay([{ debt, amount: share }])),
  );
  const done = answers.filter(({ status }) => status === 201).length;
  expect(done).toBe(8);
  expect(answers.filter(({ status }) => status !== 201).map(({ status }) => status)).toEqual(
    Array(12).fill(422),
  );
  const after = await debtOf(debt);
  expect(Number(after.paid_amount)).toBeCloseTo(8 * Number(share), 2);
});
