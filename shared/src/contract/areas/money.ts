import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { BANK_CODES } from '../../domain/money/bankAccounts.ts';
import { CREDIT_REASONS, creditNoteMachine } from '../../domain/money/creditNoteMachine.ts';
import {
  INVOICE_SOURCES,
  INVOICE_TYPES,
  invoiceMachine,
  TAX_POINTS,
} from '../../domain/money/invoiceMachine.ts';
import { INVOICE_RUN_STATUSES } from '../../domain/money/invoiceRuns.ts';
import { PAYMENT_METHODS, paymentMachine } from '../../domain/money/paymentMachine.ts';
import { MESSAGE_CHANNELS, MESSAGE_KINDS } from '../../domain/money/reminders.ts';
import * as field from '../../domain/values/fields.ts';
import {
  active,
  documentDetail,
  documentFields,
  documentRef,
  linesOf,
  nothing,
  orJson,
  recordFields,
  ref,
  userRef,
  versionOnly,
  withReason,
} from '../common.ts';
import { CREATED_BY, documentCalls } from '../documentCalls.ts';
import { ability, file, list, lookup, mutation, one, PROVIDER } from '../endpoint.ts';
import { receivedPayment } from '../receivedPayment.ts';
import { correctionCalls, RECEIVABLE_FAMILIES } from './corrections.ts';

/** Invoices, payments and what a customer owes (docs/domain/containers.md "Money"). */
const PAGE = 'payment-data';
const may = (...verbs: readonly string[]) => ability(...verbs.map((verb) => `${PAGE}:${verb}`));
const VAT_MODES = ['exclusive', 'inclusive', 'none'] as const;
const MAX_LINES = 100;

/** What the register of output VAT consists of. */
const TAX_KINDS = ['taxInvoice', 'cancellation', 'creditNote', 'debitNote'] as const;

/** Documents that invoices are for. */
const SOURCE_FAMILIES = [
  'contracts',
  'invoices',
  'jobs',
  'warranties',
  'partSales',
  'payments',
] as const;

const discountIn = z.object({
  type: z.enum(['percent', 'amount'], { error: 'ONE_OF' }),
  value: field.money(),
});

/** A customer as documents name it. */
const snapshot = z.object({
  code: z.string(),
  name: z.string(),
  nameEn: z.nullable(z.string()),
  taxId: z.nullable(z.string()),
  branchCode: z.nullable(z.string()),
  address: z.nullable(z.string()),
});

const invoiceRow = z.object({
  ...documentFields,
  type: z.enum(INVOICE_TYPES),
  sourceType: z.enum(INVOICE_SOURCES),
  /** The document that it is for, as that one is called. */
  sourceLabel: z.nullable(z.string()),
  customer: ref(),
  dueDate: field.date(),
  grandTotal: z.string(),
  netReceivable: z.string(),
  paidAmount: z.string(),
  balance: z.string(),
});

const taxInvoiceRef = z.object({
  id: field.id(),
  documentNo: z.string(),
  taxDate: field.date(),
  grandTotal: z.string(),
  isCancelled: z.boolean(),
  /** The one whose place it takes. */
  replaces: z.nullable(z.string()),
});

const invoiceDetail = z.extend(invoiceRow, {
  ...documentDetail,
  sourceId: z.nullable(field.id()),
  /** The document that it is for; none where it was made by hand. */
  source: z.nullable(z.object({ type: z.enum(SOURCE_FAMILIES), id: field.id() })),
  /** Before the first time that it was moved. */
  originalDueDate: z.nullable(field.date()),
  taxPoint: z.enum(TAX_POINTS),
  /** As it was on the day of issue; a draft shows the customer of today. */
  billedTo: snapshot,
  bankAccount: z.nullable(ref()),
  vatMode: z.enum(VAT_MODES),
  vatRate: z.string(),
  whtRate: z.string(),
  discount: z.nullable(discountIn),
  subTotal: z.string(),
  discountTotal: z.string(),
  baseAmount: z.string(),
  vatAmount: z.string(),
  whtAmount: z.string(),
  /** The same of what is charged after credit and debit notes. */
  whtDue: z.string(),
  /** Withheld tax whose certificate has come. */
  whtPaid: z.string(),
  creditedAmount: z.string(),
  debitedAmount: z.string(),
  items: z.array(
    z.object({
      id: field.id(),
      description: z.string(),
      quantity: z.number(),
      unit: z.nullable(z.string()),
      unitPrice: z.string(),
      isService: z.boolean(),
      lineTotal: z.string(),
    }),
  ),
  allocations: z.array(
    z.object({
      id: field.id(),
      /** null: one that its reader may not read. */
      payment: z.nullable(documentRef()),
      status: z.string(),
      paidAt: field.instant(),
      amount: z.string(),
    }),
  ),
  taxInvoices: z.array(taxInvoiceRef),
  notifyLog: z.array(
    z.object({
      id: field.id(),
      channel: z.enum(MESSAGE_CHANNELS),
      kind: z.enum(MESSAGE_KINDS),
      /** Days from the due date, of a reminder that nobody sent by hand. */
      stage: z.nullable(z.int()),
      at: field.instant(),
      by: z.nullable(userRef()),
      to: z.string(),
      /** `queued`, `sent`, `failed`; null: the mail is no longer kept. */
      result: z.nullable(z.string()),
    }),
  ),
  replaces: z.nullable(documentRef()),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

const invoiceBody = {
  customerId: field.id(),
  dueDate: field.date(),
  taxPoint: z.enum(TAX_POINTS, { error: 'ONE_OF' }),
  bankAccountId: field.nullish(field.id()),
  vatMode: z.enum(VAT_MODES, { error: 'ONE_OF' }),
  whtRate: field.optional(field.percent()),
  discount: field.nullish(discountIn),
  remark: field.nullish(field.longText()),
  items: linesOf(
    z.object({
      description: field.requiredText(300),
      quantity: field.positiveQuantity(),
      unit: field.nullish(field.text(30)),
      unitPrice: field.price(),
      isService: field.optional(field.flag()),
    }),
    MAX_LINES,
  ),
};
const invoiceLookups = ['customers.master', 'bankAccounts.master'];

const invoices = documentCalls('/invoices', {
  family: 'invoices',
  page: PAGE,
  detail: invoiceDetail,
  touches: RECEIVABLE_FAMILIES,
  attachedBy: 'create-invoice',
});

/** By which channels; all that reach the customer unless said. */
const messageBody = () =>
  z.object({
    version: field.version(),
    channels: field.optional(
      z
        .array(z.enum(MESSAGE_CHANNELS, { error: 'ONE_OF' }))
        .check(z.minLength(1, { error: 'REQUIRED' }), z.maxLength(3, { error: 'TOO_MANY' })),
    ),
  });

const notifying = <const P extends string>(path: P, summary: string) =>
  mutation({
    method: 'POST',
    path,
    client: 'backOffice',
    access: may('notify-invoice'),
    summary,
    notice: 'notificationSent',
    body: messageBody(),
    data: invoiceDetail,
    touches: ['invoices'],
  });

const paymentRow = z.object({
  ...documentFields,
  customer: ref(),
  method: z.enum(PAYMENT_METHODS),
  paidAt: field.instant(),
  amount: z.string(),
  bankAccount: z.nullable(ref()),
  bankReference: z.nullable(z.string()),
  chequeDate: z.nullable(field.date()),
  receiptNo: z.nullable(z.string()),
  /** What settles no invoice yet. */
  creditAmount: z.string(),
});

const paymentDetail = z.extend(paymentRow, {
  ...documentDetail,
  payerBank: z.nullable(z.string()),
  payerName: z.nullable(z.string()),
  chequeNo: z.nullable(z.string()),
  whtCertNo: z.nullable(z.string()),
  whtCertDate: z.nullable(field.date()),
  receiptDate: z.nullable(field.date()),
  allocatedAmount: z.string(),
  refundedAmount: z.string(),
  refundAmount: z.nullable(z.string()),
  refundAskedBy: z.nullable(field.id()),
  allocations: z.array(
    z.object({
      id: field.id(),
      /** null: one that its reader may not read, as are its day and balance. */
      invoice: z.nullable(documentRef()),
      dueDate: z.nullable(field.date()),
      balance: z.nullable(z.string()),
      amount: z.string(),
    }),
  ),
  taxInvoices: z.array(taxInvoiceRef),
});
export type PaymentDetail = z.infer<typeof paymentDetail>;

const allocationsIn = () =>
  z
    .array(z.object({ invoiceId: field.id(), amount: field.positiveMoney() }))
    .check(z.maxLength(MAX_LINES, { error: 'TOO_MANY' }));

const allocations = allocationsIn();
const allocationsOrJson = orJson(allocations);

/** It travels beside the slip, where everything is text; allocations are JSON. */
const paymentBody = {
  customerId: field.id(),
  ...receivedPayment(),
  allocations: field.optional(allocationsOrJson),
};

const payments = documentCalls('/payments', {
  family: 'payments',
  page: PAGE,
  detail: paymentDetail,
  touches: RECEIVABLE_FAMILIES,
  attachedBy: 'create',
});

const creditNotes = correctionCalls('/credit_notes', {
  family: 'creditNotes',
  machine: creditNoteMachine,
  causes: CREDIT_REASONS,
  one: 'credit note',
  effect: 'less is owed',
});

const accountRow = z.object({
  ...recordFields,
  company: ref(),
  bank: z.enum(BANK_CODES),
  branch: z.nullable(z.string()),
  accountNo: z.string(),
  accountName: z.string(),
  accountNameEn: z.nullable(z.string()),
  promptPayId: z.nullable(z.string()),
  billerId: z.nullable(z.string()),
  isDefault: z.boolean(),
  isActive: z.boolean(),
});
export type BankAccount = z.infer<typeof accountRow>;

const digits = (pattern: RegExp, error: string) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.replace(/[\s-]/g, '')),
    ),
    z.string().check(z.regex(pattern, { error })),
  );
const accountBody = {
  bank: z.enum(BANK_CODES, { error: 'ONE_OF' }),
  branch: field.nullish(field.text(100)),
  accountNo: digits(/^\d{10,15}$/, 'ACCOUNT_NO'),
  accountName: field.requiredText(200),
  accountNameEn: field.nullish(field.text(200)),
  promptPayId: field.nullish(digits(/^(0\d{9}|\d{13}|\d{15})$/, 'PROMPT_PAY_ID')),
  billerId: field.nullish(digits(/^\d{15}$/, 'BILLER_ID')),
  isDefault: field.flag(),
};

/** What a run bills: everything that contracts of a company ask for until a day. */
const runBody = { companyId: field.id(), until: field.date() };

const runRow = z.object({
  ...recordFields,
  company: ref(),
  until: field.date(),
  status: z.enum(INVOICE_RUN_STATUSES),
  /** Contracts. */
  total: z.int(),
  done: z.int(),
  billed: z.int(),
  failed: z.int(),
  /** The run was cancelled before them. */
  skipped: z.int(),
  invoiceCount: z.int(),
  /** What those invoices come to. */
  amount: z.string(),
  startedAt: z.nullable(field.instant()),
  finishedAt: z.nullable(field.instant()),
  createdBy: z.nullable(userRef()),
});
const runContract = { id: field.id(), documentNo: z.nullable(z.string()), customer: ref() };
const runDetail = z.extend(runRow, {
  /** Contracts that could not be billed, and why. */
  failures: z.array(z.object({ ...runContract, error: z.string() })),
});
export type InvoiceRun = z.infer<typeof runDetail>;

export const moneyArea = {
  'invoices.list': list({
    isSearched: true,
    path: '/invoices',
    access: may('view'),
    summary: 'Invoices',
    list: {
      filters: {
        status: { kind: 'enum', values: statusesOf(invoiceMachine) },
        type: { kind: 'enum', values: INVOICE_TYPES },
        sourceType: { kind: 'enum', values: INVOICE_SOURCES },
        customerId: { kind: 'id', lookup: 'customers.master' },
        /** Whose payments, deposit and penalties they bill. */
        contractId: { kind: 'id' },
        ...CREATED_BY,
      },
      sorts: ['createdAt', 'documentNo', 'dueDate'],
      defaultSort: '-createdAt',
      dateField: 'documentDate',
      counts: 'status',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'documentNo',
        'documentDate',
        'dueDate',
        'customer',
        'type',
        'sourceType',
        'grandTotal',
        'paidAmount',
        'balance',
        'status',
        'createdBy',
      ],
    },
    row: invoiceRow,
    summaryOf: z.object({ total: z.string(), paid: z.string(), balance: z.string() }),
  }),
  /** What a payment may settle: a form needs the balance, so that it is no look-up. */
  'invoices.owed': list({
    path: '/invoices/owed',
    access: may('create', 'allocate', 'create-invoice'),
    summary: 'Invoices of which something is owed',
    list: {
      filters: {
        customerId: { kind: 'id' },
        /** On no open billing note. */
        unbilled: { kind: 'flag' },
      },
      sorts: ['dueDate'],
      defaultSort: 'dueDate',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      code: z.nullable(z.string()),
      name: z.string(),
      dueDate: field.date(),
      balance: z.string(),
      whtDue: z.string(),
      whtPaid: z.string(),
    }),
  }),
  'invoices.get': invoices.get('An invoice'),
  'invoices.create': invoices.create({
    may: 'create-invoice',
    summary: 'Drafts an invoice by hand',
    lookups: [...invoiceLookups, 'companies.all'],
    body: { companyId: field.id(), ...invoiceBody },
  }),
  'invoices.update': invoices.update({
    may: 'create-invoice',
    summary: 'Changes a draft',
    lookups: invoiceLookups,
    body: invoiceBody,
  }),
  'invoices.delete': mutation({
    method: 'DELETE',
    path: '/invoices/:id',
    access: may('create-invoice'),
    summary: 'Deletes a draft; an invoice that was issued is voided',
    data: nothing(),
    touches: ['invoices'],
  }),
  'invoices.issue': invoices.action('issue', {
    may: 'issue-invoice',
    summary: 'Issues the invoice with its number',
    body: versionOnly(),
  }),
  'invoices.discount': mutation({
    method: 'PUT',
    path: '/invoices/:id',
    client: 'backOffice',
    access: may('discount-invoice'),
    summary: 'Gives, changes or takes back a discount within one’s limit',
    body: z.object({
      version: field.version(),
      discount: z.extend(discountIn, { reason: field.reason() }),
    }),
    data: invoiceDetail,
    touches: RECEIVABLE_FAMILIES,
  }),
  'invoices.notifyBill': notifying('/invoices/:id/bill/notify', 'Sends a bill to its customer'),
  'invoices.notifyOther': notifying(
    '/invoices/:id/other/notify',
    'Sends any other invoice to its customer',
  ),
  'invoices.remind': invoices.action('remind', {
    may: 'notify-invoice',
    summary: 'Reminds the customer of an invoice that is owed',
    notice: 'notificationSent',
    body: messageBody(),
    touches: ['invoices'],
  }),
  'invoices.defer': invoices.action('defer', {
    may: 'defer',
    summary: 'Moves the due date of what is owed; a warranty begins without its money',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      dueDate: field.date(),
    }),
  }),
  'invoices.void': invoices.action('void', {
    may: 'void-invoice',
    summary: 'Makes an unpaid invoice void; a draft may take its place',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      replace: field.optional(field.flag()),
    }),
  }),
  'invoices.document': invoices.pdf('pdf', { may: 'print', summary: 'The invoice as a PDF' }),
  ...invoices.trail,

  'invoiceRuns.preview': mutation({
    method: 'POST',
    path: '/invoice_runs/preview',
    access: may('run-invoices'),
    summary: 'What a run would bill; nothing is kept',
    notice: 'none',
    lookups: ['companies.all'],
    body: z.object(runBody),
    data: z.object({
      contracts: z.int(),
      invoices: z.int(),
      amount: z.string(),
      /** The first of them, by due date. */
      rows: z.array(
        z.object({
          ...runContract,
          dueDate: field.date(),
          invoices: z.int(),
          amount: z.string(),
        }),
      ),
    }),
  }),
  'invoiceRuns.list': list({
    path: '/invoice_runs',
    access: may('view'),
    summary: 'Runs of invoices',
    list: {
      filters: { companyId: { kind: 'id', lookup: 'companies.all' } },
      sorts: ['createdAt'],
      defaultSort: '-createdAt',
      searchable: false,
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'until',
        'company',
        'progress',
        'invoiceCount',
        'amount',
        'createdBy',
        'createdAt',
      ],
    },
    row: runRow,
  }),
  'invoiceRuns.get': one({
    path: '/invoice_runs/:id',
    access: may('view'),
    summary: 'A run, how far it is, and what could not be billed',
    data: runDetail,
  }),
  'invoiceRuns.create': mutation({
    method: 'POST',
    path: '/invoice_runs',
    access: may('run-invoices'),
    summary: 'Bills what contracts of a company ask for until a day; a job does it',
    status: 201,
    lookups: ['companies.all'],
    body: z.object(runBody),
    data: runDetail,
    touches: ['invoiceRuns', ...RECEIVABLE_FAMILIES],
  }),
  'invoiceRuns.cancel': mutation({
    method: 'POST',
    path: '/invoice_runs/:id/cancel',
    access: may('run-invoices'),
    summary: 'Stops a run; what it has billed stays billed',
    body: versionOnly(),
    data: runDetail,
    touches: ['invoiceRuns'],
  }),

  'payments.list': payments.list({
    summary: 'Payments of customers',
    statuses: statusesOf(paymentMachine),
    filters: {
      method: { kind: 'enum', values: PAYMENT_METHODS },
      customerId: { kind: 'id', lookup: 'customers.master' },
      bankAccountId: { kind: 'id', lookup: 'bankAccounts.master' },
      /** Cheques whose day has come, and those whose has not. */
      cheque: { kind: 'enum', values: ['due', 'later'] },
    },
    sorts: ['chequeDate'],
    exportAbility: `${PAGE}:export`,
    exportColumns: [
      'documentNo',
      'paidAt',
      'customer',
      'method',
      'amount',
      'bankReference',
      'chequeDate',
      'receiptNo',
      'creditAmount',
      'status',
      'createdBy',
      'approvedBy',
    ],
    row: paymentRow,
  }),
  'payments.get': payments.get('A payment'),
  'payments.create': mutation({
    method: 'POST',
    path: '/payments/manual',
    client: 'backOffice',
    access: may('create'),
    summary: 'Enters a payment with its slip; it counts once it is verified',
    status: 201,
    lookups: ['customers.master', 'bankAccounts.master'],
    files: { field: 'slip', max: 2, optional: true },
    body: z.object(paymentBody),
    data: paymentDetail,
    touches: ['payments', 'invoices'],
  }),
  'payments.inquire': mutation({
    method: 'POST',
    path: '/payments/inquire',
    access: may('inquire'),
    summary: 'Whether a payment of this reference is known',
    notice: 'none',
    failureNotice: 'notYetFound',
    body: z.object({ ref: field.requiredText(60) }),
    data: z.object({
      found: z.boolean(),
      source: z.enum(['payment', 'invoice', 'bankLine']),
      payment: z.nullable(
        z.object({
          id: field.id(),
          documentNo: z.string(),
          status: z.string(),
          paidAt: field.instant(),
          amount: z.string(),
        }),
      ),
      invoice: z.nullable(
        z.object({
          id: field.id(),
          documentNo: z.string(),
          status: z.string(),
          dueDate: field.date(),
          balance: z.string(),
        }),
      ),
      /** What the bank's statements say of it, whether it was recorded or not. */
      bankLine: z.nullable(
        z.object({
          id: field.id(),
          bookedOn: field.date(),
          amount: z.string(),
          status: z.string(),
        }),
      ),
      match: z.object({
        amountEqual: z.nullable(z.boolean()),
        dateDiffDays: z.nullable(z.int()),
        confidence: z.enum(['exact', 'likely', 'none']),
      }),
    }),
  }),
  'payments.webhook': mutation({
    method: 'POST',
    path: '/payments/webhook',
    access: PROVIDER,
    summary: 'Takes in a payment that a bank or gateway reports; the same event is one payment',
    notice: 'none',
    body: z.object({
      eventId: field.requiredText(100),
      /** Of the company's account that the money came in on. */
      accountNo: field.requiredText(20),
      /** Needed where accounts of several banks bear this number. */
      bank: field.optional(z.enum(BANK_CODES, { error: 'ONE_OF' })),
      method: z.enum(['promptpay', 'billPayment', 'transfer', 'card'], { error: 'ONE_OF' }),
      amount: field.positiveMoney(),
      paidAt: field.instant(),
      /** The bank's own number of the transaction. */
      reference: field.requiredText(60),
      /** What the payer's code carried: number of the customer, number of the invoice. */
      ref1: field.optional(field.text(40)),
      ref2: field.optional(field.text(40)),
      payerName: field.optional(field.text(200)),
    }),
    data: z.object({ status: z.enum(['recorded', 'unmatched']), repeated: z.boolean() }),
    touches: ['payments', 'invoices', 'bankLines'],
  }),
  'payments.verify': payments.action('verify', {
    may: 'verify',
    summary: 'Confirms that the money has come in: invoices are settled, a receipt is issued',
    notice: 'approved',
    body: versionOnly(),
  }),
  'payments.reject': payments.action('reject', {
    may: 'reject',
    summary: 'Says that this money has not come in',
    notice: 'rejected',
    body: withReason(),
  }),
  'payments.allocate': payments.action('allocate', {
    may: 'allocate',
    summary: 'Settles invoices from what is left of the payment',
    body: z.object({
      version: field.version(),
      allocations: allocationsIn().check(z.minLength(1, { error: 'LINES_REQUIRED' })),
    }),
  }),
  'payments.requestRefund': payments.action('request-refund', {
    may: 'allocate',
    summary: 'Asks that what is left is paid back',
    body: z.object({
      version: field.version(),
      reason: field.reason(),
      refundAmount: field.positiveMoney(),
    }),
  }),
  'payments.approveRefund': payments.action('approve-refund', {
    may: 'refund',
    summary: 'Confirms that the money was paid back',
    notice: 'approved',
    body: versionOnly(),
  }),
  'payments.declineRefund': payments.action('decline-refund', {
    may: 'refund',
    summary: 'Refuses to pay it back',
    notice: 'rejected',
    body: withReason(),
  }),
  'payments.reverse': payments.action('reverse', {
    may: 'reverse',
    summary: 'Takes the payment back: its invoices are owed again',
    body: withReason(),
  }),
  'payments.document': payments.pdf('receipt', { may: 'print', summary: 'The receipt as a PDF' }),
  ...payments.trail,

  'creditNotes.list': creditNotes.list,
  'creditNotes.get': creditNotes.get,
  'creditNotes.create': creditNotes.create,
  'creditNotes.approve': creditNotes.approve,
  'creditNotes.reject': creditNotes.reject,
  'creditNotes.cancel': creditNotes.cancel,
  'creditNotes.document': creditNotes.document,
  'creditNotes.history': creditNotes.history,
  'creditNotes.attach': creditNotes.attach,
  'creditNotes.detach': creditNotes.detach,

  'taxInvoices.list': list({
    path: '/tax_invoices',
    access: may('view'),
    summary: 'Output VAT: tax invoices, their cancellations, credit and debit notes',
    list: {
      filters: {
        kind: { kind: 'enum', values: TAX_KINDS },
        customerId: { kind: 'id', lookup: 'customers.master' },
        companyId: { kind: 'id', lookup: 'companies.all' },
      },
      sorts: ['taxDate', 'documentNo'],
      defaultSort: 'taxDate',
      dateField: 'taxDate',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'sequence',
        'taxDate',
        'documentNo',
        'customerName',
        'taxId',
        'branchCode',
        'baseAmount',
        'vatAmount',
        'grandTotal',
        'kind',
        'replaces',
      ],
    },
    row: z.object({
      id: field.id(),
      /** Its place in the company's report of that month. */
      sequence: z.int(),
      kind: z.enum(TAX_KINDS),
      taxDate: field.date(),
      documentNo: z.string(),
      customerName: z.string(),
      taxId: z.nullable(z.string()),
      branchCode: z.nullable(z.string()),
      baseAmount: z.string(),
      vatAmount: z.string(),
      grandTotal: z.string(),
      replaces: z.nullable(z.string()),
      invoice: documentRef(),
    }),
    summaryOf: z.object({ baseAmount: z.string(), vatAmount: z.string(), grandTotal: z.string() }),
  }),
  'taxInvoices.document': file({
    path: '/tax_invoices/:id/pdf',
    access: may('print'),
    summary: 'A tax invoice as a PDF',
    mime: 'application/pdf',
  }),
  'taxInvoices.replace': mutation({
    method: 'POST',
    path: '/tax_invoices/:id/replace',
    access: may('void-invoice'),
    summary:
      'Cancels a tax invoice whose buyer was named wrongly, and issues one that takes its place',
    body: z.object({ reason: field.reason() }),
    data: z.object({ id: field.id(), documentNo: z.string() }),
    touches: ['taxInvoices', 'invoices', 'payments'],
  }),
  'taxPeriods.list': list({
    path: '/tax_periods',
    access: may('view'),
    summary: 'Months whose VAT was declared',
    list: {
      filters: { companyId: { kind: 'id', lookup: 'companies.all' } },
      sorts: ['period'],
      defaultSort: '-period',
    },
    row: z.object({
      id: field.id(),
      company: ref(),
      period: z.string(),
      baseAmount: z.string(),
      vatAmount: z.string(),
      entryCount: z.int(),
      inputBaseAmount: z.string(),
      inputVatAmount: z.string(),
      inputEntryCount: z.int(),
      /** Output VAT less input VAT; negative: it is carried forward or paid back. */
      payable: z.string(),
      closedAt: field.instant(),
      closedBy: z.nullable(userRef()),
    }),
  }),
  'taxPeriods.close': mutation({
    method: 'POST',
    path: '/tax_periods',
    access: may('close-tax-period'),
    summary: 'Closes a month: its VAT does not change any more',
    status: 201,
    lookups: ['companies.all'],
    body: z.object({
      companyId: field.id(),
      period: z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'PERIOD' })),
    }),
    data: z.object({
      id: field.id(),
      period: z.string(),
      vatAmount: z.string(),
      inputVatAmount: z.string(),
    }),
    touches: ['taxPeriods'],
  }),

  'receivables.ageing': list({
    path: '/receivables',
    access: may('view'),
    summary: 'What each customer owes, by how late it is',
    list: {
      filters: { customerId: { kind: 'id', lookup: 'customers.master' }, asOf: { kind: 'text' } },
      sorts: ['customer'],
      defaultSort: 'customer',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'customer',
        'notDue',
        'days30',
        'days60',
        'days90',
        'over90',
        'credit',
        'balance',
      ],
    },
    row: z.object({
      id: field.id(),
      customer: ref(),
      notDue: z.string(),
      days30: z.string(),
      days60: z.string(),
      days90: z.string(),
      over90: z.string(),
      credit: z.string(),
      balance: z.string(),
    }),
    summaryOf: z.object({
      notDue: z.string(),
      days30: z.string(),
      days60: z.string(),
      days90: z.string(),
      over90: z.string(),
      credit: z.string(),
      balance: z.string(),
    }),
  }),
  'receivables.statement': one({
    path: '/receivables/:customerId/statement',
    access: may('view'),
    summary: 'Every entry of a customer’s account between two days, with its balance',
    query: z.object({
      startDate: field.optional(field.date()),
      endDate: field.optional(field.date()),
    }),
    data: z.object({
      customer: ref(),
      startDate: field.date(),
      endDate: field.date(),
      opening: z.string(),
      closing: z.string(),
      /** Statements that were sent to the customer, the latest first. */
      sentLog: z.array(
        z.object({
          id: field.id(),
          at: field.instant(),
          by: z.nullable(userRef()),
          to: z.string(),
          startDate: field.date(),
          endDate: field.date(),
          /** `queued`, `sent`, `failed`; null: the mail is no longer kept. */
          result: z.nullable(z.string()),
        }),
      ),
      entries: z.array(
        z.object({
          id: field.id(),
          date: field.date(),
          kind: z.enum([
            'invoice',
            'discount',
            'void',
            'allocation',
            'creditNote',
            'debitNote',
            'credit',
            'refund',
          ]),
          documentNo: z.nullable(z.string()),
          invoiceNo: z.nullable(z.string()),
          amount: z.string(),
          balance: z.string(),
        }),
      ),
    }),
  }),
  'receivables.send': mutation({
    method: 'POST',
    path: '/receivables/:customerId/statement/send',
    access: may('notify-invoice'),
    summary: 'Sends the statement of account to a customer with consent, as a PDF',
    notice: 'notificationSent',
    body: z.object({
      startDate: field.optional(field.date()),
      endDate: field.optional(field.date()),
    }),
    data: z.object({ id: field.id(), sentAt: field.instant() }),
    touches: ['receivables'],
  }),
  'receivables.document': file({
    path: '/receivables/:customerId/statement/pdf',
    access: may('print'),
    summary: 'The statement of account as a PDF',
    mime: 'application/pdf',
    query: z.object({
      startDate: field.optional(field.date()),
      endDate: field.optional(field.date()),
    }),
  }),

  'bankAccounts.list': list({
    path: '/bank_accounts',
    access: may('view'),
    summary: 'Bank accounts of the companies',
    list: {
      filters: { isActive: { kind: 'flag' }, companyId: { kind: 'id', lookup: 'companies.all' } },
      sorts: ['accountNo', 'bank'],
      defaultSort: 'accountNo',
      exportAbility: `${PAGE}:export`,
      exportColumns: [
        'bank',
        'branch',
        'accountNo',
        'accountName',
        'accountNameEn',
        'company',
        'promptPayId',
        'billerId',
        'isDefault',
        'isActive',
      ],
    },
    row: accountRow,
  }),
  'bankAccounts.master': list({
    path: '/bank_accounts/master',
    access: lookup(`${PAGE}:create`, `${PAGE}:create-invoice`),
    summary: 'Choice of a bank account',
    list: {
      filters: { companyId: { kind: 'id' } },
      sorts: ['accountNo'],
      defaultSort: 'accountNo',
      maxLimit: 1000,
    },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'bankAccounts.create': mutation({
    method: 'POST',
    path: '/bank_accounts',
    access: may('update-account'),
    summary: 'Adds a bank account',
    status: 201,
    lookups: ['companies.all'],
    body: z.object({ companyId: field.id(), ...accountBody }),
    data: accountRow,
    touches: ['bankAccounts'],
  }),
  'bankAccounts.update': mutation({
    method: 'PATCH',
    path: '/bank_accounts/:id',
    access: may('update-account'),
    summary: 'Changes or closes a bank account',
    body: z.object({ version: field.version(), ...accountBody, ...active }),
    data: accountRow,
    touches: ['bankAccounts'],
  }),
  'bankAccounts.delete': mutation({
    method: 'DELETE',
    path: '/bank_accounts/:id',
    access: may('update-account'),
    summary: 'Deletes a bank account never used',
    data: nothing(),
    touches: ['bankAccounts'],
  }),
} as const;
