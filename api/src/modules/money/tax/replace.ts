import { decimal } from '@boxyard/shared/domain';
import type { CustomerSnapshot } from '../../../db/schema/money.ts';
import {
  type Ctx,
  conflict,
  type Input,
  json,
  newId,
  notFound,
  record,
  takeNumber,
  today,
  whereInScope,
} from '../../../kernel/index.ts';
import { lockAccount } from '../account.ts';
import { snapshotOf } from '../customers.ts';
import { TAX_SCOPE } from './scope.ts';

const BUYER = ['name', 'nameEn', 'taxId', 'branchCode', 'address', 'addressEn'] as const;

const isSameBuyer = (before: CustomerSnapshot, now: CustomerSnapshot): boolean =>
  BUYER.every((field) => (before[field] ?? '') === (now[field] ?? ''));

const negated = (amount: string): string => decimal.round(decimal.subtract('0', amount));

/**
 * Cancels a tax invoice whose buyer was named wrongly, and issues one that bears its day and names it
 * (ADR 0055). The buyer is the customer as it stands now. Both are entries of today: whatever month the
 * first was declared in stays as it was, and today's comes to nothing.
 */
export async function replaceTaxInvoice(ctx: Ctx, { params, body }: Input<'taxInvoices.replace'>) {
  const find = () =>
    whereInScope(ctx.db.selectFrom('taxEntries as t'), ctx.actor, TAX_SCOPE)
      .innerJoin('invoices as iv', 'iv.id', 't.invoiceId')
      .leftJoin('taxEntries as c', 'c.cancelsId', 't.id')
      .where('t.id', '=', params.id)
      .where('t.kind', '=', 'taxInvoice')
      .selectAll('t')
      .select([
        'c.id as cancelledBy',
        'iv.documentNo as invoiceNo',
        'iv.customerSnapshot as billedTo',
        'iv.version as invoiceVersion',
      ])
      .executeTakeFirst();
  const seen = await find();
  if (!seen) throw notFound();
  await lockAccount(ctx, seen.customerId);
  const old = await find();
  if (!old) throw notFound();
  if (old.cancelledBy !== null) throw conflict('TAX_INVOICE_CANCELLED');
  const to = await snapshotOf(ctx, old.customerId);
  const before = old.customerSnapshot ?? old.billedTo;
  if (before && isSameBuyer(before, to)) throw conflict('NOTHING_TO_CORRECT');
  // Whoever closes a month waits for it.
  await ctx.db
    .selectFrom('companies')
    .where('id', '=', old.companyId)
    .select('id')
    .forShare()
    .execute();
  const day = today(ctx.clock);
  const documentNo = await takeNumber(ctx, {
    companyId: old.companyId,
    docType: 'TX',
    date: day,
  });
  const common = {
    companyId: old.companyId,
    customerId: old.customerId,
    invoiceId: old.invoiceId,
    paymentId: old.paymentId,
    taxDate: day,
    createdAt: ctx.clock.now(),
  };
  // The report lists them in this order.
  const [cancellationId, id] = [newId(), newId()];
  await ctx.db
    .insertInto('taxEntries')
    .values([
      {
        ...common,
        id: cancellationId,
        kind: 'cancellation',
        documentNo: old.documentNo,
        cancelsId: old.id,
        customerName: old.customerName,
        taxId: old.taxId,
        branchCode: old.branchCode,
        baseAmount: negated(old.baseAmount),
        vatAmount: negated(old.vatAmount),
        grandTotal: negated(old.grandTotal),
      },
      {
        ...common,
        id,
        kind: 'taxInvoice',
        documentNo,
        replacesId: old.id,
        printedDate: old.printedDate ?? old.taxDate,
        customerSnapshot: json(to),
        customerName: to.name,
        taxId: to.taxId,
        branchCode: to.branchCode,
        baseAmount: old.baseAmount,
        vatAmount: old.vatAmount,
        grandTotal: old.grandTotal,
      },
    ])
    .execute();
  await record(ctx, {
    subject: 'invoices',
    subjectId: old.invoiceId,
    companyId: old.companyId,
    action: 'replaceTaxInvoice',
    reason: body.reason,
    diff: { taxInvoice: { from: old.documentNo, to: documentNo } },
    before: { taxInvoice: old.documentNo },
    after: { taxInvoice: documentNo },
    label: old.invoiceNo,
    version: old.invoiceVersion,
    touches: ['payments', 'taxInvoices'],
  });
  return { data: { id, documentNo } };
}
