import { addQuantities, can, decimal } from '@boxyard/shared/domain';
import { type Ctx, qty, unseen } from '../../../kernel/index.ts';
import {
  clearSupplierWarranty,
  type Delivered,
  ensureLots,
  ensureSerials,
  type MoveInput,
  placesOf,
  setSupplierWarranty,
  valueByLine,
} from '../../../ledger/index.ts';
import { reverseDocumentMoves } from '../../../workflow/index.ts';
import {
  createImportForReceipt,
  type PreparedImport,
  prepareImport,
  withdrawImports,
} from '../../warehouse/index.ts';
import { writeOrderProgress } from '../orders/service.ts';
import type { OrderRow } from '../orders/type.ts';
import { refreshRequests } from '../progress.ts';
import {
  type LineAmounts,
  type OrderItem,
  progressOf,
  type ReceiptLine,
  stockQuantity,
} from './draft.ts';
import { receipts } from './type.ts';

/** A line with what it is worth. */
export interface Counted {
  readonly line: ReceiptLine;
  readonly amounts: LineAmounts;
}

/** An order and what hangs on it, all as it was read under the order's lock. */
export interface LockedOrder {
  readonly order: OrderRow;
  readonly items: readonly OrderItem[];
  /** Requests that its lines serve, locked as well. */
  readonly requestIds: readonly string[];
}

/** The receipt as far as posting needs it. */
export interface Posting {
  readonly id: string;
  /** null: a new one, whose number is taken after its moves were posted. */
  readonly documentNo: string | null;
  readonly companyId: string;
  readonly warehouseId: string;
  readonly receivedDate: string;
  readonly order: OrderRow;
  readonly isVatRegistered: boolean;
}

/** Goods only: services and rejected pieces never enter stock, nor does what is no part. */
const isStocked = ({ line }: Counted): boolean =>
  line.orderItem.partId !== null && !line.orderItem.isService && line.acceptedQty > 0;

/**
 * What the ledger takes the goods in at: net of discounts and without VAT; from a supplier who is
 * not registered for VAT nothing is recovered, so the whole price is the cost (domain-warehouse 2.5).
 */
const ledgerValueOf = ({ amounts }: Counted, isVatRegistered: boolean): string =>
  isVatRegistered
    ? amounts.baseAmount
    : decimal.round(decimal.add(amounts.baseAmount, amounts.vatAmount));

/**
 * SUPPLIER → RECEIVING, with the warranties that begin and the prices that were paid. Answers what
 * each line was worth to the ledger (2 places), by the line's id.
 */
export async function postReceipt(
  ctx: Ctx,
  posting: Posting,
  counted: readonly Counted[],
): Promise<ReadonlyMap<string, string>> {
  const stocked = counted.filter(isStocked);
  if (stocked.length === 0) return new Map();
  const now = ctx.clock.now();
  const places = await placesOf(ctx, posting.companyId);
  const lotIds = await ensureLots(ctx.pg, {
    now,
    lots: stocked.flatMap(({ line }) =>
      line.lots.map((lot) => ({
        itemId: line.orderItem.partId ?? '',
        lotNo: lot.lotNo,
        expiryDate: lot.expiryDate,
      })),
    ),
  });
  const serialIds = await ensureSerials(ctx.pg, {
    now,
    serials: stocked.flatMap(({ line }) =>
      line.serials.map((serialNo) => ({ itemId: line.orderItem.partId ?? '', serialNo })),
    ),
  });
  const nextLot = lotIds[Symbol.iterator]();
  const nextSerial = serialIds[Symbol.iterator]();
  const delivered: Delivered[] = [];
  const moves = stocked.flatMap((one): MoveInput[] => {
    const { line } = one;
    const common = {
      itemId: line.orderItem.partId ?? '',
      from: places.SUPPLIER,
      to: places.RECEIVING,
      docItemId: line.id,
    };
    const value = ledgerValueOf(one, posting.isVatRegistered);
    if (line.serials.length > 0) {
      const values = decimal.allocate(
        value,
        line.serials.map(() => 1),
      );
      return line.serials.map((_, index) => {
        const serialId = nextSerial.next().value ?? '';
        delivered.push({ serialId, months: line.orderItem.warrantyMonths });
        return { ...common, quantity: 1, serialId, value: values[index] ?? '0.00' };
      });
    }
    if (line.lots.length > 0) {
      const values = decimal.allocate(
        value,
        line.lots.map((lot) => lot.quantity),
      );
      return line.lots.map((lot, index) => ({
        ...common,
        quantity: stockQuantity(line.orderItem, lot.quantity),
        lotId: nextLot.next().value ?? null,
        value: values[index] ?? '0.00',
      }));
    }
    return [{ ...common, quantity: stockQuantity(line.orderItem, line.acceptedQty), value }];
  });
  const posted = await receipts.post(ctx, posting, {
    action: 'post',
    effectiveDate: posting.receivedDate,
    moves,
    mayBackdate: can(ctx.actor.grants, 'parts-warehouse:backdate'),
  });
  await setSupplierWarranty(ctx.pg, {
    supplierId: posting.order.supplierId,
    receiptId: posting.id,
    from: posting.receivedDate,
    serials: delivered,
  });
  writePrices(ctx, posting, stocked);
  return new Map(valueByLine(posted.moves).lines.map(({ id, value }) => [id, value]));
}

/** Number and audience of the import that a receipt announces; null: nothing came into stock. */
export async function prepareArrival(
  ctx: Ctx,
  { companyId, warehouseId, receivedDate: documentDate }: Posting,
  counted: readonly Counted[],
): Promise<PreparedImport | null> {
  if (!counted.some(isStocked)) return null;
  return prepareImport(ctx, { companyId, warehouseId, documentDate });
}

/** The import that counts and puts away what a receipt brought. Returns its id. */
export async function announceReceipt(
  ctx: Ctx,
  posting: Posting & { readonly documentNo: string },
  { counted, prepared }: { counted: readonly Counted[]; prepared: PreparedImport },
): Promise<string> {
  const stocked = counted.filter(isStocked);
  const created = await createImportForReceipt(ctx, {
    receiptId: posting.id,
    receiptNo: posting.documentNo,
    companyId: posting.companyId,
    warehouseId: posting.warehouseId,
    documentDate: posting.receivedDate,
    prepared,
    items: stocked.map((one) => {
      const { line } = one;
      const quantity = stockQuantity(line.orderItem, line.acceptedQty);
      return {
        receiptItemId: line.id,
        partId: line.orderItem.partId ?? '',
        quantity,
        unitCost: unitCostOf(one, posting.isVatRegistered),
        ...(line.lots.length > 0
          ? {
              lots: line.lots.map((lot) => ({
                ...lot,
                quantity: stockQuantity(line.orderItem, lot.quantity),
              })),
            }
          : {}),
        ...(line.serials.length > 0 ? { serials: line.serials } : {}),
      };
    }),
  });
  return created.id;
}

/** Per stock unit, 4 places. */
const unitCostOf = (one: Counted, isVatRegistered: boolean): string =>
  decimal.round(
    decimal.divide(
      ledgerValueOf(one, isVatRegistered),
      stockQuantity(one.line.orderItem, one.line.acceptedQty),
    ),
    4,
  );

/** The supplier's last price of the part, and the part's last purchase price. */
function writePrices(ctx: Ctx, posting: Posting, stocked: readonly Counted[]): void {
  const prices = new Map(
    stocked.map((one) => [
      one.line.orderItem.partId ?? '',
      unitCostOf(one, posting.isVatRegistered),
    ]),
  );
  // In id order: two receipts of the same parts wait for each other instead of blocking.
  const parts = [...prices.keys()].sort();
  const values = [posting.order.supplierId, parts, parts.map((part) => prices.get(part))];
  const known = ctx.pg.query({
    name: 'purchasing.supplierPrices',
    text: `with given as (select * from unnest($2::uuid[], $3::numeric[]) as t(part_id, price)),
      known as (
        update supplier_parts s set last_price = g.price from given g
        where s.supplier_id = $1 and s.part_id = g.part_id returning s.part_id
      )
      insert into supplier_parts (supplier_id, part_id, last_price)
      select $1, g.part_id, g.price from given g
      where not exists (select 1 from known k where k.part_id = g.part_id)
      on conflict (supplier_id, part_id) do update set last_price = excluded.last_price`,
    values,
  });
  ctx.background(known);
  const paid = ctx.pg.query({
    name: 'purchasing.partPrices',
    text: `update material_parts p set last_purchase_price = g.price
      from unnest($1::uuid[], $2::numeric[]) as g(part_id, price)
      where p.id = g.part_id and p.last_purchase_price is distinct from g.price`,
    values: values.slice(1),
  });
  ctx.background(paid);
}

/**
 * Adds (sign 1) or takes back (-1) what a receipt brought of its order, and derives all statuses.
 * The status is written to the lines together with what came: each writing of a line costs all its
 * indexes.
 */
export async function applyToOrder(
  ctx: Ctx,
  { order, items, requestIds }: LockedOrder,
  change: {
    readonly sign: 1 | -1;
    readonly grandTotal: string;
    readonly lines: readonly {
      readonly orderItemId: string;
      readonly acceptedQty: number;
      readonly shareBase: string;
      readonly shareVat: string;
      readonly shareDiscount: string;
    }[];
  },
): Promise<void> {
  const { sign, lines } = change;
  const came = new Map(lines.map((line) => [line.orderItemId, sign * line.acceptedQty]));
  const progress = progressOf(
    order,
    items.map((item) => ({
      ...item,
      receivedQty: addQuantities(qty(item.receivedQty), came.get(item.id) ?? 0),
    })),
  );
  const written = ctx.pg.query({
    name: 'purchasing.receivedLines',
    text: `update purchase_order_items i set received_qty = i.received_qty + t.qty,
        received_base = i.received_base + t.base, received_vat = i.received_vat + t.vat,
        received_discount = i.received_discount + t.discount, order_status = $6
      from unnest(${unseen('$1')}, $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[])
        as t(id, qty, base, vat, discount)
      where i.id = t.id`,
    values: [
      lines.map((line) => line.orderItemId),
      lines.map((line) => sign * line.acceptedQty),
      lines.map((line) => signed(sign, line.shareBase)),
      lines.map((line) => signed(sign, line.shareVat)),
      lines.map((line) => signed(sign, line.shareDiscount)),
      progress.status,
    ],
  });
  ctx.background(written);
  const receivedTotal = decimal.round(
    decimal.add(order.receivedTotal, signed(change.sign, change.grandTotal)),
  );
  await writeOrderProgress(ctx, order, { ...progress, receivedTotal });
  await refreshRequests(ctx, requestIds);
}

const signed = (sign: 1 | -1, amount: string): string =>
  sign === 1 ? amount : decimal.subtract(0, amount);

/** Takes a receipt's goods back out at their original value, and its import with them. */
export async function unpostReceipt(
  ctx: Ctx,
  receipt: {
    readonly id: string;
    readonly companyId: string;
    readonly goodsImportId: string | null;
  },
  reason: string,
): Promise<void> {
  if (receipt.goodsImportId === null) return;
  await reverseDocumentMoves(ctx, receipt, { docType: receipts.moves });
  await clearSupplierWarranty(ctx.pg, receipt.id);
  await withdrawImports(ctx, { sourceId: receipt.id, reason });
}
