import { addDays, decimal } from '@boxyard/shared/domain';
import {
  countedStatuses,
  onTimeStatuses,
  owedStatuses,
} from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { paymentMachine } from '@boxyard/shared/domain/money/paymentMachine.ts';
import { chargedNow } from '@boxyard/shared/domain/money/taxShare.ts';
import { sql } from 'kysely';
import { formatDate } from '../../documents/format.ts';
import { audienceOf, type Ctx, notify, today } from '../../kernel/index.ts';
import { lockAccount, lockInvoices, settle } from './account.ts';
import { snapshotOf } from './customers.ts';
import { eachApart } from './eachApart.ts';
import { invoices } from './invoices/type.ts';
import { payments } from './payments/type.ts';
import { issueTaxInvoice, taxedOf } from './tax/entries.ts';

/** Each night: what was due and is not paid is late from then on, and its people hear of it once. */
export async function markOverdueInvoices(ctx: Ctx): Promise<void> {
  const late = await ctx.db
    .selectFrom('invoices')
    .where('status', 'in', [...onTimeStatuses])
    .where('dueDate', '<', today(ctx.clock))
    .orderBy('customerId')
    .orderBy('id')
    .select(['id', 'customerId'])
    .execute();
  await eachApart(ctx, late, {
    failure: 'an invoice could not be marked as overdue',
    work: markOverdue,
  });
}

async function markOverdue(
  ctx: Ctx,
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<void> {
  await lockAccount(ctx, customerId);
  const [invoice] = await lockInvoices(ctx, [id]);
  // It may have been paid, made void or deferred while the account was waited for.
  if (!invoice || !(onTimeStatuses as readonly string[]).includes(invoice.status)) return;
  if (invoice.dueDate >= today(ctx.clock)) return;
  await settle(ctx, { invoice, cause: { dueDate: invoice.dueDate } });
  const people = await audienceOf(ctx, {
    ability: 'payment-data:notify-invoice',
    companyId: invoice.companyId,
  });
  await notify(ctx, [...new Set([invoice.saleId, invoice.createdBy, ...people])], {
    category: 'alert',
    type: 'warning',
    title: {
      en: `Invoice ${invoice.documentNo} is overdue`,
      th: `ใบแจ้งหนี้ ${invoice.documentNo} เกินกำหนดชำระ`,
    },
    description: {
      en: `${invoice.customerSnapshot?.nameEn ?? invoice.customerSnapshot?.name ?? ''}: ${invoice.balance} THB, due ${formatDate(invoice.dueDate, 'en')}.`,
      th: `${invoice.customerSnapshot?.name ?? ''} ค้าง ${invoice.balance} บาท ครบกำหนด ${formatDate(invoice.dueDate, 'th')}`,
    },
    action: invoices.path(invoice.id),
    actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
    entity: { type: 'invoices', id: invoice.id },
    dedupeKey: `invoices:${invoice.id}:late:${invoice.dueDate}`,
  });
}

/**
 * Each night: hire purchase is taxed with each due date, though it may be unpaid. Each invoice has a
 * transaction of its own: what keeps one from its tax keeps no other.
 */
export async function taxDueInstalments(ctx: Ctx): Promise<void> {
  const due = (await untaxedInstalments(ctx)).map((id) => ({ id }));
  await eachApart(ctx, due, {
    failure: 'an instalment could not be taxed',
    work: (own, { id }) => taxInstalment(own, id),
  });
}

/** Invoices of hire purchase whose agreed due date has come and that have no tax invoice. */
async function untaxedInstalments(ctx: Ctx, id?: string): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom('invoices as iv')
    .where('iv.taxPoint', '=', 'dueDate')
    .where('iv.status', 'in', [...countedStatuses])
    // One that was deferred is taxed on the day that was agreed first.
    .where((eb) => eb(eb.fn.coalesce('iv.originalDueDate', 'iv.dueDate'), '<=', today(ctx.clock)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('taxEntries as t')
            .whereRef('t.invoiceId', '=', 'iv.id')
            .where('t.kind', '=', 'taxInvoice')
            .select('t.id'),
        ),
      ),
    )
    // An amount that was credited before that day is never taxed.
    .where(sql<boolean>`iv.grand_total + iv.debited_amount > iv.credited_amount`)
    .$if(id !== undefined, (query) => query.where('iv.id', '=', id ?? ''))
    .orderBy('iv.customerId')
    .orderBy('iv.id')
    .select('iv.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Taxes what is charged of one instalment now, less what a debit note has taxed already. */
async function taxInstalment(ctx: Ctx, id: string): Promise<void> {
  const { customerId } = await ctx.db
    .selectFrom('invoices')
    .where('id', '=', id)
    .select('customerId')
    .executeTakeFirstOrThrow();
  await lockAccount(ctx, customerId);
  const [invoice] = await lockInvoices(ctx, [id]);
  // It may have been made void, credited or taxed while the account was waited for.
  if (!invoice || (await untaxedInstalments(ctx, id)).length === 0) return;
  const charged = chargedNow(invoice);
  const taxed = await taxedOf(ctx, id);
  const less = (one: string, other: string) => decimal.round(decimal.subtract(one, other));
  await issueTaxInvoice(ctx, {
    companyId: invoice.companyId,
    customerId: invoice.customerId,
    invoiceId: id,
    to: invoice.customerSnapshot ?? (await snapshotOf(ctx, invoice.customerId)),
    amounts: {
      baseAmount: less(charged.baseAmount, taxed.baseAmount),
      vatAmount: less(charged.vatAmount, taxed.vatAmount),
      grandTotal: less(charged.grandTotal, taxed.grandTotal),
    },
    day: invoice.originalDueDate ?? invoice.dueDate,
  });
}

/** Days from the due date on which people hear of an invoice that is owed; the first late day has its own notice. */
const STAGES = [-7, -3, 0, 7, 30] as const;
/** Nobody is told of what has been late for longer. */
const LAST_DAY = 60;

const remindedOf = (stage: (typeof STAGES)[number]) => {
  if (stage > 0) {
    return {
      en: (number: string | null) => `Invoice ${number} is ${stage} days overdue`,
      th: (number: string | null) => `ใบแจ้งหนี้ ${number} เกินกำหนด ${stage} วันแล้ว`,
    };
  }
  if (stage === 0) {
    return {
      en: (number: string | null) => `Invoice ${number} is due today`,
      th: (number: string | null) => `ใบแจ้งหนี้ ${number} ครบกำหนดวันนี้`,
    };
  }
  return {
    en: (number: string | null) => `Invoice ${number} is due within ${-stage} days`,
    th: (number: string | null) => `ใบแจ้งหนี้ ${number} จะครบกำหนดภายใน ${-stage} วัน`,
  };
};

/**
 * Each night: salesperson and accounting hear of what is due within 7 and 3 days, today, and 7 and 30
 * days ago, once each; after nights that were missed, of the latest only.
 */
export async function remindOfInvoices(ctx: Ctx): Promise<void> {
  const day = today(ctx.clock);
  const accounting = new Map<string, Promise<string[]>>();
  const accountingOf = (companyId: string) => {
    const known = accounting.get(companyId);
    if (known) return known;
    const asked = audienceOf(ctx, { ability: 'payment-data:notify-invoice', companyId });
    accounting.set(companyId, asked);
    return asked;
  };
  for (const [index, stage] of STAGES.entries()) {
    const until = STAGES[index + 1] ?? LAST_DAY;
    const words = remindedOf(stage);
    const rows = await ctx.db
      .selectFrom('invoices')
      .where('status', 'in', [...owedStatuses])
      .where('dueDate', '<=', addDays(day, -stage))
      .where('dueDate', '>', addDays(day, stage === 0 ? -1 : -until))
      .where((eb) => eb.or([eb('remindedStage', 'is', null), eb('remindedStage', '<', stage)]))
      .orderBy('id')
      .select(['id', 'documentNo', 'companyId', 'saleId', 'balance', 'dueDate', 'customerSnapshot'])
      .execute();
    for (const row of rows) {
      const people = await accountingOf(row.companyId);
      await notify(ctx, [...new Set([row.saleId, ...people])], {
        category: stage > 0 ? 'alert' : 'reminder',
        type: stage > 0 ? 'warning' : 'info',
        title: { en: words.en(row.documentNo), th: words.th(row.documentNo) },
        description: {
          en: `${row.customerSnapshot?.nameEn ?? row.customerSnapshot?.name ?? ''}: ${row.balance} THB, due ${formatDate(row.dueDate, 'en')}.`,
          th: `${row.customerSnapshot?.name ?? ''} ค้าง ${row.balance} บาท ครบกำหนด ${formatDate(row.dueDate, 'th')}`,
        },
        action: invoices.path(row.id),
        actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
        entity: { type: 'invoices', id: row.id },
        // One that was deferred falls due anew.
        dedupeKey: `invoices:${row.id}:stage:${stage}:${row.dueDate}`,
      });
      await ctx.db
        .updateTable('invoices')
        .set({ remindedStage: stage })
        .where('id', '=', row.id)
        .execute();
    }
  }
}

/** Each night: a cheque whose day has come may be paid in and verified; its people hear of it once. */
export async function remindOfCheques(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('payments')
    .where('method', '=', 'cheque')
    .where('status', 'in', [...paymentMachine.actions.verify.from])
    .where('chequeDate', '<=', today(ctx.clock))
    // One that was entered on its day or later is no surprise.
    .whereRef('chequeDate', '>', 'documentDate')
    .orderBy('id')
    .select(['id', 'documentNo', 'companyId', 'createdBy', 'amount', 'chequeNo', 'chequeDate'])
    .execute();
  for (const row of due) {
    const people = await audienceOf(ctx, {
      ability: 'payment-data:verify',
      companyId: row.companyId,
      except: [row.createdBy],
    });
    await notify(ctx, [...new Set([row.createdBy, ...people])], {
      category: 'reminder',
      type: 'info',
      title: {
        en: `Cheque ${row.chequeNo} is due`,
        th: `เช็ค ${row.chequeNo} ถึงกำหนดนำฝาก`,
      },
      description: {
        en: `Payment ${row.documentNo}, ${row.amount} THB. Pay it in, then verify the payment.`,
        th: `รายการรับชำระ ${row.documentNo} จำนวน ${row.amount} บาท นำฝากแล้วจึงตรวจสอบ`,
      },
      action: payments.path(row.id),
      actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
      entity: { type: 'payments', id: row.id },
      dedupeKey: `payments:${row.id}:cheque:${row.chequeDate}`,
    });
  }
}
