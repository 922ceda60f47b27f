import { addDays, bangkokDate, decimal, voidStatuses } from '@boxyard/shared/domain';
import type { BankCode } from '@boxyard/shared/domain/money/bankAccounts.ts';
import { countedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { sql } from 'kysely';
import { asSystem, type Ctx, type Input, invalid, json, today } from '../../../kernel/index.ts';
import { lockAccount, lockInvoices } from '../account.ts';
import { lineOfGateway } from '../statements/gateway.ts';
import { verifyPayment } from './decide.ts';
import { AHEAD_MS, OLDEST_DAYS, paymentOfGateway } from './enter.ts';

type Event = Input<'payments.webhook'>['body'];

const GONE = voidStatuses(paymentMachine);

const BANGKOK_MS = 7 * 3_600_000;
const timeOf = (at: Date): string =>
  new Date(at.getTime() + BANGKOK_MS).toISOString().slice(11, 19);

/**
 * The account that the money came in on, held: events of one account follow each other. Two banks may
 * have given the same number, and two companies may have entered it: nobody guesses whose money it is.
 */
async function accountOf(ctx: Ctx, { accountNo, bank }: Event) {
  const known = await ctx.db
    .selectFrom('bankAccounts')
    .where('accountNo', '=', accountNo)
    .$if(bank !== undefined, (query) => query.where('bank', '=', bank as BankCode))
    .orderBy('id')
    .select(['id', 'companyId', 'isActive'])
    .forNoKeyUpdate()
    .execute();
  const active = known.filter(({ isActive }) => isActive);
  const [account, other] = active.length > 0 ? active : known;
  if (!account) throw invalid([{ field: 'accountNo', code: 'UNKNOWN_ID' }]);
  if (other) throw invalid([{ field: 'accountNo', code: 'SEVERAL_ACCOUNTS' }]);
  return account;
}
type Account = Awaited<ReturnType<typeof accountOf>>;

/** The same money, entered by a person or told of under another event. */
async function knownPayment(ctx: Ctx, account: Account, event: Event): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('payments')
    .where('bankAccountId', '=', account.id)
    .where(sql<boolean>`upper(bank_reference) = upper(${event.reference})`)
    .where('amount', '=', event.amount)
    .where('documentDate', '=', bangkokDate(new Date(event.paidAt)))
    .where('status', 'not in', GONE)
    .select('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The invoice that the second reference names, as payment codes carry it (docs/domain/containers.md "Money"). */
async function namedInvoice(ctx: Ctx, { companyId }: Account, { ref2 }: Event) {
  const bare = (ref2 ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (bare === '') return undefined;
  return ctx.db
    .selectFrom('invoices')
    .where('companyId', '=', companyId)
    .where(sql<boolean>`regexp_replace(document_no, '[^A-Z0-9]', '', 'g') = ${bare}`)
    .where('status', 'in', [...countedStatuses])
    .select(['id', 'customerId'])
    .executeTakeFirst();
}

/** Enters and verifies what the bank has confirmed; what the invoice does not owe any more is credit. */
async function recordPayment(
  ctx: Ctx,
  { account, event }: { readonly account: Account; readonly event: Event },
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<string> {
  await lockAccount(ctx, customerId);
  const [invoice] = await lockInvoices(ctx, [id]);
  const owed = decimal.round(decimal.minimum(event.amount, invoice?.balance ?? '0'));
  const payment = await paymentOfGateway(ctx, {
    customerId,
    method: event.method,
    paidAt: event.paidAt,
    amount: event.amount,
    bankAccountId: account.id,
    bankReference: event.reference,
    ...(event.payerName ? { payerName: event.payerName } : {}),
    allocations: decimal.isZero(owed) ? [] : [{ invoiceId: id, amount: owed }],
  });
  await verifyPayment(ctx, { params: { id: payment.id }, body: { version: 1 } });
  return payment.id;
}

/**
 * Takes in one event of a bank or gateway. The same event is one payment however often it comes, also
 * at once; what names no invoice waits among the lines of the account until somebody says what it is.
 */
export async function takeGatewayEvent(caller: Ctx, { body: event }: Input<'payments.webhook'>) {
  const ctx = asSystem(caller, 'th');
  // Tax is due on the day of the money: nobody has declared a year ago what was not there.
  const earliest = addDays(today(ctx.clock), -OLDEST_DAYS);
  if (bangkokDate(new Date(event.paidAt)) < earliest) {
    throw invalid([{ field: 'paidAt', code: 'PAID_TOO_LONG_AGO', params: { date: earliest } }]);
  }
  // Money that nobody has yet, whether it names an invoice or waits among the lines.
  if (new Date(event.paidAt).getTime() > ctx.clock.now().getTime() + AHEAD_MS) {
    throw invalid([{ field: 'paidAt', code: 'FUTURE_DATE' }]);
  }
  const account = await accountOf(ctx, event);
  const seen = await ctx.db
    .selectFrom('gatewayEvents')
    .where('eventId', '=', event.eventId)
    .select('paymentId')
    .executeTakeFirst();
  if (seen) return answer(seen.paymentId, true);
  const known = await knownPayment(ctx, account, event);
  const invoice = known === null ? await namedInvoice(ctx, account, event) : undefined;
  const paymentId =
    known ?? (invoice ? await recordPayment(ctx, { account, event }, invoice) : null);
  const paidAt = new Date(event.paidAt);
  const bankLineId =
    paymentId === null
      ? await lineOfGateway(ctx, account, {
          bookedOn: bangkokDate(paidAt),
          bookedAt: timeOf(paidAt),
          amount: event.amount,
          reference: event.reference,
          payerReference: [event.ref1, event.ref2].filter(Boolean).join(' '),
          payerName: event.payerName ?? '',
        })
      : null;
  await ctx.db
    .insertInto('gatewayEvents')
    .values({
      eventId: event.eventId,
      companyId: account.companyId,
      bankAccountId: account.id,
      body: json(event),
      receivedAt: ctx.clock.now(),
      paymentId,
      bankLineId,
    })
    .execute();
  return answer(paymentId, false);
}

const answer = (paymentId: string | null, repeated: boolean) => ({
  data: { status: paymentId === null ? ('unmatched' as const) : ('recorded' as const), repeated },
});
