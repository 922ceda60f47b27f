import type { Condition, Discount } from '@boxyard/shared/domain';
import { type Ctx, compiledQuery } from '../../../kernel/index.ts';
import { defineFamily, type RowOfFamily } from '../../../workflow/index.ts';
import { IS_SOFT_LOCKED, type TakenPick } from '../../warehouse/index.ts';

/** Parts sales (docs/domain/containers.md 1.3, 2.13): the salesperson's, as the customer is. */
export const partSales = defineFamily('partSales', {
  moves: 'partSale',
  as: 'ps',
  owners: ['saleId'],
  concerned: (row) => [row.saleId],
});
export type PartSaleRow = RowOfFamily<typeof partSales>;

/** Query families that change with the stock it holds or moves. */
export const TOUCHES = ['parts'];

const itemsByDocument = compiledQuery((db, given: { documentId: string }) =>
  db
    .selectFrom('partSaleItems')
    .selectAll()
    .where('documentId', '=', given.documentId)
    .orderBy('lineNo'),
);

export type ItemRow = Awaited<ReturnType<typeof itemsOf>>[number];

const discountOf = (row: {
  readonly discountType: Discount['type'] | null;
  readonly discountValue: string | null;
}): Discount | null =>
  row.discountType === null || row.discountValue === null
    ? null
    : { type: row.discountType, value: row.discountValue };

export { discountOf as storedDiscount };

/** The lines of a sale in their order, quantities as numbers. */
export async function itemsOf(ctx: Ctx, documentId: string) {
  const rows = await itemsByDocument(ctx, { documentId });
  return rows.map((row) => ({
    ...row,
    outPartId: row.partId,
    quantity: Number(row.quantity),
    deliveredQty: Number(row.deliveredQty),
    returnedQty: Number(row.returnedQty),
    discount: discountOf(row),
  }));
}

/** Where some of a line is held, or was taken from. */
export interface PickRow extends TakenPick {
  readonly locationId: string;
  readonly bin: string;
  readonly warehouseId: string;
  readonly expiryDate: string | null;
  readonly isCounted: boolean;
  /** Held now; what was taken once it is delivered. */
  readonly quantity: number;
  readonly warrantyUntil: string | null;
}

type Stored = Omit<PickRow, 'quantity' | 'dispatchedQty' | 'returnedQty' | 'condition'> & {
  readonly condition: Condition;
  readonly quantity: string;
  readonly dispatchedQty: string;
  readonly returnedQty: string;
};

/** Everything that is held for a sale, or was delivered of it, along the bins. */
export async function picksOf(ctx: Ctx, documentId: string): Promise<PickRow[]> {
  const { rows } = await ctx.pg.query<Stored>({
    name: 'partSales.picks',
    text: `select r.id as "reservationId", r.doc_item_id as "itemId", r.location_id as "locationId",
        n.code as bin, n.warehouse_id as "warehouseId", r.lot_id as "lotId", l.lot_no as "lotNo",
        l.expiry_date::text as "expiryDate", r.serial_id as "serialId", s.serial_no as "serialNo",
        r.condition, ${IS_SOFT_LOCKED} as "isCounted",
        (case when r.status = 'active' then r.qty - r.consumed_qty else p.delivered_qty end)::text as quantity,
        coalesce(p.delivered_qty, 0)::text as "dispatchedQty", p.issue_value::text as "issueValue",
        coalesce(p.returned_qty, 0)::text as "returnedQty",
        case when p.delivered_qty > p.returned_qty then s.customer_warranty_end::text end as "warrantyUntil"
      from stock_reservations r join bins n on n.id = r.location_id
      left join part_sale_picks p on p.reservation_id = r.id
      left join lots l on l.id = r.lot_id left join serials s on s.id = r.serial_id
      where r.doc_id = $1 and (r.status = 'active' or p.delivered_qty > 0)
      order by n.code, l.expiry_date, l.lot_no, s.serial_no, r.id`,
    values: [documentId],
  });
  return rows.map((row) => ({
    ...row,
    quantity: Number(row.quantity),
    dispatchedQty: Number(row.dispatchedQty),
    returnedQty: Number(row.returnedQty),
  }));
}
