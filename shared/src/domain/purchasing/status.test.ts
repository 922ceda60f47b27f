import fc from 'fast-check';
import { openOrderQty, openRequestQty, orderStatus, requestStatus } from './status.ts';

/** Status after approval follows from the lines (domain-warehouse 2.1, I17). */
const line = (quantity: number, ...[ordered = 0, received = 0, cancelled = 0]: number[]) => ({
  quantity,
  orderedQty: ordered,
  receivedQty: received,
  cancelledQty: cancelled,
});

describe('requestStatus', () => {
  it.each([
    ['approved', [line(5), line(3)]],
    ['booking', [line(5, 5), line(3)]],
    ['onGoing', [line(5, 5, 1), line(3)]],
    ['onGoing', [line(5, 5, 5), line(3)]],
    ['completed', [line(5, 5, 5), line(3, 0, 0, 3)]],
    ['completed', [line(5, 3, 3, 2)]],
    ['cancelled', [line(5, 0, 0, 5)]],
  ] as const)('%s', (status, lines) => {
    expect(requestStatus(lines)).toBe(status);
  });

  it('adds thousandths without drifting', () => {
    expect(requestStatus([line(0.3, 0.3, 0.1, 0.2)])).toBe('completed');
    expect(openRequestQty(line(0.3, 0.1, 0, 0.1))).toBe(0.1);
  });
});

describe('orderStatus', () => {
  const item = (quantity: number, receivedQty = 0, closedQty = 0) => ({
    quantity,
    receivedQty,
    closedQty,
  });
  it.each([
    ['approved', [item(2)], false],
    ['booking', [item(2)], true],
    ['onGoing', [item(2, 1)], true],
    ['onGoing', [item(2, 2), item(1)], false],
    ['completed', [item(2, 2)], false],
    ['completed', [item(2, 1, 1)], true],
  ] as const)('%s', (status, lines, confirmed) => {
    expect(orderStatus(lines, confirmed)).toBe(status);
  });

  it('is completed exactly when nothing is open any more', () => {
    const thousandths = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 1000);
    const progress = fc
      .record({
        quantity: fc.integer({ min: 1, max: 9000 }),
        received: thousandths(9000),
        closed: thousandths(9000),
      })
      .map(({ quantity, received, closed }) => item(quantity / 1000, received, closed));
    fc.assert(
      fc.property(
        fc.array(progress, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (lines, confirmed) => {
          const isDone = lines.every((one) => openOrderQty(one) === 0);
          expect(orderStatus(lines, confirmed) === 'completed').toBe(isDone);
        },
      ),
    );
  });
});
