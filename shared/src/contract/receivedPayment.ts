import * as z from 'zod/mini';
import { BANK_CODES } from '../domain/money/bankAccounts.ts';
import { RECEIPT_METHODS } from '../domain/money/paymentMachine.ts';
import * as field from '../domain/values/fields.ts';

/**
 * Fields by which a person enters money that a customer paid (domain-containers 1.3): the method decides
 * which of them are its evidence (`EVIDENCE`), and the slip comes as a file beside them.
 */
export const receivedPayment = () => ({
  method: z.enum(RECEIPT_METHODS, { error: 'ONE_OF' }),
  paidAt: field.instant(),
  amount: field.positiveMoney(),
  bankAccountId: field.optional(field.id()),
  payerBank: field.optional(z.enum(BANK_CODES, { error: 'ONE_OF' })),
  payerName: field.optional(field.text(200)),
  bankReference: field.optional(field.text(60)),
  chequeNo: field.optional(field.text(20)),
  chequeDate: field.optional(field.date()),
  whtCertNo: field.optional(field.text(40)),
  whtCertDate: field.optional(field.date()),
  remark: field.optional(field.longText()),
});
