import { addDays, decimal } from '@boxyard/shared/domain';
import { settledStatus } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { authorId, type Ctx, invalid, today } from '../../../kernel/index.ts';
import { deferred, holdingAccount } from '../account.ts';
import { invoices } from './type.ts';

/** Days that one deferral may give, from today or from a later day first agreed; more is a new agreement. */
const MOST_DAYS = 366;

/**
 * Moves the due date of what is owed: whoever may defer gives the customer time. Tax keeps its day,
 * and a past day keeps its ageing, since the day before the move is remembered.
 */
export const deferInvoice = holdingAccount(
  'invoices',
  invoices.action('defer', async (ctx: Ctx, row, { dueDate }) => {
    const day = today(ctx.clock);
    if (dueDate < day) throw invalid([{ field: 'dueDate', code: 'PAST_DATE' }]);
    // Sooner than was agreed it would be late, and bear a fee, without the customer's consent.
    const agreed = row.originalDueDate ?? row.dueDate;
    if (dueDate < agreed) {
      throw invalid([{ field: 'dueDate', code: 'DATE_TOO_EARLY', params: { first: agreed } }]);
    }
    const from = [agreed, day].sort().at(-1) ?? day;
    const last = addDays(from, MOST_DAYS);
    if (dueDate > last) {
      throw invalid([{ field: 'dueDate', code: 'DATE_TOO_LATE', params: { last } }]);
    }
    if (dueDate === row.dueDate) throw invalid([{ field: 'dueDate', code: 'SAME_DATE' }]);
    await ctx.db
      .insertInto('invoiceDeferrals')
      .values({
        invoiceId: row.id,
        dueBefore: row.dueDate,
        dueAfter: dueDate,
        deferredOn: day,
        createdAt: ctx.clock.now(),
        createdBy: authorId(ctx.actor),
      })
      .execute();
    await deferred(ctx, row);
    return {
      to: settledStatus({
        balance: row.balance,
        settled: decimal.add(row.paidAmount, row.creditedAmount),
        dueDate,
        today: day,
      }),
      set: {
        dueDate,
        originalDueDate: row.originalDueDate ?? row.dueDate,
        // Reminders count from the new day.
        remindedStage: null,
        customerStage: null,
      },
      diff: { dueDate: { from: row.dueDate, to: dueDate } },
      touches: ['receivables', 'contracts', 'warranties'],
    };
  }),
);
