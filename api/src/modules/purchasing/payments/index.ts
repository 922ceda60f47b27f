import { paymentList } from './list.ts';
import { createPayment, reversePayment } from './pay.ts';
import { presentPayment } from './present.ts';
import { supplierPayments } from './type.ts';

/** Payments to suppliers for what was bought on credit (domain-warehouse 1.7). */
export const supplierPaymentHandlers = supplierPayments.handlers({
  present: presentPayment,
  list: paymentList,
  create: createPayment,
  actions: { reverse: reversePayment },
});

/** Unique constraint → field that a 409 DUPLICATE names. */
export const supplierPaymentConstraints = { supplier_payments_reference_uq: 'reference' } as const;

export const supplierPaymentFamily = supplierPayments.family({});
