import type { SignatureBlock } from '@boxyard/shared/domain';
import type { ColumnType, GeneratedAlways } from 'kysely';
import type {
  DocumentColumns,
  Json,
  Numeric,
  RecordColumns,
  Timestamp,
  WithDefault,
} from './columns.ts';

/** Tables of 0003_purchasing.sql. */
export interface PurchasingTables {
  purchaseRequests: PurchaseRequestTable;
  purchaseRequestItems: PurchaseRequestItemTable;
  purchaseOrders: PurchaseOrderTable;
  purchaseOrderItems: PurchaseOrderItemTable;
  purchaseOrderRevisions: {
    orderId: string;
    revisionNo: number;
    snapshot: Json<unknown>;
    at: Timestamp;
    byUserId: string | null;
  };
  purchaseOrderReceipts: ReceiptTable;
  purchaseOrderReceiptItems: ReceiptItemTable;
  creditPurchases: CreditPurchaseTable;
}

/** A numeric column that starts at 0. */
type Counter = ColumnType<string, string | number | undefined, string | number>;

/** The header of a document as it was on approval (domain-warehouse 1.12). */
export interface HeaderSnapshot {
  readonly companyNameTh: string;
  readonly companyNameEn: string;
  readonly taxId: string;
  readonly branchCode: string;
  readonly address: string;
  readonly phone: string | null;
  readonly logoFileId: string | null;
  readonly footer: string | null;
  readonly terms: string | null;
  /** null: the company had no header; the PDF prints the signatures of its kind. */
  readonly signatureBlocks: readonly SignatureBlock[] | null;
}

export interface SupplierSnapshot {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly taxId: string;
  readonly branchCode: string;
  readonly address: string;
  readonly isVatRegistered: boolean;
}

export type VatModeColumn = 'exclusive' | 'inclusive' | 'none';
type DiscountType = 'percent' | 'amount';
export type Tracking = 'none' | 'lot' | 'serial';

interface PurchaseRequestTable extends DocumentColumns {
  requesterId: string;
  warehouseId: string;
  purpose: 'stock' | 'job' | 'project';
  neededBy: string;
  validUntil: string;
  itemCount: number;
  estimatedTotal: Numeric;
  hasOpenLines: WithDefault<boolean>;
  department: WithDefault<string | null>;
  refType: WithDefault<'job' | 'project' | 'stockRule' | null>;
  jobId: WithDefault<string | null>;
  /** The requisition of that job that lacks these parts. */
  requisitionId: WithDefault<string | null>;
  refNo: WithDefault<string | null>;
  documentHeaderId: WithDefault<string | null>;
  copiedFromId: string | null;
  headerSnapshot: Json<HeaderSnapshot> | null;
  searchText: WithDefault<string>;
}

interface PurchaseRequestItemTable {
  id: WithDefault<string>;
  requestId: string;
  lineNo: number;
  partId: string | null;
  freeText: string | null;
  quantity: Numeric;
  unitId: string;
  estimatedPrice: Numeric;
  amount: Numeric;
  suggestedSupplierId: string | null;
  orderedQty: Counter;
  receivedQty: Counter;
  cancelledQty: Counter;
  inRound: WithDefault<boolean>;
  note: string | null;
}

interface AmountColumns {
  subTotal: Numeric;
  discountTotal: Numeric;
  baseAmount: Numeric;
  vatAmount: Numeric;
  grandTotal: Numeric;
  whtBase: Numeric;
  whtRate: Numeric;
  whtAmount: Numeric;
  netPayable: Numeric;
}

interface PurchaseOrderTable extends DocumentColumns, AmountColumns {
  /** Who carries on with it, when somebody else than its creator does. */
  assigneeId: WithDefault<string | null>;
  supplierId: string;
  supplierSnapshot: Json<SupplierSnapshot>;
  /** The bidding round whose winners it orders. */
  biddingId: WithDefault<string | null>;
  warehouseId: string;
  paymentType: 'cash' | 'credit';
  creditDays: number;
  vatMode: VatModeColumn;
  vatRate: Numeric;
  discountType: DiscountType | null;
  discountValue: Numeric | null;
  promisedDate: string | null;
  validUntil: string;
  supplierConfirmationNo: string | null;
  terms: string | null;
  revisionNo: WithDefault<number>;
  itemCount: number;
  receivedPct: Counter;
  receivedTotal: Counter;
  hasReceipts: WithDefault<boolean>;
  statusBeforeExpiry: string | null;
  isReceivable: WithDefault<boolean>;
  documentHeaderId: WithDefault<string | null>;
  headerSnapshot: Json<HeaderSnapshot> | null;
  searchText: WithDefault<string>;
}

interface PurchaseOrderItemTable {
  id: WithDefault<string>;
  orderId: string;
  lineNo: number;
  partId: string | null;
  description: string;
  quantity: Numeric;
  unitId: string;
  unitFactor: Numeric;
  trackingType: Tracking;
  unitPrice: Numeric;
  discountType: DiscountType | null;
  discountValue: Numeric | null;
  isService: boolean;
  lineTotal: Numeric;
  documentDiscount: Numeric;
  baseAmount: Numeric;
  vatAmount: Numeric;
  whtAmount: Counter;
  requestItemId: string | null;
  quotationItemId: WithDefault<string | null>;
  warrantyMonths: number;
  promisedDate: string | null;
  receivedQty: Counter;
  closedQty: Counter;
  receivedBase: Counter;
  receivedVat: Counter;
  receivedDiscount: Counter;
  companyId: string;
  supplierId: string;
  warehouseId: string;
  categoryId: string | null;
  subCategoryId: string | null;
  orderNo: string | null;
  orderDate: string;
  orderStatus: string;
  requesterId: string | null;
  /** The order's, copied by the database. */
  createdBy: GeneratedAlways<string | null>;
}

export interface ReceiptLot {
  readonly lotNo: string;
  readonly expiryDate: string | null;
  readonly quantity: number;
}

interface ReceiptTable extends DocumentColumns, AmountColumns {
  /** Who carries on with it, when somebody else than its creator does. */
  assigneeId: WithDefault<string | null>;
  orderId: string;
  supplierId: string;
  supplierSnapshot: Json<SupplierSnapshot>;
  warehouseId: string;
  receivedDate: string;
  supplierDeliveryNo: string | null;
  taxInvoiceNo: string | null;
  taxInvoiceDate: string | null;
  /** Taken under an earlier rule beside one of the same number; the rule of one paper each leaves it out. */
  repeatsInvoice: WithDefault<boolean>;
  vatMode: VatModeColumn;
  vatRate: Numeric;
  committee: Json<readonly string[]>;
  documentHeaderId: WithDefault<string | null>;
  itemCount: number;
  goodsImportId: string | null;
  postedAt: Timestamp | null;
  headerSnapshot: Json<HeaderSnapshot> | null;
  searchText: WithDefault<string>;
}

interface ReceiptItemTable {
  id: WithDefault<string>;
  receiptId: string;
  lineNo: number;
  orderItemId: string;
  acceptedQty: Numeric;
  rejectedQty: Numeric;
  rejectReason: string | null;
  unitPrice: Numeric;
  orderUnitPrice: Numeric;
  lineTotal: Numeric;
  documentDiscount: Numeric;
  baseAmount: Numeric;
  vatAmount: Numeric;
  shareBase: Numeric;
  shareVat: Numeric;
  shareDiscount: Numeric;
  stockValue: Counter;
  lots: Json<readonly ReceiptLot[]>;
  serials: Json<readonly string[]>;
  companyId: string;
  orderId: string;
  orderNo: string | null;
  orderQuantity: Numeric;
  partId: string | null;
  description: string;
  unitId: string;
  isService: boolean;
  categoryId: string | null;
  subCategoryId: string | null;
  supplierId: string;
  warehouseId: string;
  receiptNo: string | null;
  receivedDate: string;
  receiptStatus: string;
  promisedDate: string | null;
  /** The receipt's, copied by the database. */
  createdBy: GeneratedAlways<string | null>;
}

interface CreditPurchaseTable extends RecordColumns {
  companyId: string;
  supplierId: string;
  orderId: string;
  receiptId: string;
  invoiceNo: string | null;
  invoiceDate: string;
  dueDate: string;
  amount: Numeric;
  wht: Numeric;
  paidAmount: Counter;
  outstanding: GeneratedAlways<string>;
  status: 'unpaid' | 'partial' | 'paid' | 'void';
}
