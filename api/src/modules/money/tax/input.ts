import { decimal } from '@boxyard/shared/domain';
import { type Ctx, newId, today } from '../../../kernel/index.ts';

/**
 * The register of input VAT (ADR 0053), written beside each receipt of goods that came with a tax
 * invoice. Nothing is waited for: a posting receipt holds counters that others wait for.
 */
interface Received {
  readonly id: string;
  readonly companyId: string;
  readonly supplierId: string;
  readonly supplier: {
    readonly name: string;
    readonly taxId: string;
    readonly branchCode: string;
  };
  readonly taxInvoiceNo: string | null;
  readonly taxInvoiceDate: string | null;
  readonly receivedDate: string;
  readonly baseAmount: string;
  readonly vatAmount: string;
  readonly grandTotal: string;
}

/** Whoever closes a month waits for what is posted to it, and what is posted later knows of it. */
const holdMonths = (ctx: Ctx, companyId: string): Promise<unknown> =>
  ctx.pg.query({
    name: 'money.holdMonths',
    text: 'select id from companies where id = $1 for share',
    values: [companyId],
  });

/** VAT of a tax invoice is claimed in its month or in the six that follow (Revenue Code section 82/3). */
const MONTHS = 6;

/**
 * Claims the tax of a receipt; nothing without a tax invoice or without VAT, nor of one that has become
 * too old for the month that it would be claimed in.
 */
export function claimInputTax(ctx: Ctx, receipt: Received): void {
  if (receipt.taxInvoiceNo === null || decimal.isZero(receipt.vatAmount)) return;
  const invoiceDate = receipt.taxInvoiceDate ?? receipt.receivedDate;
  ctx.background(holdMonths(ctx, receipt.companyId));
  ctx.background(
    ctx.pg.query({
      name: 'money.claimInputTax',
      text: `insert into input_tax_entries (id, company_id, supplier_id, receipt_id, kind, document_no, invoice_date,
          tax_date, supplier_name, tax_id, branch_code, base_amount, vat_amount, grand_total, created_at)
        select $1, $2, $3, $4, 'taxInvoice', $5, $6::date, claimed.on, $8, nullif($9, ''), nullif($10, ''),
          $11::numeric, $12::numeric, $13::numeric, $14::timestamptz
        from (select case when exists (select 1 from tax_periods
            where company_id = $2 and period >= to_char($6::date, 'YYYY-MM')) then $7::date else $6::date end as on) claimed
        where date_trunc('month', claimed.on) <= date_trunc('month', $6::date) + make_interval(months => $15::int)`,
      values: [
        newId(),
        receipt.companyId,
        receipt.supplierId,
        receipt.id,
        receipt.taxInvoiceNo,
        invoiceDate,
        today(ctx.clock),
        receipt.supplier.name,
        receipt.supplier.taxId,
        receipt.supplier.branchCode,
        receipt.baseAmount,
        receipt.vatAmount,
        receipt.grandTotal,
        ctx.clock.now(),
        MONTHS,
      ],
    }),
  );
}

/** Takes the claim of a receipt back, on the day on which the receipt was taken back. */
export async function takeBackInputTax(
  ctx: Ctx,
  receipt: Pick<Received, 'id' | 'companyId'>,
): Promise<void> {
  await holdMonths(ctx, receipt.companyId);
  await ctx.pg.query({
    name: 'money.takeBackInputTax',
    text: `insert into input_tax_entries (id, company_id, supplier_id, receipt_id, kind, document_no, invoice_date,
        tax_date, supplier_name, tax_id, branch_code, base_amount, vat_amount, grand_total, created_at)
      select $2, company_id, supplier_id, receipt_id, 'cancellation', document_no, invoice_date, $3::date,
        supplier_name, tax_id, branch_code, -base_amount, -vat_amount, -grand_total, $4
      from input_tax_entries where receipt_id = $1 and kind = 'taxInvoice'`,
    values: [receipt.id, newId(), today(ctx.clock), ctx.clock.now()],
  });
}

/** Whether the tax of a receipt was claimed; of one that is not posted yet, whether it can be today. */
export async function isInputTaxClaimed(
  ctx: Ctx,
  receipt: Pick<Received, 'id' | 'companyId' | 'taxInvoiceDate' | 'receivedDate'> & {
    readonly postedAt: Date | null;
  },
): Promise<boolean> {
  const { rows } = await ctx.pg.query<{ isClaimed: boolean; isInTime: boolean }>({
    name: 'money.isInputTaxClaimed',
    text: `select
        exists (select 1 from input_tax_entries where receipt_id = $1 and kind = 'taxInvoice') as "isClaimed",
        not exists (select 1 from tax_periods where company_id = $2 and period >= to_char($3::date, 'YYYY-MM'))
          or date_trunc('month', $4::date) <= date_trunc('month', $3::date) + make_interval(months => $5::int)
          as "isInTime"`,
    values: [
      receipt.id,
      receipt.companyId,
      receipt.taxInvoiceDate ?? receipt.receivedDate,
      today(ctx.clock),
      MONTHS,
    ],
  });
  const [found] = rows;
  if (!found) throw new Error('one row in any case');
  return receipt.postedAt === null ? found.isInTime : found.isClaimed;
}
