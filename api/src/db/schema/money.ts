import type { VatMode } from '@boxyard/shared/domain';
import type { BankCode } from '@boxyard/shared/domain/money/bankAccounts.ts';
import type { CreditReason } from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import type { DebitReason } from '@boxyard/shared/domain/money/debitNoteMachine.ts';
import type {
  InvoiceSource,
  InvoiceType,
  TaxPoint,
} from '@boxyard/shared/domain/money/invoiceMachine.ts';
import type { PaymentMethod } from '@boxyard/shared/domain/money/paymentMachine.ts';
import type {
  MessageChannel,
  MessageKind,
  MessageResult,
} from '@boxyard/shared/domain/money/reminders.ts';
import type { KeptColumns } from '@boxyard/shared/domain/money/statements.ts';
import type { ColumnType } from 'kysely';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Json,
  JsonOrNull,
  Numeric,
  RecordColumns,
  Timestamp,
  WithDefault,
} from './columns.ts';
import type { HeaderSnapshot } from './purchasing.ts';

/** Tables of 0160_money.sql, and the deposits of 0196_settlements.sql. */
export interface MoneyTables {
  bankAccounts: BankAccountTable;
  invoices: InvoiceTable;
  invoiceItems: InvoiceItemTable;
  invoiceNotices: InvoiceNoticeTable;
  invoiceDeferrals: InvoiceDeferralTable;
  statementNotices: StatementNoticeTable;
  payments: PaymentTable;
  paymentAllocations: PaymentAllocationTable;
  creditNotes: CreditNoteTable;
  debitNotes: DebitNoteTable;
  billingNotes: BillingNoteTable;
  billingNoteLines: BillingNoteLineTable;
  taxEntries: TaxEntryTable;
  inputTaxEntries: InputTaxEntryTable;
  taxPeriods: TaxPeriodTable;
  receivableEntries: ReceivableEntryTable;
  receivableMonths: ReceivableMonthTable;
  receivableBalances: ReceivableBalanceTable;
  receivableTotals: ReceivableTotalTable;
  depositReturns: DepositReturnTable;
}

/** Worked out by the database. */
type Computed<T> = ColumnType<T, never, never>;

/** A customer as it was when something was issued to it. */
export interface CustomerSnapshot {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string | null;
  readonly taxId: string | null;
  readonly branchCode: string | null;
  readonly address: string;
  readonly addressEn: string;
  readonly phone: string;
  readonly email: string | null;
}

interface BankAccountTable extends RecordColumns {
  companyId: string;
  bank: BankCode;
  branch: string | null;
  accountNo: string;
  accountName: string;
  accountNameEn: string | null;
  promptPayId: string | null;
  billerId: string | null;
  isDefault: WithDefault<boolean>;
  isActive: WithDefault<boolean>;
  /** Which column of the bank's CSV file holds what. */
  statementColumns: JsonOrNull<KeptColumns>;
  searchText: Computed<string>;
}

interface MoneyDocument extends DocumentColumns {
  customerId: string;
  saleId: Computed<string | null>;
  searchText: WithDefault<string>;
}

interface InvoiceTable extends MoneyDocument {
  type: InvoiceType;
  sourceType: InvoiceSource;
  sourceId: DefaultNull<string, string>;
  sourceKey: DefaultNull<string, string>;
  sourceLabel: DefaultNull<string, string>;
  dueDate: string;
  taxPoint: TaxPoint;
  customerSnapshot: Json<CustomerSnapshot> | null;
  header: Json<HeaderSnapshot> | null;
  bankAccountId: string | null;
  vatMode: VatMode;
  vatRate: Numeric;
  whtRate: Numeric;
  discountType: DefaultNull<'percent' | 'amount', 'percent' | 'amount'>;
  discountValue: Numeric | null;
  subTotal: Numeric;
  discountTotal: Numeric;
  baseAmount: Numeric;
  vatAmount: Numeric;
  grandTotal: Numeric;
  /** As printed on the day of issue. */
  whtAmount: Numeric;
  /** The same of what is charged after credit and debit notes; 0280. */
  whtDue: Computed<string>;
  netReceivable: Computed<string>;
  paidAmount: DefaultNumeric;
  whtPaid: DefaultNumeric;
  creditedAmount: DefaultNumeric;
  /** What debit notes have added. */
  debitedAmount: DefaultNumeric;
  balance: Computed<string>;
  notifiedAt: Timestamp | null;
  /** Which reminder the customer had last by itself. */
  customerStage: DefaultNull<number, number>;
  /** Before the first time that it was moved; null: it never was. */
  originalDueDate: DefaultNull<string, string>;
  /** Days from the due date of the reminder that its people had last; 0228. */
  remindedStage: ColumnType<number | null, number | null | undefined, number | null>;
  replacesId: DefaultNull<string, string>;
  /** Nothing would ask for it again: only a credit note takes it off; 0295. */
  isAskedOnce: WithDefault<boolean>;
}

interface InvoiceItemTable {
  id: WithDefault<string>;
  invoiceId: string;
  lineNo: number;
  description: string;
  quantity: Numeric;
  unit: string | null;
  unitPrice: Numeric;
  isService: boolean;
  lineTotal: Numeric;
  baseAmount: Numeric;
  vatAmount: Numeric;
}

interface InvoiceNoticeTable {
  id: WithDefault<string>;
  invoiceId: string;
  channel: MessageChannel;
  kind: WithDefault<MessageKind>;
  stage: DefaultNull<number, number>;
  /** Of LINE and SMS. */
  status: DefaultNull<MessageResult, MessageResult>;
  error: DefaultNull<string, string>;
  bodyText: DefaultNull<string, string>;
  sentTo: string;
  mailId: string | null;
  sentAt: Timestamp;
  sentBy: string | null;
}

/** 0233_deferred_invoices.sql. */
interface InvoiceDeferralTable {
  id: WithDefault<string>;
  invoiceId: string;
  dueBefore: string;
  dueAfter: string;
  deferredOn: string;
  createdAt: Timestamp;
  createdBy: string | null;
}

/** 0231_customer_messages.sql. */
interface StatementNoticeTable {
  id: WithDefault<string>;
  customerId: string;
  startDate: string;
  endDate: string;
  closing: Numeric;
  sentTo: string;
  mailId: string | null;
  sentAt: Timestamp;
  sentBy: string | null;
}

interface PaymentTable extends Omit<MoneyDocument, 'documentNo'> {
  documentNo: string;
  method: PaymentMethod;
  paidAt: Timestamp;
  amount: Numeric;
  bankAccountId: string | null;
  payerBank: string | null;
  payerName: string | null;
  bankReference: string | null;
  referenceOccurrence: WithDefault<number>;
  chequeNo: string | null;
  chequeDate: string | null;
  whtCertNo: string | null;
  whtCertDate: string | null;
  slipSha256: string | null;
  /** It came in before the business kept its books here. */
  isOpening: WithDefault<boolean>;
  header: Json<HeaderSnapshot> | null;
  customerSnapshot: Json<CustomerSnapshot> | null;
  receiptNo: string | null;
  receiptDate: string | null;
  /** 0283_papers_stay.sql: null until there is a receipt. */
  receiptLines: JsonOrNull<readonly ReceiptLine[]>;
  allocatedAmount: DefaultNumeric;
  refundAmount: Numeric | null;
  refundAskedBy: string | null;
  refundedAmount: DefaultNumeric;
  creditAmount: Computed<string>;
}

interface PaymentAllocationTable {
  id: WithDefault<string>;
  paymentId: string;
  invoiceId: string;
  amount: Numeric;
}

/** What a receipt says that a payment settled. */
export interface ReceiptLine {
  readonly invoiceId: string;
  readonly dueDate: string;
  readonly amount: string;
}

/** A tax invoice as a note names it. */
export interface NamedTaxInvoice {
  readonly documentNo: string;
  readonly date: string;
}

interface CreditNoteTable extends MoneyDocument {
  invoiceId: string;
  cause: CreditReason;
  reason: string;
  baseAmount: Numeric;
  vatAmount: Numeric;
  grandTotal: Numeric;
  header: Json<HeaderSnapshot> | null;
  customerSnapshot: Json<CustomerSnapshot> | null;
  /** THB that it corrects, and the tax invoices that counted when it was approved (0283_papers_stay.sql). */
  valueBefore: DefaultNull<string, string | number>;
  taxInvoices: JsonOrNull<readonly NamedTaxInvoice[]>;
  /** It takes off the balance at most (0325_notes_capped_by_balance.sql). */
  isCappedByBalance: WithDefault<boolean>;
}

/** 0227_debit_notes.sql. */
interface DebitNoteTable extends Omit<CreditNoteTable, 'cause' | 'isCappedByBalance'> {
  cause: DebitReason;
}

/** 0230_billing_notes.sql. */
interface BillingNoteTable extends MoneyDocument {
  collectOn: string;
  acknowledgedOn: DefaultNull<string, string>;
  acknowledgedBy: DefaultNull<string, string>;
  grandTotal: Numeric;
  header: JsonOrNull<HeaderSnapshot>;
  customerSnapshot: JsonOrNull<CustomerSnapshot>;
}

interface BillingNoteLineTable {
  id: WithDefault<string>;
  billingNoteId: string;
  lineNo: number;
  invoiceId: string;
  amount: Numeric;
  isOpen: WithDefault<boolean>;
}

interface TaxEntryTable {
  id: WithDefault<string>;
  companyId: string;
  customerId: string;
  saleId: Computed<string | null>;
  kind: 'taxInvoice' | 'cancellation' | 'creditNote' | 'debitNote';
  documentNo: string;
  taxDate: string;
  invoiceId: string;
  paymentId: DefaultNull<string, string>;
  creditNoteId: DefaultNull<string, string>;
  debitNoteId: DefaultNull<string, string>;
  cancelsId: DefaultNull<string, string>;
  replacesId: DefaultNull<string, string>;
  printedDate: DefaultNull<string, string>;
  customerSnapshot: JsonOrNull<CustomerSnapshot>;
  customerName: string;
  taxId: string | null;
  branchCode: string | null;
  baseAmount: Numeric;
  vatAmount: Numeric;
  grandTotal: Numeric;
  searchText: Computed<string>;
  createdAt: Timestamp;
}

/** 0225_input_tax.sql. */
interface InputTaxEntryTable {
  id: WithDefault<string>;
  companyId: string;
  supplierId: string;
  receiptId: string;
  kind: 'taxInvoice' | 'cancellation';
  documentNo: string;
  invoiceDate: string;
  taxDate: string;
  supplierName: string;
  taxId: string | null;
  branchCode: string | null;
  baseAmount: Numeric;
  vatAmount: Numeric;
  grandTotal: Numeric;
  searchText: Computed<string>;
  createdAt: Timestamp;
}

interface TaxPeriodTable {
  id: WithDefault<string>;
  companyId: string;
  /** `2026-11`. */
  period: string;
  baseAmount: Numeric;
  vatAmount: Numeric;
  entryCount: number;
  inputBaseAmount: DefaultNumeric;
  inputVatAmount: DefaultNumeric;
  inputEntryCount: WithDefault<number>;
  closedAt: Timestamp;
  closedBy: string | null;
}

interface ReceivableEntryTable {
  id: WithDefault<string>;
  companyId: string;
  customerId: string;
  kind:
    | 'invoice'
    | 'discount'
    | 'void'
    | 'allocation'
    | 'creditNote'
    | 'debitNote'
    | 'credit'
    | 'refund';
  invoiceId: DefaultNull<string, string>;
  paymentId: DefaultNull<string, string>;
  creditNoteId: DefaultNull<string, string>;
  debitNoteId: DefaultNull<string, string>;
  amount: Numeric;
  businessDate: string;
  /** That the invoice had then; filled by the database. */
  dueDate: DefaultNull<string, string>;
  createdAt: Timestamp;
  createdBy: string | null;
}

/** 0265_receivable_months.sql. */
interface ReceivableMonthTable {
  lastDay: string;
  closedAt: Timestamp;
  summedAt: DefaultNull<Date, Date | string>;
}

interface ReceivableBalanceTable {
  lastDay: string;
  customerId: string;
  invoiceId: DefaultNull<string, string>;
  dueDate: DefaultNull<string, string>;
  amount: Numeric;
}

/** 0420_receivable_totals.sql. */
interface ReceivableTotalTable {
  lastDay: string;
  customerId: string;
  billed: Numeric;
  paid: Numeric;
}

interface DepositReturnTable {
  invoiceId: string;
  paymentId: string;
  amount: Numeric;
}
