import { countedStatuses, onTimeStatuses } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import { formatDate } from '../../documents/format.ts';
import { audienceOf, type Ctx, notify, today } from '../../kernel/index.ts';
import { lockAccount, lockInvoices, settle } from './account.ts';
import { snapshotOf } from './customers.ts';
import { invoices } from './invoices/type.ts';
import { issueTaxInvoice } from './tax/entries.ts';

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
  for (const { id, customerId } of late) {
    await lockAccount(ctx, customerId);
    const [invoice] = await lockInvoices(ctx, [id]);
    if (!invoice || !(onTimeStatuses as readonly string[]).includes(invoice.status)) continue;
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
}

/** Each night: hire purchase is taxed with each due date, though it may be unpaid. */
export async function taxDueInstalments(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('invoices as iv')
    .where('iv.taxPoint', '=', 'dueDate')
    .where('iv.status', 'in', [...countedStatuses])
    .where('iv.dueDate', '<=', today(ctx.clock))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('taxEntries as t').whereRef('t.invoiceId', '=', 'iv.id').select('t.id')),
      ),
    )
    .orderBy('iv.customerId')
    .orderBy('iv.id')
    .selectAll('iv')
    .execute();
  for (const row of due) {
    await lockAccount(ctx, row.customerId);
    await issueTaxInvoice(ctx, {
      companyId: row.companyId,
      customerId: row.customerId,
      invoiceId: row.id,
      to: row.customerSnapshot ?? (await snapshotOf(ctx, row.customerId)),
      amounts: row,
      day: row.dueDate,
    });
  }
}
