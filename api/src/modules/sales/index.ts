import type { ServerModule } from '../../workflow/index.ts';
import { registerImportSource } from '../warehouse/index.ts';
import {
  billContracts,
  completePaidContracts,
  contractClauseConstraints,
  contractClauseHandlers,
  contractFamily,
  contractHandlers,
  handOverTitles,
  watchContracts,
} from './contracts/index.ts';
import { invoiceRunHandlers } from './invoiceRuns/index.ts';
import { partSaleFamily, partSaleHandlers, saleReturns } from './partSales/index.ts';
import {
  warrantyFamily,
  warrantyHandlers,
  warrantyPriceConstraints,
  warrantyPriceHandlers,
  watchWarranties,
} from './warranties/index.ts';
import { warrantyRequestFamily, warrantyRequestHandlers } from './warrantyRequests/index.ts';

registerImportSource(...saleReturns);

export { contractsImport } from './contracts/index.ts';
export { runInvoices } from './invoiceRuns/index.ts';

/** What is agreed with customers, and what they buy. */
export const salesModule = {
  handlers: {
    ...contractHandlers,
    ...contractClauseHandlers,
    ...invoiceRunHandlers,
    ...partSaleHandlers,
    ...warrantyHandlers,
    ...warrantyRequestHandlers,
    ...warrantyPriceHandlers,
  },
  constraints: {
    ...contractClauseConstraints,
    ...warrantyPriceConstraints,
    contracts_former_no_uq: 'formerNo',
    warranty_requests_open_uq: 'productId',
  },
  nightly: [watchContracts, billContracts, completePaidContracts, handOverTitles, watchWarranties],
  families: [contractFamily, partSaleFamily, warrantyRequestFamily, warrantyFamily],
  recordScopes: {
    contractClauses: { table: 'contract_clauses', scope: { company: 'd.company_id' } },
    warrantyPrices: { table: 'warranty_prices', scope: { company: 'd.company_id' } },
    invoiceRuns: { table: 'invoice_runs', scope: { company: 'd.company_id' } },
  },
} satisfies ServerModule;
