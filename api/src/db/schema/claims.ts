import type { ClaimNextStep, ClaimResolution } from '@boxyard/shared/domain';
import type {
  DefaultNull,
  DefaultNumeric,
  DocumentColumns,
  Numeric,
  Timestamp,
  WithDefault,
} from './columns.ts';

/** Tables of 0031_claims.sql. */
export interface ClaimTables {
  claims: ClaimTable;
  claimItems: ClaimItemTable;
}

interface ClaimTable extends Omit<DocumentColumns, 'documentNo'> {
  documentNo: string;
  assigneeId: WithDefault<string | null>;
  supplierId: string;
  warehouseId: string;
  itemCount: number;
  overrideReason: string | null;
  rmaNo: string | null;
  sentDate: WithDefault<string | null>;
  promisedDays: WithDefault<number | null>;
  dueDate: WithDefault<string | null>;
  isLate: WithDefault<boolean>;
  answeredAt: DefaultNull<Date, Date | string>;
  answeredBy: WithDefault<string | null>;
  refundTotal: DefaultNumeric;
  creditNoteNo: WithDefault<string | null>;
  creditNoteDate: WithDefault<string | null>;
  nextStep: WithDefault<ClaimNextStep | null>;
  searchText: WithDefault<string>;
}

interface ClaimItemTable {
  id: WithDefault<string>;
  claimId: string;
  lineNo: number;
  partId: string;
  quantity: Numeric;
  lotId: string | null;
  serialId: string | null;
  binId: string;
  condition: string;
  defect: string;
  warrantyEnd: string | null;
  inWarranty: boolean;
  receiptId: string | null;
  resolution: WithDefault<ClaimResolution | null>;
  replacementSerialId: WithDefault<string | null>;
  newWarrantyEnd: WithDefault<string | null>;
  refundAmount: DefaultNull<string, string | number>;
  claimedValue: DefaultNull<string, string | number>;
  arrivedQty: DefaultNumeric;
  createdAt: Timestamp;
}
