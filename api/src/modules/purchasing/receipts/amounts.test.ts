import { computeAmounts, decimal } from '@boxyard/shared/domain';
import fc from 'fast-check';
import { type OrderedLine, type ReceiptLineAmounts, receiptLineAmounts } from './amounts.ts';

/** docs/adr/0009: what all receipts of a line took adds up to the line, to the satang. */
const money = (satang: number) => (satang / 100).toFixed(2);
const orders = fc.record({
  quantity: fc.integer({ min: 1, max: 60 }),
  unitPrice: fc.integer({ min: 0, max: 9_999_999 }).map((value) => (value / 10_000).toFixed(4)),
  others: fc.array(fc.integer({ min: 0, max: 5_000_000 }), { maxLength: 4 }),
  discount: fc.integer({ min: 0, max: 900_000 }).map(money),
  vatMode: fc.constantFrom('exclusive' as const, 'inclusive' as const, 'none' as const),
  // Receipts in turn: how much comes, and whether one of the earlier ones is taken back after it.
  steps: fc.array(fc.record({ part: fc.integer({ min: 1, max: 20 }), back: fc.boolean() }), {
    maxLength: 12,
  }),
});
type Shape = typeof orders extends fc.Arbitrary<infer T> ? T : never;

/** The first line of an order together with others, as far as receipts follow from it. */
function orderedLine({ quantity, unitPrice, others, discount, vatMode }: Shape): OrderedLine {
  const [line] = computeAmounts({
    lines: [
      { quantity, unitPrice },
      ...others.map((satang) => ({ quantity: 1, unitPrice: money(satang) })),
    ],
    discount: { type: 'amount', value: discount },
    vatMode,
    vatRate: '7.00',
  }).lines;
  if (!line) throw new Error('a line without amounts');
  return {
    ...line,
    quantity,
    unitPrice,
    receivedQty: 0,
    receivedBase: '0',
    receivedVat: '0',
    receivedDiscount: '0',
  };
}

interface Receipt {
  readonly acceptedQty: number;
  readonly amounts: ReceiptLineAmounts;
}

const sum = (receipts: readonly Receipt[], key: keyof ReceiptLineAmounts) =>
  decimal.round(decimal.add('0', ...receipts.map(({ amounts }) => amounts[key])));

/** Receives the line in parts, some of them taken back, until all of it has come. */
function receiveAll(shape: Shape): { line: OrderedLine; receipts: Receipt[] } {
  const line = orderedLine(shape);
  let receipts: Receipt[] = [];
  const come = () => receipts.reduce((total, { acceptedQty }) => total + acceptedQty, 0);
  const receive = (wanted: number) => {
    const acceptedQty = Math.min(wanted, line.quantity - come());
    if (acceptedQty === 0) return;
    const before = {
      ...line,
      receivedQty: come(),
      receivedBase: sum(receipts, 'shareBase'),
      receivedVat: sum(receipts, 'shareVat'),
      receivedDiscount: sum(receipts, 'shareDiscount'),
    };
    const accepted = { acceptedQty, unitPrice: line.unitPrice };
    const amounts = receiptLineAmounts(before, accepted, {
      vatMode: shape.vatMode,
      vatRate: '7.00',
    });
    receipts = [...receipts, { acceptedQty, amounts }];
  };
  for (const { part, back } of shape.steps) {
    receive(part);
    if (back) receipts = receipts.slice(1);
  }
  receive(line.quantity);
  return { line, receipts };
}

describe('receipts of an order’s line', () => {
  it('add up to its discount, base and VAT, in whatever parts it comes and is taken back', () => {
    fc.assert(
      fc.property(orders, (shape) => {
        const { line, receipts } = receiveAll(shape);
        expect({
          documentDiscount: sum(receipts, 'documentDiscount'),
          baseAmount: sum(receipts, 'baseAmount'),
          vatAmount: sum(receipts, 'vatAmount'),
        }).toEqual({
          documentDiscount: line.documentDiscount,
          baseAmount: line.baseAmount,
          vatAmount: line.vatAmount,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('each show total − discount as what VAT is reckoned from, at any price', () => {
    const price = fc
      .integer({ min: 0, max: 9_999_999 })
      .map((value) => (value / 10_000).toFixed(4));
    fc.assert(
      fc.property(orders, fc.option(price), (shape, other) => {
        const line = orderedLine(shape);
        const accepted = {
          acceptedQty: Math.ceil(line.quantity / 3),
          unitPrice: other ?? line.unitPrice,
        };
        const tax = { vatMode: shape.vatMode, vatRate: '7.00' };
        const { lineTotal, documentDiscount, baseAmount, vatAmount } = receiptLineAmounts(
          line,
          accepted,
          tax,
        );
        const charged =
          shape.vatMode === 'inclusive' ? decimal.add(baseAmount, vatAmount) : baseAmount;
        expect(decimal.round(decimal.subtract(lineTotal, documentDiscount))).toBe(
          decimal.round(charged),
        );
      }),
      { numRuns: 500 },
    );
  });
});
