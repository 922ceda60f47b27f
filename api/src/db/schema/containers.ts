import type { CheckResult } from '@boxyard/shared/domain/containers/inspectionMachine.ts';
import type {
  FreeSaleStatus,
  LifecycleStatus,
  ProductCondition,
  ReceiptLineStatus,
  ReceiptSource,
  RemovalDisposition,
  SaleStatus,
  ServiceStatus,
  StatusAxis,
} from '@boxyard/shared/domain/containers/statuses.ts';
import type { TitleHolder } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import type { Generated } from 'kysely';
import type {
  DefaultJson,
  DefaultNumeric,
  DocumentColumns,
  Json,
  Numeric,
  RecordColumns,
  Timestamp,
  WithDefault,
} from './columns.ts';

/** Tables of 0090_containers.sql and of the documents that move containers (domain-containers 1.1, 1.2). */
export interface ContainerTables {
  productTypes: ProductTypeTable;
  productModels: ProductModelTable;
  productModelRevisions: ProductModelRevisionTable;
  productModelParts: ProductModelPartTable;
  productModelFloors: ProductModelFloorTable;
  productStatuses: ProductStatusTable;
  serialReservations: SerialReservationTable;
  serialSequences: { prefix: string; lastNo: number };
  products: ProductTable;
  productParts: ProductPartTable;
  productStatusLog: ProductStatusLogTable;
  containerReceipts: ContainerReceiptTable;
  containerReceiptItems: ContainerReceiptItemTable;
  containerReservations: ContainerReservationTable;
}

/** Written by the database; only searched and sorted by. */
type Derived<T> = Generated<T>;

interface ProductTypeTable extends RecordColumns {
  code: string;
  name: string;
  nameTh: string | null;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}

/** One thing that an inspection looks at. */
export interface ChecklistItem {
  readonly name: string;
  readonly nameTh: string | null;
  /** Absent in lists that were written before anything was measured. */
  readonly unit?: string | null;
  readonly minValue?: string | null;
  readonly maxValue?: string | null;
}

/** The same with what was found of it. */
export interface CheckedItem extends ChecklistItem {
  readonly result?: CheckResult | null;
  readonly measured?: string | null;
  readonly note?: string | null;
}

/** The lowest price of a model in one company; created by 0301_floor_prices_of_companies.sql. */
interface ProductModelFloorTable {
  productModelId: string;
  companyId: string;
  floorPrice: Numeric;
}

interface ProductModelTable extends RecordColumns {
  code: string;
  name: string;
  nameTh: string | null;
  productTypeId: string;
  serialPrefix: string;
  serialPattern: string;
  listPrice: Numeric | null;
  leasePricePerMonth: Numeric | null;
  warrantyMonths: WithDefault<number>;
  labourCost: DefaultNumeric;
  specs: Json<Readonly<Record<string, string>>>;
  checklist: Json<readonly ChecklistItem[]>;
  imageFileId: string | null;
  /** 0: no bill of materials yet. */
  currentRevision: WithDefault<number>;
  thumbnail: WithDefault<string | null>;
  isActive: WithDefault<boolean>;
  searchText: Derived<string>;
}

interface ProductModelRevisionTable {
  id: Generated<string>;
  productModelId: string;
  revisionNo: number;
  note: string | null;
  createdAt: Timestamp;
  createdBy: string | null;
}

interface ProductModelPartTable {
  id: Generated<string>;
  revisionId: string;
  lineNo: number;
  partId: string;
  quantity: Numeric;
  note: string | null;
}

interface ProductStatusTable extends RecordColumns {
  axis: StatusAxis;
  code: string;
  name: string;
  nameTh: string;
  color: string;
  sortOrder: WithDefault<number>;
}

interface SerialReservationTable {
  serialNumber: string;
  productModelId: string;
  reservedBy: string;
  expiresAt: Timestamp;
}

/** Where a container stands while it is out of the warehouses. */
export interface Site {
  readonly holder: string;
  readonly address: string;
  readonly lat: number | null;
  readonly lng: number | null;
}

/** A container: the document of its own production; `status` is its lifecycle axis. */
interface ProductTable extends DocumentColumns {
  status: LifecycleStatus;
  serialNumber: string;
  name: string;
  productTypeId: string;
  productModelId: string;
  revisionId: string;
  warehouseId: string | null;
  interiorBinId: string;
  /** Who built it, once another company owns it. */
  makerCompanyId: WithDefault<string | null>;
  saleStatus: SaleStatus;
  titleHolder: WithDefault<TitleHolder>;
  serviceStatus: WithDefault<ServiceStatus>;
  condition: WithDefault<ProductCondition>;
  manufacturedAt: string | null;
  warrantyStart: string | null;
  warrantyEnd: string | null;
  site: Json<Site> | null;
  installedAt: Timestamp | null;
  installedBy: string | null;
  rebuiltFromId: string | null;
  labourCost: DefaultNumeric;
  /** Parts and labour as they were at receipt; null before. */
  costAmount: Numeric | null;
  listPrice: Numeric | null;
  deviationReason: string | null;
  completedAt: Timestamp | null;
  completedBy: string | null;
  currentSoftwareId: string | null;
  targetSoftwareId: string | null;
  softwareOutdated: WithDefault<boolean>;
  contractPending: Generated<boolean>;
  awayUnderContract: Generated<boolean>;
  /** The person who proposed to write it off; null where a later move has ended the proposal. */
  retirementAskedBy: string | null;
  retirementAskedAt: Timestamp | null;
  retirementReason: string | null;
  /** THB that left the books when it was written off. */
  retiredValue: Numeric | null;
  searchText: WithDefault<string>;
}

interface ContainerReceiptTable extends DocumentColumns {
  documentNo: string;
  sourceType: ReceiptSource;
  sourceId: string;
  sourceNo: string;
  warehouseId: string;
  /** They come back to where they were sent from. */
  isReturn: WithDefault<boolean>;
  itemCount: number;
  receivedBy: string | null;
  receivedAt: Timestamp | null;
  searchText: WithDefault<string>;
}

interface ContainerReceiptItemTable {
  id: Generated<string>;
  receiptId: string;
  lineNo: number;
  productId: string;
  lineStatus: ReceiptLineStatus;
  scannedSerial: WithDefault<string | null>;
  conditionIn: ProductCondition | null;
  rejectReason: string | null;
  note: string | null;
  checklist: DefaultJson<readonly CheckedItem[]>;
  photoIds: WithDefault<readonly string[]>;
}

interface ProductPartTable {
  id: Generated<string>;
  productId: string;
  partId: string;
  quantity: Numeric;
  lotId: string | null;
  serialId: string | null;
  condition: string;
  unitCost: Numeric;
  fromBinId: string | null;
  note: string | null;
  installedAt: Timestamp;
  installedBy: string | null;
  removedAt: Timestamp | null;
  removedBy: string | null;
  removedReason: string | null;
  disposition: RemovalDisposition | null;
  removalSubject: string | null;
  removalDocumentId: string | null;
  /** What was taken out when this went in. */
  replacesId: string | null;
}

interface ProductStatusLogTable {
  id: Generated<string>;
  productId: string;
  axis: StatusAxis;
  fromStatus: string | null;
  toStatus: string;
  reason: string | null;
  documentSubject: string | null;
  documentId: string | null;
  documentNo: string | null;
  at: Timestamp;
  byUserId: string | null;
}

interface ContainerReservationTable {
  id: Generated<string>;
  productId: string;
  documentSubject: string;
  documentId: string;
  documentNo: string | null;
  saleBefore: FreeSaleStatus;
  reservedAt: Timestamp;
  reservedBy: string | null;
  expiresAt: Timestamp | null;
  endedAt: Timestamp | null;
}
