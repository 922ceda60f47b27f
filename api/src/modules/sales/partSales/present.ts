import { addQuantities, decimal } from '@boxyard/shared/domain';
import { marginPercentOf } from '@boxyard/shared/domain/sales/partSaleFigures.ts';
import { sql } from 'kysely';
import { type Ctx, compiledQuery, money } from '../../../kernel/index.ts';
import {
  actionContext,
  type DocumentFieldName,
  documentFields,
  loadRefs,
  loadVisible,
  toldOf,
  trailOf,
} from '../../../workflow/index.ts';
import { customerRefs } from '../../partners/index.ts';
import { availableOf, partFactsOf, seesCost } from '../../warehouse/index.ts';
import { buyerNow, shownBuyer } from './customer.ts';
import {
  type ItemRow,
  itemsOf,
  type PartSaleRow,
  type PickRow,
  partSales,
  picksOf,
  storedDiscount,
} from './type.ts';

type Shown = Pick<
  PartSaleRow,
  | DocumentFieldName
  | 'customerId'
  | 'saleId'
  | 'warehouseId'
  | 'neededBy'
  | 'itemCount'
  | 'baseAmount'
  | 'vatAmount'
  | 'grandTotal'
  | 'deliveredDate'
>;

/** Rows of the list, and the head of the detail. */
export async function presentPartSales(ctx: Ctx, rows: readonly Shown[]) {
  const [refs, customer] = await Promise.all([
    loadRefs(ctx, {
      company: rows.map((row) => row.companyId),
      warehouse: rows.map((row) => row.warehouseId),
      user: rows.flatMap((row) => [row.createdBy, row.approvedBy, row.saleId]),
    }),
    customerRefs(
      ctx,
      rows.map((row) => row.customerId),
    ),
  ]);
  return rows.map((row) => ({
    ...documentFields(row, refs),
    customer: customer(row.customerId),
    sale: refs.userOrNull(row.saleId),
    warehouse: refs.ref(row.warehouseId),
    neededBy: row.neededBy,
    itemCount: row.itemCount,
    baseAmount: money(row.baseAmount),
    vatAmount: money(row.vatAmount),
    grandTotal: money(row.grandTotal),
    deliveredDate: row.deliveredDate,
  }));
}

/** A sale with everything that its page shows. 404 outside this person's scope. */
export async function presentPartSale(ctx: Ctx, id: string) {
  const [row, items, picks, trail, related] = await Promise.all([
    loadVisible(ctx, partSales.type, { id }),
    itemsOf(ctx, id),
    picksOf(ctx, id),
    trailOf(ctx, partSales.type.subject, id),
    relatedOf(ctx, { id }).then((found) => toldOf(ctx, found)),
  ]);
  const [[head], refs, buyer, lines] = await Promise.all([
    presentPartSales(ctx, [row]),
    loadRefs(ctx, { user: [row.deliveredBy] }),
    row.buyer ?? buyerNow(ctx, row.customerId),
    presentLines(ctx, { row, items, picks }),
  ]);
  if (!head) throw new Error('one row in, one row out');
  return {
    ...head,
    ...trail,
    related,
    ...actionContext(ctx, partSales.type, row),
    buyer: shownBuyer(ctx, buyer),
    vatMode: row.vatMode,
    vatRate: row.vatRate,
    discount: storedDiscount(row),
    subTotal: money(row.subTotal),
    discountTotal: money(row.discountTotal),
    discountPercent: row.discountPercent,
    ...profitOf(ctx, { row, items }),
    deliveredAt: row.deliveredAt,
    deliveredBy: refs.userOrNull(row.deliveredBy),
    recipientName: row.recipientName,
    items: lines,
  };
}

/** What a line cost the company, of what stayed with the customer. */
const costOf = (item: ItemRow): string =>
  decimal.round(decimal.subtract(item.issueValue, item.returnedValue));

/** What the customer pays of a line without VAT, of what stayed with them. */
const keptBaseOf = (item: ItemRow): string => {
  const kept = addQuantities(item.quantity, -item.returnedQty);
  return decimal.round(decimal.divide(decimal.multiply(item.baseAmount, kept), item.quantity));
};

const marginOf = (item: ItemRow): string =>
  decimal.round(decimal.subtract(keptBaseOf(item), costOf(item)));

const sum = (values: readonly string[]): string => decimal.round(decimal.add('0', ...values));

/** Cost and margin by the ledger, once it is delivered, for whoever sees costs. */
function profitOf(
  ctx: Ctx,
  { row, items }: { readonly row: PartSaleRow; readonly items: readonly ItemRow[] },
) {
  if (!seesCost(ctx) || row.deliveredDate === null) {
    return { cost: null, margin: null, marginPercent: null };
  }
  const margin = sum(items.map(marginOf));
  return {
    cost: sum(items.map(costOf)),
    margin,
    marginPercent: marginPercentOf(margin, sum(items.map(keptBaseOf))),
  };
}

async function presentLines(
  ctx: Ctx,
  {
    row,
    items,
    picks,
  }: {
    readonly row: PartSaleRow;
    readonly items: readonly ItemRow[];
    readonly picks: readonly PickRow[];
  },
) {
  const partIds = items.map(({ partId }) => partId);
  const { actions } = partSales.type.machine;
  const isOpen = actions.confirm?.from.includes(row.status) === true;
  const [stock, facts, refs] = await Promise.all([
    isOpen
      ? availableOf(ctx, { partIds, companyId: row.companyId })
      : new Map<
          string,
          Awaited<ReturnType<typeof availableOf>> extends Map<string, infer S> ? S : never
        >(),
    partFactsOf(ctx, { companyId: row.companyId, partIds }),
    loadRefs(ctx, { part: partIds }),
  ]);
  const availableHere = (partId: string): number | null => {
    const here = (stock.get(partId) ?? []).find(
      ({ warehouse }) => warehouse.id === row.warehouseId,
    );
    return here === undefined ? 0 : here.available;
  };
  const byItem = Map.groupBy(picks, ({ itemId }) => itemId);
  const showsProfit = seesCost(ctx) && row.deliveredDate !== null;
  return items.map((item) => {
    const part = facts.get(item.partId);
    if (!part) throw new Error(`the part of line ${item.id} is missing`);
    const mine = byItem.get(item.id) ?? [];
    const held = mine.filter(({ dispatchedQty }) => dispatchedQty === 0);
    return {
      id: item.id,
      lineNo: item.lineNo,
      part: refs.ref(item.partId),
      unit: part.unit,
      unitAllowsFraction: part.allowFraction,
      trackingType: part.trackingType,
      barcode: part.barcode,
      quantity: item.quantity,
      available: isOpen ? availableHere(item.partId) : null,
      reservedQty: addQuantities(...held.map(({ quantity }) => quantity)),
      deliveredQty: item.deliveredQty,
      returnedQty: item.returnedQty,
      unitPrice: item.unitPrice,
      standardPrice: item.standardPrice,
      discount: item.discount,
      lineTotal: money(item.lineTotal),
      documentDiscount: money(item.documentDiscount),
      baseAmount: money(item.baseAmount),
      vatAmount: money(item.vatAmount),
      cost: showsProfit ? costOf(item) : null,
      margin: showsProfit ? marginOf(item) : null,
      note: item.note,
      picks: mine.map((pick) => ({
        id: pick.reservationId,
        bin: pick.bin,
        lotNo: pick.lotNo,
        expiryDate: pick.expiryDate,
        serialNo: pick.serialNo,
        condition: pick.condition,
        isCounted: pick.isCounted,
        quantity: pick.quantity,
        returnedQty: pick.returnedQty,
        warrantyUntil: pick.warrantyUntil,
      })),
    };
  });
}
export type PresentedLine = Awaited<ReturnType<typeof presentLines>>[number];

/** What it billed and credited, and what put its returns away. */
const relatedOf = compiledQuery(
  (_, { id }: { id: string }) =>
    sql<{ type: string; id: string; documentNo: string | null; status: string }>`
    select type, id, document_no as "documentNo", status from (
      select 'goodsImport' as type, g.id, g.document_no, g.status, g.created_at from goods_imports g
        where g.source_id = ${id}
      union all
      select 'invoice', i.id, i.document_no, i.status, i.created_at from invoices i
        where i.source_type = 'partsSale' and i.source_id = ${id}
      union all
      select 'creditNote', c.id, c.document_no, c.status, c.created_at
        from credit_notes c join invoices i on i.id = c.invoice_id
        where i.source_type = 'partsSale' and i.source_id = ${id}
    ) r order by created_at, id`,
);
