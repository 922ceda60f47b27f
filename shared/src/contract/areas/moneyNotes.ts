import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { DEBIT_REASONS, debitNoteMachine } from '../../domain/money/debitNoteMachine.ts';
import * as field from '../../domain/values/fields.ts';
import {
  decisionNotice,
  documentDetail,
  documentFields,
  documentRef,
  ref,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';

/** Debit notes: more is owed for what was invoiced (docs/domain/containers.md "Money"). */
const PAGE = 'payment-data';
const OWED = ['invoices', 'payments', 'debitNotes', 'receivables', 'taxInvoices'];

const debitNoteRow = z.object({
  ...documentFields,
  customer: ref(),
  invoice: documentRef(),
  cause: z.enum(DEBIT_REASONS),
  baseAmount: z.string(),
  vatAmount: z.string(),
  grandTotal: z.string(),
});
const debitNoteDetail = z.extend(debitNoteRow, {
  ...documentDetail,
  reason: z.string(),
  invoiceTotal: z.string(),
  invoiceBalance: z.string(),
});
export type DebitNoteDetail = z.infer<typeof debitNoteDetail>;

const debitNotes = documentCalls('/debit_notes', {
  family: 'debitNotes',
  page: PAGE,
  detail: debitNoteDetail,
  touches: OWED,
  attachedBy: 'create-credit-note',
});

export const moneyNotesArea = {
  'debitNotes.list': debitNotes.list({
    summary: 'Debit notes',
    statuses: statusesOf(debitNoteMachine),
    filters: {
      customerId: { kind: 'id', lookup: 'customers.master' },
      invoiceId: { kind: 'id' },
    },
    exportAbility: `${PAGE}:export`,
    exportColumns: [
      'documentNo',
      'documentDate',
      'customer',
      'invoice',
      'cause',
      'baseAmount',
      'vatAmount',
      'grandTotal',
      'status',
      'createdBy',
    ],
    row: debitNoteRow,
  }),
  'debitNotes.get': debitNotes.get('A debit note'),
  'debitNotes.create': debitNotes.create({
    may: 'create-credit-note',
    summary: 'Asks for a debit note on an invoice',
    body: {
      invoiceId: field.id(),
      cause: z.enum(DEBIT_REASONS, { error: 'ONE_OF' }),
      reason: field.reason(),
      /** With VAT. */
      amount: field.positiveMoney(),
      remark: field.nullish(field.longText()),
    },
  }),
  'debitNotes.approve': debitNotes.action('approve', {
    may: 'approve-credit-note',
    summary: 'Issues the debit note; more is owed',
    notice: decisionNotice(debitNoteMachine, 'approve'),
    body: versionOnly(),
  }),
  'debitNotes.reject': debitNotes.action('reject', {
    may: 'approve-credit-note',
    summary: 'Refuses the debit note',
    notice: 'rejected',
    body: withReason(),
  }),
  'debitNotes.cancel': debitNotes.action('cancel', {
    may: 'create-credit-note',
    summary: 'Withdraws the request',
    body: withReason(),
  }),
  'debitNotes.document': debitNotes.pdf('pdf', {
    may: 'print',
    summary: 'The debit note as a PDF',
  }),
  'debitNotes.history': debitNotes.history,
  'debitNotes.attach': debitNotes.attach,
  'debitNotes.detach': debitNotes.detach,
} as const;
