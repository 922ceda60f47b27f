import { type Ctx, today } from '../../../kernel/index.ts';
import { normaliseSerial } from '../../../ledger/index.ts';

/** A piece that somebody wants the supplier to answer for. */
export interface Claimed {
  readonly partId: string;
  readonly lotNo?: string | null | undefined;
  readonly serialNo?: string | null | undefined;
}

/** Whether a supplier answers for it, until when, and what proves it (domain-warehouse 2.10, 4.1). */
export interface Verdict {
  readonly supplierId: string | null;
  readonly warrantyEnd: string | null;
  readonly inWarranty: boolean;
  readonly receiptId: string | null;
  readonly receiptNo: string | null;
}

/**
 * What is on record of each piece, in their order. A serial has the warranty that it was received, or
 * replaced, with; of other parts the latest delivery that it can be from proves it. Without a proof, or
 * where another supplier delivered the serial, nobody answers.
 */
export async function verdictsOf(
  ctx: Ctx,
  {
    companyId,
    supplierId,
    pieces,
  }: {
    readonly companyId: string;
    /** null: whoever delivered it. */
    readonly supplierId: string | null;
    readonly pieces: readonly Claimed[];
  },
): Promise<Verdict[]> {
  const { rows } = await ctx.pg.query<{
    supplierId: string | null;
    warrantyEnd: string | null;
    receiptId: string | null;
    receiptNo: string | null;
  }>({
    name: 'claims.verdicts',
    text: `select coalesce(s.supplier_id, d.supplier_id) as "supplierId",
        case when s.id is null then d.until else s.supplier_warranty_end end::text as "warrantyEnd",
        coalesce(r.id, d.receipt_id) as "receiptId", coalesce(r.document_no, d.receipt_no) as "receiptNo"
      from unnest($3::uuid[], $4::text[], $5::text[]) with ordinality as p(part_id, lot_no, serial_no, place)
      left join serials s on s.item_type = 'part' and s.item_id = p.part_id and s.serial_no = p.serial_no
        and ($2::uuid is null or s.supplier_id = $2)
      left join purchase_order_receipts r on r.id = s.receipt_id and r.company_id = $1
      left join lateral (
        select i.supplier_id, i.receipt_id, i.receipt_no,
          (i.received_date + make_interval(months => o.warranty_months))::date as until
        from purchase_order_receipt_items i join purchase_order_items o on o.id = i.order_item_id
        where p.serial_no is null and i.company_id = $1 and i.part_id = p.part_id
          and i.receipt_status = 'posted' and i.accepted_qty > 0
          and ($2::uuid is null or i.supplier_id = $2)
          and (p.lot_no is null or i.lots @> jsonb_build_array(jsonb_build_object('lotNo', p.lot_no)))
        order by i.received_date desc, i.id desc limit 1
      ) d on true
      order by p.place`,
    values: [
      companyId,
      supplierId,
      pieces.map(({ partId }) => partId),
      pieces.map(({ lotNo }) => lotNo || null),
      pieces.map(({ serialNo }) => (serialNo ? normaliseSerial(serialNo) : null)),
    ],
  });
  const day = today(ctx.clock);
  return rows.map((row) => ({
    ...row,
    inWarranty: row.warrantyEnd !== null && row.warrantyEnd >= day,
  }));
}

/**
 * What the supplier gives, another piece or the same one mended, is under warranty for the rest of the
 * old one or for the supplier's new term, whichever is longer. A replacement names what it replaces and
 * takes over what is left of its customer's warranty (2.10).
 */
export async function passOnWarranties(
  ctx: Ctx,
  { claimId, from }: { readonly claimId: string; readonly from: string },
): Promise<void> {
  await ctx.pg.query({
    name: 'claims.warranties',
    text: `update serials s set supplier_id = c.supplier_id, supplier_warranty_start = $2::date,
        supplier_warranty_end = i.new_warranty_end, receipt_id = coalesce(s.receipt_id, o.receipt_id),
        replaces_serial_id = case when i.resolution = 'replace' then o.id else s.replaces_serial_id end,
        warranty_months = coalesce(o.warranty_months, s.warranty_months),
        customer_warranty_start = coalesce(o.customer_warranty_start, s.customer_warranty_start),
        customer_warranty_end = coalesce(o.customer_warranty_end, s.customer_warranty_end)
      from claim_items i join claims c on c.id = i.claim_id join serials o on o.id = i.serial_id
      where i.claim_id = $1 and i.resolution in ('replace', 'repair')
        and s.id = coalesce(i.replacement_serial_id, i.serial_id)`,
    values: [claimId, from],
  });
}
