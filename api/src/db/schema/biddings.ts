import type { ColumnType } from 'kysely';
import type {
  DocumentColumns,
  Json,
  Numeric,
  RecordColumns,
  Timestamp,
  WithDefault,
} from './columns.ts';
import type { VatModeColumn } from './purchasing.ts';

type Counter = ColumnType<string, string | number | undefined, string | number>;
/** Empty until something is known. */
type Later<S, I = S> = ColumnType<S | null, I | null | undefined, I | null>;

/** Tables of 0027_bidding.sql and 0035_bidding_owner.sql. */
export interface BiddingTables {
  biddings: BiddingTable;
  biddingSuppliers: { biddingId: string; supplierId: string; lineNo: number };
  biddingItems: BiddingItemTable;
  quotations: QuotationTable;
  quotationItems: QuotationItemTable;
  quotationRevisions: {
    quotationId: string;
    revisionNo: number;
    snapshot: Json<unknown>;
    at: Timestamp;
    byUserId: string | null;
  };
}

interface BiddingTable
  extends Omit<DocumentColumns, 'documentNo' | 'approvedBy' | 'approvedAt' | 'statusReason'> {
  documentNo: string;
  statusReason: Later<string>;
  title: string;
  requestId: string | null;
  warehouseId: string;
  assigneeId: WithDefault<string | null>;
  closesAt: Timestamp;
  closedAt: Later<Date, Date | string>;
  orderedAt: Later<Date, Date | string>;
  itemCount: number;
  searchText: WithDefault<string>;
}

interface BiddingItemTable {
  id: WithDefault<string>;
  biddingId: string;
  lineNo: number;
  requestItemId: string | null;
  partId: string | null;
  description: string;
  quantity: Numeric;
  unitId: string;
  neededBy: string | null;
  isReleased: WithDefault<boolean>;
}

interface QuotationTable extends RecordColumns {
  companyId: string;
  warehouseId: string;
  biddingId: string;
  supplierId: string;
  supplierQuoteNo: string;
  status: string;
  statusReason: Later<string>;
  documentDate: string;
  remark: string | null;
  enteredBy: string[];
  validUntil: string;
  vatMode: VatModeColumn;
  vatRate: Numeric;
  creditDays: number;
  deliveryDays: number | null;
  shippingFee: Numeric;
  revisionNo: WithDefault<number>;
  submittedAt: Later<Date, Date | string>;
  itemCount: WithDefault<number>;
  landedTotal: Counter;
  authorIds: WithDefault<string[]>;
}

interface QuotationItemTable {
  id: WithDefault<string>;
  quotationId: string;
  biddingItemId: string;
  quantity: Numeric;
  moq: Later<string, string | number>;
  unitPrice: Numeric;
  discountPct: Counter;
  leadTimeDays: number | null;
  warrantyMonths: number | null;
  brandOffered: string | null;
  landedTotal: Counter;
  landedUnitPrice: Counter;
  shippingShare: Counter;
  wonQuantity: Counter;
  wonReason: Later<string>;
}
