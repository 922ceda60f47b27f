import { decimal } from '@boxyard/shared/domain';
import type { TaxAmounts } from '@boxyard/shared/domain/money/taxShare.ts';
import { type Selectable, sql } from 'kysely';
import type { CustomerSnapshot, MoneyTables, NamedTaxInvoice } from '../../../db/schema/money.ts';
import { type Ctx, json, newId, takeNumber, today } from '../../../kernel/index.ts';
import { snapshotOf } from '../customers.ts';

/**
 * The register of output VAT (docs/domain/containers.md "Money", ADR 0040): each tax document is written
 * once. What falls into a month that was closed belongs to the day on which it is posted.
 */
interface Taxed {
  readonly companyId: string;
  readonly customerId: string;
  readonly invoiceId: string;
  readonly to: CustomerSnapshot;
}

/**
 * The day that a tax document counts on: a closed month does not change. Whoever closes one waits until
 * what is posted at that moment is there, and what comes later knows of it.
 */
export async function taxDateOf(
  ctx: Ctx,
  { companyId, day }: { readonly companyId: string; readonly day: string },
): Promise<string> {
  await ctx.db
    .selectFrom('companies')
    .where('id', '=', companyId)
    .select('id')
    .forShare()
    .execute();
  const closed = await ctx.db
    .selectFrom('taxPeriods')
    .where('companyId', '=', companyId)
    .where('period', '>=', day.slice(0, 7))
    .select('id')
    .executeTakeFirst();
  return closed ? today(ctx.clock) : day;
}

/** The same of what counts today: whoever closes a month waits for it too. */
const taxDateNow = (ctx: Ctx, { companyId }: { readonly companyId: string }): Promise<string> =>
  taxDateOf(ctx, { companyId, day: today(ctx.clock) });

const namedAs = ({ name, taxId, branchCode }: CustomerSnapshot) => ({
  customerName: name,
  taxId,
  branchCode,
});

/** Issues a tax invoice, `TX`; nothing where there is nothing to tax. */
export async function issueTaxInvoice(
  ctx: Ctx,
  {
    to,
    amounts,
    day,
    paymentId = null,
    ...taxed
  }: Taxed & {
    readonly amounts: TaxAmounts;
    readonly day: string;
    readonly paymentId?: string | null;
  },
): Promise<void> {
  if (decimal.compare(amounts.grandTotal, 0) <= 0) return;
  const taxDate = await taxDateOf(ctx, { companyId: taxed.companyId, day });
  const documentNo = await takeNumber(ctx, {
    companyId: taxed.companyId,
    docType: 'TX',
    date: taxDate,
  });
  await ctx.db
    .insertInto('taxEntries')
    .values({
      id: newId(),
      kind: 'taxInvoice',
      documentNo,
      taxDate,
      paymentId,
      ...taxed,
      ...namedAs(to),
      customerSnapshot: json(to),
      // An invoice that is taxed as a whole is given as it is.
      baseAmount: amounts.baseAmount,
      vatAmount: amounts.vatAmount,
      grandTotal: amounts.grandTotal,
      createdAt: ctx.clock.now(),
    })
    .execute();
}

const negative = ({ baseAmount, vatAmount, grandTotal }: TaxAmounts): TaxAmounts => ({
  baseAmount: decimal.round(decimal.subtract('0', baseAmount)),
  vatAmount: decimal.round(decimal.subtract('0', vatAmount)),
  grandTotal: decimal.round(decimal.subtract('0', grandTotal)),
});

/** What a tax invoice has for its paper; the entries that cancel it have none. */
const asOriginal = { replacesId: null, printedDate: null, customerSnapshot: null };

const isNotCancelled = sql<boolean>`not exists (select 1 from tax_entries c where c.cancels_id = t.id)`;

/** Cancels the tax invoices that came with a payment, which has gone back; answers their invoices. */
export async function cancelTaxInvoicesOf(ctx: Ctx, paymentId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('taxEntries as t')
    .where('t.paymentId', '=', paymentId)
    .where('t.kind', '=', 'taxInvoice')
    .where(isNotCancelled)
    .selectAll('t')
    .execute();
  const [first] = rows;
  if (!first) return [];
  const taxDate = await taxDateNow(ctx, first);
  await ctx.db
    .insertInto('taxEntries')
    .values(rows.map((row) => cancellation(ctx, row, { ...negative(row), taxDate })))
    .execute();
  return rows.map(({ invoiceId }) => invoiceId);
}

/**
 * Whom papers of an invoice name from now on: the buyer of the latest tax invoice that replaced one with
 * a wrong buyer (ADR 0055), else the customer as the invoice was issued.
 */
export async function buyerOf(
  ctx: Ctx,
  invoice: {
    readonly id: string;
    readonly customerId: string;
    readonly customerSnapshot: CustomerSnapshot | null;
  },
): Promise<CustomerSnapshot> {
  const corrected = await ctx.db
    .selectFrom('taxEntries')
    .where('invoiceId', '=', invoice.id)
    .where('replacesId', 'is not', null)
    .orderBy('id', 'desc')
    .select('customerSnapshot')
    .executeTakeFirst();
  return (
    corrected?.customerSnapshot ??
    invoice.customerSnapshot ??
    (await snapshotOf(ctx, invoice.customerId))
  );
}

/** A cancellation of today, over all of an entry or a part of it. */
const cancellation = (
  ctx: Ctx,
  { id, saleId: _sale, searchText: _text, ...row }: Selectable<MoneyTables['taxEntries']>,
  { taxDate, ...amounts }: TaxAmounts & { readonly taxDate: string },
) => ({
  ...row,
  ...asOriginal,
  ...amounts,
  id: newId(),
  kind: 'cancellation' as const,
  cancelsId: id,
  taxDate,
  createdAt: ctx.clock.now(),
});

/**
 * Money that was credited went back, and with it its tax invoice: a credit note took tax off that does
 * not count any more. So much of it is cancelled that what was received is taxed, the latest first. A
 * note can be cancelled in several parts, one for each payment that goes back.
 */
export async function cancelCredits(
  ctx: Ctx,
  { invoiceId, received }: { readonly invoiceId: string; readonly received: TaxAmounts },
): Promise<void> {
  const taxed = await taxedOf(ctx, invoiceId);
  let total = decimal.round(decimal.subtract(received.grandTotal, taxed.grandTotal));
  let vat = decimal.round(decimal.subtract(received.vatAmount, taxed.vatAmount));
  if (decimal.compare(total, 0) <= 0) return;
  const notes = await ctx.db
    .selectFrom('taxEntries as t')
    .where('t.invoiceId', '=', invoiceId)
    .where('t.kind', '=', 'creditNote')
    .orderBy('t.id', 'desc')
    .selectAll('t')
    .select(({ selectFrom }) =>
      (['vatAmount', 'grandTotal'] as const).map((amount) =>
        selectFrom('taxEntries as c')
          .whereRef('c.cancelsId', '=', 't.id')
          .select(({ fn }) => fn.coalesce(fn.sum<string>(`c.${amount}`), sql.lit('0')).as('sum'))
          .as(`${amount}Cancelled`),
      ),
    )
    .execute();
  for (const { vatAmountCancelled, grandTotalCancelled, ...note } of notes) {
    const credited = negative(note);
    const left = {
      vatAmount: decimal.round(decimal.subtract(credited.vatAmount, vatAmountCancelled ?? '0')),
      grandTotal: decimal.round(decimal.subtract(credited.grandTotal, grandTotalCancelled ?? '0')),
    };
    const grandTotal = decimal.round(decimal.minimum(total, left.grandTotal));
    if (decimal.isZero(grandTotal)) continue;
    // The VAT that is missing, not a rounded share of the note's: the register then says what is taxable.
    const vatAmount =
      grandTotal === left.grandTotal ? left.vatAmount : within(vat, { most: left.vatAmount });
    const baseAmount = decimal.round(decimal.subtract(grandTotal, vatAmount));
    const taxDate = await taxDateNow(ctx, note);
    await ctx.db
      .insertInto('taxEntries')
      .values(cancellation(ctx, note, { baseAmount, vatAmount, grandTotal, taxDate }))
      .execute();
    total = decimal.round(decimal.subtract(total, grandTotal));
    vat = decimal.round(decimal.subtract(vat, vatAmount));
  }
}

/** An amount that is at least 0.00 and at most `most`. */
const within = (amount: string, { most }: { readonly most: string }): string =>
  decimal.compare(amount, 0) < 0 ? '0.00' : decimal.round(decimal.minimum(amount, most));

/** The tax invoices of an invoice that count, as a note names them. */
export async function taxInvoicesInForce(
  ctx: Ctx,
  invoiceId: string,
): Promise<readonly NamedTaxInvoice[]> {
  const rows = await ctx.db
    .selectFrom('taxEntries as t')
    .where('t.invoiceId', '=', invoiceId)
    .where('t.kind', '=', 'taxInvoice')
    .where(isNotCancelled)
    .orderBy('t.documentNo')
    .select(['t.documentNo', 't.taxDate', 't.printedDate'])
    .execute();
  return rows.map(({ documentNo, taxDate, printedDate }) => ({
    documentNo,
    date: printedDate ?? taxDate,
  }));
}

/** What was taxed of an invoice so far, with debit notes; credit notes and cancellations taken off. */
export async function taxedOf(ctx: Ctx, invoiceId: string): Promise<TaxAmounts> {
  const { rows } = await ctx.pg.query<TaxAmounts>({
    name: 'money.taxed',
    text: `select coalesce(sum(base_amount), 0)::numeric(15, 2) as "baseAmount",
        coalesce(sum(vat_amount), 0)::numeric(15, 2) as "vatAmount",
        coalesce(sum(grand_total), 0)::numeric(15, 2) as "grandTotal"
      from tax_entries where invoice_id = $1`,
    values: [invoiceId],
  });
  return rows[0] ?? { baseAmount: '0.00', vatAmount: '0.00', grandTotal: '0.00' };
}

/**
 * Enters a credit note, whose tax is taken off, or a debit note, whose tax is due with it, in the
 * register.
 */
export async function enterNote(
  ctx: Ctx,
  {
    to,
    amounts,
    ...taxed
  }: Taxed & { readonly amounts: TaxAmounts; readonly documentNo: string } & (
      | { readonly creditNoteId: string }
      | { readonly debitNoteId: string }
    ),
): Promise<void> {
  const isCredit = 'creditNoteId' in taxed;
  await ctx.db
    .insertInto('taxEntries')
    .values({
      id: newId(),
      kind: isCredit ? 'creditNote' : 'debitNote',
      taxDate: await taxDateNow(ctx, taxed),
      ...taxed,
      ...namedAs(to),
      ...(isCredit ? negative(amounts) : amounts),
      createdAt: ctx.clock.now(),
    })
    .execute();
}
