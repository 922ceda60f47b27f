import { decimal, isDraft } from '@boxyard/shared/domain';
import { creditNoteMachine } from '@boxyard/shared/domain/money/creditNoteMachine.ts';
import {
  countedStatuses,
  type InvoiceSource,
  invoiceMachine,
} from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { sql } from 'kysely';
import { asSystem, type Ctx, today } from '../../kernel/index.ts';
import { askForCredit, type CreditCause, cancelCreditNote } from './creditNotes/actions.ts';
import { creditable } from './creditNotes/taxed.ts';
import { voidInvoice } from './invoices/actions.ts';
import { markAskedOnce } from './invoices/askedOnce.ts';
import { removeDraft } from './invoices/draft.ts';
import { invoices } from './invoices/type.ts';

/** What was billed for a document, and how far it is paid (docs/domain/containers.md "Money"). */
export interface SourceAccount {
  readonly status: 'notBilled' | 'unpaid' | 'partiallyPaid' | 'paid' | 'overdue';
  readonly billed: string;
  readonly paid: string;
  readonly balance: string;
  readonly overdue: string;
  readonly nextDueDate: string | null;
}

/** The accounts of documents, by their ids; nothing is billed for one that is missing. */
export async function accountsOf(
  ctx: Ctx,
  sourceIds: readonly string[],
): Promise<ReadonlyMap<string, SourceAccount>> {
  const { rows } = await ctx.pg.query<{
    sourceId: string;
    billed: string;
    paid: string;
    balance: string;
    overdue: string;
    nextDueDate: string | null;
  }>({
    name: 'money.accountsOf',
    text: `select source_id as "sourceId",
        sum(grand_total + debited_amount)::numeric(15, 2) as billed, sum(paid_amount)::numeric(15, 2) as paid,
        sum(balance)::numeric(15, 2) as balance,
        coalesce(sum(balance) filter (where due_date < $3::date), 0)::numeric(15, 2) as overdue,
        (min(due_date) filter (where balance > 0))::text as "nextDueDate"
      from invoices where source_id = any($1::uuid[]) and status = any($2::text[]) group by source_id`,
    values: [[...sourceIds], [...countedStatuses], today(ctx.clock)],
  });
  return new Map(
    rows.map(({ sourceId, ...account }) => [sourceId, { ...account, status: statusOf(account) }]),
  );
}

function statusOf(account: Omit<SourceAccount, 'status'>): SourceAccount['status'] {
  if (decimal.compare(account.overdue, 0) > 0) return 'overdue';
  if (decimal.isZero(account.balance)) return 'paid';
  return decimal.isZero(account.paid) ? 'unpaid' : 'partiallyPaid';
}

/** Whether everything that was billed as a deposit of a document is paid. */
export async function isDepositPaid(ctx: Ctx, sourceId: string): Promise<boolean> {
  const rows = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', sourceId)
    .where('sourceType', '=', 'deposit')
    .where('status', 'in', [...countedStatuses])
    .select('balance')
    .execute();
  return rows.length > 0 && rows.every(({ balance }) => decimal.isZero(balance));
}

/** Before every due date. */
const EVER = '0001-01-01';

/** Invoices of a document. */
interface Billed {
  readonly sourceId: string;
  /** The first due date, as it was agreed; of any day unless said. */
  readonly from?: string;
  /** What of the document; all of it unless said. */
  readonly of?: readonly InvoiceSource[];
}

const billedFrom = (ctx: Ctx, { sourceId, from = EVER, of }: Billed) =>
  ctx.db
    .selectFrom('invoices as iv')
    .where('iv.sourceId', '=', sourceId)
    .$if(of !== undefined, (query) => query.where('iv.sourceType', 'in', of ?? []))
    // What was due before stays owed, though somebody gave the customer time.
    .where((eb) => eb(eb.fn.coalesce('iv.originalDueDate', 'iv.dueDate'), '>=', from))
    .orderBy('iv.id');

/** What of a document's invoices nobody has paid, taxed, credited or debited: `voidUnpaid` would make it void. */
export const unpaidOf = (ctx: Ctx, billed: Billed) =>
  billedFrom(ctx, billed)
    .where('iv.status', 'in', [...invoiceMachine.actions.void.from])
    .where('iv.paidAmount', '=', '0')
    .where('iv.creditedAmount', '=', '0')
    .where('iv.debitedAmount', '=', '0')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('taxEntries as t')
            .whereRef('t.invoiceId', '=', 'iv.id')
            .where('t.kind', '=', 'taxInvoice')
            .where(({ not: no, exists: any, selectFrom: from2 }) =>
              no(any(from2('taxEntries as c').whereRef('c.cancelsId', '=', 't.id').select('c.id'))),
            )
            .select('t.id'),
        ),
      ),
    )
    .select(['iv.id', 'iv.version', 'iv.documentNo', 'iv.status', 'iv.dueDate', 'iv.balance'])
    .select(['iv.sourceKey', 'iv.grandTotal', 'iv.vatAmount', 'iv.whtAmount'])
    .execute();

/**
 * Makes void what a document has billed and nobody has paid; what is paid or was taxed stays as it is,
 * and drafts that were to take the place of others go. Only for what nobody owes afterwards, or somebody
 * else is asked for: a debt that ends goes by `letGoOf`. Answers how many are void.
 */
export async function voidUnpaid(
  ctx: Ctx,
  { reason, ...billed }: Billed & { readonly reason: string },
): Promise<number> {
  const rows = await unpaidOf(ctx, billed);
  await voidAll(ctx, rows, reason);
  await removeDrafts(ctx, billed);
  return rows.length;
}

async function voidAll(
  ctx: Ctx,
  rows: readonly { readonly id: string; readonly version: number }[],
  reason: string,
): Promise<void> {
  for (const { id, version } of rows) {
    await voidInvoice(asSystem(ctx), { params: { id }, body: { version, reason } });
  }
}

async function removeDrafts(ctx: Ctx, { sourceId, from = EVER }: Billed): Promise<void> {
  const drafts = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', sourceId)
    .where('dueDate', '>=', from)
    .where('status', '=', 'draft')
    .orderBy('id')
    .select('id')
    .execute();
  for (const { id } of drafts) {
    const draft = await invoices.type.load(ctx, id, { lock: true });
    if (draft && isDraft(draft.status)) await removeDraft(ctx, draft);
  }
}

/** A document, or what of it falls due from a day on, that is not to be paid for any more. */
interface LetGo extends Billed {
  /** Also what was paid goes back. */
  readonly isNothingKept?: boolean;
}

/**
 * What `letGoOf` would make void, and what of the other invoices it would ask to credit: one that was
 * due before today does not vanish by whoever ends its document (docs/domain/money.md).
 */
export async function toLetGo(ctx: Ctx, { isNothingKept = false, ...billed }: LetGo) {
  const day = today(ctx.clock);
  const from = billed.from === undefined || billed.from < day ? day : billed.from;
  const voided = await unpaidOf(ctx, { ...billed, from });
  const gone = new Set(voided.map(({ id }) => id));
  const left = await standingOf(ctx, billed);
  const credited = left
    .filter(({ id }) => !gone.has(id))
    .map((invoice) => ({
      ...invoice,
      amount: undecidedOf(invoice, isNothingKept ? creditable(invoice) : invoice.balance),
    }))
    .filter(({ amount }) => !decimal.isZero(amount));
  return { voided, credited };
}

/** Nothing asks again for what of a document is billed and stands: only credit notes take it off. */
export async function leaveToCreditNotes(ctx: Ctx, billed: Billed): Promise<void> {
  const left = await billedFrom(ctx, billed)
    .where('iv.status', 'in', [...countedStatuses])
    .where('iv.isAskedOnce', '=', false)
    .select('iv.id')
    .execute();
  await markAskedOnce(
    ctx,
    left.map(({ id }) => id),
  );
}

/** What of a document is billed and stands, with what of each somebody has asked to credit already. */
const standingOf = (ctx: Ctx, billed: Billed) =>
  billedFrom(ctx, billed)
    .where('iv.status', 'in', [...countedStatuses])
    .select(['iv.id', 'iv.documentNo', 'iv.status', 'iv.dueDate'])
    .select(['iv.balance', 'iv.grandTotal', 'iv.debitedAmount', 'iv.creditedAmount'])
    .select(['iv.customerId', 'iv.taxPoint'])
    .select((eb) =>
      eb
        .selectFrom('creditNotes as n')
        .whereRef('n.invoiceId', '=', 'iv.id')
        .where('n.status', 'in', [...creditNoteMachine.actions.approve.from])
        .select((one) => one.fn.sum<string>('n.grandTotal').as('amount'))
        .as('waiting'),
    )
    .execute();

/** A note that the system asked for because a document ended. */
const ofTheEnd = sql<boolean>`n.cause = 'terminated' and n.created_by is null`;

/** The part of an amount that no credit note that waits takes off. */
function undecidedOf({ waiting }: { readonly waiting: string | null }, amount: string): string {
  const left = decimal.subtract(amount, waiting ?? '0');
  return decimal.compare(left, 0) > 0 ? decimal.round(left) : '0.00';
}

/**
 * A document has another customer: for what the one before has begun to pay and no day has taxed whole, a
 * credit note is asked for. With its approval the customer after is asked for it (`onHandOver`).
 */
export async function handOverRests(
  ctx: Ctx,
  {
    customerId,
    reason,
    ...billed
  }: Billed & {
    /** The customer before. */
    readonly customerId: string;
    readonly reason: string;
  },
): Promise<void> {
  const rests = (await standingOf(ctx, billed)).filter(
    ({ customerId: owing, taxPoint }) =>
      owing === customerId && (taxPoint === 'payment' || taxPoint === 'none'),
  );
  for (const invoice of rests) {
    const amount = undecidedOf(invoice, invoice.balance);
    if (decimal.isZero(amount)) continue;
    const asked = { invoiceId: invoice.id, cause: 'handedOver', reason, amount } as const;
    await askForCredit(asSystem(ctx), { ...asked, remark: null, isCappedByBalance: true });
  }
}

/**
 * A document is this customer's again: what was to be credited to them because somebody else would be
 * asked for it stays theirs. Notes that wait for it are withdrawn.
 */
export async function keepHandedBack(
  ctx: Ctx,
  {
    sourceId,
    customerId,
    reason,
  }: { readonly sourceId: string; readonly customerId: string; readonly reason: string },
): Promise<void> {
  const notes = await ctx.db
    .selectFrom('creditNotes as n')
    .innerJoin('invoices as iv', 'iv.id', 'n.invoiceId')
    .where('iv.sourceId', '=', sourceId)
    .where('iv.customerId', '=', customerId)
    .where('n.cause', '=', 'handedOver')
    .where('n.createdBy', 'is', null)
    .where('n.status', 'in', [...creditNoteMachine.actions.cancel.from])
    .orderBy('n.id')
    .select(['n.id', 'n.version'])
    .execute();
  for (const { id, version } of notes)
    await cancelCreditNote(asSystem(ctx), { params: { id }, body: { version, reason } });
}

/**
 * Asks no more for what a document has billed: what nobody has paid and is not late is void, and of the
 * rest somebody else decides on a credit note; with `isNothingKept` also of what was paid. Drafts go.
 * Answers how many invoices are void and how many are to be credited.
 */
export async function letGoOf(
  ctx: Ctx,
  { reason, ...of }: LetGo & { readonly reason: string },
): Promise<{ readonly voided: number; readonly credited: number }> {
  const { voided, credited } = await toLetGo(ctx, of);
  await voidAll(ctx, voided, reason);
  await leaveToCreditNotes(ctx, of);
  await removeDrafts(ctx, of);
  for (const { id, amount } of credited) {
    const asked = { invoiceId: id, cause: 'terminated', reason, amount } as const;
    const isCappedByBalance = of.isNothingKept !== true;
    await askForCredit(asSystem(ctx), { ...asked, remark: null, isCappedByBalance });
  }
  return { voided: voided.length, credited: credited.length };
}

/**
 * What waits to be credited of invoices that their document's end asked to credit, by their ids. A note that
 * somebody asked for by hand counts only beside one of the end: alone it says nothing of it.
 */
export async function waitingToBeLetGo(
  ctx: Ctx,
  sourceId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .selectFrom('creditNotes as n')
    .innerJoin('invoices as iv', 'iv.id', 'n.invoiceId')
    .where('iv.sourceId', '=', sourceId)
    .where('n.status', 'in', [...creditNoteMachine.actions.approve.from])
    .groupBy('iv.id')
    .having(sql<boolean>`bool_or(${ofTheEnd})`)
    .select(['iv.id', (eb) => eb.fn.sum<string>('n.grandTotal').as('amount')])
    .execute();
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

/**
 * Asks for a credit note on what a document has billed; somebody else approves it. Nothing where it
 * billed nothing that stands, and no more than somebody has not credited by hand.
 */
export async function creditFor(
  ctx: Ctx,
  credit: {
    readonly sourceId: string;
    readonly cause: CreditCause;
    readonly reason: string;
    /** With VAT. */
    readonly amount: string;
  },
): Promise<string | null> {
  const invoice = await ctx.db
    .selectFrom('invoices')
    .where('sourceId', '=', credit.sourceId)
    .where('status', 'in', [...countedStatuses])
    .orderBy('createdAt')
    .select(['id', 'grandTotal', 'debitedAmount', 'creditedAmount'])
    .executeTakeFirst();
  if (!invoice) return null;
  const amount = decimal.round(decimal.minimum(credit.amount, creditable(invoice)));
  if (decimal.isZero(amount)) return null;
  const { cause, reason } = credit;
  const { id } = await askForCredit(asSystem(ctx), {
    invoiceId: invoice.id,
    cause,
    reason,
    amount,
    remark: null,
  });
  return id;
}
