import { bangkokDate, can, decimal } from '@boxyard/shared/domain';
import { DECIDED_LINE_STATUSES } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import { type Ctx, conflict, forbidden, invalid, json, named } from '../../../kernel/index.ts';
import { actionsOf, loadVisible } from '../../../workflow/index.ts';
import { paymentOfLine } from '../payments/enter.ts';
import { payments } from '../payments/type.ts';
import { GONE } from './propose.ts';
import { undecided } from './release.ts';
import { type LineRow, lineDocument } from './type.ts';

const lineAction = actionsOf('bankLines', lineDocument);

const TOUCHED = ['bankStatements', 'payments', 'invoices'];

/** Whoever confirms a line enters a payment, and needs the right to. */
export const mayConfirm = (ctx: Ctx): boolean => can(ctx.actor.grants, 'payment-data:create');

/** When the money came: at the hour that the bank tells, else in the middle of the day that is over. */
function paidAtOf(ctx: Ctx, { bookedOn, bookedAt }: LineRow): Date {
  const told = new Date(`${bookedOn}T${bookedAt ?? '12:00:00'}+07:00`);
  const now = ctx.clock.now();
  return told > now && bookedOn === bangkokDate(now) ? now : told;
}

/** Enters the payment that a line is; it waits for its verification as any other. */
export const confirmLine = lineAction('confirm', {
  before: async (ctx) => {
    if (!mayConfirm(ctx)) throw forbidden();
  },
  effect: async (ctx, line, body) => {
    await refuseRecorded(ctx, line, body.customerId);
    const made = await paymentOfLine(ctx, {
      customerId: body.customerId,
      method: body.method ?? 'transfer',
      paidAt: paidAtOf(ctx, line).toISOString(),
      amount: decimal.round(line.amount),
      bankAccountId: line.bankAccountId,
      ...(line.reference ? { bankReference: line.reference } : {}),
      ...(line.payerName ? { payerName: line.payerName } : {}),
      ...(body.remark ? { remark: body.remark } : {}),
      allocations: body.allocations,
    });
    const isAsProposed =
      line.customerId === body.customerId &&
      JSON.stringify(sorted(line.allocations)) === JSON.stringify(sorted(body.allocations));
    return {
      set: {
        paymentId: made.id,
        isPaymentMade: true,
        customerId: body.customerId,
        allocations: json([]),
        statusReason: null,
        ...(isAsProposed ? {} : { reasons: ['chosen'], confidence: null, matchLevel: null }),
      },
      diff: { payment: named('payments', made) },
      notices: [],
      touches: TOUCHED,
    };
  },
});

const sorted = (allocations: LineRow['allocations']) =>
  allocations
    .map(({ invoiceId, amount }) => [invoiceId, decimal.round(amount)])
    .sort(([a = ''], [b = '']) => a.localeCompare(b));

/** Money that somebody has entered meanwhile is linked, never entered twice. */
async function refuseRecorded(ctx: Ctx, line: LineRow, customerId: string): Promise<void> {
  const [known] = (await paymentsLike(ctx, line)).filter(
    (one) => one.isSameReference || (one.isSameDay && one.customerId === customerId),
  );
  if (known) throw conflict('PAYMENT_KNOWN', { documentNo: named('payments', known) });
}

const DAYS = 31;

/** Payments of the line's account and amount that no line is linked with, the likeliest first. */
export async function paymentsLike(ctx: Ctx, line: LineRow) {
  const near = (days: number) =>
    bangkokDate(new Date(Date.parse(`${line.bookedOn}T00:00:00+07:00`) + days * 86_400_000));
  const rows = await ctx.db
    .selectFrom('payments as p')
    .where('p.bankAccountId', '=', line.bankAccountId)
    .where('p.amount', '=', line.amount)
    .where('p.status', 'not in', GONE)
    .where('p.documentDate', '>=', near(-DAYS))
    .where('p.documentDate', '<=', near(DAYS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bankLines as other')
            .whereRef('other.paymentId', '=', 'p.id')
            .select('other.id'),
        ),
      ),
    )
    .orderBy('p.documentDate')
    .orderBy('p.id')
    .limit(20)
    .select([
      'p.id',
      'p.documentNo',
      'p.status',
      'p.paidAt',
      'p.documentDate',
      'p.customerId',
      'p.bankReference',
    ])
    .execute();
  const same = (text: string | null) =>
    line.reference !== '' && text?.toUpperCase() === line.reference.toUpperCase();
  return rows
    .map((row) => ({
      ...row,
      isSameReference: same(row.bankReference),
      isSameDay: row.documentDate === line.bookedOn,
    }))
    .sort(
      (a, b) =>
        Number(b.isSameReference) - Number(a.isSameReference) ||
        Number(b.isSameDay) - Number(a.isSameDay),
    );
}

/** Says which payment a line is. */
export const linkLine = lineAction('link', async (ctx, line, body) => {
  const payment = await paymentToLink(ctx, line, body.paymentId);
  return {
    set: {
      ...undecided,
      paymentId: payment.id,
      customerId: payment.customerId,
      reasons: ['chosen'],
      statusReason: null,
    },
    diff: { payment: named('payments', payment) },
    notices: [],
    touches: TOUCHED,
  };
});

async function paymentToLink(ctx: Ctx, line: LineRow, paymentId: string) {
  const at = (code: string, params?: Readonly<Record<string, unknown>>) =>
    invalid([{ field: 'paymentId', code, ...(params ? { params } : {}) }]);
  const known = await ctx.db
    .selectFrom('payments')
    .where('id', '=', paymentId)
    .where('companyId', '=', line.companyId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) throw at('UNKNOWN_ID');
  const payment = await loadVisible(ctx, payments.type, { id: known.id });
  if ((payment.bankAccountId ?? line.bankAccountId) !== line.bankAccountId) throw at('UNKNOWN_ID');
  // A certificate, and a deposit that is given back, bring no money to any account.
  if (payment.method === 'whtCert' || payment.method === 'deposit')
    throw at('PAYMENT_WITHOUT_MONEY');
  if (decimal.compare(payment.amount, line.amount) !== 0) {
    throw at('LINE_AMOUNT_DIFFERS', { amount: decimal.round(payment.amount) });
  }
  if ((GONE as readonly string[]).includes(payment.status)) throw conflict('PAYMENT_NOT_COUNTED');
  const other = await ctx.db
    .selectFrom('bankLines')
    .where('paymentId', '=', paymentId)
    .select('id')
    .executeTakeFirst();
  if (other) throw conflict('PAYMENT_OF_OTHER_LINE');
  return payment;
}

/** Says that a line is no payment of a customer: interest, a transfer between accounts. */
export const ignoreLine = lineAction('ignore', async () => ({
  set: undecided,
  notices: [],
  touches: TOUCHED,
}));

/** Takes a link or an ignored line back. */
export const reopenLine = lineAction('reopen', async (_ctx, { paymentId, isUnlinked }) => ({
  set: { ...undecided, statusReason: null, isUnlinked: isUnlinked || paymentId !== null },
  notices: [],
  touches: TOUCHED,
}));

/** Lines on which somebody has decided keep their statement. */
export async function refuseDecided(ctx: Ctx, statementId: string): Promise<void> {
  const decided = await ctx.db
    .selectFrom('bankLines')
    .where('statementId', '=', statementId)
    .where('status', 'in', DECIDED_LINE_STATUSES)
    .select('id')
    .executeTakeFirst();
  if (decided) throw conflict('STATEMENT_IN_USE');
}
