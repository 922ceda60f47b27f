import type { ServerModule } from '../../workflow/index.ts';
import { registerImportSource } from '../warehouse/index.ts';
import { partSaleFamily, partSaleHandlers, saleReturns } from './partSales/index.ts';

registerImportSource(...saleReturns);

/** What customers buy. */
export const salesModule = {
  handlers: { ...partSaleHandlers },
  families: [partSaleFamily],
} satisfies ServerModule;
export { invoiceOfPartSale } from './partSales/index.ts';
