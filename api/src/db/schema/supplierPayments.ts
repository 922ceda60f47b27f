import type { PaymentMethod } from '@boxyard/shared/domain';
import type { DocumentColumns, Numeric, WithDefault } from './columns.ts';

/** Tables of 0060_supplier_payments.sql. */
export interface SupplierPaymentTables {
  supplierPayments: SupplierPaymentTable;
  supplierPaymentItems: SupplierPaymentItemTable;
}

interface SupplierPaymentTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  supplierId: string;
  method: PaymentMethod;
  reference: string | null;
  amount: Numeric;
  searchText: WithDefault<string>;
}

interface SupplierPaymentItemTable {
  id: WithDefault<string>;
  paymentId: string;
  lineNo: number;
  creditPurchaseId: string;
  amount: Numeric;
}
