import { type Discount, decimal } from '@boxyard/shared/domain';
import { settledStatus } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import {
  type Ctx,
  conflict,
  invalid,
  json,
  named,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { headerFor, loadVisible } from '../../../workflow/index.ts';
import { holdingAccount, isStillAsked, postEntries } from '../account.ts';
import { snapshotOf } from '../customers.ts';
import { issueTaxInvoice } from '../tax/entries.ts';
import { amountColumns, amountsOf, discountFaults, expectDiscountWithin } from './amounts.ts';
import { asPlanned, draftInvoice, givenBefore, plannedOf } from './draft.ts';
import { notifyCustomer } from './messages.ts';
import { sourceOf } from './source.ts';
import { type InvoiceRow, invoices, itemsOf } from './type.ts';

/** The account that an invoice is paid to: its own unless it was closed, else the company's default. */
async function accountFor(
  ctx: Ctx,
  { bankAccountId, companyId }: Pick<InvoiceRow, 'bankAccountId' | 'companyId'>,
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('bankAccounts')
    .where('companyId', '=', companyId)
    .where((eb) =>
      eb.or([
        eb('isDefault', '=', true),
        eb.and([eb('id', '=', bankAccountId), eb('isActive', '=', true)]),
      ]),
    )
    .orderBy((eb) => eb('id', '=', bankAccountId), 'desc')
    .select('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether tax is due with the invoice itself: goods with their delivery, hire purchase once it is due. */
const isTaxedNow = (row: InvoiceRow, day: string): boolean =>
  row.taxPoint === 'delivery' || (row.taxPoint === 'dueDate' && agreedDueDate(row) <= day);

/** Time that was given moves no tax. */
const agreedDueDate = ({ originalDueDate, dueDate }: InvoiceRow): string =>
  originalDueDate ?? dueDate;

/** What an invoice asks for becomes owed: number, parties as they are today, tax where it is due. */
async function issueEffect(ctx: Ctx, row: InvoiceRow) {
  const day = today(ctx.clock);
  if (decimal.isZero(row.grandTotal)) throw conflict('NOTHING_OWED');
  const [to, header, bankAccountId] = await Promise.all([
    snapshotOf(ctx, row.customerId),
    headerFor(ctx, { companyId: row.companyId, type: 'contract' }),
    accountFor(ctx, row),
  ]);
  await postEntries(ctx, row, [{ kind: 'invoice', invoiceId: row.id, amount: row.grandTotal }]);
  if (isTaxedNow(row, day)) {
    await issueTaxInvoice(ctx, {
      companyId: row.companyId,
      customerId: row.customerId,
      invoiceId: row.id,
      to,
      amounts: row,
      day: row.taxPoint === 'dueDate' ? agreedDueDate(row) : day,
    });
  }
  return {
    to: settledStatus({
      balance: row.grandTotal,
      settled: '0',
      dueDate: row.dueDate,
      today: day,
    }),
    set: {
      documentDate: day,
      customerSnapshot: json(to),
      header: json(header),
      bankAccountId,
    },
    numberBy: day,
    touches: ['receivables', 'taxInvoices'],
  };
}

/** Issues what another document asks for. */
export const issueInvoice = holdingAccount('invoices', invoices.action('issue', issueEffect));

/** Issues a draft that somebody has read, if its customer and what asked for it are still there. */
export const issueDraft = holdingAccount(
  'invoices',
  invoices.action('issue', async (ctx, row) => {
    if (!(await isStillAsked(ctx, row))) {
      const source = sourceOf(row);
      throw conflict('SOURCE_CHANGED', {
        source: source && named(source.type, { id: source.id, documentNo: row.sourceLabel }),
      });
    }
    const { isActive } = await ctx.db
      .selectFrom('customers')
      .where('id', '=', row.customerId)
      .select('isActive')
      .executeTakeFirstOrThrow();
    // With whom was agreed elsewhere is asked for what is owed, in use or not.
    if (!isActive && row.sourceId === null) {
      refuseFaults([{ field: 'customerId', code: 'INACTIVE' }]);
    }
    return issueEffect(ctx, row);
  }),
);

/** Gives a discount on what was issued and not paid; tax and total are worked out anew. */
export const discountInvoice = holdingAccount(
  'invoices',
  invoices.action('discount', {
    reason: ({ discount }) => discount.reason,
    effect: async (ctx, row, body) => {
      const { reason: _reason, ...given } = body.discount;
      const discount: Discount | null = decimal.isZero(given.value) ? null : given;
      const items = await itemsOf(ctx, row.id);
      const amounts = asPlanned(
        amountsOf({
          ...row,
          discount,
          items: items.map((item) => ({ ...item, quantity: Number(item.quantity) })),
        }),
        await plannedOf(ctx, row),
      );
      refuseFaults(
        discountFaults(discount, { subTotal: amounts.subTotal, field: 'discount.value' }),
      );
      expectDiscountWithin(ctx, { ...amounts, given: await givenBefore(ctx, row) });
      if (decimal.isZero(amounts.grandTotal)) {
        throw invalid([
          { field: 'discount.value', code: 'DISCOUNT_ABOVE_TOTAL', params: { max: row.subTotal } },
        ]);
      }
      await postEntries(ctx, row, [
        {
          kind: 'discount',
          invoiceId: row.id,
          amount: decimal.round(decimal.subtract(amounts.grandTotal, row.grandTotal)),
        },
      ]);
      for (const [index, item] of items.entries()) {
        const line = amounts.lines[index];
        if (!line) throw new Error('every line has its amounts');
        await ctx.db
          .updateTable('invoiceItems')
          .set({ baseAmount: line.baseAmount, vatAmount: line.vatAmount })
          .where('id', '=', item.id)
          .execute();
      }
      return {
        to: row.status,
        set: {
          discountType: discount?.type ?? null,
          discountValue: discount?.value ?? null,
          ...amountColumns(amounts),
        },
        diff: { grandTotal: { from: row.grandTotal, to: amounts.grandTotal } },
        notices: [],
        touches: ['receivables'],
      };
    },
  }),
);

/** Makes an unpaid invoice void; `replace` begins a draft that takes its place. */
export const voidInvoice = holdingAccount(
  'invoices',
  invoices.action('void', {
    effect: async (ctx, row) => {
      await postEntries(ctx, row, [
        {
          kind: 'void',
          invoiceId: row.id,
          amount: decimal.round(decimal.subtract('0', row.grandTotal)),
        },
      ]);
      return { touches: ['receivables'] };
    },
    after: async (ctx, row, { replace }) => {
      if (replace) await draftInPlaceOf(ctx, row);
    },
  }),
);

async function draftInPlaceOf(ctx: Ctx, row: InvoiceRow): Promise<void> {
  const items = await itemsOf(ctx, row.id);
  const { type, sourceType, sourceId, sourceKey, sourceLabel } = row;
  await draftInvoice(ctx, {
    companyId: row.companyId,
    origin: { type, sourceType, sourceId, sourceKey, sourceLabel },
    replacesId: row.id,
    mayBeLate: true,
    originalDueDate: row.originalDueDate ?? row.dueDate,
    planned: await plannedOf(ctx, row),
    granted: row,
    body: {
      customerId: row.customerId,
      dueDate: row.dueDate,
      taxPoint: row.taxPoint,
      bankAccountId: row.bankAccountId,
      vatMode: row.vatMode,
      whtRate: row.whtRate,
      discount:
        row.discountType === null || row.discountValue === null
          ? null
          : { type: row.discountType, value: row.discountValue },
      remark: row.remark,
      items: items.map((item) => ({
        description: item.description,
        quantity: Number(item.quantity),
        unit: item.unit,
        unitPrice: item.unitPrice,
        isService: item.isService,
      })),
    },
  });
}

/** Sends an invoice of one type to its customer, by the channels asked for. */
const notifying = (call: 'notifyBill' | 'notifyOther', type: InvoiceRow['type']) =>
  invoices.action(call, {
    action: 'notify',
    before: async (ctx, { params }) => {
      const seen = await loadVisible(ctx, invoices.type, { id: params.id });
      if (seen.type !== type) throw invalid([{ field: 'type', code: 'INVOICE_TYPE' }]);
    },
    effect: (ctx, row, { channels }) => notifyCustomer(ctx, row, { kind: 'invoice', channels }),
  });

/** Sends a bill to its customer. */
export const notifyBill = notifying('notifyBill', 'bill');
/** Sends any other invoice to its customer. */
export const notifyOther = notifying('notifyOther', 'other');
/** Reminds its customer of any invoice. */
export const remindInvoice = invoices.action('remind', (ctx, row, { channels }) =>
  notifyCustomer(ctx, row, { kind: 'reminder', channels }),
);
