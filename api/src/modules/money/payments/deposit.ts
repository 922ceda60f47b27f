import { decimal } from '@boxyard/shared/domain';
import { type Ctx, json, today } from '../../../kernel/index.ts';
import { createDocument, headerFor, searchTextOf } from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { type Entry, lockInvoices, postEntries } from '../account.ts';
import { snapshotOf } from '../customers.ts';
import { markAskedOnce } from '../invoices/askedOnce.ts';
import { apply } from './decide.ts';
import { payments } from './type.ts';

/**
 * A deposit that is given back (docs/adr/0043). Its invoice and its payment stay as they are; what the
 * customer gets back is a payment of its own that no money came in for. So it settles invoices, and its
 * rest is refunded by a second person, as with any other.
 */
interface DepositReturn {
  readonly companyId: string;
  readonly customerId: string;
  readonly amount: string;
  /** Invoices of deposits, with what each was paid by. */
  readonly deposits: readonly { readonly invoiceId: string; readonly amount: string }[];
  /** What it pays, in this order. */
  readonly against: readonly { readonly invoiceId: string; readonly amount: string }[];
  /** The document that is settled, as it is called. */
  readonly label: string;
  readonly remark: string;
}

const isPositive = ({ amount }: { readonly amount: string }): boolean =>
  decimal.compare(amount, 0) > 0;
const negated = (amount: string): string => decimal.round(decimal.subtract('0', amount));

/** Gives a deposit back to an account that is held: what is owed is settled, the rest waits for its refund. */
export async function returnDeposit(
  ctx: Ctx,
  { companyId, customerId, amount, deposits, label, remark, ...given }: DepositReturn,
): Promise<{ readonly id: string; readonly documentNo: string }> {
  const against = given.against.filter(isPositive);
  const allocatedAmount = decimal.round(decimal.add('0', ...against.map((one) => one.amount)));
  const rest = decimal.round(decimal.subtract(amount, allocatedAmount));
  const hasRest = decimal.compare(rest, 0) > 0;
  const [to, header, customer] = await Promise.all([
    snapshotOf(ctx, customerId),
    headerFor(ctx, { companyId, type: 'contract' }),
    customerRefs(ctx, [customerId]),
  ]);
  const { code, name, nameTh } = customer(customerId);
  const { id, documentNo } = await createDocument(ctx, payments.type, {
    companyId,
    status: hasRest ? 'refundRequested' : 'verified',
    documentDate: today(ctx.clock),
    numbered: true,
    write: async (head) => {
      await ctx.db
        .insertInto('payments')
        .values({
          ...head,
          customerId,
          method: 'deposit',
          paidAt: ctx.clock.now(),
          amount,
          remark,
          allocatedAmount,
          customerSnapshot: json(to),
          header: json(header),
          ...(hasRest ? { refundAmount: rest, refundAskedBy: ctx.actor.userId } : {}),
          searchText: searchTextOf({
            documentNo: head.documentNo,
            partIds: [],
            words: [code, name, nameTh],
          }),
        })
        .execute();
    },
    after: { customer: name, amount, contract: label },
  });
  const returned = deposits.filter(isPositive);
  if (returned.length > 0) {
    await ctx.db
      .insertInto('depositReturns')
      .values(returned.map((one) => ({ ...one, paymentId: id })))
      .execute();
    await markAskedOnce(
      ctx,
      returned.map(({ invoiceId }) => invoiceId),
    );
  }
  const payment = await payments.type.load(ctx, id, { lock: true });
  if (!payment) throw new Error('a payment that was just made is missing');
  const held = new Map(
    (
      await lockInvoices(
        ctx,
        against.map(({ invoiceId }) => invoiceId),
      )
    ).map((invoice) => [invoice.id, invoice]),
  );
  const entries: Entry[] = [];
  for (const one of against) {
    const invoice = held.get(one.invoiceId);
    if (!invoice) throw new Error('an invoice that is owed was found');
    await apply(ctx, payment, { invoice, amount: one.amount, day: payment.documentDate });
    await ctx.db
      .insertInto('paymentAllocations')
      .values({ paymentId: id, ...one })
      .execute();
    entries.push({
      kind: 'allocation',
      invoiceId: invoice.id,
      paymentId: id,
      amount: negated(one.amount),
    });
  }
  entries.push({ kind: 'credit', paymentId: id, amount: negated(rest) });
  await postEntries(ctx, { companyId, customerId }, entries);
  return { id, documentNo };
}

/** Whether a settlement gave the deposit of this invoice back. */
export async function wasReturned(ctx: Ctx, invoiceId: string): Promise<boolean> {
  const known = await ctx.db
    .selectFrom('depositReturns')
    .where('invoiceId', '=', invoiceId)
    .select('invoiceId')
    .executeTakeFirst();
  return known !== undefined;
}
