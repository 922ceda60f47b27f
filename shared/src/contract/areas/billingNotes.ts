import * as z from 'zod/mini';
import { statusesOf } from '../../domain/machine/machine.ts';
import { billingNoteMachine } from '../../domain/money/billingNoteMachine.ts';
import * as field from '../../domain/values/fields.ts';
import {
  documentDetail,
  documentFields,
  documentRef,
  linesOf,
  nothing,
  ref,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';
import { ability, mutation } from '../endpoint.ts';

/** Billing notes: several invoices of a customer, presented together (docs/domain/containers.md "Money"). */
const PAGE = 'payment-data';
const MAX_INVOICES = 100;

const row = z.object({
  ...documentFields,
  customer: ref(),
  collectOn: field.date(),
  acknowledgedOn: z.nullable(field.date()),
  invoiceCount: z.int(),
  grandTotal: z.string(),
  /** What is owed of its invoices today. */
  balance: z.string(),
});

const detail = z.extend(row, {
  ...documentDetail,
  acknowledgedBy: z.nullable(z.string()),
  lines: z.array(
    z.object({
      id: field.id(),
      /** null, as what stands of it: this person may not read the invoice. */
      invoice: z.nullable(documentRef()),
      documentDate: z.nullable(field.date()),
      dueDate: z.nullable(field.date()),
      status: z.nullable(z.string()),
      amount: z.string(),
      balance: z.nullable(z.string()),
    }),
  ),
});
export type BillingNoteDetail = z.infer<typeof detail>;

const body = {
  customerId: field.id(),
  collectOn: field.date(),
  remark: field.nullish(field.longText()),
  lines: linesOf(z.object({ invoiceId: field.id() }), MAX_INVOICES),
};

const calls = documentCalls('/billing_notes', {
  family: 'billingNotes',
  page: PAGE,
  detail,
  attachedBy: 'create-invoice',
});

export const billingNotesArea = {
  'billingNotes.list': calls.list({
    summary: 'Billing notes',
    statuses: statusesOf(billingNoteMachine),
    filters: { customerId: { kind: 'id', lookup: 'customers.master' } },
    sorts: ['collectOn'],
    exportAbility: `${PAGE}:export`,
    row,
  }),
  'billingNotes.get': calls.get('A billing note'),
  'billingNotes.create': calls.create({
    may: 'create-invoice',
    summary: 'Drafts a billing note over invoices of a customer',
    lookups: ['customers.master'],
    body,
  }),
  'billingNotes.update': calls.update({
    may: 'create-invoice',
    summary: 'Changes a draft',
    lookups: ['customers.master'],
    body,
  }),
  'billingNotes.delete': mutation({
    method: 'DELETE',
    path: '/billing_notes/:id',
    access: ability(`${PAGE}:create-invoice`),
    summary: 'Deletes a draft; one that was issued is cancelled',
    data: nothing(),
    touches: ['billingNotes'],
  }),
  'billingNotes.issue': calls.action('issue', {
    may: 'issue-invoice',
    summary: 'Issues the billing note with its number, over what is owed today',
    body: versionOnly(),
  }),
  'billingNotes.acknowledge': calls.action('acknowledge', {
    may: 'issue-invoice',
    summary: 'Notes that the customer has accepted it, and when it is paid',
    body: z.object({
      version: field.version(),
      acknowledgedOn: field.date(),
      acknowledgedBy: field.nullish(field.text(200)),
      collectOn: field.date(),
    }),
  }),
  'billingNotes.collect': calls.action('collect', {
    may: 'issue-invoice',
    summary: 'Closes it once nothing of its invoices is owed any more',
    body: versionOnly(),
  }),
  'billingNotes.cancel': calls.action('cancel', {
    may: 'issue-invoice',
    summary: 'Cancels it; its invoices may stand on another one',
    body: withReason(),
  }),
  'billingNotes.document': calls.pdf('pdf', {
    may: 'print',
    summary: 'The billing note as a PDF',
  }),
  ...calls.trail,
} as const;
