import { decimal } from '@boxyard/shared/domain';
import { withholdable } from '@boxyard/shared/domain/money/expected.ts';
import { owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { taxableOf, taxShareOf } from '@boxyard/shared/domain/money/taxShare.ts';
import type { ReceiptLine } from '../../../db/schema/money.ts';
import {
  audienceOf,
  authorId,
  type Ctx,
  conflict,
  invalid,
  json,
  named,
  takeNumber,
  today,
} from '../../../kernel/index.ts';
import { headerFor } from '../../../workflow/index.ts';
import {
  type Entry,
  holdingAccount,
  type LockedInvoice,
  lockInvoices,
  postEntries,
  settle,
} from '../account.ts';
import { snapshotOf } from '../customers.ts';
import { issueFor } from '../orders.ts';
import { releaseLineOf } from '../statements/release.ts';
import {
  buyerOf,
  cancelCredits,
  cancelTaxInvoicesOf,
  issueTaxInvoice,
  taxedOf,
} from '../tax/entries.ts';
import { expectOwed } from './enter.ts';
import { allocationsOf, type PaymentRow, payments } from './type.ts';

/** A certificate stands for tax that the customer withheld: no money, and no receipt. */
const isCertificate = ({ method }: PaymentRow): boolean => method === 'whtCert';

const negated = (amount: string): string => decimal.round(decimal.subtract('0', amount));

/** Settles a held invoice by a part of a payment; tax follows the money where it is due with it. */
export async function apply(
  ctx: Ctx,
  payment: PaymentRow,
  {
    invoice,
    amount,
    day,
  }: {
    readonly invoice: LockedInvoice;
    readonly amount: string;
    /** From when on the money counts. */
    readonly day: string;
  },
): Promise<void> {
  const cash = decimal.subtract(invoice.paidAmount, invoice.whtPaid);
  await settle(ctx, {
    invoice,
    paid: amount,
    ...(isCertificate(payment) ? { whtPaid: amount } : {}),
    cause: { payment: named('payments', payment), amount },
  });
  if (invoice.taxPoint !== 'payment' || isCertificate(payment)) return;
  await issueTaxInvoice(ctx, {
    companyId: invoice.companyId,
    customerId: invoice.customerId,
    invoiceId: invoice.id,
    paymentId: payment.id,
    to: await buyerOf(ctx, invoice),
    amounts: taxShareOf(invoice, {
      received: decimal.add(cash, amount),
      taxed: await taxedOf(ctx, invoice.id),
    }),
    // Money that came before its invoice paid nothing then.
    day: day > invoice.documentDate ? day : invoice.documentDate,
  });
}

/** The day from which on a payment counts: of a cheque its own (docs/domain/money.md "Tax points"). */
const dayOf = ({ documentDate, chequeDate }: PaymentRow): string =>
  chequeDate !== null && chequeDate > documentDate ? chequeDate : documentDate;

/**
 * A certificate settles tax that its invoice still has to withhold, all of it or nothing: it is no
 * money that could be left over.
 */
function expectWithheld(
  row: PaymentRow,
  { invoice, amount }: { readonly invoice: LockedInvoice | undefined; readonly amount: string },
): void {
  if (!isCertificate(row)) return;
  const max = invoice && isOwed(invoice) ? withholdable(invoice) : '0.00';
  if (decimal.compare(amount, max) > 0) {
    throw conflict('OVER_WITHHELD', {
      ...(invoice ? { invoice: named('invoices', invoice) } : {}),
      max,
    });
  }
}

const isOwed = ({ status }: LockedInvoice): boolean =>
  (owedStatuses as readonly string[]).includes(status);

/**
 * Confirms that the money has come in. What its invoices do not owe any more is credit of the
 * customer: no invoice is ever paid twice.
 */
export const verifyPayment = holdingAccount(
  'payments',
  payments.action('verify', async (ctx, row) => {
    const meant = await allocationsOf(ctx, row.id);
    const held = await lockInvoices(
      ctx,
      meant.map(({ invoiceId }) => invoiceId),
    );
    const byId = new Map(held.map((invoice) => [invoice.id, invoice]));
    const entries: Entry[] = [];
    const lines: ReceiptLine[] = [];
    let allocated = '0.00';
    for (const { id, invoiceId, amount } of meant) {
      const invoice = byId.get(invoiceId);
      expectWithheld(row, { invoice, amount });
      const part =
        invoice && isOwed(invoice)
          ? decimal.round(decimal.minimum(amount, invoice.balance))
          : '0.00';
      if (part !== decimal.round(amount)) {
        await ctx.db
          .updateTable('paymentAllocations')
          .set({ amount: part })
          .where('id', '=', id)
          .execute();
      }
      if (!invoice || decimal.isZero(part)) continue;
      await apply(ctx, row, { invoice, amount: part, day: dayOf(row) });
      allocated = decimal.round(decimal.add(allocated, part));
      entries.push({ kind: 'allocation', invoiceId, paymentId: row.id, amount: negated(part) });
      lines.push({ invoiceId, dueDate: invoice.dueDate, amount: part });
    }
    entries.push({
      kind: 'credit',
      paymentId: row.id,
      amount: negated(decimal.subtract(row.amount, allocated)),
    });
    await postEntries(ctx, row, entries);
    const [to, header] = await Promise.all([
      snapshotOf(ctx, row.customerId),
      headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
    ]);
    const day = today(ctx.clock);
    // Money from before the books began here has its receipt already.
    const receiptNo =
      isCertificate(row) || row.isOpening
        ? null
        : await takeNumber(ctx, { companyId: row.companyId, docType: 'RE', date: day });
    return {
      set: {
        allocatedAmount: allocated,
        receiptNo,
        receiptDate: receiptNo === null ? null : day,
        // What was allocated, credited or deferred later changes no receipt.
        receiptLines: receiptNo === null ? null : json(lines),
        customerSnapshot: json(to),
        header: json(header),
        // Nobody, where a bank has confirmed it.
        approvedBy: authorId(ctx.actor),
        approvedAt: ctx.clock.now(),
      },
      touches: ['invoices', 'receivables', 'taxInvoices'],
    };
  }),
);

/** Says that the money has not come in; the line of the bank that it was taken for is open again. */
export const rejectPayment = payments.action('reject', async (ctx, row, { reason }) => {
  await releaseLineOf(ctx, row.id);
  return {
    notices: [
      {
        to: [row.createdBy].filter((id) => id !== ctx.actor.userId),
        notice: {
          category: 'message' as const,
          type: 'error' as const,
          title: {
            en: `Payment ${row.documentNo} was rejected`,
            th: `รายการรับชำระ ${row.documentNo} ไม่ผ่านการตรวจสอบ`,
          },
          description: {
            en: `${decimal.round(row.amount)} THB: ${reason}`,
            th: `${decimal.round(row.amount)} บาท: ${reason}`,
          },
          action: payments.path(row.id),
          actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
          entity: { type: 'payments', id: row.id },
          dedupeKey: `payments:${row.id}:rejected`,
        },
      },
    ],
    touches: ['bankLines'],
  };
});

/** Settles invoices from what is left of a payment. */
export const allocatePayment = holdingAccount(
  'payments',
  payments.action('allocate', async (ctx, row, { allocations }) => {
    const total = decimal.round(decimal.add('0', ...allocations.map(({ amount }) => amount)));
    if (decimal.compare(total, row.creditAmount) > 0) {
      const params = { max: decimal.round(row.creditAmount) };
      throw conflict('OVER_CREDIT', params, [
        { field: 'allocations', code: 'OVER_CREDIT', params },
      ]);
    }
    const held = await expectOwed(ctx, { customerId: row.customerId, allocations });
    const entries: Entry[] = [];
    for (const { invoiceId, amount } of allocations) {
      const invoice = held.get(invoiceId);
      if (!invoice) throw new Error('an invoice that is owed was found');
      // It was credit until today.
      await apply(ctx, row, { invoice, amount, day: today(ctx.clock) });
      await ctx.db
        .insertInto('paymentAllocations')
        .values({ paymentId: row.id, invoiceId, amount })
        .onConflict((on) =>
          on.columns(['paymentId', 'invoiceId']).doUpdateSet((eb) => ({
            amount: eb('paymentAllocations.amount', '+', eb.ref('excluded.amount')),
          })),
        )
        .execute();
      entries.push({ kind: 'allocation', invoiceId, paymentId: row.id, amount: negated(amount) });
    }
    entries.push({ kind: 'credit', paymentId: row.id, amount: total });
    await postEntries(ctx, row, entries);
    return {
      set: { allocatedAmount: decimal.round(decimal.add(row.allocatedAmount, total)) },
      diff: { amount: total },
      touches: ['invoices', 'receivables', 'taxInvoices'],
    };
  }),
);

/** Of an invoice that is taxed with its money no more tax is credited than was paid of it. */
async function creditLess(ctx: Ctx, invoiceId: string): Promise<void> {
  const [invoice] = await lockInvoices(ctx, [invoiceId]);
  if (invoice?.taxPoint !== 'payment') return;
  const received = decimal.subtract(invoice.paidAmount, invoice.whtPaid);
  await cancelCredits(ctx, { invoiceId, received: taxableOf(invoice, received) });
}

/** What was paid back of money that has itself gone back is owed: by an invoice, due today. */
async function askBackRefund(ctx: Ctx, row: PaymentRow): Promise<void> {
  if (decimal.isZero(row.refundedAmount)) return;
  const label = row.documentNo ?? '';
  await issueFor(ctx, [
    {
      companyId: row.companyId,
      customerId: row.customerId,
      source: { type: 'refund', id: row.id, key: 'reversed', label },
      dueDate: today(ctx.clock),
      taxPoint: 'none',
      vatMode: 'none',
      items: [
        {
          description: `เรียกคืนเงินที่คืนไปแล้ว / Refund to be paid back · ${label}`,
          quantity: 1,
          unit: null,
          unitPrice: decimal.round(row.refundedAmount, 4),
          isService: false,
        },
      ],
    },
  ]);
}

/** Takes a payment back: what it settled is owed again, and so is what was paid back of it; its receipt and tax invoices do not count. */
export const reversePayment = holdingAccount(
  'payments',
  payments.action('reverse', async (ctx, row, { reason }) => {
    const settled = (await allocationsOf(ctx, row.id)).filter(
      ({ amount }) => !decimal.isZero(amount),
    );
    const held = await lockInvoices(
      ctx,
      settled.map(({ invoiceId }) => invoiceId),
    );
    const byId = new Map(held.map((invoice) => [invoice.id, invoice]));
    const entries: Entry[] = [];
    for (const { invoiceId, amount } of settled) {
      const invoice = byId.get(invoiceId);
      if (!invoice) throw new Error('a settled invoice is missing');
      await settle(ctx, {
        invoice,
        paid: negated(amount),
        ...(isCertificate(row) ? { whtPaid: negated(amount) } : {}),
        cause: { payment: named('payments', row), amount: negated(amount), reason },
      });
      entries.push({ kind: 'allocation', invoiceId, paymentId: row.id, amount });
    }
    entries.push({ kind: 'credit', paymentId: row.id, amount: row.creditAmount });
    await postEntries(ctx, row, entries);
    // Also of invoices of which a credit note has taken this money away.
    const taxed = await cancelTaxInvoicesOf(ctx, row.id);
    for (const id of new Set([...held.map((invoice) => invoice.id), ...taxed])) {
      await creditLess(ctx, id);
    }
    await askBackRefund(ctx, row);
    await releaseLineOf(ctx, row.id);
    const people = await audienceOf(ctx, {
      ability: 'payment-data:verify',
      companyId: row.companyId,
      except: [ctx.actor.userId],
    });
    return {
      set: { allocatedAmount: '0' },
      notices: [
        {
          to: [...new Set([row.createdBy, row.saleId, ...people])],
          notice: {
            category: 'alert' as const,
            type: 'error' as const,
            title: {
              en: `Payment ${row.documentNo} was reversed`,
              th: `กลับรายการรับชำระ ${row.documentNo} แล้ว`,
            },
            description: {
              en: `${decimal.round(row.amount)} THB: ${reason}`,
              th: `${decimal.round(row.amount)} บาท: ${reason}`,
            },
            action: payments.path(row.id),
            actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
            entity: { type: 'payments', id: row.id },
            dedupeKey: `payments:${row.id}:reversed`,
          },
        },
      ],
      touches: ['invoices', 'receivables', 'taxInvoices', 'bankLines'],
    };
  }),
);

/** Asks that credit is paid back; somebody else decides. */
export const requestRefund = holdingAccount(
  'payments',
  payments.action('requestRefund', async (ctx, row, body) => {
    const max = decimal.round(row.creditAmount);
    if (decimal.compare(body.refundAmount, max) > 0) {
      throw invalid([{ field: 'refundAmount', code: 'OVER_CREDIT', params: { max } }]);
    }
    return {
      set: { refundAmount: body.refundAmount, refundAskedBy: ctx.actor.userId },
      diff: { amount: body.refundAmount },
    };
  }),
);

/** Confirms that the money was paid back. */
export const approveRefund = holdingAccount(
  'payments',
  payments.action('approveRefund', async (ctx, row) => {
    const amount = row.refundAmount ?? '0';
    if (decimal.compare(amount, row.creditAmount) > 0) {
      throw conflict('OVER_CREDIT', { max: decimal.round(row.creditAmount) });
    }
    await postEntries(ctx, row, [{ kind: 'refund', paymentId: row.id, amount }]);
    return {
      set: {
        refundAmount: null,
        refundAskedBy: null,
        refundedAmount: decimal.round(decimal.add(row.refundedAmount, amount)),
      },
      diff: { amount },
      touches: ['receivables'],
    };
  }),
);

export const declineRefund = payments.action('declineRefund', async () => ({
  set: { refundAmount: null, refundAskedBy: null },
}));
