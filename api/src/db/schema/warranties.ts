import type { ContractCoverage } from '@boxyard/shared/domain/sales/contracts.ts';
import type { WARRANTY_CHANNELS, WarrantyType } from '@boxyard/shared/domain/sales/warranties.ts';
import type {
  DefaultNumeric,
  DocumentColumns,
  Numeric,
  RecordColumns,
  WithDefault,
} from './columns.ts';

/** Tables of 0179_warranties.sql. */
export interface WarrantiesTables {
  warranties: WarrantyTable;
  warrantyRequests: WarrantyRequestTable;
  warrantyPrices: WarrantyPriceTable;
}

interface OfContainer {
  productId: string;
  customerId: string;
  contractId: string | null;
  saleId: string;
  months: number;
  coverage: ContractCoverage;
  searchText: WithDefault<string>;
}

interface WarrantyTable extends DocumentColumns, OfContainer {
  requestId: string | null;
  previousId: string | null;
  type: WarrantyType;
  startDate: string;
  endDate: string;
  exclusions: string | null;
  price: DefaultNumeric;
  /** Part of the list price in per cent that was given away with it. */
  givenPercent: DefaultNumeric;
  isSettled: boolean;
}

interface WarrantyRequestTable extends DocumentColumns, OfContainer {
  channel: (typeof WARRANTY_CHANNELS)[number];
  price: Numeric | null;
  quotedBy: string | null;
}

interface WarrantyPriceTable extends RecordColumns {
  companyId: string;
  productModelId: string | null;
  ageFromMonths: number;
  pricePerMonth: Numeric;
  validFrom: string;
}
