import { setImmediate as nextTurn } from 'node:timers/promises';
import { decimal } from '@boxyard/shared/domain';
import fc from 'fast-check';
import {
  type OpenLine,
  type OwedInvoice,
  type OwingCustomer,
  plainName,
  proposals,
} from './match.ts';

/** Which invoice a line is taken for, and how sure of it one may be. */
const SIAM: OwingCustomer = {
  id: 'siam',
  code: 'CUS-0001',
  names: ['บริษัท สยาม สแน็ค จำกัด', 'Siam Snack Co., Ltd.'],
};
const NORTH: OwingCustomer = {
  id: 'north',
  code: 'CUS-0002',
  names: ['บริษัท เหนือเวนดิ้ง จำกัด (มหาชน)', 'Northern Vending PCL'],
};
const SOMCHAI: OwingCustomer = { id: 'somchai', code: 'CUS-0003', names: ['นาย สมชาย ใจดีมาก'] };
const customers = [SIAM, NORTH, SOMCHAI];

const invoice = (more: Partial<OwedInvoice> & { id: string }): OwedInvoice => ({
  documentNo: `IV2611-${more.id.padStart(4, '0')}`,
  sourceLabel: null,
  documentDate: '2026-11-01',
  dueDate: '2026-11-20',
  owed: '1070.00',
  owedNet: more.owed ?? '1070.00',
  customerId: 'siam',
  ...more,
});
let lineNo = 0;
const line = (more: Partial<OpenLine>): OpenLine => {
  lineNo += 1;
  return {
    id: `line${String(lineNo).padStart(4, '0')}`,
    bookedOn: '2026-11-19',
    amount: '1070.00',
    reference: 'TRF1',
    payerReference: '',
    payerName: '',
    description: '',
    ...more,
  };
};

const match = async (one: OpenLine, invoices: readonly OwedInvoice[]) =>
  (await proposals([one], { invoices, customers })).get(one.id) ?? null;

describe('a line that names', () => {
  it.each(['IV2611-0001', 'iv2611 0001', 'ชำระ IV26110001 ครับ', 'ORDER/IV2611-0001/X'])(
    'its invoice as "%s", with its amount, is nearly certain',
    async (payerReference) => {
      const found = await match(line({ payerReference }), [
        invoice({ id: '1' }),
        invoice({ id: '2' }),
      ]);
      expect(found).toEqual({
        customerId: 'siam',
        confidence: 96,
        reasons: ['invoiceNo', 'amountEqual'],
        allocations: [{ invoiceId: '1', amount: '1070.00' }],
      });
    },
  );

  it('a longer number is not the invoice whose number it begins with', async () => {
    const found = await match(line({ payerReference: 'IV2611-00012', amount: '5.00' }), [
      invoice({ id: '1' }),
    ]);
    expect(found).toBeNull();
  });

  it('its invoice and pays less settles part of it; more leaves credit', async () => {
    const invoices = [invoice({ id: '1' })];
    const named = { payerReference: 'IV2611-0001' };
    expect(await match(line({ ...named, amount: '500.00' }), invoices)).toMatchObject({
      confidence: 76,
      reasons: ['invoiceNo', 'amountPartial'],
      allocations: [{ invoiceId: '1', amount: '500.00' }],
    });
    expect(await match(line({ ...named, amount: '2000.00' }), invoices)).toMatchObject({
      confidence: 66,
      reasons: ['invoiceNo', 'amountOver'],
      allocations: [{ invoiceId: '1', amount: '1070.00' }],
    });
  });

  it('several invoices settles them together', async () => {
    const found = await match(
      line({ amount: '2140.00', payerReference: 'IV2611-0001, IV2611-0002' }),
      [invoice({ id: '1' }), invoice({ id: '2' }), invoice({ id: '3' })],
    );
    expect(found).toMatchObject({
      confidence: 96,
      reasons: ['invoiceNo', 'amountSum'],
      allocations: [
        { invoiceId: '1', amount: '1070.00' },
        { invoiceId: '2', amount: '1070.00' },
      ],
    });
  });

  it('invoices of two customers is left to a person', async () => {
    const found = await match(line({ payerReference: 'IV2611-0001 IV2611-0002', amount: '1.00' }), [
      invoice({ id: '1' }),
      invoice({ id: '2', customerId: 'north' }),
    ]);
    expect(found).toBeNull();
  });

  it('its contract pays the oldest instalment of that amount', async () => {
    const ofContract = { sourceLabel: 'CT2611-0004' };
    const found = await match(line({ description: 'งวด CT2611-0004' }), [
      invoice({ id: '2', dueDate: '2026-12-20', ...ofContract }),
      invoice({ id: '1', ...ofContract }),
      invoice({ id: '3', dueDate: '2026-10-20' }),
    ]);
    expect(found).toMatchObject({
      confidence: 94,
      reasons: ['contractNo', 'amountEqual', 'dateNear', 'oldestFirst'],
      allocations: [{ invoiceId: '1', amount: '1070.00' }],
    });
  });

  it('its customer by code pays what that one owes', async () => {
    const found = await match(line({ payerReference: 'CUS0002' }), [
      invoice({ id: '1' }),
      invoice({ id: '2', customerId: 'north' }),
    ]);
    expect(found).toMatchObject({
      customerId: 'north',
      confidence: 94,
      reasons: ['customerCode', 'amountEqual', 'dateNear'],
    });
  });
});

describe('the name of the payer', () => {
  it.each([
    ['บจก. สยาม สแน็ค', 'siam'],
    ['SIAM SNACK COMPANY LIMITED', 'siam'],
    ['จาก X1234 บริษัท สยาม สแน็++', 'siam'],
    ['บมจ.เหนือเวนดิ้ง', 'north'],
    ['จาก X9 นาย สมชาย ใจด***', 'somchai'],
    ['สมชาย', null],
    ['Siam Cement', null],
  ])('%s is %s', async (payerName, customerId) => {
    const found = await match(line({ payerName, bookedOn: '2027-06-01' }), [
      invoice({ id: '1' }),
      invoice({ id: '2', customerId: 'north' }),
      invoice({ id: '3', customerId: 'somchai' }),
    ]);
    expect(found?.customerId ?? null).toBe(customerId);
  });

  it('is compared without the form of the business', () => {
    expect(plainName('บริษัท สยาม สแน็ค จำกัด')).toBe(plainName('บจก. สยามสแนค'));
    expect(plainName('Siam Snack Co., Ltd.')).toBe('siamsnack');
  });

  it('and the amount near the due date are enough to be sure', async () => {
    const found = await match(line({ payerName: 'บจก. สยาม สแน็ค' }), [invoice({ id: '1' })]);
    expect(found).toMatchObject({
      confidence: 86,
      reasons: ['customerName', 'amountEqual', 'dateNear'],
    });
  });

  it('with another amount pays the oldest, which somebody has to look at', async () => {
    const found = await match(line({ payerName: 'Siam Snack', amount: '1500.00' }), [
      invoice({ id: '2', dueDate: '2026-12-20' }),
      invoice({ id: '1' }),
    ]);
    expect(found).toMatchObject({
      confidence: 42,
      reasons: ['customerName', 'amountPartial', 'oldestFirst'],
      allocations: [
        { invoiceId: '1', amount: '1070.00' },
        { invoiceId: '2', amount: '430.00' },
      ],
    });
  });

  it('pays several together where the oldest of them add up', async () => {
    const found = await match(line({ payerName: 'Siam Snack', amount: '1570.00' }), [
      invoice({ id: '1' }),
      invoice({ id: '2', dueDate: '2026-12-01', owed: '500.00' }),
      invoice({ id: '3', dueDate: '2026-12-20' }),
    ]);
    expect(found).toMatchObject({
      confidence: 70,
      reasons: ['customerName', 'amountSum', 'oldestFirst'],
      allocations: [
        { invoiceId: '1', amount: '1070.00' },
        { invoiceId: '2', amount: '500.00' },
      ],
    });
  });
});

describe('the amount alone', () => {
  it('counts where one invoice is of it near its day', async () => {
    expect(
      await match(line({}), [invoice({ id: '1' }), invoice({ id: '2', owed: '5.00' })]),
    ).toEqual({
      customerId: 'siam',
      confidence: 58,
      reasons: ['amountEqual', 'onlyOne', 'dateNear'],
      allocations: [{ invoiceId: '1', amount: '1070.00' }],
    });
  });

  it.each([
    ['two are of it', line({}), [invoice({ id: '1' }), invoice({ id: '2', customerId: 'north' })]],
    ['it is long after', line({ bookedOn: '2027-03-01' }), [invoice({ id: '1' })]],
    ['it is before the issue', line({ bookedOn: '2026-10-20' }), [invoice({ id: '1' })]],
    ['none is of it', line({ amount: '1071.00' }), [invoice({ id: '1' })]],
  ] as const)('proves nothing where %s', async (_why, one, invoices) => {
    expect(await match(one, invoices)).toBeNull();
  });

  it('may lack the tax that the customer withholds', async () => {
    const found = await match(line({ amount: '1040.00', payerReference: 'IV2611-0001' }), [
      invoice({ id: '1', owedNet: '1040.00' }),
    ]);
    expect(found).toMatchObject({
      confidence: 96,
      reasons: ['invoiceNo', 'amountNet'],
      allocations: [{ invoiceId: '1', amount: '1040.00' }],
    });
  });
});

it('gives each invoice to one line, to the one that names it first of all', async () => {
  const guess = line({ bookedOn: '2026-11-10', payerName: 'Siam Snack' });
  const telling = line({ bookedOn: '2026-11-19', payerReference: 'IV2611-0001' });
  const found = await proposals([guess, telling], { invoices: [invoice({ id: '1' })], customers });
  expect(found.get(telling.id)?.reasons).toContain('invoiceNo');
  expect(found.has(guess.id)).toBe(false);
});

it('never proposes more than a line brings, nor more than is owed of an invoice', async () => {
  const amounts = fc.integer({ min: 1, max: 400 }).map((value) => decimal.round(value * 5));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          owed: amounts,
          customerId: fc.constantFrom('siam', 'north', 'somchai'),
          sourceLabel: fc.constantFrom(null, 'CT2611-0004', 'CT2611-0005'),
          day: fc.integer({ min: 1, max: 28 }),
        }),
        { maxLength: 12 },
      ),
      fc.array(
        fc.record({
          amount: amounts,
          text: fc.constantFrom('', 'IV2611-0001', 'IV2611-0003', 'CT2611-0004', 'CUS-0002'),
          payerName: fc.constantFrom('', 'Siam Snack', 'เหนือเวนดิ้ง'),
        }),
        { maxLength: 12 },
      ),
      async (owed, given) => {
        const invoices = owed.map(({ day, ...one }, index) =>
          invoice({
            id: String(index),
            ...one,
            dueDate: `2026-11-${String(day).padStart(2, '0')}`,
          }),
        );
        const lines = given.map(({ text, ...one }) => line({ ...one, payerReference: text }));
        const found = await proposals(lines, { invoices, customers });
        const taken = new Map<string, string>();
        for (const one of lines) {
          const { allocations = [], customerId, confidence = 1 } = found.get(one.id) ?? {};
          const sum = decimal.add('0', ...allocations.map(({ amount }) => amount));
          expect(decimal.compare(sum, one.amount)).not.toBe(1);
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(100);
          for (const { invoiceId, amount } of allocations) {
            expect(invoices.find(({ id }) => id === invoiceId)?.customerId).toBe(customerId);
            taken.set(invoiceId, decimal.add(taken.get(invoiceId) ?? '0', amount));
          }
        }
        for (const { id, owed: most } of invoices) {
          expect(decimal.compare(taken.get(id) ?? '0', most)).not.toBe(1);
        }
      },
    ),
    { numRuns: 200 },
  );
});

it('matches a long statement with many invoices without holding others up', async () => {
  const invoices = Array.from({ length: 3000 }, (_, index) =>
    invoice({
      id: String(index),
      documentNo: `IV2611-${String(index).padStart(4, '0')}`,
      customerId: ['siam', 'north', 'somchai'][index % 3] ?? 'siam',
      owed: decimal.round(100 + index),
    }),
  );
  const lines = Array.from({ length: 1000 }, (_, index) =>
    line({
      amount: decimal.round(100 + index),
      description: `รับโอนเงิน ${'รายละเอียดของธนาคาร '.repeat(5)} IV2611-${String(index).padStart(4, '0')}`,
    }),
  );
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await nextTurn();
      turns += 1;
    }
  })();
  const found = await proposals(lines, { invoices, customers });
  isOver = true;
  await others;
  expect(found.size).toBe(1000);
  // One in a hundred lines at least.
  expect(turns).toBeGreaterThanOrEqual(9);
});
