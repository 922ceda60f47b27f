import * as z from 'zod/mini';
import { type Machine, statusesOf } from '../../domain/machine/machine.ts';
import * as field from '../../domain/values/fields.ts';
import {
  decisionNotice,
  documentDetail,
  documentFields,
  maybeRef,
  ref,
  versionOnly,
  withReason,
} from '../common.ts';
import { documentCalls } from '../documentCalls.ts';

const PAGE = 'payment-data';

/** Families that show another amount owed: they are read again after each call that changes it. */
export const RECEIVABLE_FAMILIES = [
  'invoices',
  'payments',
  'creditNotes',
  'debitNotes',
  'receivables',
  'taxInvoices',
];

/**
 * The calls of credit and debit notes, which differ in their causes and in what they do to the
 * invoice that they correct (docs/domain/containers.md "Money").
 *
 * @param one the note in sentences, `credit note`
 * @param effect what its approval does, `less is owed`
 */
export function correctionCalls<
  const P extends string,
  const C extends readonly string[],
  M extends Machine,
>(
  path: P,
  {
    family,
    machine,
    causes,
    one,
    effect,
  }: {
    readonly family: string;
    readonly machine: M;
    readonly causes: C;
    readonly one: string;
    readonly effect: string;
  },
) {
  const row = z.object({
    ...documentFields,
    customer: ref(),
    invoice: maybeRef(),
    cause: z.enum(causes),
    baseAmount: z.string(),
    vatAmount: z.string(),
    grandTotal: z.string(),
  });
  const detail = z.extend(row, {
    ...documentDetail,
    reason: z.string(),
    /** null: the invoice is one that its reader may not read. */
    invoiceTotal: z.nullable(z.string()),
    invoiceBalance: z.nullable(z.string()),
  });
  const calls = documentCalls(path, {
    family,
    page: PAGE,
    detail,
    touches: RECEIVABLE_FAMILIES,
    attachedBy: 'create-credit-note',
  });
  return {
    list: calls.list({
      summary: `${one.charAt(0).toUpperCase()}${one.slice(1)}s`,
      statuses: statusesOf(machine),
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
      row,
    }),
    get: calls.get(`A ${one}`),
    create: calls.create({
      may: 'create-credit-note',
      summary: `Asks for a ${one} on an invoice`,
      body: {
        invoiceId: field.id(),
        cause: z.enum(causes, { error: 'ONE_OF' }),
        reason: field.reason(),
        /** With VAT. */
        amount: field.positiveMoney(),
        remark: field.nullish(field.longText()),
      },
    }),
    approve: calls.action('approve', {
      may: 'approve-credit-note',
      summary: `Issues the ${one}; ${effect}`,
      notice: decisionNotice(machine, 'approve'),
      body: versionOnly(),
    }),
    reject: calls.action('reject', {
      may: 'approve-credit-note',
      summary: `Refuses the ${one}`,
      notice: 'rejected',
      body: withReason(),
    }),
    cancel: calls.action('cancel', {
      may: 'create-credit-note',
      summary: 'Withdraws the request',
      body: withReason(),
    }),
    document: calls.pdf('pdf', { may: 'print', summary: `The ${one} as a PDF` }),
    history: calls.history,
    attach: calls.attach,
    detach: calls.detach,
  };
}
