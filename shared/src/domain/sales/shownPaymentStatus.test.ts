import { shownPaymentStatus } from './shownPaymentStatus.ts';

test.each([
  ['paid', '0.00', 'paid'],
  ['paid', '15729.00', 'paidToDate'],
  ['overdue', '15729.00', 'overdue'],
  ['notBilled', '15729.00', 'notBilled'],
  ['refunded', '0.00', 'refunded'],
] as const)('%s with %s outstanding reads %s', (paymentStatus, outstandingAmount, shown) => {
  expect(shownPaymentStatus({ paymentStatus, outstandingAmount })).toBe(shown);
});
