import {
  addQuantities,
  can,
  decimal,
  isTerminal,
  isWhole,
  purchaseOrderMachine,
  subtractQuantities,
} from '@boxyard/shared/domain';
import { orderStatus } from '@boxyard/shared/domain/purchasing/status.ts';
import type { Selectable } from 'kysely';
import type { PurchasingTables, ReceiptLot } from '../../../db/schema/purchasing.ts';
import {
  type Ctx,
  compiledQuery,
  conflict,
  type FieldFault,
  forbidden,
  type Input,
  newId,
  qty,
  refuseFaults,
  settingOf,
} from '../../../kernel/index.ts';
import type { OrderRow } from '../orders/type.ts';
import { receiptLineAmounts } from './amounts.ts';

type Body = Input<'receipts.create'>['body'];
type Item = Body['items'][number];
export type OrderItem = Selectable<PurchasingTables['purchaseOrderItems']>;

/** One line of a receipt, counted but not posted. */
export interface ReceiptLine {
  readonly id: string;
  readonly lineNo: number;
  readonly orderItem: OrderItem;
  readonly acceptedQty: number;
  readonly rejectedQty: number;
  readonly rejectReason: string | null;
  readonly unitPrice: string;
  readonly lots: readonly ReceiptLot[];
  readonly serials: readonly string[];
}

const itemsByOrder = compiledQuery((db, given: { orderId: string }) =>
  db
    .selectFrom('purchaseOrderItems')
    .selectAll()
    .where('orderId', '=', given.orderId)
    .orderBy('lineNo'),
);

export const orderItemsOf = (ctx: Ctx, orderId: string): Promise<OrderItem[]> =>
  itemsByOrder(ctx, { orderId });

/** Stock units of a quantity of an order's line; exact, since factors have few decimals. */
export const stockQuantity = (item: OrderItem, quantity: number): number =>
  Number(decimal.round(decimal.multiply(item.unitFactor, quantity), 3));

/** How much more than ordered may come on a day, in per cent (1.11). */
export const toleranceOf = (ctx: Ctx, { companyId }: Pick<OrderRow, 'companyId'>, on: string) =>
  settingOf(ctx, { companyId, key: 'overReceiptTolerancePct', on });

/** The body's lines against the order's, every fault at once. */
export function receiptLines(
  ctx: Ctx,
  body: Body,
  { orderItems, fractions }: { orderItems: readonly OrderItem[]; fractions: ReadonlySet<string> },
): ReceiptLine[] {
  const byId = new Map(orderItems.map((item) => [item.id, item]));
  const seen = new Set<string>();
  const faults: FieldFault[] = [];
  const lines: ReceiptLine[] = [];
  body.items.forEach((item, index) => {
    const orderItem = byId.get(item.orderItemId);
    const at = `items[${index}]`;
    if (!orderItem) {
      faults.push({ field: `${at}.orderItemId`, code: 'UNKNOWN_ID' });
      return;
    }
    if (seen.has(orderItem.id)) faults.push({ field: `${at}.orderItemId`, code: 'REPEATED' });
    seen.add(orderItem.id);
    faults.push(
      ...quantityFaults(item, at, fractions.has(orderItem.unitId)),
      ...trackingFaults(item, at, orderItem),
    );
    lines.push({
      id: newId(),
      lineNo: index + 1,
      orderItem,
      acceptedQty: item.acceptedQty,
      rejectedQty: item.rejectedQty,
      rejectReason: item.rejectReason || null,
      unitPrice: item.unitPrice ?? decimal.round(orderItem.unitPrice, 4),
      lots: (item.lots ?? []).map((lot) => ({ ...lot, expiryDate: lot.expiryDate ?? null })),
      serials: item.serials ?? [],
    });
  });
  if (lines.every((line) => line.acceptedQty === 0 && line.rejectedQty === 0)) {
    faults.push({ field: 'items', code: 'NOTHING_RECEIVED' });
  }
  refuseFaults(faults);
  const repriced = lines.some(
    (line) => decimal.compare(line.unitPrice, line.orderItem.unitPrice) !== 0,
  );
  if (repriced && !can(ctx.actor.grants, 'receipt:override-price')) throw forbidden();
  return lines;
}

function quantityFaults(item: Item, at: string, allowFraction: boolean): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const key of ['acceptedQty', 'rejectedQty'] as const) {
    if (!allowFraction && !isWhole(item[key])) {
      faults.push({ field: `${at}.${key}`, code: 'WHOLE' });
    }
  }
  if (item.rejectedQty > 0 && !item.rejectReason) {
    faults.push({ field: `${at}.rejectReason`, code: 'REQUIRED' });
  }
  return faults;
}

/** Serial count = quantity in stock units; lots sum to the quantity, in the order's unit. */
function trackingFaults(item: Item, at: string, orderItem: OrderItem): FieldFault[] {
  const serials = item.serials ?? [];
  const lots = item.lots ?? [];
  const faults: FieldFault[] = [];
  const isSerial = orderItem.trackingType === 'serial';
  const expected = isSerial ? stockQuantity(orderItem, item.acceptedQty) : 0;
  if (serials.length !== expected) {
    faults.push({ field: `${at}.serials`, code: 'SERIAL_COUNT', params: { expected } });
  }
  if (new Set(serials).size !== serials.length) {
    faults.push({ field: `${at}.serials`, code: 'SERIAL_REPEATED' });
  }
  const isLot = orderItem.trackingType === 'lot';
  const sum = addQuantities(0, ...lots.map((lot) => lot.quantity));
  if (sum !== (isLot ? item.acceptedQty : 0)) {
    const params = { expected: isLot ? item.acceptedQty : 0, sum };
    faults.push({ field: `${at}.lots`, code: 'LOT_COUNT', params });
  }
  if (new Set(lots.map((lot) => lot.lotNo)).size !== lots.length) {
    faults.push({ field: `${at}.lots`, code: 'REPEATED' });
  }
  return faults;
}

/** 409 OVER_RECEIPT when more came than is still expected (with the company's tolerance). */
export function expectOpen(lines: readonly ReceiptLine[], tolerance: string): void {
  const over = lines.flatMap(({ orderItem, acceptedQty, lineNo }) => {
    const most = Number(
      decimal.round(
        decimal.multiply(orderItem.quantity, decimal.add(1, decimal.divide(tolerance, 100))),
        3,
      ),
    );
    const done = addQuantities(qty(orderItem.receivedQty), qty(orderItem.closedQty));
    const open = Math.max(0, subtractQuantities(most, done));
    return acceptedQty > open ? [{ lineNo, open, accepted: acceptedQty }] : [];
  });
  const [first] = over;
  if (!first) return;
  throw conflict(
    'OVER_RECEIPT',
    first,
    over.map((params) => ({
      field: `items[${params.lineNo - 1}].acceptedQty`,
      code: 'OVER_RECEIPT',
      params,
    })),
  );
}

/** What each line is worth, from the order's line and what came of it before. */
export const amountsOfLine = (order: OrderRow, line: ReceiptLine) =>
  receiptLineAmounts(
    {
      quantity: qty(line.orderItem.quantity),
      unitPrice: line.orderItem.unitPrice,
      documentDiscount: line.orderItem.documentDiscount,
      baseAmount: line.orderItem.baseAmount,
      vatAmount: line.orderItem.vatAmount,
      receivedQty: qty(line.orderItem.receivedQty),
      receivedBase: line.orderItem.receivedBase,
      receivedVat: line.orderItem.receivedVat,
      receivedDiscount: line.orderItem.receivedDiscount,
    },
    line,
    { vatMode: order.vatMode, vatRate: order.vatRate },
  );

export type LineAmounts = ReturnType<typeof amountsOfLine>;

/** The receipt's totals: sums of its lines, tax withheld once for the document (1.10). */
export function totalsOf(
  order: Pick<OrderRow, 'whtRate'>,
  lines: readonly { readonly line: ReceiptLine; readonly amounts: LineAmounts }[],
) {
  const sum = (pick: (amounts: LineAmounts) => string, of = lines) =>
    decimal.round(decimal.add('0', ...of.map(({ amounts }) => pick(amounts))));
  const baseAmount = sum((amounts) => amounts.baseAmount);
  const vatAmount = sum((amounts) => amounts.vatAmount);
  const grandTotal = decimal.round(decimal.add(baseAmount, vatAmount));
  const whtBase = sum(
    (amounts) => amounts.baseAmount,
    lines.filter(({ line }) => line.orderItem.isService),
  );
  const whtAmount = decimal.round(decimal.multiply(whtBase, decimal.divide(order.whtRate, 100)));
  return {
    subTotal: sum((amounts) => amounts.lineTotal),
    discountTotal: sum((amounts) => amounts.documentDiscount),
    baseAmount,
    vatAmount,
    grandTotal,
    whtBase,
    whtRate: order.whtRate,
    whtAmount,
    netPayable: decimal.round(decimal.subtract(grandTotal, whtAmount)),
  };
}

/** What an order's lines say of it after receipts came or went. */
export function progressOf(
  order: Pick<OrderRow, 'supplierConfirmationNo'>,
  items: readonly (Pick<OrderItem, 'quantity' | 'closedQty' | 'baseAmount'> & {
    readonly receivedQty: string | number;
  })[],
) {
  const lines = items.map((item) => ({
    quantity: qty(item.quantity),
    receivedQty: qty(item.receivedQty),
    closedQty: qty(item.closedQty),
  }));
  const status = orderStatus(lines, order.supplierConfirmationNo !== null);
  const isWorthless = items.every((item) => decimal.isZero(item.baseAmount));
  const weights = items.map((item) => (isWorthless ? '1' : item.baseAmount));
  const done = lines.map((line, index) =>
    decimal.multiply(
      weights[index] ?? 0,
      decimal.divide(Math.min(line.receivedQty, line.quantity), line.quantity),
    ),
  );
  const total = decimal.add('0', ...weights);
  return {
    status,
    hasReceipts: lines.some((line) => line.receivedQty > 0),
    receivedPct: decimal.round(
      decimal.divide(decimal.multiply(decimal.add('0', ...done), 100), total),
    ),
    isReceivable: !isTerminal(purchaseOrderMachine, status),
  };
}
