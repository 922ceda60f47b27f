import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { DocumentColumns, Numeric, Timestamp, WithDefault } from './columns.ts';

/**
 * Tables of 0004_ledger.sql. Only api/src/ledger writes the stock tables; the typed layer is for
 * reading them.
 */
export interface LedgerTables {
  lots: {
    id: string;
    itemType: WithDefault<string>;
    itemId: string;
    lotNo: string;
    mfgDate: string | null;
    expiryDate: string | null;
    createdAt: Timestamp;
  };
  serials: SerialTable;
  stockMoves: StockMoveTable;
  stockEntries: StockEntryTable;
  stockBalances: StockBalanceTable;
  partValuations: {
    companyId: string;
    itemType: string;
    itemId: string;
    ownedQty: Numeric;
    ownedValue: Numeric;
    avgCost: Numeric;
    available: Numeric;
    lastHash: Buffer | null;
    ownMoves: WithDefault<number>;
    receivedMoves: WithDefault<number>;
  };
  stockPeriods: {
    companyId: string;
    period: string;
    status: 'open' | 'hold' | 'closed';
    version: WithDefault<number>;
    changedAt: Timestamp;
    changedBy: string | null;
    reason: string | null;
  };
  goodsImports: GoodsImportTable;
  goodsImportItems: GoodsImportItemTable;
  openingStock: { companyId: string; partId: string; importId: string };
}

interface SerialTable {
  id: string;
  itemType: WithDefault<string>;
  itemId: string;
  serialNo: string;
  lotId: string | null;
  locationId: string | null;
  condition: string | null;
  supplierId: string | null;
  receiptId: string | null;
  unitCost: Numeric | null;
  supplierWarrantyStart: string | null;
  supplierWarrantyEnd: string | null;
  customerWarrantyStart: string | null;
  customerWarrantyEnd: string | null;
  warrantyMonths: number | null;
  installedInProductId: string | null;
  replacesSerialId: string | null;
  createdAt: Timestamp;
}

interface StockMoveTable {
  seq: GeneratedAlways<number>;
  id: string;
  companyId: string;
  toCompanyId: string;
  docType: string;
  docId: string;
  documentNo: string | null;
  docItemId: string | null;
  action: string;
  itemType: string;
  itemId: string;
  qty: Numeric;
  fromLocationId: string;
  toLocationId: string;
  lotId: string | null;
  serialId: string | null;
  conditionFrom: string;
  conditionTo: string;
  unitCost: Numeric;
  value: Numeric;
  effectiveDate: string;
  postedAt: Timestamp;
  postedBy: string | null;
  reversesMoveId: string | null;
  partNo: number;
  requestId: string | null;
  prevHash: Buffer | null;
  hash: Buffer;
}

interface StockEntryTable {
  moveSeq: number;
  side: -1 | 1;
  companyId: string;
  itemType: string;
  itemId: string;
  locationId: string;
  lotId: string | null;
  serialId: string | null;
  condition: string;
  qty: Numeric;
  value: Numeric;
  isPhysical: boolean;
  effectiveDate: string;
  postedAt: Timestamp;
}

interface StockBalanceTable {
  companyId: string;
  itemType: string;
  itemId: string;
  locationId: string;
  lotId: string | null;
  serialId: string | null;
  condition: string;
  isPhysical: boolean;
  onHand: Numeric;
  reserved: Numeric;
}

interface GoodsImportTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  sourceType: string;
  sourceId: string | null;
  sourceNo: string | null;
  fromLocationId: string;
  warehouseId: string;
  /** Who carries on with it, when somebody else than its creator does. */
  assigneeId: WithDefault<string | null>;
  /** Who sent the goods on their way, and may therefore not receive them. */
  sentBy: WithDefault<string | null>;
  countedBy: string | null;
  countedAt: Timestamp | null;
  counted: WithDefault<boolean>;
  itemCount: number;
  expectedQty: Numeric;
  reopensId: string | null;
  searchText: WithDefault<string>;
}

interface GoodsImportItemTable {
  id: Generated<string>;
  importId: string;
  lineNo: number;
  sourceItemId: string | null;
  partId: string;
  expectedQty: Numeric;
  receivedQty: Numeric | null;
  damagedQty: Numeric | null;
  missingQty: Numeric | null;
  postedAt: Timestamp | null;
  binId: string | null;
  lotId: string | null;
  serialIds: WithDefault<string[]>;
  damagedSerialIds: WithDefault<string[]>;
  missingSerialIds: WithDefault<string[]>;
  conditionFrom: WithDefault<string>;
  condition: WithDefault<string>;
  unitCost: Numeric | null;
  /** What the whole line was worth when it left; it comes back at that. */
  sourceValue: ColumnType<string | null, string | null | undefined, string | null>;
  discrepancyReason: string | null;
}
