import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import {
  PAYMENT_METHODS,
  supplierPaymentMachine,
} from '../../domain/purchasing/supplierPaymentMachine.ts';
import * as field from '../../domain/values/fields.ts';
import { documentDetail, documentFields, linesOf, maybeRef, ref, withReason } from '../common.ts';
import { documentCalls } from '../documentCalls.ts';

/** Payments to suppliers for what was bought on credit (domain-warehouse 1.7). */

const paymentRow = z.object({
  ...documentFields,
  supplier: ref(),
  method: z.enum(PAYMENT_METHODS),
  reference: z.nullable(z.string()),
  amount: z.string(),
  itemCount: z.int(),
});

const paymentDetail = z.extend(paymentRow, {
  ...documentDetail,
  items: z.array(
    z.object({
      id: field.id(),
      creditPurchaseId: field.id(),
      receipt: maybeRef(),
      invoiceNo: z.nullable(z.string()),
      dueDate: field.date(),
      /** What is still owed for the receipt now. */
      outstanding: z.string(),
      amount: z.string(),
    }),
  ),
});
export type SupplierPaymentDetail = z.infer<typeof paymentDetail>;

/** A payment run of a month settles that many receipts at most. */
const MAX_LINES = 100;

const payments = documentCalls('/supplier_payments', {
  family: 'supplierPayments',
  page: 'suppliers',
  detail: paymentDetail,
  touches: ['supplierPayments', 'creditPurchases', 'suppliers'],
  attachedBy: 'pay',
});

export const supplierPaymentsArea = {
  'supplierPayments.list': payments.list({
    summary: 'Payments to suppliers',
    statuses: statusesOf(supplierPaymentMachine),
    filters: {
      supplierId: { kind: 'id', lookup: 'suppliers.master' },
      method: { kind: 'enum', values: PAYMENT_METHODS },
    },
    unexported: ['itemCount'],
    row: paymentRow,
  }),
  'supplierPayments.get': payments.get('A payment to a supplier'),
  'supplierPayments.create': payments.create({
    may: 'pay',
    summary: 'Enters a payment to a supplier and what it settles',
    body: {
      supplierId: field.id(),
      paymentDate: field.date(),
      method: z.enum(PAYMENT_METHODS, { error: 'ONE_OF' }),
      /** Of the bank, or number of the cheque. */
      reference: field.nullish(field.text(60)),
      remark: field.nullish(field.longText()),
      items: linesOf(
        z.object({ creditPurchaseId: field.id(), amount: field.positiveMoney() }),
        MAX_LINES,
      ),
    },
    touches: ['supplierPayments', 'creditPurchases', 'suppliers'],
  }),
  'supplierPayments.reverse': payments.action('reverse', {
    may: 'reverse-payment',
    summary: 'Takes the payment back; what it settled is owed again',
    body: withReason(),
  }),
  ...payments.trail,
} as const;
