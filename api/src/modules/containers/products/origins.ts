import type { Ctx } from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';

interface Piece {
  readonly lotId: string | null;
  readonly serialId: string | null;
}

/** Who delivered a piece, and with which receipt. */
interface Origin {
  readonly receipt: { readonly id: string; readonly documentNo: string } | null;
  readonly supplier: ReturnType<Awaited<ReturnType<typeof loadRefs>>['ref']> | null;
}

/**
 * Where pieces came from: a serial as it was received, or replaced by its supplier; a lot by the first
 * receipt that brought it. What is not told apart came from anywhere.
 */
export async function originsOf(ctx: Ctx, pieces: readonly Piece[]) {
  const serialIds = pieces.flatMap(({ serialId }) => serialId ?? []);
  const lotIds = pieces.flatMap(({ serialId, lotId }) => (serialId === null ? (lotId ?? []) : []));
  const { rows } =
    serialIds.length + lotIds.length === 0
      ? { rows: [] }
      : await ctx.pg.query<{
          id: string;
          receiptId: string | null;
          receiptNo: string | null;
          supplierId: string | null;
        }>({
          name: 'products.origins',
          text: `select s.id, r.id as "receiptId", r.document_no as "receiptNo",
              coalesce(s.supplier_id, r.supplier_id) as "supplierId"
            from serials s left join purchase_order_receipts r on r.id = s.receipt_id
            where s.id = any($1::uuid[])
            union all
            select l.id, i.receipt_id, i.receipt_no, i.supplier_id
            from lots l join lateral (
              select i.receipt_id, i.receipt_no, i.supplier_id from purchase_order_receipt_items i
              where i.part_id = l.item_id and i.receipt_status = 'posted' and i.accepted_qty > 0
                and i.lots @> jsonb_build_array(jsonb_build_object('lotNo', l.lot_no))
              order by i.received_date, i.id limit 1) i on true
            where l.id = any($2::uuid[])`,
          values: [serialIds, lotIds],
        });
  const refs = await loadRefs(ctx, { supplier: rows.map(({ supplierId }) => supplierId) });
  const known = new Map(
    rows.map(({ id, receiptId, receiptNo, supplierId }): [string, Origin] => [
      id,
      {
        receipt: receiptId === null ? null : { id: receiptId, documentNo: receiptNo ?? '' },
        supplier: supplierId === null ? null : refs.ref(supplierId),
      },
    ]),
  );
  return ({ serialId, lotId }: Piece): Origin | null => {
    const origin = known.get(serialId ?? lotId ?? '');
    return origin && (origin.receipt ?? origin.supplier) ? origin : null;
  };
}
