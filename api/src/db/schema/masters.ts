import type { Generated } from 'kysely';
import type { Json, Numeric, RecordColumns, Timestamp, WithDefault } from './columns.ts';

/** Tables of 0002_masters.sql and 0005_stock_levels.sql. */
export interface MastersTables {
  units: UnitTable;
  categories: CategoryTable;
  suppliers: SupplierTable;
  supplierCategories: { supplierId: string; categoryId: string };
  supplierParts: SupplierPartTable;
  masterCodes: { kind: string; lastNo: number };
  materialParts: PartTable;
  partStockLevels: PartStockLevelTable;
  partImages: {
    id: WithDefault<string>;
    partId: string;
    fileId: string;
    thumbnail: string;
    position: number;
    createdAt: Timestamp;
    createdBy: string | null;
  };
  partProductModels: {
    partId: string;
    productModelId: string;
  };
  stockRules: StockRuleTable;
  warehouses: WarehouseTable;
  warehouseManagers: { warehouseId: string; userId: string };
  bins: BinTable;
}

/** Written by the database; only searched and sorted by. */
type Derived<T> = Generated<T>;

interface UnitTable extends RecordColumns {
  code: string;
  name: string;
  nameTh: string | null;
  allowFraction: WithDefault<boolean>;
  baseUnitId: string | null;
  factor: Numeric;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}

interface CategoryTable extends RecordColumns {
  code: string;
  name: string;
  nameTh: string | null;
  /** null: a main category. */
  parentId: string | null;
  isMain: Derived<boolean>;
  defaultUnitId: string | null;
  defaultWarrantyMonths: number | null;
  sortOrder: WithDefault<number>;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}

/** An address with its text in both languages as it was when saved. */
export interface StoredAddress {
  readonly line1: string;
  readonly provinceId: number | null;
  readonly amphoeId: number | null;
  readonly districtId: number | null;
  readonly zipcode: string | null;
  readonly text: string;
  readonly textTh: string;
}

export interface StoredContact {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly line: string | null;
  readonly isPrimary: boolean;
}

export interface StoredBankAccount {
  readonly bank: string;
  readonly accountNo: string;
  readonly accountName: string;
}

export type WhtType = 'none' | 'service3' | 'transport1' | 'rent5' | 'ads2' | 'custom';

interface SupplierTable extends RecordColumns {
  code: string;
  name: string;
  nameTh: string | null;
  taxId: string;
  branchCode: string;
  isVatRegistered: WithDefault<boolean>;
  address: Json<StoredAddress>;
  contacts: Json<readonly StoredContact[]>;
  bankAccounts: Json<readonly StoredBankAccount[]>;
  creditDays: WithDefault<number>;
  creditLimit: Numeric | null;
  whtType: WhtType;
  whtRate: Numeric;
  remark: string | null;
  isBlocked: WithDefault<boolean>;
  blockedReason: string | null;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}

interface SupplierPartTable extends RecordColumns {
  supplierId: string;
  partId: string;
  supplierPartNo: string | null;
  packQty: Numeric | null;
  moq: Numeric | null;
  leadTimeDays: number | null;
  lastPrice: Numeric | null;
  priceBreaks: Json<readonly { readonly minQty: number; readonly price: string }[]>;
}

export type TrackingType = 'none' | 'lot' | 'serial';

interface PartTable extends RecordColumns {
  partNo: string;
  name: string;
  nameTh: string | null;
  categoryId: string;
  subCategoryId: string | null;
  brand: string | null;
  model: string | null;
  spec: string | null;
  unitId: string;
  purchaseUnitId: string | null;
  purchaseFactor: Numeric;
  trackingType: TrackingType;
  barcode: string;
  standardPrice: Numeric | null;
  lastPurchasePrice: Numeric | null;
  warrantyMonths: WithDefault<number>;
  warrantyStartsFrom: WithDefault<'receipt' | 'install' | 'sale'>;
  warrantyTerms: WithDefault<string | null>;
  minStock: Numeric | null;
  maxStock: Numeric | null;
  reorderPoint: Numeric | null;
  reorderQty: Numeric | null;
  leadTimeDays: number | null;
  preferredSupplierId: string | null;
  isRepairable: WithDefault<boolean>;
  isDisassemblable: WithDefault<boolean>;
  isSellable: WithDefault<boolean>;
  defaultCondition: WithDefault<'new' | 'used' | 'refurbished'>;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}

export type StockLevel = 'ok' | 'low' | 'out' | 'over';

/** Written by triggers only; `id` is the part's. */
interface PartStockLevelTable {
  companyId: string;
  id: string;
  level: StockLevel;
  partNo: string;
  name: string;
  createdAt: Timestamp;
  categoryId: string;
  subCategoryId: string | null;
  trackingType: TrackingType;
  isActive: boolean;
  key: Derived<string>;
  supplierId: string | null;
  isWatched: boolean;
}

interface StockRuleTable extends RecordColumns {
  companyId: string;
  warehouseId: string;
  partId: string;
  minStock: Numeric | null;
  reorderPoint: Numeric | null;
  maxStock: Numeric | null;
  reorderQty: Numeric | null;
  binId: string | null;
  abcClass: 'A' | 'B' | 'C' | null;
  level: Derived<StockLevel>;
  partNo: string;
  categoryId: string;
  subCategoryId: string | null;
  supplierId: string | null;
  isWatched: boolean;
}

export type WarehouseKind =
  | 'main'
  | 'branch'
  | 'technicianVan'
  | 'receiving'
  | 'quarantine'
  | 'repair'
  | 'transit'
  | 'virtual';

interface WarehouseTable extends RecordColumns {
  companyId: string;
  code: string;
  name: string;
  nameTh: string | null;
  kind: WarehouseKind;
  holds: 'parts' | 'containers' | 'both';
  parentId: string | null;
  isSystem: WithDefault<boolean>;
  isPickable: WithDefault<boolean>;
  address: string | null;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}

interface BinTable extends RecordColumns {
  warehouseId: string;
  code: string;
  barcode: string | null;
  maxQty: Numeric | null;
  isLocked: WithDefault<boolean>;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}
