import { decimal } from '@boxyard/shared/domain';
import {
  type InvoiceSource,
  type OpenInvoiceStatus,
  settledStatus,
} from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { sql } from 'kysely';
import {
  anyId,
  authorId,
  type Ctx,
  conflict,
  newId,
  record,
  today,
  updated,
} from '../../kernel/index.ts';

/**
 * The account of a customer (docs/domain/containers.md "Money", ADR 0039): what is owed is the sum of
 * entries that are never changed. Whoever writes entries holds the customer's account first, so that
 * payments, credit notes and voids of one customer follow each other and nothing is settled twice.
 */
type Table =
  | 'invoices'
  | 'payments'
  | 'creditNotes'
  | 'debitNotes'
  | 'billingNotes'
  | 'contracts'
  | 'jobs'
  | 'partSales'
  | 'warranties'
  | 'warrantyRequests';

const holdAccount = (ctx: Ctx, customerId: string) =>
  ctx.db
    .selectFrom('customers')
    .where('id', '=', customerId)
    .select('mergedIntoId')
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Holds the account of a customer until the end of the transaction. 409 CUSTOMER_MERGED where somebody
 * has merged the customer meanwhile: what was read of it before stands with the one that stays.
 */
export async function lockAccount(ctx: Ctx, customerId: string): Promise<void> {
  const row = await holdAccount(ctx, customerId);
  if (row?.mergedIntoId != null) throw conflict('CUSTOMER_MERGED');
}

/** The same of several customers, in the order that everybody holds them. */
export async function lockAccounts(ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  for (const id of [...new Set(customerIds)].sort()) await lockAccount(ctx, id);
}

/**
 * The same of the customer of a document; where there is none, the action says so. A merge or a change
 * of customer may have given it to another one while this waited: then that account is held as well.
 */
export async function lockAccountOf(ctx: Ctx, table: Table, id: string): Promise<void> {
  const customerOf = async () =>
    (await ctx.db.selectFrom(table).where('id', '=', id).select('customerId').executeTakeFirst())
      ?.customerId ?? undefined;
  let held: string | undefined;
  for (let now = await customerOf(); now !== undefined && now !== held; now = await customerOf()) {
    await holdAccount(ctx, now);
    held = now;
  }
}

/** Makes an action hold the customer's account before it locks its own document. */
export const holdingAccount =
  <I extends { readonly params: { readonly id: string } }, R>(
    table: Table,
    work: (ctx: Ctx, input: I) => Promise<R>,
  ) =>
  async (ctx: Ctx, input: I): Promise<R> => {
    await lockAccountOf(ctx, table, input.params.id);
    return work(ctx, input);
  };

export interface Entry {
  readonly kind:
    | 'invoice'
    | 'discount'
    | 'void'
    | 'allocation'
    | 'creditNote'
    | 'debitNote'
    | 'credit'
    | 'refund';
  readonly invoiceId?: string;
  readonly paymentId?: string;
  readonly creditNoteId?: string;
  readonly debitNoteId?: string;
  /** More is owed where it is positive. */
  readonly amount: string;
}

interface Account {
  readonly companyId: string;
  readonly customerId: string;
}

/** Writes entries of today to an account that is held; those of nothing are left out. */
export async function postEntries(
  ctx: Ctx,
  { companyId, customerId }: Account,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.filter(({ amount }) => !decimal.isZero(amount));
  if (rows.length === 0) return;
  await ctx.db
    .insertInto('receivableEntries')
    .values(
      rows.map((entry) => ({
        id: newId(),
        companyId,
        customerId,
        ...entry,
        businessDate: today(ctx.clock),
        createdAt: ctx.clock.now(),
        createdBy: authorId(ctx.actor),
      })),
    )
    .execute();
}

/** Invoices in the order of their ids, held, as settling them needs them. */
export const lockInvoices = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db
    .selectFrom('invoices')
    .where('id', '=', anyId(ids))
    .orderBy('id')
    .selectAll()
    .forUpdate()
    .execute();
export type LockedInvoice = Awaited<ReturnType<typeof lockInvoices>>[number];

interface Change {
  readonly invoice: LockedInvoice;
  /** Added to what was paid; negative: taken back. */
  readonly paid?: string;
  /** Part of it that a certificate of withheld tax stands for. */
  readonly whtPaid?: string;
  readonly credited?: string;
  /** What more is owed by a debit note. */
  readonly debited?: string;
  /** The credit note that is issued. */
  readonly creditNoteId?: string;
  /** What it changes by, for the timeline. */
  readonly cause: Readonly<Record<string, unknown>>;
}

interface Settled {
  readonly sourceId: string;
  /** Nothing of the invoice is owed. */
  readonly isPaid: boolean;
}
type SettledHook = (ctx: Ctx, settled: Settled) => Promise<void>;

const settledHooks = new Map<InvoiceSource, SettledHook[]>();

/**
 * Is called in the transaction in which an invoice of such a source is paid, or is open again: what it
 * is for may come into force with the money.
 */
export function onSettled(source: InvoiceSource, hook: SettledHook): void {
  settledHooks.set(source, [...(settledHooks.get(source) ?? []), hook]);
}

/** An invoice whose balance fell. */
interface BalanceDecrease {
  readonly invoice: LockedInvoice;
  /** The new balance, in THB. */
  readonly balance: string;
  /** The credit note that was issued, if it was one. */
  readonly creditNoteId: string | undefined;
}
type BalanceHook = (ctx: Ctx, lowered: BalanceDecrease) => Promise<void>;

const balanceHooks: BalanceHook[] = [];

/** Registers a hook for the transaction in which a payment or a credit note lowers the balance of an invoice. */
export function onBalanceDecrease(hook: BalanceHook): void {
  balanceHooks.push(hook);
}

/** What an invoice that waits as a draft asks for. */
type Asked = Pick<
  LockedInvoice,
  | 'sourceId'
  | 'sourceKey'
  | 'sourceType'
  | 'customerId'
  | 'subTotal'
  | 'discountTotal'
  | 'grandTotal'
>;
const issueHooks = new Map<InvoiceSource, (ctx: Ctx, asked: Asked) => Promise<boolean>>();

/**
 * Is asked before somebody issues a draft of such a source: whether that document still asks for it.
 * It may have been changed since the draft took the place of a void invoice.
 */
export function onIssue(
  source: InvoiceSource,
  hook: (ctx: Ctx, asked: Asked) => Promise<boolean>,
): void {
  issueHooks.set(source, hook);
}

export const isStillAsked = async (ctx: Ctx, asked: Asked): Promise<boolean> =>
  (await issueHooks.get(asked.sourceType)?.(ctx, asked)) ?? true;

const deferredHooks = new Map<InvoiceSource, (ctx: Ctx, sourceId: string) => Promise<void>>();

/** Is called in the transaction in which an invoice of such a source is deferred: what it is for need not wait for the money. */
export function onDeferred(
  source: InvoiceSource,
  hook: (ctx: Ctx, sourceId: string) => Promise<void>,
): void {
  deferredHooks.set(source, hook);
}

export async function deferred(
  ctx: Ctx,
  { sourceType, sourceId }: Pick<LockedInvoice, 'sourceType' | 'sourceId'>,
): Promise<void> {
  if (sourceId !== null) await deferredHooks.get(sourceType)?.(ctx, sourceId);
}

/** Changes how far a held invoice is settled, and with it its status. */
export async function settle(
  ctx: Ctx,
  { invoice, paid = '0', whtPaid = '0', credited = '0', debited = '0', ...change }: Change,
): Promise<OpenInvoiceStatus> {
  const paidAmount = decimal.round(decimal.add(invoice.paidAmount, paid));
  const creditedAmount = decimal.round(decimal.add(invoice.creditedAmount, credited));
  const debitedAmount = decimal.round(decimal.add(invoice.debitedAmount, debited));
  const settled = decimal.add(paidAmount, creditedAmount);
  const balance = decimal.round(
    decimal.subtract(decimal.add(invoice.grandTotal, debitedAmount), settled),
  );
  const status = settledStatus({
    balance,
    settled,
    dueDate: invoice.dueDate,
    today: today(ctx.clock),
  });
  await ctx.db
    .updateTable('invoices')
    .set({
      paidAmount,
      whtPaid: decimal.round(decimal.add(invoice.whtPaid, whtPaid)),
      creditedAmount,
      debitedAmount,
      status,
      ...updated(ctx),
      version: sql`version + 1`,
    })
    .where('id', '=', invoice.id)
    .execute();
  await record(ctx, {
    subject: 'invoices',
    subjectId: invoice.id,
    companyId: invoice.companyId,
    action: 'settle',
    from: invoice.status,
    to: status,
    diff: change.cause,
    before: { status: invoice.status },
    label: invoice.documentNo,
    after: { status },
    version: invoice.version + 1,
    touches: ['payments', 'receivables'],
  });
  if (decimal.compare(balance, invoice.balance) < 0) {
    const { creditNoteId } = change;
    for (const hook of balanceHooks) await hook(ctx, { invoice, balance, creditNoteId });
  }
  const isPaid = status === 'paid';
  if (invoice.sourceId !== null && isPaid !== (invoice.status === 'paid')) {
    for (const hook of settledHooks.get(invoice.sourceType) ?? []) {
      await hook(ctx, { sourceId: invoice.sourceId, isPaid });
    }
  }
  return status;
}
