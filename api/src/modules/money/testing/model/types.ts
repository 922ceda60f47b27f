import type { Decimal } from '@boxyard/shared/domain';

/** What is told of an invoice, a payment and the rest in the books of the model. */

export interface Amounts {
  readonly base: Decimal;
  readonly vat: Decimal;
  readonly total: Decimal;
}

/** Where something is found on the server. */
export interface Found {
  /** What the list of commands calls it, such as `iv3`: the same each time that a seed is played. */
  readonly label: string;
  readonly id: string;
}

export interface Invoice extends Found {
  readonly no: string;
  customer: string;
  readonly taxPoint: 'delivery' | 'dueDate' | 'payment' | 'none';
  readonly vatMode: 'exclusive' | 'inclusive' | 'none';
  readonly whtRate: Decimal;
  /** Without discount. */
  readonly net: Decimal;
  /** Day of issue. */
  readonly day: string;
  readonly agreedDueDate: string;
  dueDate: string;
  printed: Amounts;
  wht: Decimal;
  /** What debit notes that were issued come to, and credit notes. */
  debited: Amounts;
  credited: Decimal;
  isVoid: boolean;
  /** Hire purchase whose due date has come. */
  isDueTaxed: boolean;
  /** Whom its papers name: the buyer on the day of issue, or the one that was corrected since. */
  buyer: string;
  /** What was paid back and has to come again: only a credit note takes it off. */
  readonly isAskedBack?: true;
  /** Nothing asks for it again, since its contract has ended or changed hands. */
  isAskedOnce?: true;
  /** What of the plan of a contract it asks for. */
  readonly part?: PlanPart;
}

/** So much of a payment settles an invoice. */
export interface Settlement {
  readonly payment: string;
  readonly invoice: string;
  readonly isCertificate: boolean;
  amount: Decimal;
}

export type PaymentState = 'pending' | 'verified' | 'refundRequested' | 'rejected' | 'reversed';

export interface Payment extends Found {
  customer: string;
  readonly method: 'cash' | 'cheque' | 'whtCert';
  readonly amount: Decimal;
  /** The day on which it came, and the cheque's own day. */
  readonly paidOn: string;
  readonly chequeDate: string | null;
  /** The minute of that day on which it came. */
  readonly minute: number;
  /** The number by which a cheque or certificate is known, and the year of the latter. */
  readonly number: string | null;
  readonly year: string | null;
  readonly named: readonly { readonly invoice: string; readonly amount: Decimal }[];
  readonly enteredBy: string;
  state: PaymentState;
  credit: Decimal;
  refunded: Decimal;
  /** Held until somebody has decided. */
  refundAsked: Decimal | null;
  askedBy: string | null;
}

export interface Note extends Found {
  readonly kind: 'creditNote' | 'debitNote';
  readonly invoice: string;
  amount: Decimal;
  readonly askedBy: string;
  state: 'pending' | 'approved' | 'rejected' | 'cancelled';
  no: string | null;
  /** Asked for where a contract ended or went to another customer. */
  readonly cause?: 'end' | 'handover';
}

/** What of a payment of a plan one invoice asks for: all of it, or the rest that the customer before did not pay. */
export interface PlanPart {
  readonly contract: string;
  readonly isDeposit: boolean;
  readonly isRest: boolean;
  readonly dueDate: string;
  amounts: Amounts;
  /** Before VAT, as the invoice enters it. */
  net: Decimal;
  wht: Decimal;
}

export interface Contract extends Found {
  readonly no: string;
  readonly type: 'lease' | 'sale' | 'installment';
  readonly vatMode: Invoice['vatMode'];
  readonly whtRate: Decimal;
  /** What was agreed, as it is sent again with a change. */
  readonly terms: Readonly<Record<string, unknown>>;
  readonly begunOn: string;
  customer: string;
  price: Decimal;
  readonly plan: PlanPart[];
  state: 'onGoing' | 'terminated' | 'completed';
  /** The day on which it ended. */
  endedOn: string | null;
  /** How many documents came of it. */
  made: number;
}

export interface TaxRow extends Amounts {
  readonly kind: 'taxInvoice' | 'cancellation' | 'creditNote' | 'debitNote';
  readonly day: string;
  readonly invoice: string;
  readonly buyer: string;
  /** The payment that a tax invoice came with. */
  readonly payment: string | null;
  /** Taken back, as a tax invoice of a payment that went back or one that was replaced. */
  isCancelled: boolean;
  /** The part of a credit note that was cancelled since. */
  takenBack: Amounts;
}

/** One change of a customer's account. */
export interface Entry {
  readonly day: string;
  readonly kind:
    | 'invoice'
    | 'discount'
    | 'void'
    | 'allocation'
    | 'creditNote'
    | 'debitNote'
    | 'credit'
    | 'refund';
  readonly invoice: string | null;
  readonly amount: Decimal;
  customer: string;
}

export interface Customer extends Found {
  name: string;
  mergedInto: string | null;
}
