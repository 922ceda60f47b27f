import { documentFamily, type ServerModule } from '../../workflow/index.ts';
import { bankAccountConstraints, bankAccountHandlers } from './accounts/index.ts';
import {
  acknowledgeBillingNote,
  cancelBillingNote,
  collectBillingNote,
  collectPaidNotes,
  issueBillingNote,
} from './billingNotes/actions.ts';
import { createBillingNote, deleteBillingNote, updateBillingNote } from './billingNotes/draft.ts';
import { billingNoteList } from './billingNotes/list.ts';
import { billingNotePdf } from './billingNotes/pdf.ts';
import { presentBillingNote } from './billingNotes/present.ts';
import { billingNotes } from './billingNotes/type.ts';
import { presentCorrection } from './corrections/present.ts';
import {
  approveCreditNote,
  cancelCreditNote,
  createCreditNote,
  rejectCreditNote,
} from './creditNotes/actions.ts';
import { creditNoteList } from './creditNotes/list.ts';
import { creditNotes } from './creditNotes/type.ts';
import {
  approveDebitNote,
  cancelDebitNote,
  createDebitNote,
  rejectDebitNote,
} from './debitNotes/actions.ts';
import { debitNoteList } from './debitNotes/list.ts';
import { debitNotes } from './debitNotes/type.ts';
import {
  discountInvoice,
  issueDraft,
  notifyBill,
  notifyOther,
  remindInvoice,
  voidInvoice,
} from './invoices/actions.ts';
import { deferInvoice } from './invoices/defer.ts';
import { createInvoice, deleteInvoice, updateInvoice } from './invoices/draft.ts';
import { invoiceList, owedInvoices } from './invoices/list.ts';
import { presentInvoice } from './invoices/present.ts';
import { invoices } from './invoices/type.ts';
import { chargeLateFees } from './lateFees.ts';
import {
  markOverdueInvoices,
  remindOfCheques,
  remindOfInvoices,
  taxDueInstalments,
} from './overdue.ts';
import {
  allocatePayment,
  approveRefund,
  declineRefund,
  rejectPayment,
  requestRefund,
  reversePayment,
  verifyPayment,
} from './payments/decide.ts';
import { enterPayment } from './payments/enter.ts';
import { takeGatewayEvent } from './payments/gateway.ts';
import { inquire } from './payments/inquire.ts';
import { paymentList } from './payments/list.ts';
import { presentPayment } from './payments/present.ts';
import { payments } from './payments/type.ts';
import { creditNotePdf, debitNotePdf, invoicePdf, receiptPdf } from './pdf.ts';
import { receivableHandlers } from './receivables/index.ts';
import {
  closeReceivableMonths,
  receivableTotals,
  sumReceivableMonths,
} from './receivables/months.ts';
import {
  bankStatementConstraints,
  bankStatementHandlers,
  bankStatementScopes,
} from './statements/index.ts';
import { taxHandlers } from './tax/index.ts';
import {
  billingNoteWorkItems,
  creditNoteWorkItems,
  debitNoteWorkItems,
  invoiceWorkItems,
  paymentWorkItems,
} from './workItems.ts';

/** Invoices, payments and what customers owe (docs/domain/containers.md "Money"). */
export { accountsAt } from './receivables/months.ts';
export const moneyModule = {
  handlers: {
    ...invoices.handlers({
      present: presentInvoice,
      list: invoiceList,
      create: createInvoice,
      actions: {
        update: updateInvoice,
        issue: issueDraft,
        discount: discountInvoice,
        notifyBill,
        notifyOther,
        remind: remindInvoice,
        defer: deferInvoice,
        void: voidInvoice,
      },
      document: invoicePdf,
      others: { owed: owedInvoices.run, delete: deleteInvoice },
    }),
    ...payments.handlers({
      present: presentPayment,
      list: paymentList,
      create: enterPayment,
      actions: {
        verify: verifyPayment,
        reject: rejectPayment,
        allocate: allocatePayment,
        requestRefund,
        approveRefund,
        declineRefund,
        reverse: reversePayment,
      },
      document: receiptPdf,
      others: { inquire, webhook: takeGatewayEvent },
    }),
    ...creditNotes.handlers({
      present: (ctx, id) => presentCorrection(ctx, creditNotes.type, id),
      list: creditNoteList,
      create: createCreditNote,
      actions: {
        approve: approveCreditNote,
        reject: rejectCreditNote,
        cancel: cancelCreditNote,
      },
      document: creditNotePdf,
    }),
    ...debitNotes.handlers({
      present: (ctx, id) => presentCorrection(ctx, debitNotes.type, id),
      list: debitNoteList,
      create: createDebitNote,
      actions: {
        approve: approveDebitNote,
        reject: rejectDebitNote,
        cancel: cancelDebitNote,
      },
      document: debitNotePdf,
    }),
    ...billingNotes.handlers({
      present: presentBillingNote,
      list: billingNoteList,
      create: createBillingNote,
      actions: {
        update: updateBillingNote,
        issue: issueBillingNote,
        acknowledge: acknowledgeBillingNote,
        collect: collectBillingNote,
        cancel: cancelBillingNote,
      },
      document: billingNotePdf,
      others: { delete: deleteBillingNote },
    }),
    ...bankAccountHandlers,
    ...bankStatementHandlers,
    ...taxHandlers,
    ...receivableHandlers,
  },
  constraints: {
    ...bankAccountConstraints,
    ...bankStatementConstraints,
    invoices_source_uq: 'formerNo',
    payments_slip_uq: 'slip',
    payments_reference_uq: 'bankReference',
    payments_cheque_uq: 'chequeNo',
    payments_wht_cert_uq: 'whtCertNo',
    tax_periods_once_uq: 'period',
  },
  nightly: [
    markOverdueInvoices,
    taxDueInstalments,
    remindOfInvoices,
    remindOfCheques,
    chargeLateFees,
    collectPaidNotes,
    closeReceivableMonths,
    sumReceivableMonths,
  ],
  keptSums: [receivableTotals],
  families: [
    documentFamily(invoices.type, { workItems: invoiceWorkItems }),
    documentFamily(payments.type, { workItems: paymentWorkItems }),
    documentFamily(creditNotes.type, { workItems: creditNoteWorkItems }),
    documentFamily(debitNotes.type, { workItems: debitNoteWorkItems }),
    documentFamily(billingNotes.type, { workItems: billingNoteWorkItems }),
  ],
  recordScopes: {
    bankAccounts: { table: 'bank_accounts', scope: { company: 'd.company_id' } },
    taxPeriods: { table: 'tax_periods', scope: { company: 'd.company_id' } },
    ...bankStatementScopes,
  },
} satisfies ServerModule;

export {
  holdingAccount,
  lockAccount,
  lockAccounts,
  onDeferred,
  onIssue,
  onSettled,
} from './account.ts';
export { onHandOver } from './creditNotes/handOver.ts';
export { amountsOf, expectDiscountWithin, vatRateOf } from './invoices/amounts.ts';
export { markAskedOnce } from './invoices/askedOnce.ts';
export { draftInvoice, onDiscount, onPlan } from './invoices/draft.ts';
export { sendInvoiceNotice } from './invoices/messages.ts';
export { remindCustomers } from './invoices/reminders.ts';
export { openInvoicesImport } from './opening/invoicesImport.ts';
export { openPaymentsImport } from './opening/paymentsImport.ts';
export { type InvoiceOrder, issueFor } from './orders.ts';
export { returnDeposit } from './payments/deposit.ts';
export { paymentFor } from './payments/enter.ts';
export {
  accountsOf,
  creditFor,
  handOverRests,
  isDepositPaid,
  keepHandedBack,
  leaveToCreditNotes,
  letGoOf,
  toLetGo,
  unpaidOf,
  voidUnpaid,
  waitingToBeLetGo,
} from './sources.ts';
export { claimInputTax, isInputTaxClaimed, takeBackInputTax } from './tax/input.ts';
