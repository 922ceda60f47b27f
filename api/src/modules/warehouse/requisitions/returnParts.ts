import { requisitionStatus } from '@boxyard/shared/domain/warehouse/requisitionLines.ts';
import { type Ctx, named, today } from '../../../kernel/index.ts';
import { setCustomerWarranty } from '../../../ledger/index.ts';
import { insertImport } from '../goodsImport/create.ts';
import {
  importLinesOf,
  type ReturnedPick,
  returnedByPick,
  returnedPicks,
  serialsBack,
} from '../picking/returning.ts';
import { targetOf } from './dispatch.ts';
import { type PickRow, picksOf } from './picks.ts';
import { type ItemRow, type RequisitionRow, requisitions, TOUCHES } from './type.ts';

type Returned = readonly ReturnedPick<ItemRow, PickRow>[];

/**
 * Announces what comes back: a goods import of it waits to be counted and put away, at what it was
 * worth when it left; damaged goods go to quarantine (2.7, 3.2).
 */
export const returnRequisition = requisitions.action('return', async (ctx, row, body) => {
  const [items, picks] = await Promise.all([
    requisitions.linesOf(ctx, row.id),
    picksOf(ctx, row.id),
  ]);
  const returned = returnedPicks(body.items, { items, picks });
  const made = await announce(ctx, { row, returned, remark: body.remark || null });
  await writeReturned(ctx, returned);
  if (row.toWarehouseId === null) {
    await setCustomerWarranty(ctx.pg, { serialIds: serialsBack(returned), from: null });
  }
  return {
    to: requisitionStatus(await requisitions.linesOf(ctx, row.id)),
    diff: {
      goodsImport: named('goodsImports', made),
      lines: body.items.map((line) => ({
        lineNo: items.find(({ id }) => id === line.id)?.lineNo ?? 0,
        quantity: line.quantity,
        condition: line.condition,
      })),
    },
    touches: [...TOUCHES, 'goodsImports'],
  };
});

/** The goods import that waits for what comes back. */
const announce = async (
  ctx: Ctx,
  {
    row,
    returned,
    remark,
  }: { readonly row: RequisitionRow; readonly returned: Returned; readonly remark: string | null },
) =>
  insertImport(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    fromLocationId: await targetOf(ctx, row),
    documentDate: today(ctx.clock),
    sourceType: 'dispatchReturn',
    sourceId: row.id,
    sourceNo: row.documentNo,
    remark,
    items: importLinesOf(returned, { isValued: row.toWarehouseId === null }),
  });

async function writeReturned(ctx: Ctx, returned: Returned): Promise<void> {
  const sums = returnedByPick(returned);
  await ctx.pg.query({
    name: 'requisitions.returned',
    text: `with p as (
        update requisition_picks p set returned_qty = p.returned_qty + t.qty
        from unnest($1::uuid[], $2::numeric[]) as t(id, qty) where p.reservation_id = t.id
        returning p.item_id, t.qty
      )
      update requisition_items i set returned_qty = i.returned_qty + s.qty
      from (select item_id, sum(qty) as qty from p group by item_id) s where i.id = s.item_id`,
    values: [[...sums.keys()], [...sums.values()]],
  });
}
