import { type Ctx, named, notify, today } from '../../../kernel/index.ts';
import { placesOf, setCustomerWarranty } from '../../../ledger/index.ts';
import {
  type ImportSource,
  importLinesOf,
  insertImport,
  returnedByPick,
  returnedPicks,
  serialsBack,
} from '../../warehouse/index.ts';
import { creditReturned } from './billing.ts';
import { itemsOf, partSales, picksOf, TOUCHES } from './type.ts';

/**
 * Takes goods back: a goods import waits for them, at what they were worth when they left, and the
 * customer's warranty of serial numbers ends.
 */
export const returnPartSale = partSales.action('return', async (ctx, row, body) => {
  const [items, picks, { SOLD }] = await Promise.all([
    itemsOf(ctx, row.id),
    picksOf(ctx, row.id),
    placesOf(ctx, row.companyId),
  ]);
  const returned = returnedPicks(body.items, { items, picks });
  const lines = importLinesOf(returned, { isValued: true });
  const made = await insertImport(ctx, {
    companyId: row.companyId,
    warehouseId: row.warehouseId,
    fromLocationId: SOLD,
    documentDate: today(ctx.clock),
    sourceType: SALE_RETURN,
    sourceId: row.id,
    sourceNo: row.documentNo,
    remark: body.reason,
    items: lines,
  });
  await writeReturned(ctx, { sums: returnedByPick(returned), lines });
  await setCustomerWarranty(ctx.pg, { serialIds: serialsBack(returned), from: null });
  const after = await itemsOf(ctx, row.id);
  await creditReturned(ctx, row, { before: items, after, reason: body.reason });
  const isAll = after.every((item) => item.returnedQty === item.deliveredQty);
  return {
    to: isAll ? 'returned' : 'partlyReturned',
    diff: {
      goodsImport: named('goodsImports', made),
      lines: body.items.map((line) => ({
        lineNo: items.find(({ id }) => id === line.id)?.lineNo ?? 0,
        quantity: line.quantity,
        condition: line.condition,
      })),
    },
    touches: [...TOUCHES, 'goodsImports', 'creditNotes'],
  };
});

const SALE_RETURN = 'saleReturn';

async function writeReturned(
  ctx: Ctx,
  {
    sums,
    lines,
  }: {
    readonly sums: ReadonlyMap<string, number>;
    readonly lines: ReturnType<typeof importLinesOf>;
  },
): Promise<void> {
  await ctx.pg.query({
    name: 'partSales.returned',
    text: `with p as (
        update part_sale_picks p set returned_qty = p.returned_qty + t.qty
        from unnest($1::uuid[], $2::numeric[]) as t(id, qty) where p.reservation_id = t.id
        returning p.item_id, t.qty
      ),
      v as (
        select id, sum(value) as value from unnest($3::uuid[], $4::numeric[]) as t(id, value) group by id
      )
      update part_sale_items i
      set returned_qty = i.returned_qty + s.qty, returned_value = i.returned_value + v.value
      from (select item_id, sum(qty) as qty from p group by item_id) s join v on v.id = s.item_id
      where i.id = s.item_id`,
    values: [
      [...sums.keys()],
      [...sums.values()],
      lines.map(({ sourceItemId }) => sourceItemId),
      lines.map(({ sourceValue }) => sourceValue ?? '0'),
    ],
  });
}

/** Whoever sold the goods hears that they are back, since it is for them to settle with the customer. */
export const saleReturns: readonly [string, ImportSource] = [
  SALE_RETURN,
  {
    settle: async (ctx, row, { isOver }) => {
      if (isOver || row.sourceId === null) return;
      const sale = await partSales.type.load(ctx, row.sourceId, { lock: false });
      if (!sale) return;
      const { label, subject, path } = partSales.type;
      const people = [sale.saleId, sale.createdBy].filter((id) => id !== ctx.actor.userId);
      await notify(ctx, [...new Set(people)], {
        category: 'message',
        type: 'info',
        title: {
          en: `Goods of ${label.en.toLowerCase()} ${sale.documentNo} were put away`,
          th: `รับคืนของตาม${label.th} ${sale.documentNo} เข้าคลังแล้ว`,
        },
        description: {
          en: `Goods import ${row.documentNo}`,
          th: `ใบนำเข้าสินค้า ${row.documentNo}`,
        },
        action: path(sale),
        actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
        entity: { type: subject, id: sale.id },
        dedupeKey: `${subject}:${sale.id}:back:${row.id}`,
      });
    },
  },
];
