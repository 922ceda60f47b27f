import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { documentFamily, documentHandlers } from '../../../workflow/index.ts';
import { paymentList } from './list.ts';
import { createPayment, reversePayment } from './pay.ts';
import { presentPayment } from './present.ts';
import { paymentType } from './type.ts';

const payment = documentHandlers(paymentType, presentPayment);

/** Payments to suppliers for what was bought on credit (domain-warehouse 1.7). */
export const supplierPaymentHandlers: HandlersOf<Family<'supplierPayments'>> = {
  'supplierPayments.list': paymentList.run,
  'supplierPayments.get': payment.get,
  'supplierPayments.create': payment.creating(createPayment),
  'supplierPayments.reverse': payment.acting(reversePayment),
  'supplierPayments.history': payment.history,
  'supplierPayments.attach': payment.attach,
  'supplierPayments.detach': payment.detach,
};

/** Unique constraint → field that a 409 DUPLICATE names. */
export const supplierPaymentConstraints = { supplier_payments_reference_uq: 'reference' } as const;

export const supplierPaymentFamily = documentFamily(paymentType, {});
