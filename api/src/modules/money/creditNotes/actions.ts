import { decimal } from '@boxyard/shared/domain';
import { creditNoteMachine } from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import { type TaxAmounts, taxShareOf } from '@boxyard/shared/domain/money/taxShare.ts';
import { sql } from 'kysely';
import {
  asSystem,
  type Ctx,
  conflict,
  type Input,
  named,
  record,
  today,
  updated,
} from '../../../kernel/index.ts';
import { createDocument } from '../../../workflow/index.ts';
import {
  type Entry,
  holdingAccount,
  type LockedInvoice,
  lockAccounts,
  lockInvoices,
  onBalanceDecrease,
  postEntries,
  settle,
} from '../account.ts';
import {
  CORRECTED_FAMILIES,
  issuedInvoice,
  issueNumbered,
  lockCorrected,
  lockIssuedInvoice,
  requestColumns,
  requested,
} from '../corrections/issue.ts';
import { wasReturned } from '../payments/deposit.ts';
import { buyerOf, enterNote, issueTaxInvoice, taxedOf } from '../tax/entries.ts';
import { handOverOf } from './handOver.ts';
import { creditable, taxedShare } from './taxed.ts';
import { creditNotes } from './type.ts';

const negated = (amount: string): string => decimal.round(decimal.subtract('0', amount));

/** Base and VAT of a credit: VAT is what the register takes off. */
const sharesOf = (amount: string, { vatAmount }: TaxAmounts): TaxAmounts => ({
  baseAmount: decimal.round(decimal.subtract(amount, vatAmount)),
  vatAmount,
  grandTotal: amount,
});

type CreditBody = Input<'creditNotes.create'>['body'];
export type CreditCause = CreditBody['cause'];

/** Asks for a credit note; nothing is owed less until somebody else has approved it. */
export async function createCreditNote(ctx: Ctx, { body }: Input<'creditNotes.create'>) {
  const seen = await issuedInvoice(ctx, body.invoiceId);
  const isVoidable =
    seen.isUnpaid && !seen.hasTaxInvoice && !seen.asksRefundBack && !seen.isAskedOnce;
  if (isVoidable) throw conflict('VOID_INSTEAD');
  return askForCredit(ctx, body);
}

/**
 * The largest amount that a note may take off, in THB with VAT. Of a deposit that was given back it is
 * what is owed of it again, since its payment went back; 409 DEPOSIT_SETTLED where nothing is.
 */
async function creditableOf(ctx: Ctx, invoice: LockedInvoice): Promise<string> {
  if (!(await wasReturned(ctx, invoice.id))) return creditable(invoice);
  if (decimal.isZero(invoice.balance)) throw conflict('DEPOSIT_SETTLED');
  return decimal.round(invoice.balance);
}

/** The same for a document of which a part came back: its invoice stands for the rest. */
export async function askForCredit(
  ctx: Ctx,
  {
    isCappedByBalance = false,
    ...body
  }: CreditBody & {
    /** The note takes off the balance at most, and never money that was paid. */
    readonly isCappedByBalance?: boolean;
  },
): Promise<{ readonly id: string }> {
  const invoice = await lockIssuedInvoice(ctx, body.invoiceId);
  const max = await creditableOf(ctx, invoice);
  if (decimal.compare(body.amount, max) > 0) {
    throw conflict('OVER_INVOICE', { max }, [
      { field: 'amount', code: 'OVER_INVOICE', params: { max } },
    ]);
  }
  const amounts = sharesOf(
    body.amount,
    taxedShare(invoice, body.amount, await taxedOf(ctx, invoice.id)),
  );
  const columns = await requestColumns(ctx, invoice, body);
  const { id } = await createDocument(ctx, creditNotes.type, {
    ...requested(ctx, invoice, body),
    write: async (head) => {
      await ctx.db
        .insertInto('creditNotes')
        .values({ ...head, ...columns, cause: body.cause, isCappedByBalance, ...amounts })
        .execute();
    },
  });
  return { id };
}

/**
 * Frees so much of the money that settled an invoice; it is credit of the customer from then on. Where
 * only a certificate of withheld tax is left, that is taken back first (409 CERTIFICATE_FIRST).
 */
async function release(
  ctx: Ctx,
  invoice: LockedInvoice,
  amount: string,
): Promise<readonly Entry[]> {
  const rows = await ctx.db
    .selectFrom('paymentAllocations as a')
    .innerJoin('payments as p', 'p.id', 'a.paymentId')
    .where('a.invoiceId', '=', invoice.id)
    .where('a.amount', '>', '0')
    .where('p.allocatedAmount', '>', '0')
    // Money goes back before certificates do, the latest first.
    .orderBy((eb) => eb('p.method', '=', 'whtCert'))
    .orderBy('p.paidAt', 'desc')
    .orderBy('p.createdAt')
    .orderBy('a.id')
    .select(['a.id', 'a.amount', 'p.id as paymentId', 'p.documentNo', 'p.method'])
    .execute();
  const entries: Entry[] = [];
  let left = amount;
  for (const row of rows) {
    const part = decimal.round(decimal.minimum(left, row.amount));
    if (decimal.isZero(part)) break;
    left = decimal.round(decimal.subtract(left, part));
    // What it would leave over is tax that the customer withheld, which nobody pays out.
    if (row.method === 'whtCert') {
      throw conflict('CERTIFICATE_FIRST', {
        documentNo: named('payments', { ...row, id: row.paymentId }),
      });
    }
    await ctx.db
      .updateTable('paymentAllocations')
      .set({ amount: decimal.round(decimal.subtract(row.amount, part)) })
      .where('id', '=', row.id)
      .execute();
    await ctx.db
      .updateTable('payments')
      .set({
        allocatedAmount: sql`allocated_amount - ${part}::numeric`,
        version: sql`version + 1`,
        updatedAt: ctx.clock.now(),
      })
      .where('id', '=', row.paymentId)
      .execute();
    entries.push(
      { kind: 'allocation', invoiceId: invoice.id, paymentId: row.paymentId, amount: part },
      { kind: 'credit', paymentId: row.paymentId, amount: negated(part) },
    );
  }
  if (!decimal.isZero(left)) throw new Error('what was paid of an invoice is in its payments');
  return entries;
}

/**
 * Taxes the rest of an invoice of which a credit note leaves nothing owed, such as the part that a
 * certificate pays: no further payment would tax it (docs/domain/money.md "Output VAT of services and
 * leases"). The tax invoice belongs to the payment that came last and goes back with it.
 */
async function taxWhatIsLeft(ctx: Ctx, invoiceId: string): Promise<void> {
  const [invoice] = await lockInvoices(ctx, [invoiceId]);
  if (invoice?.taxPoint !== 'payment' || !decimal.isZero(invoice.balance)) return;
  const last = await ctx.db
    .selectFrom('paymentAllocations as a')
    .innerJoin('payments as p', 'p.id', 'a.paymentId')
    .where('a.invoiceId', '=', invoiceId)
    .where('a.amount', '>', '0')
    .where('p.allocatedAmount', '>', '0')
    .where('p.method', '<>', 'whtCert')
    .orderBy('p.paidAt', 'desc')
    .orderBy('p.createdAt')
    .select('p.id')
    .executeTakeFirst();
  await issueTaxInvoice(ctx, {
    companyId: invoice.companyId,
    customerId: invoice.customerId,
    invoiceId,
    paymentId: last?.id ?? null,
    to: await buyerOf(ctx, invoice),
    amounts: taxShareOf(invoice, {
      received: decimal.subtract(invoice.paidAmount, invoice.whtPaid),
      taxed: await taxedOf(ctx, invoiceId),
    }),
    day: today(ctx.clock),
  });
}

/** Issues the credit note: less is owed, and what was paid too much is credit of the customer. */
const approve = holdingAccount(
  'creditNotes',
  creditNotes.action('approve', async (ctx, row) => {
    const invoice = await lockCorrected(ctx, row.invoiceId);
    const max = await creditableOf(ctx, invoice);
    if (decimal.compare(row.grandTotal, max) > 0) throw conflict('OVER_INVOICE', { max });
    const total = decimal.round(row.grandTotal);
    const taxed = taxedShare(invoice, total, await taxedOf(ctx, invoice.id));
    const amounts = sharesOf(total, taxed);
    const over = decimal.subtract(row.grandTotal, invoice.balance);
    const freed = decimal.compare(over, 0) > 0 ? decimal.round(over) : '0.00';
    const entries = decimal.isZero(freed) ? [] : await release(ctx, invoice, freed);
    await settle(ctx, {
      invoice,
      paid: negated(freed),
      credited: row.grandTotal,
      creditNoteId: row.id,
      cause: { creditNote: decimal.round(row.grandTotal) },
    });
    await postEntries(ctx, row, [
      {
        kind: 'creditNote',
        invoiceId: invoice.id,
        creditNoteId: row.id,
        amount: negated(row.grandTotal),
      },
      ...entries,
    ]);
    const { docType } = creditNotes.type;
    const { set, taxed: note } = await issueNumbered(ctx, { row, invoice, docType, amounts });
    if (decimal.compare(taxed.grandTotal, 0) > 0) {
      await enterNote(ctx, { ...note, amounts: taxed, creditNoteId: row.id });
    }
    await taxWhatIsLeft(ctx, invoice.id);
    // Asked for by hand, it says nothing of who owes the rest.
    if (row.cause === 'handedOver' && row.createdBy === null) {
      await handOverOf(invoice.sourceType)?.bill(ctx, { invoice, amount: total });
    }
    return { set, touches: CORRECTED_FAMILIES };
  }),
);

/** The same; where what is credited is asked of another customer, both accounts are held first. */
export const approveCreditNote: typeof approve = async (ctx, input) => {
  const handed = await ctx.db
    .selectFrom('creditNotes as n')
    .innerJoin('invoices as iv', 'iv.id', 'n.invoiceId')
    .where('n.id', '=', input.params.id)
    .where('n.cause', '=', 'handedOver')
    .select(['n.customerId', 'n.createdBy', 'iv.sourceType', 'iv.sourceId'])
    .executeTakeFirst();
  if (handed?.sourceId != null) {
    const to = await handOverOf(handed.sourceType)?.customerOf(ctx, handed.sourceId);
    await lockAccounts(ctx, [handed.customerId, to ?? handed.customerId]);
    // The amount would be asked of no one.
    if (to === handed.customerId && handed.createdBy === null) throw conflict('HANDED_BACK');
  }
  return approve(ctx, input);
};

/**
 * Lowers waiting notes that are capped by the balance, and withdraws them once nothing is owed
 * (docs/domain/money.md "What a contract owes").
 */
onBalanceDecrease(async (ctx, { invoice, balance, creditNoteId = null }) => {
  const notes = await ctx.db
    .selectFrom('creditNotes')
    .where('invoiceId', '=', invoice.id)
    .where('isCappedByBalance', '=', true)
    .where('status', 'in', [...creditNoteMachine.actions.approve.from])
    .where('grandTotal', '>', balance)
    .where((eb) => eb('id', 'is distinct from', creditNoteId))
    .orderBy('id')
    .selectAll()
    .forUpdate()
    .execute();
  if (notes.length === 0) return;
  const reason = invoice.documentNo ?? '';
  const [now] = await lockInvoices(ctx, [invoice.id]);
  if (!now) throw new Error('an invoice that was settled is there');
  const taxed = await taxedOf(ctx, invoice.id);
  for (const note of notes) {
    if (decimal.isZero(balance)) {
      const { id, version } = note;
      await cancelCreditNote(asSystem(ctx), { params: { id }, body: { version, reason } });
      continue;
    }
    await ctx.db
      .updateTable('creditNotes')
      .set({
        ...sharesOf(balance, taxedShare(now, balance, taxed)),
        ...updated(ctx),
        version: note.version + 1,
      })
      .where('id', '=', note.id)
      .execute();
    await record(ctx, {
      subject: 'creditNotes',
      subjectId: note.id,
      companyId: note.companyId,
      action: 'update',
      diff: { grandTotal: { from: note.grandTotal, to: balance } },
      label: invoice.documentNo,
      version: note.version + 1,
    });
  }
});

export const rejectCreditNote = creditNotes.action('reject');
export const cancelCreditNote = creditNotes.action('cancel');
