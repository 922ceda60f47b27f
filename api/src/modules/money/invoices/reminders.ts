import { addDays } from '@boxyard/shared/domain';
import { owedStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import {
  automaticChannels,
  LAST_REMINDED_DAY,
  type ReminderDays,
  reminderStage,
} from '@boxyard/shared/domain/money/reminders.ts';
import { type App, type Ctx, SYSTEM, settingOf, today } from '../../../kernel/index.ts';
import { runAction } from '../../../workflow/index.ts';
import { HOUR, notifyCustomer, reachable, reachOf } from './messages.ts';
import { invoices } from './type.ts';

/** What a company has settled; null: it reminds nobody by itself. */
async function daysOf(ctx: Ctx, companyId: string): Promise<ReminderDays | null> {
  const on = today(ctx.clock);
  const daysIn = (key: 'daysBefore' | 'firstDaysAfter' | 'secondDaysAfter' | 'thirdDaysAfter') =>
    settingOf(ctx, { companyId, key: `reminders.${key}`, on });
  if (!(await settingOf(ctx, { companyId, key: 'reminders.automatic', on }))) return null;
  return {
    before: await daysIn('daysBefore'),
    after: [
      await daysIn('firstDaysAfter'),
      await daysIn('secondDaysAfter'),
      await daysIn('thirdDaysAfter'),
    ],
  };
}

interface Due {
  readonly id: string;
  readonly days: ReminderDays;
}

/** Invoices that somebody may be reminded of this morning: owed, with consent, the company willing. */
async function dueThisMorning(ctx: Ctx): Promise<readonly Due[]> {
  const day = today(ctx.clock);
  const companies = await ctx.db.selectFrom('companies').orderBy('id').select('id').execute();
  const due: Due[] = [];
  for (const { id: companyId } of companies) {
    const days = await daysOf(ctx, companyId);
    if (days === null) continue;
    const rows = await ctx.db
      .selectFrom('invoices as iv')
      .innerJoin('customers as c', 'c.id', 'iv.customerId')
      .where('iv.companyId', '=', companyId)
      .where('iv.balance', '>', '0')
      .where('iv.dueDate', '<=', addDays(day, days.before))
      .where('iv.dueDate', '>=', addDays(day, -LAST_REMINDED_DAY))
      .where('c.consentAt', 'is not', null)
      .orderBy('iv.dueDate')
      .orderBy('iv.id')
      .select(['iv.id', 'iv.dueDate', 'iv.customerStage'])
      .execute();
    for (const row of rows) {
      const stage = reminderStage(days, { dueDate: row.dueDate, today: day });
      if (stage !== null && (row.customerStage === null || row.customerStage < stage)) {
        due.push({ id: row.id, days });
      }
    }
  }
  return due;
}

/** Reminds of one invoice, unless what made it due has changed since it was picked. */
async function remindOf(ctx: Ctx, { id, days }: Due): Promise<void> {
  const row = await invoices.type.load(ctx, id, { lock: true });
  if (!row || !(owedStatuses as readonly string[]).includes(row.status)) return;
  const stage = reminderStage(days, { dueDate: row.dueDate, today: today(ctx.clock) });
  if (stage === null || (row.customerStage !== null && row.customerStage >= stage)) return;
  // Somebody has just written to them; tomorrow is early enough.
  if (row.notifiedAt && row.notifiedAt.getTime() + HOUR > ctx.clock.now().getTime()) return;
  const channels = automaticChannels(reachable(await reachOf(ctx, row.customerId)));
  if (channels.length === 0) return;
  await runAction(ctx, invoices.type, {
    action: 'remind',
    id,
    version: row.version,
    effect: (locked) => notifyCustomer(ctx, locked, { kind: 'reminder', channels, stage }),
  });
}

/**
 * Each morning, when people read messages: customers are reminded of what is about to be due or is
 * late, once for each stage of their company. Each invoice is a transaction of its own, so that one
 * that fails keeps no other from being told; all failures are reported together.
 */
export async function remindCustomers(app: App): Promise<void> {
  const due = await app.transaction({ actor: SYSTEM }, dueThisMorning);
  const failures: unknown[] = [];
  for (const one of due) {
    await app
      .transaction({ actor: SYSTEM }, (ctx) => remindOf(ctx, one))
      .catch((error: unknown) => {
        app.log.error({ err: error, invoice: one.id }, 'reminder');
        failures.push(error);
      });
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some customers were not reminded');
}
