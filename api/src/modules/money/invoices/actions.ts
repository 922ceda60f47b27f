import { type Discount, decimal } from '@boxyard/shared/domain';
import { settledStatus } from '@boxyard/shared/domain/money/invoiceMachine.ts';
import type { MessageChannel, MessageKind } from '@boxyard/shared/domain/money/reminders.ts';
import {
  type Ctx,
  conflict,
  type Input,
  invalid,
  json,
  refuseFaults,
  today,
} from '../../../kernel/index.ts';
import { headerFor, loadVisible, runAction } from '../../../workflow/index.ts';
import { isStillAsked, lockAccountOf, postEntries } from '../account.ts';
import { snapshotOf } from '../customers.ts';
import { issueTaxInvoice } from '../tax/entries.ts';
import { amountColumns, amountsOf, discountFaults, expectDiscountWithin } from './amounts.ts';
import { draftInvoice } from './draft.ts';
import { tellCustomer } from './messages.ts';
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
const isTaxedNow = ({ taxPoint, dueDate }: InvoiceRow, day: string): boolean =>
  taxPoint === 'delivery' || (taxPoint === 'dueDate' && dueDate <= day);

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
      day: row.taxPoint === 'dueDate' ? row.dueDate : day,
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

interface Draft {
  readonly params: { readonly id: string };
  readonly body: { readonly version: number };
}

async function issue(
  ctx: Ctx,
  { params, body }: Draft,
  check?: (draft: InvoiceRow) => Promise<void>,
): Promise<void> {
  await lockAccountOf(ctx, 'invoices', params.id);
  await runAction(ctx, invoices.type, {
    action: 'issue',
    id: params.id,
    version: body.version,
    effect: async (draft) => {
      await check?.(draft);
      return issueEffect(ctx, draft);
    },
  });
}

/** Issues what another document asks for. */
export const issueInvoice = (ctx: Ctx, draft: Draft): Promise<void> => issue(ctx, draft);

/** Issues a draft that somebody has read, if its customer and what asked for it are still there. */
export async function issueDraft(ctx: Ctx, draft: Draft): Promise<void> {
  await issue(ctx, draft, async (row) => {
    if (!(await isStillAsked(ctx, row))) {
      throw conflict('SOURCE_CHANGED', { source: row.sourceLabel ?? '' });
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
  });
}

/** Gives a discount on what was issued and not paid; tax and total are worked out anew. */
export async function discountInvoice(ctx: Ctx, { params, body }: Input<'invoices.discount'>) {
  await lockAccountOf(ctx, 'invoices', params.id);
  const { reason, ...given } = body.discount;
  const discount: Discount | null = decimal.isZero(given.value) ? null : given;
  await runAction(ctx, invoices.type, {
    action: 'discount',
    id: params.id,
    version: body.version,
    reason,
    effect: async (row) => {
      const items = await itemsOf(ctx, row.id);
      const amounts = amountsOf({
        ...row,
        discount,
        items: items.map((item) => ({ ...item, quantity: Number(item.quantity) })),
      });
      refuseFaults(
        discountFaults(discount, { subTotal: amounts.subTotal, field: 'discount.value' }),
      );
      expectDiscountWithin(ctx, amounts);
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
  });
}

/** Makes an unpaid invoice void; `replace` begins a draft that takes its place. */
export async function voidInvoice(ctx: Ctx, { params, body }: Input<'invoices.void'>) {
  await lockAccountOf(ctx, 'invoices', params.id);
  const { before } = await runAction(ctx, invoices.type, {
    action: 'void',
    id: params.id,
    version: body.version,
    reason: body.reason,
    effect: async (row) => {
      await postEntries(ctx, row, [
        {
          kind: 'void',
          invoiceId: row.id,
          amount: decimal.round(decimal.subtract('0', row.grandTotal)),
        },
      ]);
      return { touches: ['receivables'] };
    },
  });
  if (body.replace) await draftInPlaceOf(ctx, before);
}

async function draftInPlaceOf(ctx: Ctx, row: InvoiceRow): Promise<void> {
  const items = await itemsOf(ctx, row.id);
  const { type, sourceType, sourceId, sourceKey, sourceLabel } = row;
  await draftInvoice(ctx, {
    companyId: row.companyId,
    origin: { type, sourceType, sourceId, sourceKey, sourceLabel },
    replacesId: row.id,
    mayBeLate: true,
    body: {
      customerId: row.customerId,
      dueDate: row.dueDate,
      taxPoint: row.taxPoint,
      bankAccountId: row.bankAccountId,
      vatMode: row.vatMode,
      whtRate: row.whtRate,
      discount: null,
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

/** Sends an invoice, or reminds of it, by the channels asked for. */
const sender =
  (kind: MessageKind, type: InvoiceRow['type'] | null) =>
  async (
    ctx: Ctx,
    {
      params,
      body,
    }: {
      readonly params: { readonly id: string };
      readonly body: {
        readonly version: number;
        readonly channels?: readonly MessageChannel[] | undefined;
      };
    },
  ): Promise<void> => {
    const seen = await loadVisible(ctx, invoices.type, { id: params.id });
    if (type !== null && seen.type !== type) {
      throw invalid([{ field: 'type', code: 'INVOICE_TYPE' }]);
    }
    await runAction(ctx, invoices.type, {
      action: kind === 'invoice' ? 'notify' : 'remind',
      id: params.id,
      version: body.version,
      effect: async (row) => tellCustomer(ctx, row, { kind, channels: body.channels }),
    });
  };

/** Sends a bill to its customer. */
export const notifyBill = sender('invoice', 'bill');
/** Sends any other invoice to its customer. */
export const notifyOther = sender('invoice', 'other');
/** Reminds its customer of any invoice. */
export const remindInvoice = sender('reminder', null);
