import type { Discount, VatMode } from '@boxyard/shared/domain';
import type {
  DefaultNumeric,
  DocumentColumns,
  Json,
  Numeric,
  Timestamp,
  WithDefault,
} from './columns.ts';

/** Tables of 0176_part_sales.sql. */
export interface PartSalesTables {
  partSales: PartSaleTable;
  partSaleItems: PartSaleItemTable;
  partSalePicks: PartSalePickTable;
}

/** The buyer as on the day of confirmation. */
export interface BuyerSnapshot {
  readonly name: string;
  readonly taxId: string | null;
  readonly branchCode: string | null;
  readonly phone: string | null;
  readonly address: string | null;
}

interface PartSaleTable extends DocumentColumns {
  customerId: string;
  saleId: string;
  buyer: Json<BuyerSnapshot> | null;
  warehouseId: string;
  neededBy: string;
  vatMode: VatMode;
  vatRate: Numeric;
  discountType: Discount['type'] | null;
  discountValue: Numeric | null;
  subTotal: Numeric;
  discountTotal: Numeric;
  discountPercent: Numeric;
  baseAmount: Numeric;
  vatAmount: Numeric;
  grandTotal: Numeric;
  itemCount: number;
  deliveredAt: Timestamp | null;
  deliveredBy: string | null;
  deliveredDate: string | null;
  recipientName: string | null;
  searchText: WithDefault<string>;
}

interface PartSaleItemTable {
  id: WithDefault<string>;
  documentId: string;
  lineNo: number;
  partId: string;
  quantity: Numeric;
  unitPrice: Numeric;
  standardPrice: Numeric | null;
  discountType: Discount['type'] | null;
  discountValue: Numeric | null;
  lineTotal: Numeric;
  documentDiscount: Numeric;
  baseAmount: Numeric;
  vatAmount: Numeric;
  note: string | null;
  deliveredQty: DefaultNumeric;
  returnedQty: DefaultNumeric;
  issueValue: DefaultNumeric;
  returnedValue: DefaultNumeric;
}

interface PartSalePickTable {
  reservationId: string;
  itemId: string;
  deliveredQty: Numeric;
  issueValue: Numeric;
  returnedQty: DefaultNumeric;
}
