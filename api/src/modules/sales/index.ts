import type { ServerModule } from '../../workflow/index.ts';
import { registerImportSource } from '../warehouse/index.ts';
import { contractFamily, contractHandlers, watchContracts } from './contracts/index.ts';
import { partSaleFamily, partSaleHandlers, saleReturns } from './partSales/index.ts';

registerImportSource(...saleReturns);

/** What is agreed with customers, and what they buy. */
export const salesModule = {
  handlers: { ...contractHandlers, ...partSaleHandlers },
  nightly: [watchContracts],
  families: [contractFamily, partSaleFamily],
} satisfies ServerModule;
export { invoiceOfPartSale } from './partSales/index.ts';
