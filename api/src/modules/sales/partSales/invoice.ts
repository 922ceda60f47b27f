import { addQuantities, subtractQuantities } from '@boxyard/shared/domain';
import type { Ctx } from '../../../kernel/index.ts';
import { itemsOf, partSales } from './type.ts';

/**
 * What an invoice of a delivered sale says: parties, day of the tax point and lines at the prices that
 * were confirmed. null as long as nothing was delivered. Whoever asks sees to it that they may.
 */
export async function invoiceOfPartSale(ctx: Ctx, id: string) {
  const row = await partSales.type.load(ctx, id, { lock: true });
  if (!row || row.deliveredDate === null) return null;
  const items = await itemsOf(ctx, id);
  return {
    id: row.id,
    documentNo: row.documentNo,
    companyId: row.companyId,
    customerId: row.customerId,
    saleId: row.saleId,
    /** Goods: the tax point is the day of delivery. */
    deliveredDate: row.deliveredDate,
    buyer: row.buyer,
    vatMode: row.vatMode,
    vatRate: row.vatRate,
    discountTotal: row.discountTotal,
    baseAmount: row.baseAmount,
    vatAmount: row.vatAmount,
    grandTotal: row.grandTotal,
    returnedQty: addQuantities(...items.map(({ returnedQty }) => returnedQty)),
    lines: items.map((item) => ({
      itemId: item.id,
      lineNo: item.lineNo,
      partId: item.partId,
      quantity: item.quantity,
      /** For a credit note. */
      returnedQty: item.returnedQty,
      keptQty: subtractQuantities(item.quantity, item.returnedQty),
      unitPrice: item.unitPrice,
      discount: item.discount,
      lineTotal: item.lineTotal,
      documentDiscount: item.documentDiscount,
      baseAmount: item.baseAmount,
      vatAmount: item.vatAmount,
      note: item.note,
    })),
  };
}
