import { compare } from '../values/decimal.ts';
import type { CONTRACT_PAYMENT_STATUSES } from './contractMachine.ts';

type Stored = (typeof CONTRACT_PAYMENT_STATUSES)[number];
export type ShownPaymentStatus = Stored | 'paidToDate';

/**
 * The payment status as people read it. The stored one speaks of what was billed: a contract whose
 * later payments are not billed yet is `paid`, and nothing of it is overdue, but it is not paid off.
 */
export const shownPaymentStatus = (contract: {
  readonly paymentStatus: Stored;
  readonly outstandingAmount: string;
}): ShownPaymentStatus =>
  contract.paymentStatus === 'paid' && compare(contract.outstandingAmount, 0) > 0
    ? 'paidToDate'
    : contract.paymentStatus;
