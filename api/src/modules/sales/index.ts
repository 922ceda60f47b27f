import type { ServerModule } from '../../workflow/index.ts';
import { registerImportSource } from '../warehouse/index.ts';
import {
  billContracts,
  completePaidContracts,
  contractFamily,
  contractHandlers,
  watchContracts,
} from './contracts/index.ts';
import { partSaleFamily, partSaleHandlers, saleReturns } from './partSales/index.ts';

registerImportSource(...saleReturns);

/** What is agreed with customers, and what they buy. */
export const salesModule = {
  handlers: { ...contractHandlers, ...partSaleHandlers },
  nightly: [watchContracts, billContracts, completePaidContracts],
  families: [contractFamily, partSaleFamily],
} satisfies ServerModule;
