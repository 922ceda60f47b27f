import { can, claimMachine } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';
import { placesOf } from '../../../ledger/index.ts';
import type { ImportRow } from './type.ts';

/** A piece that came damaged and still lies in quarantine, as a claim's line names it. */
interface Line {
  readonly partId: string;
  readonly binId: string;
  readonly condition: 'defective';
  readonly lotNo: string | null;
  readonly serialNo: string | null;
  readonly quantity: number;
  readonly defect: string;
}

/**
 * What a claim to the supplier begins with: what a delivery brought damaged and nobody has taken up
 * yet (domain-warehouse 2.6). null: nothing, or this person opens no claims.
 */
export async function claimableOf(
  ctx: Ctx,
  row: ImportRow,
): Promise<{ readonly supplierId: string; readonly items: readonly Line[] } | null> {
  if (row.sourceType !== 'acceptance' || !row.hasPutAway) return null;
  if (!can(ctx.actor.grants, `${claimMachine.page}:create`)) return null;
  const { QUARANTINE } = await placesOf(ctx, row.companyId);
  const { rows } = await ctx.pg.query<
    Omit<Line, 'quantity'> & { supplierId: string; quantity: string }
  >({
    name: 'goodsImport.claimable',
    text: `select r.supplier_id as "supplierId", i.part_id as "partId", b.location_id as "binId",
        b.condition, l.lot_no as "lotNo", s.serial_no as "serialNo", coalesce(i.discrepancy_reason, '') as defect,
        least(case when s.id is null then i.damaged_qty else 1 end, b.on_hand - b.reserved)::text as quantity
      from goods_import_items i
      join purchase_order_receipts r on r.id = $2
      join stock_balances b on b.item_type = 'part' and b.item_id = i.part_id and b.location_id = $3
        and b.condition = 'defective' and b.on_hand > b.reserved and b.lot_id is not distinct from i.lot_id
        and case when cardinality(i.damaged_serial_ids) = 0 then b.serial_id is null
          else b.serial_id = any(i.damaged_serial_ids) end
      left join lots l on l.id = b.lot_id left join serials s on s.id = b.serial_id
      where i.import_id = $1 and i.posted_at is not null and i.damaged_qty > 0
      order by i.line_no, s.serial_no`,
    values: [row.id, row.sourceId, QUARANTINE],
  });
  const supplierId = rows[0]?.supplierId;
  if (supplierId === undefined) return null;
  return {
    supplierId,
    items: rows.map(({ supplierId: _, quantity, ...line }) => ({
      ...line,
      quantity: Number(quantity),
    })),
  };
}
